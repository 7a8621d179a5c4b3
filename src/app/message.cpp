#include "app/message.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cstdio>

#include "base/control_characters.hpp"

namespace rattleback {

void tell_text(const std::string& text) {
    const std::string shown = without_controls(text);
    std::fwrite(shown.data(), 1, shown.size(), stderr);
}

void keep_standard_streams() {
    for (const int number : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
        if (::fcntl(number, F_GETFD) < 0 && ::open("/dev/null", O_RDWR) < 0) return;
}

}  // namespace rattleback

#include "app/message.hpp"

#include <fcntl.h>
#include <stdio_ext.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <stdexcept>

#include "base/control_characters.hpp"
#include "rattleback/errors.hpp"

namespace rattleback {
namespace {

// A reader who does not read may be waited for without end: what a signal ended is not tried again, not
// even at the exit.
[[noreturn]] void fail() {
    if (errno == EINTR) {
        ::__fpurge(stdout);
        throw Interrupted();
    }
    throw std::runtime_error(
        fmt::format("the output could not be written: {}", std::strerror(errno)));
}

}  // namespace

void say_text(const std::string& text) {
    const std::string shown = without_controls(text);
    if (std::fwrite(shown.data(), 1, shown.size(), stdout) < shown.size()) fail();
}

void finish_saying() {
    // What a library wrote may have failed before.
    if (std::fflush(stdout) != 0 || std::ferror(stdout) != 0) fail();
}

void tell_text(const std::string& text) {
    const std::string shown = without_controls(text);
    std::fwrite(shown.data(), 1, shown.size(), stderr);
}

void keep_standard_streams() {
    for (const int number : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
        if (::fcntl(number, F_GETFD) < 0 && ::open("/dev/null", O_RDWR) < 0) return;
}

}  // namespace rattleback

#include "app/terminal.hpp"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <string>

#include "writing/wrapped_line.hpp"

namespace rattleback {
namespace {

constexpr std::size_t narrowest = 40;

std::string environment(const char* name) {
    const char* const value = std::getenv(name);
    return value == nullptr ? "" : value;
}

// As the C library chooses: the first of these that is set.
bool is_utf8_locale() {
    for (const char* name : {"LC_ALL", "LC_CTYPE", "LANG"}) {
        std::string value = environment(name);
        if (value.empty()) continue;
        std::ranges::transform(value, value.begin(),
                               [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
        return value.find("utf-8") != std::string::npos || value.find("utf8") != std::string::npos;
    }
    return false;
}

bool is_terminal() { return ::isatty(STDOUT_FILENO) == 1; }

}  // namespace

bool is_terminal_for_mathematics() {
    return is_terminal() && environment("TERM") != "dumb" && is_utf8_locale();
}

std::size_t terminal_width() {
    if (!is_terminal()) return widest_line;
    const std::size_t columns = std::strtoul(environment("COLUMNS").c_str(), nullptr, 10);
    if (columns > 0 && columns < 10'000) return std::max(columns, narrowest);
    winsize size{};
    if (::ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0)
        return std::max<std::size_t>(size.ws_col, narrowest);
    return widest_line;
}

}  // namespace rattleback

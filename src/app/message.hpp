// What is said to the user beside the result, on stderr.
//
//     tell("rattleback report: {}\n", sentence);
//
// A message that cannot be written ends no work: stderr may be closed or full. Control characters,
// which may come from the name of a file or a line of it, are shown as U+FFFD: no text of others gives
// orders to a terminal.
#pragma once

#include <fmt/format.h>

#include <string>

namespace rattleback {

void tell_text(const std::string& text);

template <typename... Args>
void tell(fmt::format_string<Args...> format, Args&&... args) {
    tell_text(fmt::format(format, std::forward<Args>(args)...));
}

// Opens what is closed of stdin, stdout and stderr, so that no file takes their place.
void keep_standard_streams();

}  // namespace rattleback

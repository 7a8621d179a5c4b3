// What is said to the user: the result on stdout, and what is said beside it on stderr.
//
//     say("{}", text);
//     tell("rattleback report: {}\n", sentence);
//
// A result that cannot be written is an error. A message that cannot ends no work: stderr may be closed
// or full. Control characters, which may come from the name of a file or a line of it, are shown as
// U+FFFD: no text of others gives orders to a terminal.
#pragma once

#include <fmt/format.h>

#include <string>

namespace rattleback {

void say_text(const std::string& text);
void tell_text(const std::string& text);

template <typename... Args>
void say(fmt::format_string<Args...> format, Args&&... args) {
    say_text(fmt::format(format, std::forward<Args>(args)...));
}

template <typename... Args>
void tell(fmt::format_string<Args...> format, Args&&... args) {
    tell_text(fmt::format(format, std::forward<Args>(args)...));
}

// To be called at the end: what did not reach its place was not said.
void finish_saying();

// Opens what is closed of stdin, stdout and stderr, so that no file takes their place.
void keep_standard_streams();

}  // namespace rattleback

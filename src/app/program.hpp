// What `rattleback WORDS` does, whatever the words are: all that is thrown is said, and becomes an exit code.
//
//     run_program({"check", "skate"})
//
// Data goes to stdout and messages to stderr; the codes are those of commands.hpp. Where there is no
// memory for a message, std::bad_alloc is thrown.
#pragma once

#include <string>
#include <vector>

namespace rattleback {

inline constexpr int analysis_failed = 1;

int run_program(std::vector<std::string> words);

}  // namespace rattleback

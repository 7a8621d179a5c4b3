// A word as a shell reads it, for commands that a user is to copy.
//
// Plain words stay as they are. Others stand in double quotation marks, which suits the primes of
// "x'=1", or in single ones where double ones would not protect them.
#pragma once

#include <string>

namespace rattleback {

std::string shell_word(const std::string& word);

// The name of a file, which no program may take for an option.
std::string shell_file(const std::string& name);

}  // namespace rattleback

// Formulas out of chance, and formulas changed so that most of them can still be read.
//
// Bytes that are changed at random are refused at the first word; what is behind the parser is met by
// formulas of names that there are, with an operator, a function or a number in another place.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "random_choice.hpp"

namespace rattleback::fuzzing {

// Every name in a text, with its primes, once.
std::vector<std::string> names_in(std::string_view text);

std::string written_number(Choice& choice);
std::string written_formula(const std::vector<std::string>& names, Choice& choice, int depth = 3);
std::string changed_formula(const std::string& formula, const std::vector<std::string>& names,
                            Choice& choice);

}  // namespace rattleback::fuzzing

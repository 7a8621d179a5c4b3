// How findings are worded: lists, plurals, and names of things in sentences.
//
// A finding is read by a mechanician at a terminal: full sentences, names in quotes, formulas in the
// formula language.
#pragma once

#include <string>
#include <vector>

#include "model/system.hpp"

namespace rattleback {

// The formula, or its size where it is longer than anyone reads in a sentence.
std::string shown(const Expr& e);

std::string listed(const std::vector<std::string>& items);  // "a, b and c"
std::string listed(const ExprVector& items);
std::string equations_text(const ExprVector& vanishing);  // "x' = 0 and y' = 0"

std::string direction_text(const System& system, const ExprVector& field);  // "{ x = 1, y = -1 }"

std::string quoted(const Constraint& constraint);  // 'blade'
std::string quoted(const System& system, const std::vector<std::size_t>& constraints);

}  // namespace rattleback

// How findings are worded: lists, plurals, and names of things in sentences.
//
// A finding is read by a mechanician: full sentences, names in quotes, formulas as mathematics.
#pragma once

#include <string>
#include <vector>

#include "expr/sentence.hpp"
#include "model/system.hpp"

namespace rattleback {

// The formula, or its size where it is longer than anyone reads in a sentence.
Sentence shown(const Expr& e);

Sentence listed(const ExprVector& items);              // "x, y and z"
Sentence equations_text(const ExprVector& vanishing);  // "x' = 0 and y' = 0"

Sentence direction_text(const System& system, const ExprVector& field);  // "{ x = 1, y = -1 }"

std::string quoted(const Constraint& constraint);  // 'blade'
Sentence quoted(const System& system, const std::vector<std::size_t>& constraints);

}  // namespace rattleback

// Intermediate variables that make long formulas short: what occurs twice is written once.
//
//     x'' = (a + b*c)^2*sin(a + b*c)    becomes    s1 = a + b*c ,  x'' = s1^2*sin(s1)
//
// Expressions share their common parts; written out, each part is written again wherever it occurs,
// and the text may be astronomically longer than the graph. With a name for every part that occurs
// more than once the text is as long as the graph is large.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "expr/derivative.hpp"
#include "expr/equation.hpp"

namespace rattleback {

struct Abbreviated {
    std::vector<Equation> definitions;  // each uses only symbols of the formulas and earlier ones
    ExprVector formulas;                // in the order given
};

inline constexpr double shortest_named = 8;

// Parts that occur at least twice and are at least `smallest` symbols, numbers and operations long
// get a name: s1, s2, …, or s_1, s_2, … where the formulas use one of these themselves.
Abbreviated abbreviate(std::span<const Expr> formulas, double smallest = shortest_named,
                       const std::string& stem = "s");

// The stem, with underscores where the formulas have it with a number already.
std::string unused_stem(std::string stem, std::span<const Expr> formulas);

// The number of nodes when all of them are written out.
double written_size(std::span<const Expr> formulas);
double written_size(const Abbreviated& formulas);  // with what the names stand for

}  // namespace rattleback

// The intermediate results of a derivation as one would show them: simplified, and without what is
// too long to look at.
//
// Entries that would be too long are written with abbreviations; where these would be too long too,
// they are left open, and each way of writing says so in its own manner. A matrix of nothing but zeros
// is said to vanish, and several that mean the same are said together.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "equations/equations.hpp"
#include "expr/equation.hpp"

namespace rattleback {

struct WrittenStep {
    std::vector<StepSymbol> symbols;  // several where they all vanish
    std::string meaning;
    std::vector<std::vector<std::optional<Expr>>> value;  // empty where there is nothing to show
    bool vanishes = false;
};

struct WrittenSteps {
    std::vector<Equation> abbreviations;  // p1 = …, other letters than the equations' own
    std::vector<WrittenStep> steps;
    bool is_complete = true;  // no entry was left open
};

WrittenSteps written_steps(const Equations& equations);

// What is said of entries that were left open.
inline constexpr auto left_open = "The dots stand for what would be too long to show.";

}  // namespace rattleback

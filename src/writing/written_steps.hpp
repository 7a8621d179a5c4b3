// The intermediate results of a derivation as one would show them: simplified, and with abbreviations
// where they would be too long to look at.
//
// Where even these are more than is wanted, the long entries are letters, and a sentence says where they
// are written: as text, in the notation of formulas, everything is whole. A matrix of nothing but zeros
// is said to vanish, and several that mean the same are said together.
#pragma once

#include <string>
#include <vector>

#include "equations/equations.hpp"
#include "expr/sentence.hpp"

namespace rattleback {

struct WrittenStep {
    std::vector<StepSymbol> symbols;  // several where they all vanish
    Sentence meaning;
    ExprMatrix value;  // empty where there is nothing to show
    bool vanishes = false;
};

struct WrittenSteps {
    std::vector<Equation> abbreviations;  // p1 = …, other letters than the equations' own
    std::vector<WrittenStep> steps;
    Sentence remark = {};  // where letters stand for what is written nowhere here
};

// Nodes of the long entries with their abbreviations.
inline constexpr double longest_steps = 5'000;

WrittenSteps written_steps(const Equations& equations, double longest = longest_steps);

}  // namespace rattleback

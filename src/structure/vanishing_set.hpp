// Where several expressions vanish together, as alternatives a reader can check.
//
// The common zeros of m₁ … m_N are found from factors: a factor that all share gives one alternative,
// {f = 0}; otherwise one factor of each has to vanish, {f₁ = 0, f₂ = 0, …}. Factors that never vanish
// (range.hpp) are dropped; an equation x = 0 is put into the others; a definite sum of squares is
// taken apart, m₁v₁² + m₂v₂² = 0 into v₁ = v₂ = 0, and one with a rest of its sign, x² + x + 1 = 0, is empty. So are
// a cos φ + b sin φ + c = 0 with c² > a² + b², equations whose squares have a positive sum, such as
// sin φ = cos φ = 0, and those that say x = y beside others that never hold there; where these factor
// there, the place is taken apart (solved_equations.hpp), and what others imply is left out. What is left
// may still be empty: equations are stated, not solved.
#pragma once

#include "exact/answer.hpp"
#include "expr/sentence.hpp"
#include "model/system.hpp"

namespace rattleback {

struct VanishingSet {
    bool everywhere = false;  // all of them vanish identically
    std::vector<ExprVector>
        alternatives;        // each: equations e = 0 that hold together; none: nowhere
    bool by_values = false;  // an expression is zero only for the values of the parameters
};

// The symbols of the parameters have their values, all others vary. Throws TooLarge at the limits.
VanishingSet vanishing_set(const ExprVector& expressions, const std::vector<Parameter>& parameters,
                           const Limits& limits = interactive_limits);

// "x = 0 and y = 0, or z = 0".
Sentence in_words(const VanishingSet& set);

}  // namespace rattleback

// Bounds for the values of an expression, read off its structure.
//
// Symbols may take any real value, parameters have the values of the model. 1 + y² lies in [1, ∞),
// 2 + cos θ in [1, 3], m₁m₂ has a sign once m₁ and m₂ have values. The bounds are rigorous and exact
// (rationals), and may be far from sharp: a quantity whose range contains zero need not vanish
// anywhere. Used to tell a sum of squares from a difference, and a factor that never vanishes. Signs, and
// whether there are bounds, are what is decided by a range (model/decisions.hpp).
#pragma once

#include <optional>

#include "model/system.hpp"

namespace rattleback {

struct Range {
    std::optional<Number> low = {}, high = {};  // none: unbounded
    bool nonzero = false;                       // zero is no value, even where it is a bound

    bool is_nonnegative() const { return low && low->sign() >= 0; }
    bool is_nonpositive() const { return high && high->sign() <= 0; }
    bool is_positive() const { return is_nonnegative() && nonzero; }
    bool is_negative() const { return is_nonpositive() && nonzero; }
};

Range range_of(const Expr& e, const std::vector<Parameter>& parameters);

// In their signs, and in which bounds they have.
bool say_the_same(const Range& a, const Range& b);

}  // namespace rattleback

// The powers b^e₁, b^e₂, … of one base whose sign is not known, through as few of them as possible.
//
// For a negative base a power has a value only at a whole exponent, so b^e may have one where b^p
// has none (e = 2p at p = 1/2). In the reals only this holds: b^e₁·b^e₂ = b^(e₁ + e₂) and
// (b^e)^n = b^(n·e) for whole n. So the exponents that occur, sums of rational multiples of
// monomials, span a lattice over ℤ, and its basis f₁, f₂, … gives generators b^f₁, b^f₂, … of which
// all powers are products. Each fᵢ is itself a whole combination of the exponents: the generators
// have real values wherever all of the powers have, which is why |g²| = g² and √(g²) = |g| are true
// of them. Internal to src/exact.
#pragma once

#include <map>
#include <vector>

#include "expr/derivative.hpp"

namespace rattleback {

// The greatest whole number that is not above x; TooLarge where 64 bits do not hold x.
Number floor_of(const Number& x);

class ExponentLattice {
public:
    void add(const Expr& exponent);
    ExprVector basis() const;
    // The whole numbers nᵢ of exponent = Σ nᵢ fᵢ, for an exponent that was added.
    std::vector<std::int64_t> coordinates(const Expr& exponent) const;

private:
    using Multiples = std::map<Expr, Number>;  // monomial → coefficient, none of them zero
    static Multiples multiples_of(const Expr& exponent);
    static void subtract(Multiples& from, const Number& factor, const Multiples& what);

    std::map<Expr, Multiples> rows_;  // in echelon form, by their first monomial
};

}  // namespace rattleback

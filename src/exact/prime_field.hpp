// Arithmetic modulo a prime, and linear algebra by elimination: exact, and fast at any size.
//
// What is computed in 𝔽_p is the image of what would be computed in ℚ, wherever p divides no
// denominator. A residue that is not zero is the image of a number that is not zero; one that is
// zero may be an accident, which is the rarer the larger the prime, and the rarer for a prime that
// was drawn by lot (prime_point.hpp states how rare).
#pragma once

#include <cstdint>
#include <optional>
#include <random>
#include <vector>

#include "expr/number.hpp"

namespace rattleback {

using Residue = std::uint64_t;
using ResidueMatrix = std::vector<std::vector<Residue>>;

class PrimeField {
public:
    // Of a prime below 2^62, which is not checked.
    explicit PrimeField(Residue prime);
    // A prime of 62 bits by lot, of the form 120k − 1. Then −1 is no square, so that 1 + s² is never
    // zero; the circle s² + c² = 1 has p + 1 points, which are a group with turns by π/60; and roots
    // of degree 3 and 5 are unique.
    static PrimeField by_lot(std::mt19937_64& random);

    Residue prime() const { return p_; }
    // From 128 random bits, so that no residue is noticeably more likely than another.
    Residue of_bits(std::uint64_t high, std::uint64_t low) const;
    std::optional<Residue> of(const Number& exact) const;  // nothing when p divides the denominator

    Residue add(Residue a, Residue b) const { return a + b >= p_ ? a + b - p_ : a + b; }
    Residue subtract(Residue a, Residue b) const { return a >= b ? a - b : a + p_ - b; }
    Residue negate(Residue a) const { return a == 0 ? 0 : p_ - a; }
    // By Barrett: the quotient through a multiplication by 2^124/p, at most 3 too small.
    Residue multiply(Residue a, Residue b) const {
        __extension__ using Wide = unsigned __int128;
        const Wide product = static_cast<Wide>(a) * b;
        if (reciprocal_ == 0) return static_cast<Residue>(product % p_);
        const auto quotient = static_cast<Residue>(
            (static_cast<Wide>(static_cast<Residue>(product >> 61U)) * reciprocal_) >> 63U);
        Residue rest = static_cast<Residue>(product) - quotient * p_;
        while (rest >= p_) rest -= p_;
        return rest;
    }
    Residue power(Residue base, std::uint64_t exponent) const;
    Residue inverse(Residue a) const { return power(a, p_ - 2); }  // of a ≠ 0
    std::optional<Residue> square_root(Residue a) const;           // one of the two

    // matrix · x = right, for a square matrix; nothing when it is singular.
    std::optional<std::vector<Residue>> solve(ResidueMatrix matrix,
                                              std::vector<Residue> right) const;
    std::size_t rank(ResidueMatrix matrix) const;
    // Rows that form a basis of the row space, the first ones possible.
    std::vector<std::size_t> independent_rows(const ResidueMatrix& matrix) const;

private:
    Residue p_;
    Residue reciprocal_;  // 2^124/p, of a prime of 62 bits; of others 0
};

}  // namespace rattleback

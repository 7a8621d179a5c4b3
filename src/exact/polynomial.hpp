// Polynomials with integer coefficients in many variables: FLINT's fmpz_mpoly with value semantics.
//
// A Ring fixes the number of variables and the limits; polynomials of one ring combine with the
// usual operators. Variables are known by number here; what they stand for is the business of
// field.hpp. Every operation checks the limits of its ring and throws TooLarge rather than run on.
// Internal to src/exact.
#pragma once

#include <flint/flint.h>
#include <flint/fmpz_mpoly.h>
#include <flint/fmpz_mpoly_factor.h>

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "exact/limits.hpp"
#include "exact/long_operation.hpp"
#include "expr/number.hpp"

namespace rattleback {

class Ring {
public:
    Ring(std::size_t variables, const Limits& limits);
    Ring(const Ring&) = delete;
    Ring& operator=(const Ring&) = delete;
    ~Ring();

    std::size_t variables() const { return variables_; }
    const fmpz_mpoly_ctx_struct* context() const { return context_; }
    // Takes so many steps. Throws TooLarge when there are not enough of them left, or when `terms`
    // (an upper bound) is beyond the limit.
    void check(double terms, double steps) const;
    // For an operation that may take far more of them, each at this price: it may always take some.
    LongOperation long_operation(std::uint64_t price) const;

private:
    std::size_t variables_;
    Limits limits_;
    std::uint64_t last_step_;
    fmpz_mpoly_ctx_t context_;
};

class Polynomial {
public:
    explicit Polynomial(const Ring& ring, const Number& integer = 0);
    static Polynomial variable(const Ring& ring, std::size_t index);
    Polynomial(const Polynomial& other);
    Polynomial(Polynomial&& other) noexcept;
    Polynomial& operator=(const Polynomial& other);
    Polynomial& operator=(Polynomial&& other) noexcept;
    ~Polynomial();

    bool is_zero() const;
    bool is_one() const;
    bool is_constant() const;
    std::size_t terms() const;
    std::size_t degree(std::size_t variable) const;
    int leading_sign() const;
    Number content() const;  // non-negative gcd of the coefficients
    bool uses(std::size_t variable) const { return degree(variable) > 0; }

    struct Term {
        Number coefficient;
        std::vector<std::uint32_t> exponents;  // one per variable of the ring
    };
    Term term(std::size_t i) const;

    Polynomial operator-() const;
    friend Polynomial operator+(const Polynomial& a, const Polynomial& b);
    friend Polynomial operator-(const Polynomial& a, const Polynomial& b);
    friend Polynomial operator*(const Polynomial& a, const Polynomial& b);
    friend bool operator==(const Polynomial& a, const Polynomial& b);

    friend std::optional<Polynomial> try_divide(const Polynomial& a, const Polynomial& b);
    friend Polynomial gcd(const Polynomial& a, const Polynomial& b);
    friend Polynomial power(const Polynomial& base, std::uint64_t exponent);

    // As a polynomial in one variable: (power, coefficient free of it), highest power first.
    std::vector<std::pair<std::uint64_t, Polynomial>> by_powers(std::size_t variable) const;

    // content · Π factorᵢ^multiplicityᵢ; the factors are irreducible over ℤ.
    struct Factors {
        Number content;
        std::vector<std::pair<Polynomial, std::uint64_t>> factors;
    };
    Factors factor() const;

    const Ring& ring() const { return *ring_; }

private:
    const Ring* ring_;
    fmpz_mpoly_t value_;
};

// The quotient, when b divides a.
std::optional<Polynomial> try_divide(const Polynomial& a, const Polynomial& b);
// The quotient; b must divide a.
Polynomial divide_exactly(const Polynomial& a, const Polynomial& b);
Polynomial gcd(const Polynomial& a, const Polynomial& b);
Polynomial power(const Polynomial& base, std::uint64_t exponent);

}  // namespace rattleback

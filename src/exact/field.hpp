// The field in which expressions are compared: rational functions over ℚ in generators.
//
// A generator is a symbol, π, or a kernel: sin b and cos b of a base angle b, exp b of a base
// exponent, a power by a base exponent, √u, a higher root, |u|, sign u, or any other function application,
// taken as it stands. Some generators satisfy a relation, which is used from the outside in:
//
//     cos²b = 1 − sin²b,   (√u)² = u,   (u^(1/d))^d = u,   |u|² = u²
//     (sign u)³ = sign u,   u·(sign u)² = u,   |u| = u·sign u where sign u occurs too
//
// (sign u)² is not 1: it is 0 where u is.
//
// An angle is a sum of rational multiples of monomials; m is split into the base angle m/k, where
// k is the common denominator of all multiples of m that occur, and sin and cos of the whole are
// polynomials in sin and cos of the base angles. Exponents likewise. Where that would make very
// large multiples, as in sin(314.159·t), the base is the greatest common part of those that occur.
// Powers b^e of a base of unknown sign are products of generators by exponent_lattice.hpp.
//
// An element is written with one exponential in each term, and none that divides a whole sum: the
// parts of exp(x² − 9x) = exp(x²)/exp(9x) overflow where it does not.
//
// Fractions are kept with both parts reduced by the relations and without common factor, so a
// fraction whose numerator is the zero polynomial is zero wherever it is defined. A fraction is
// unique once `rationalize` has removed square roots, absolute values and cosines from its
// denominator. Expressions given to a field must have atomic kernels (kernels.hpp).
// Internal to src/exact.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

#include "exact/exponent_lattice.hpp"
#include "exact/polynomial.hpp"
#include "expr/expr.hpp"

namespace rattleback {

struct Fraction {
    Polynomial num, den;
    bool is_zero() const { return num.is_zero(); }
    bool is_one() const { return num.is_one() && den.is_one(); }
};

// Whether sin(a + b) becomes a polynomial in sin a, cos a, sin b, cos b or stays one kernel.
enum class Angles : std::uint8_t { Expanded, AsWritten };

struct FieldOptions {
    Limits limits = {};
    Angles angles = Angles::Expanded;
    bool use_relations = true;  // off: generators are independent, and nothing is reduced
};

class Field {
public:
    explicit Field(std::span<const Expr> expressions, const FieldOptions& options = {});

    Fraction number(const Number& value) const;
    Fraction fraction(const Expr& e) const { return std::move(fractions({&e, 1}).front()); }
    // What they have in common is computed once.
    std::vector<Fraction> fractions(std::span<const Expr> expressions) const;
    Expr expression(const Fraction& f) const;
    Expr expression(const Polynomial& p) const { return expression(p, Polynomial(*ring_, 1)); }
    // p/divisor, where the divisor is a product of exponentials; each term has one exponential.
    Expr expression(const Polynomial& p, const Polynomial& divisor) const;

    Fraction add(const Fraction& a, const Fraction& b) const;
    Fraction multiply(const Fraction& a, const Fraction& b) const;
    Fraction divide(const Fraction& a, const Fraction& b) const;  // NumericalError when b is zero
    Fraction power(const Fraction& base, std::int64_t exponent) const;
    Fraction negate(const Fraction& a) const { return {-a.num, a.den}; }

    // Applies the relations until none applies.
    Polynomial reduce(const Polynomial& p) const;
    // Cancels common factors and makes the leading coefficient of the denominator positive.
    Fraction normalize(Polynomial num, Polynomial den) const;
    // Frees the denominator of generators with a quadratic relation.
    Fraction rationalize(const Fraction& f) const;
    // Only where the denominator has no other zeros then: 1/(1 − cos x) = (1 + cos x)/sin² x has no
    // value at x = π, where 1/2 stood.
    Fraction rationalize_regularly(const Fraction& f) const;

    const Ring& ring() const { return *ring_; }
    // What generator i stands for.
    const Expr& meaning(std::size_t i) const { return generators_[i]; }
    std::size_t size() const { return generators_.size(); }
    bool is_non_negative(const Polynomial& p) const;  // evidently so; false says nothing
    bool is_positive(const Polynomial& p) const;      // likewise

    // The exponentials that all terms of p have in common.
    Polynomial common_exponential(const Polynomial& p) const;
    bool is_exponential_at(std::size_t i) const { return exponential_at_.contains(i); }
    // Whether some exponential is a product of generators, which may overflow where it does not.
    bool splits_exponents() const { return splits_exponents_; }

    // sin and cos of a base angle b = unit·monomial, by the numbers of their generators.
    struct Angle {
        Expr monomial;
        Number unit = 1;
        std::size_t sine = 0, cosine = 0;
        Expr base() const { return unit * monomial; }
    };
    std::span<const Angle> angles() const { return angles_; }

private:
    struct Relation {  // generator^degree = value, or only factor·generator^degree = factor·value
        std::size_t generator;
        std::uint64_t degree;
        Polynomial value;
        std::optional<Polynomial> factor = {};

        bool is_quadratic() const { return degree == 2 && !factor && !value.uses(generator); }
    };
    struct Exponential {
        Expr monomial;
        Number unit = 1;
        std::size_t generator = 0;
        Expr base() const { return unit * monomial; }
    };
    struct Powers {  // of one base
        ExponentLattice exponents;
        std::vector<std::size_t> generators;  // one per basis vector
    };
    struct SineCosine {
        Polynomial sine, cosine;
    };

    void collect(std::span<const Expr> expressions);
    void number_generators();
    void state_relations();
    void relate(std::size_t root);
    void relate_sign(std::size_t sign);
    Polynomial reduce(const Polynomial& p, const Relation& r) const;
    Fraction from_call(const Expr& e) const;
    Fraction from_exponential(const Expr& u) const;
    Fraction from_power(const Expr& base, const Expr& exponent) const;
    Fraction from_sum(std::vector<Fraction> parts) const;
    SineCosine of_angle(const Expr& u) const;
    SineCosine multiple(const Angle& base, std::int64_t n) const;
    Polynomial generator(std::size_t i) const { return Polynomial::variable(*ring_, i); }
    std::vector<std::pair<Expr, Number>> angle_terms(const Expr& u) const;

    FieldOptions options_;
    std::vector<Expr> generators_;
    std::unordered_map<Expr, std::size_t> index_;
    std::vector<Angle> angles_;
    std::vector<Exponential> exponentials_;
    std::unordered_map<Expr, std::size_t> angle_of_, exponential_of_;  // by monomial
    std::unordered_map<std::size_t, std::size_t> exponential_at_;      // by generator
    bool splits_exponents_ = false;
    std::map<Expr, Powers> powers_;  // by base
    std::unique_ptr<Ring> ring_;
    std::vector<Relation> relations_;
};

// b^e with e no number.
bool is_general_power(const Expr& e);

// u as a sum of rational multiples: (monomial, coefficient); the constant has the monomial 1.
std::vector<std::pair<Expr, Number>> rational_terms(const Expr& u);

}  // namespace rattleback

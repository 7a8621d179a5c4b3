#include "exact/polynomial.hpp"

#include <flint/fmpz.h>

#include <limits>
#include <string>

#include "base/interruption.hpp"
#include "base/work_limit.hpp"
#include "exact/in_pieces.hpp"
#include "exact/memory_end.hpp"
#include "rattleback/errors.hpp"

namespace rattleback {
namespace {

// FLINT's integers, converted without loss.
struct Integer {
    fmpz_t value;
    Integer() { fmpz_init(value); }
    explicit Integer(const Number& n) {
        fmpz_init(value);
        if (const auto small = n.to_int64())
            fmpz_set_si(value, *small);
        else
            fmpz_set_str(value, n.to_text().c_str(), 10);
    }
    Integer(const Integer&) = delete;
    Integer& operator=(const Integer&) = delete;
    ~Integer() { fmpz_clear(value); }

    static Number number(const fmpz_t value) {
        if (fmpz_fits_si(value) != 0) return static_cast<std::int64_t>(fmpz_get_si(value));
        std::string digits(fmpz_sizeinbase(value, 10) + 2, '\0');
        fmpz_get_str(digits.data(), 10, value);
        digits.resize(digits.find('\0'));
        const bool negative = digits[0] == '-';
        const Number magnitude =
            *Number::from_decimal(std::string_view(digits).substr(negative ? 1 : 0));
        return negative ? -magnitude : magnitude;
    }
};

// What takes long however it ends: beyond this many terms it is not begun.
constexpr std::size_t largest_gcd = 60'000;
constexpr std::size_t largest_factorization = 4'000;
// Nor is a factorization of higher degree: x¹⁰⁰⁰ − 1 has two terms and many factors.
constexpr std::size_t largest_factored_degree = 100;
// Nor is one of so many terms times the square of the number of variables: these are packed first, which
// takes the longer the more there are, a second for 3e7, and asks for no memory, so that it cannot be left.
constexpr double largest_packing = 5e6;
// Pairs of terms of what is divided and by what; beyond, it is done in pieces.
constexpr double largest_division = 5e7;

// What operations take per term, and at least. Of a gcd and a factorization these are what has to be
// left for them to be begun, and a factorization in more than a few variables the more of it; what they
// take beyond is watched while they go on.
constexpr double least_steps = 150, steps_of_term = 12, steps_of_gcd = 900,
                 steps_of_factor = 12'000, few_variables = 12;

// Of work_limit.hpp.
constexpr double steps_of_unit = 1'000;
constexpr std::uint64_t least_of_long_operation = 2'000'000'000;
// A factorization asks for less memory in the same time.
constexpr std::uint64_t price_of_factor = 4;

thread_local std::uint64_t steps = 0;

// How many times longer arithmetic takes than with coefficients of one word.
double words_of(const fmpz_mpoly_t a, const fmpz_mpoly_t b) {
    constexpr double bits_of_word = 64;
    const slong bits = std::max(std::abs(fmpz_mpoly_max_bits(a)), std::abs(fmpz_mpoly_max_bits(b)));
    return std::max(1.0, static_cast<double>(bits) / bits_of_word);
}

}  // namespace

Ring::Ring(std::size_t variables, const Limits& limits)
    : variables_(variables), limits_(limits), last_step_(steps + limits.work * 1'000'000) {
    fmpz_mpoly_ctx_init(context_, static_cast<slong>(variables), ORD_LEX);
}

Ring::~Ring() { fmpz_mpoly_ctx_clear(context_); }

std::uint64_t steps_taken() { return steps; }

void Ring::check(double terms, double work) const {
    heed_stop();
    const double left = steps > last_step_ ? 0 : static_cast<double>(last_step_ - steps);
    if (work + least_steps > left || terms > static_cast<double>(limits_.terms)) throw TooLarge();
    steps += static_cast<std::uint64_t>(work + least_steps);
    count_work(static_cast<std::uint64_t>(work / steps_of_unit));
    heed_memory(terms);
}

LongOperation Ring::long_operation(std::uint64_t price) const {
    const std::uint64_t left = last_step_ - std::min(steps, last_step_);
    return LongOperation(std::max(left, least_of_long_operation) / price);
}

Polynomial::Polynomial(const Ring& ring, const Number& integer) : ring_(&ring) {
    fmpz_mpoly_init(value_, ring.context());
    if (!integer.is_zero()) fmpz_mpoly_set_fmpz(value_, Integer(integer).value, ring.context());
}

Polynomial Polynomial::variable(const Ring& ring, std::size_t index) {
    Polynomial result(ring);
    fmpz_mpoly_gen(result.value_, static_cast<slong>(index), ring.context());
    return result;
}

Polynomial::Polynomial(const Polynomial& other) : ring_(other.ring_) {
    fmpz_mpoly_init(value_, ring_->context());
    fmpz_mpoly_set(value_, other.value_, ring_->context());
}

Polynomial::Polynomial(Polynomial&& other) noexcept : ring_(other.ring_) {
    fmpz_mpoly_init(value_, ring_->context());
    fmpz_mpoly_swap(value_, other.value_, ring_->context());
}

Polynomial& Polynomial::operator=(const Polynomial& other) {
    if (this != &other) fmpz_mpoly_set(value_, other.value_, ring_->context());
    return *this;
}

Polynomial& Polynomial::operator=(Polynomial&& other) noexcept {
    fmpz_mpoly_swap(value_, other.value_, ring_->context());
    return *this;
}

Polynomial::~Polynomial() { fmpz_mpoly_clear(value_, ring_->context()); }

bool Polynomial::is_zero() const { return fmpz_mpoly_is_zero(value_, ring_->context()) != 0; }
bool Polynomial::is_one() const { return fmpz_mpoly_is_one(value_, ring_->context()) != 0; }
bool Polynomial::is_constant() const { return fmpz_mpoly_is_fmpz(value_, ring_->context()) != 0; }
std::size_t Polynomial::terms() const {
    return static_cast<std::size_t>(fmpz_mpoly_length(value_, ring_->context()));
}

std::size_t Polynomial::degree(std::size_t variable) const {
    if (is_zero()) return 0;
    return static_cast<std::size_t>(
        fmpz_mpoly_degree_si(value_, static_cast<slong>(variable), ring_->context()));
}

int Polynomial::leading_sign() const {
    if (is_zero()) return 0;
    Integer c;
    fmpz_mpoly_get_term_coeff_fmpz(c.value, value_, 0, ring_->context());
    return fmpz_sgn(c.value);
}

Number Polynomial::content() const {
    Integer g, c;
    for (slong i = 0; i < fmpz_mpoly_length(value_, ring_->context()) && fmpz_is_one(g.value) == 0;
         ++i) {
        fmpz_mpoly_get_term_coeff_fmpz(c.value, value_, i, ring_->context());
        fmpz_gcd(g.value, g.value, c.value);
    }
    return Integer::number(g.value);
}

Polynomial::Term Polynomial::term(std::size_t i) const {
    Integer c;
    std::vector<ulong> exponents(ring_->variables());
    fmpz_mpoly_get_term_coeff_fmpz(c.value, value_, static_cast<slong>(i), ring_->context());
    if (!exponents.empty())
        fmpz_mpoly_get_term_exp_ui(exponents.data(), value_, static_cast<slong>(i),
                                   ring_->context());
    for (const ulong e : exponents)
        if (e > std::numeric_limits<std::uint32_t>::max()) throw TooLarge();
    return {Integer::number(c.value), {exponents.begin(), exponents.end()}};
}

Polynomial Polynomial::operator-() const {
    Polynomial result(*ring_);
    fmpz_mpoly_neg(result.value_, value_, ring_->context());
    return result;
}

Polynomial operator+(const Polynomial& a, const Polynomial& b) {
    const auto terms = static_cast<double>(a.terms() + b.terms());
    a.ring_->check(terms, steps_of_term * terms * words_of(a.value_, b.value_));
    Polynomial result(*a.ring_);
    fmpz_mpoly_add(result.value_, a.value_, b.value_, a.ring_->context());
    return result;
}

Polynomial operator-(const Polynomial& a, const Polynomial& b) {
    const auto terms = static_cast<double>(a.terms() + b.terms());
    a.ring_->check(terms, steps_of_term * terms * words_of(a.value_, b.value_));
    Polynomial result(*a.ring_);
    fmpz_mpoly_sub(result.value_, a.value_, b.value_, a.ring_->context());
    return result;
}

Polynomial operator*(const Polynomial& a, const Polynomial& b) {
    // The product of two dense factors collects; a tenth of the pairs is what is left in practice.
    const double pairs = static_cast<double>(a.terms()) * static_cast<double>(b.terms());
    a.ring_->check(pairs / 10, steps_of_term * pairs * words_of(a.value_, b.value_));
    Polynomial result(*a.ring_);
    multiply_in_pieces(result.value_, *a.value_, *b.value_, a.ring_->context());
    return result;
}

bool operator==(const Polynomial& a, const Polynomial& b) {
    return fmpz_mpoly_equal(a.value_, b.value_, a.ring_->context()) != 0;
}

std::optional<Polynomial> try_divide(const Polynomial& a, const Polynomial& b) {
    if (b.is_one()) return a;
    const double pairs = static_cast<double>(a.terms()) * static_cast<double>(b.terms());
    a.ring_->check(0, steps_of_term * pairs * words_of(a.value_, b.value_));
    if (pairs > largest_division && !b.is_constant()) return divide_by_powers(a, b);
    Polynomial result(*a.ring_);
    if (fmpz_mpoly_divides(result.value_, a.value_, b.value_, a.ring_->context()) == 0) return {};
    return result;
}

Polynomial divide_exactly(const Polynomial& a, const Polynomial& b) {
    auto result = try_divide(a, b);
    if (!result) throw NumericalError("an exact division of polynomials left a remainder");
    return std::move(*result);
}

Polynomial gcd(const Polynomial& a, const Polynomial& b) {
    const std::size_t terms = a.terms() + b.terms();
    a.ring_->check(0, steps_of_gcd * static_cast<double>(terms));
    if (terms > largest_gcd) throw TooLarge();
    fmpz_mpoly_t found;
    fmpz_mpoly_init(found, a.ring_->context());
    const bool done = [&] {
        const LongOperation watched = a.ring_->long_operation(1);
        return fmpz_mpoly_gcd(found, a.value_, b.value_, a.ring_->context()) != 0;
    }();
    Polynomial result(*a.ring_);
    fmpz_mpoly_swap(result.value_, found, a.ring_->context());
    fmpz_mpoly_clear(found, a.ring_->context());
    if (!done) throw TooLarge();
    return result;
}

Polynomial power(const Polynomial& base, std::uint64_t exponent) {
    if (base.terms() > 1) {
        // A power of t terms has at most C(n + t − 1, t − 1) terms.
        double bound = 1;
        for (std::size_t k = 1; k < base.terms() && bound < 1e12; ++k)
            bound *=
                (static_cast<double>(exponent) + static_cast<double>(k)) / static_cast<double>(k);
        // Its coefficients grow with the exponent; count a term for every 64 bits of them.
        const double terms = bound * (1 + static_cast<double>(exponent) / 64);
        base.ring_->check(terms, steps_of_term * terms);
    }
    Polynomial result(*base.ring_);
    if (fmpz_mpoly_pow_ui(result.value_, base.value_, exponent, base.ring_->context()) == 0)
        throw TooLarge();
    return result;
}

std::vector<std::pair<std::uint64_t, Polynomial>> Polynomial::by_powers(
    std::size_t variable) const {
    fmpz_mpoly_univar_t parts;
    fmpz_mpoly_univar_init(parts, ring_->context());
    fmpz_mpoly_to_univar(parts, value_, static_cast<slong>(variable), ring_->context());
    std::vector<std::pair<std::uint64_t, Polynomial>> result;
    for (slong i = 0; i < fmpz_mpoly_univar_length(parts, ring_->context()); ++i) {
        Polynomial coefficient(*ring_);
        fmpz_mpoly_univar_swap_term_coeff(coefficient.value_, parts, i, ring_->context());
        result.emplace_back(static_cast<std::uint64_t>(
                                fmpz_mpoly_univar_get_term_exp_si(parts, i, ring_->context())),
                            std::move(coefficient));
    }
    fmpz_mpoly_univar_clear(parts, ring_->context());
    return result;
}

Polynomial::Factors Polynomial::factor() const {
    const double by_variables =
        std::max(1.0, static_cast<double>(ring_->variables()) / few_variables);
    ring_->check(0, steps_of_factor * by_variables * static_cast<double>(terms()));
    const auto variables = static_cast<double>(ring_->variables());
    if (terms() > largest_factorization ||
        static_cast<double>(terms()) * variables * variables > largest_packing)
        throw TooLarge();
    if (!is_zero()) {
        Polynomial monomial(*ring_);
        fmpz_mpoly_term_content(monomial.value_, value_, ring_->context());
        for (std::size_t i = 0; i < ring_->variables(); ++i)
            if (degree(i) - monomial.degree(i) > largest_factored_degree) throw TooLarge();
    }
    fmpz_mpoly_factor_t found;
    fmpz_mpoly_factor_init(found, ring_->context());
    const bool done = [&] {
        const LongOperation watched = ring_->long_operation(price_of_factor);
        return fmpz_mpoly_factor(found, value_, ring_->context()) != 0;
    }();
    Factors result;
    if (done) {
        result.content = Integer::number(found->constant);
        for (slong i = 0; i < found->num; ++i) {
            Polynomial base(*ring_);
            fmpz_mpoly_set(base.value_, &found->poly[i], ring_->context());
            result.factors.emplace_back(std::move(base), fmpz_get_ui(&found->exp[i]));
        }
    }
    fmpz_mpoly_factor_clear(found, ring_->context());
    if (!done) throw TooLarge();
    return result;
}

}  // namespace rattleback

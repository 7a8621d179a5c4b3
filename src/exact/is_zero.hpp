// Is an expression identically zero? A decision with a proof, a certificate, or an honest "unknown".
//
// A value that is not zero at some exact point, with rigorous bounds, proves that the expression is
// not identically zero; the point is the witness. A numerator that reduces to the zero polynomial
// proves that it is zero wherever it is defined. For the class of normal_form.hpp one of the two
// always comes out, given enough work. Where the proof is too large, the expression is evaluated in
// prime fields (certify.hpp): Certified, false with a probability below 10⁻³⁰. Otherwise the answer is
// Unknown, with what the numbers say.
//
// An unspecified function A(u, v) is shown to matter by putting a concrete one in its place, which
// is then part of the witness.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "exact/ball.hpp"
#include "exact/limits.hpp"
#include "expr/sentence.hpp"

namespace rattleback {

enum class Verdict : std::uint8_t { Zero, Certified, NonZero, Unknown };

struct ZeroTest {
    Verdict verdict = Verdict::Unknown;

    // NonZero: where, which functions were put in for unspecified ones, and the value there.
    Point witness;
    std::vector<std::pair<Expr, Expr>> witness_functions;  // A(u, v) → concrete
    Ball value;

    // Certified zero: log₁₀ of a bound for the probability that this is wrong.
    double log_probability = 0;

    // Unknown: at how many random points the value was computed, and the largest bound for it.
    int points = 0;
    double largest = 0;
    Sentence reason;  // why there is no proof: a sentence without its full stop

    bool holds() const { return verdict == Verdict::Zero || verdict == Verdict::Certified; }
    bool proved_zero() const { return verdict == Verdict::Zero; }
    bool proved_nonzero() const { return verdict == Verdict::NonZero; }
};

struct ZeroTestOptions {
    Limits limits = {.terms = 2'000'000, .work = 20'000};
    std::uint64_t seed = 1;
    bool certify = true;  // where there is no proof
    // What must have a value too: points where one of these has none are no witnesses, and the answer
    // is about all others (expr/parts.hpp).
    std::vector<Expr> parts = {};
};

ZeroTest is_zero(const Expr& e, const ZeroTestOptions& options = {});

// is_zero(a − b).
ZeroTest are_equal(const Expr& a, const Expr& b, const ZeroTestOptions& options = {});

}  // namespace rattleback

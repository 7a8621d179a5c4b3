// Is an expression identically zero? A decision with a proof, or an honest "unknown".
//
// A value that is not zero at some exact point, with rigorous bounds, proves that the expression is
// not identically zero; the point is the witness. A numerator that reduces to the zero polynomial
// proves that it is zero wherever it is defined. For the class of normal_form.hpp one of the two
// always comes out, given time. Otherwise the answer is Unknown, with what the numbers say.
//
// An unspecified function A(u, v) is shown to matter by putting a concrete one in its place, which
// is then part of the witness.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "exact/ball.hpp"
#include "exact/limits.hpp"

namespace rattleback {

enum class Verdict : std::uint8_t { Zero, NonZero, Unknown };

struct ZeroTest {
    Verdict verdict = Verdict::Unknown;

    // NonZero: where, which functions were put in for unspecified ones, and the value there.
    Point witness;
    std::vector<std::pair<Expr, Expr>> witness_functions;  // A(u, v) → concrete
    Ball value;

    // Unknown: at how many random points the value was computed, and the largest bound for it.
    int points = 0;
    double largest = 0;
    std::string reason;  // why there is no proof, as a sentence

    bool proved_zero() const { return verdict == Verdict::Zero; }
    bool proved_nonzero() const { return verdict == Verdict::NonZero; }
};

struct ZeroTestOptions {
    Limits limits = {.terms = 2'000'000, .time = std::chrono::milliseconds(20'000)};
    std::uint64_t seed = 1;
};

ZeroTest is_zero(const Expr& e, const ZeroTestOptions& options = {});

// is_zero(a − b).
ZeroTest are_equal(const Expr& a, const Expr& b, const ZeroTestOptions& options = {});

}  // namespace rattleback

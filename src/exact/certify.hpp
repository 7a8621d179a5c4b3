// Certainty by evaluation: an identity that holds at random points of random prime fields.
//
// A rational function that is not zero vanishes at a random point with a probability that its degree
// and its coefficients bound (degree_bound.hpp), and at several points, each of a prime field of its
// own, with the product of these. Evaluation costs no more than one pass over the graph, where
// expanding may be out of reach. So there is a third kind of answer beside proved and refuted:
// *certified*, false with a probability below 10⁻³⁰. The points are drawn from a seed: the same
// question has the same answer in every run.
//
// The other way round evaluation proves: what does not vanish at one faithful point is not zero.
#pragma once

#include <functional>

#include "exact/ball.hpp"
#include "exact/degree_bound.hpp"

namespace rattleback {

struct Certificate {
    enum class Outcome : std::uint8_t { Vanishes, Differs, Unknown };
    Outcome outcome = Outcome::Unknown;
    double log_probability = 0;  // log₁₀ of a bound for that of an error, when it vanishes
    int points = 0;
    std::string reason = {};  // Unknown: a sentence without its full stop

    bool vanishes() const { return outcome == Outcome::Vanishes; }
    bool differs() const { return outcome == Outcome::Differs; }  // a proof
};

// log₁₀ of the probability below which an error must be.
inline constexpr double certain_enough = -30;

// "1e-43" for a bound of the probability of an error.
std::string probability_text(double log_probability);

// Whether everything that is asked vanishes at a point; nothing where something has no value.
using Experiment = std::function<std::optional<bool>(PrimePoint&)>;

Certificate certify(const KernelBasis& basis, const DegreeBounds& bounds,
                    const Experiment& experiment, std::uint64_t seed = 1);

// Are all expressions identically zero?
Certificate certify_zero(std::span<const Expr> expressions, std::uint64_t seed = 1);

// Rank of a matrix at a random point, which is at most its rank in general; a proof where the point
// is faithful, and nothing where it is not.
std::optional<std::size_t> rank_at_prime_point(const ExprMatrix& matrix, std::uint64_t seed = 1);

// Do two linear systems give the same outputs? (exact/ball.hpp)
Certificate certify_same_outputs(const ThroughLinearSystem& x, const ThroughLinearSystem& y,
                                 std::uint64_t seed = 1);

}  // namespace rattleback

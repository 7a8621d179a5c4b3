// What the search for events knows of an event at a point of a step: its value, its slope, and how far
// both may be wrong.
#include <algorithm>
#include <cmath>

#include "trajectory/event_search.hpp"

namespace rattleback {
namespace {

// The errors of steps add up; of more steps than this it is not assumed that they do.
constexpr std::size_t most_adding = 1000;

}  // namespace

// Whether the event changes at θ but comes no nearer to zero beside it than it is some way off, on
// either side: at a root or a cusp it would.
bool EventSearch::jumps_at(std::size_t event, double theta) {
    const auto beside = [&](double digits) {
        return std::pair(node(event, theta - digits * digits_),
                         node(event, theta + digits * digits_));
    };
    const auto least = [](double a, double b) { return std::fmin(std::abs(a), std::abs(b)); };
    const auto [before, after] = beside(16);
    const auto [far_before, far_after] = beside(1024);
    const double near = least(before.value, after.value);
    const bool changes =
        before.value * after.value < 0 || !(std::abs(node(event, theta).value) > near / 2);
    return changes && near > 0.8 * least(far_before.value, far_after.value) &&
           near > 64 * least(far_before.noise, far_after.noise);
}

// How they add up in a function of which nothing is known is not guessed.
double EventSearch::adding(std::size_t event) const {
    if (problem_.events[event].formula == nullptr) return 1;
    return static_cast<double>(std::clamp(so_far_.steps, std::size_t{1}, most_adding));
}

// Slow is what is no steeper than the error of a step may make it, or than its slope is uncertain, or what
// turns before it has come out of the range of that error: g'² ≤ 2 |g g''|, where Newton's method no longer
// has to find a zero.
EventNode EventSearch::node_of(std::size_t event, const IntervalJet& jet, double theta) const {
    const auto over_longest = [&](const Interval& slope) {
        return slopes() * (slope.low + slope.high) / 2;
    };
    const double of_step = std::max(jet.error / adding(event), jet.noise);
    const double open = slopes() * (jet.slope.high - jet.slope.low) / 2;
    const double turning = slopes() * over_longest(jet.curvature);
    return {.theta = theta,
            .value = jet.centre,
            .slope = over_longest(jet.slope),
            .slow = std::max({of_step, std::sqrt(2 * of_step * std::abs(turning)), open}),
            .error = jet.error,
            .noise = jet.noise};
}

EventNode EventSearch::node(std::size_t event, double theta) {
    return node_of(event, watched_[event].formula.at(theta), theta);
}

double EventSearch::value(std::size_t event, double theta) {
    return watched_[event].formula.at(theta).centre;
}

}  // namespace rattleback

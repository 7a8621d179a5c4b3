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

double EventSearch::adding() const {
    return static_cast<double>(std::clamp(so_far_.steps, std::size_t{1}, most_adding));
}

// Slow is what is no steeper than the error of a step may make it, or what turns before it has come out
// of the range of that error: g'² ≤ 2 |g g''|, where Newton's method no longer has to find a zero.
EventNode EventSearch::node_of(const IntervalJet& jet, double theta) const {
    const auto over_longest = [&](const Interval& slope) {
        return slopes() * (slope.low + slope.high) / 2;
    };
    const double of_step = std::max(jet.error / adding(), jet.noise);
    const double turning = slopes() * over_longest(jet.curvature);
    return {.theta = theta,
            .value = jet.centre,
            .slope = over_longest(jet.slope),
            .slow = std::max(of_step, std::sqrt(2 * of_step * std::abs(turning))),
            .error = jet.error,
            .noise = jet.noise};
}

EventNode EventSearch::node(std::size_t event, double theta) {
    Watched& w = watched_[event];
    if (w.formula) return node_of(w.formula->at(theta), theta);
    return {.theta = theta, .value = value(event, theta)};
}

// By how much errors of the entries of y move the value.
double EventSearch::shift(std::size_t event, double theta) {
    if (watched_[event].formula) return watched_[event].formula->at(theta).error;
    const StateError error{error_.relative, error_.absolute, adding()};
    const double t = segment_.time(theta).high;
    std::vector<double> y(problem_.size);
    segment_.evaluate(theta, y.data());
    const double here = value_at(event, t, y.data());
    double sum = 0;
    for (std::size_t i = 0; i < y.size(); ++i) {
        const double kept = y[i];
        y[i] += error.of(i, std::abs(kept));
        sum += std::abs(value_at(event, t, y.data()) - here);
        y[i] = kept;
    }
    return sum;
}

void EventSearch::estimate_shift(std::size_t event) {
    Watched& w = watched_[event];
    const double shift = this->shift(event, until_ / 2);
    w.shift_at = so_far_.steps;
    if (std::isfinite(shift)) w.shift = shift;
}

double EventSearch::value(std::size_t event, double theta) {
    if (watched_[event].formula) return watched_[event].formula->at(theta).centre;
    segment_.evaluate(theta, y_.data());
    return value_at(event, segment_.time(theta).high, y_.data());
}

double EventSearch::value_at(std::size_t event, double t, const double* y) {
    if (watched_[event].formula) return watched_[event].formula->at_end(y).centre;
    problem_.event_values(t, y, values_.data());
    return values_[event];
}

}  // namespace rattleback

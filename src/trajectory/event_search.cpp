#include "trajectory/event_search.hpp"

#include <algorithm>
#include <cmath>

#include "trajectory/bracketed_root.hpp"

namespace rattleback {
namespace {

int sign(double x) { return x > 0 ? 1 : x < 0 ? -1 : 0; }

}  // namespace

EventSearch::EventSearch(const OdeProblem& problem)
    : problem_(problem),
      side_(problem.events.size()),
      before_(problem.events.size()),
      now_(problem.events.size()),
      trial_(problem.events.size()),
      y_(problem.size) {}

void EventSearch::start(double t, const double* y) {
    if (problem_.events.empty()) return;
    problem_.event_values(t, y, before_.data());
    std::ranges::transform(before_, side_.begin(), sign);
}

std::span<const Crossing> EventSearch::crossings(const Segment& segment, const double* y_end) {
    found_.clear();
    points_ = std::max<std::size_t>(segment.rows, 2);
    for (std::size_t point = 1; point <= points_; ++point) {
        const double theta = static_cast<double>(point) / static_cast<double>(points_);
        const double* y = y_end;
        if (point < points_) {
            segment.evaluate(theta, y_.data());
            y = y_.data();
        }
        problem_.event_values(segment.time(theta).high, y, now_.data());
        for (std::size_t event = 0; event < side_.size(); ++event)
            look(segment, event, point, before_[event]);
        before_ = now_;
    }
    std::ranges::stable_sort(found_, {}, &Crossing::theta);
    return found_;
}

// What the event did between the grid point before and this one.
void EventSearch::look(const Segment& segment, std::size_t event, std::size_t point, double left) {
    const double right = now_[event];
    if (std::isnan(right) || (sign(right) == side_[event] && right != 0)) return;
    const int direction = -side_[event];
    if (side_[event] == 0) {
        side_[event] = sign(right);
        return;
    }
    side_[event] = direction;
    const int wanted = problem_.events[event].direction;
    if (wanted != 0 && wanted != direction) return;
    const auto points = static_cast<double>(points_);
    const double b = static_cast<double>(point) / points, a = b - 1 / points;
    double theta = b;
    if (right != 0 && !std::isnan(left)) {
        const double digits = 2e-16 * std::max(1.0, std::abs(segment.start.high / segment.width));
        theta = bracketed_root([&](double x) { return value(segment, event, x); },
                               {a, left, b, right}, digits);
    }
    found_.push_back({event, direction, theta});
}

double EventSearch::value(const Segment& segment, std::size_t event, double theta) {
    segment.evaluate(theta, y_.data());
    problem_.event_values(segment.time(theta).high, y_.data(), trial_.data());
    return trial_[event];
}

}  // namespace rattleback

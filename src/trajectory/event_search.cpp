#include "trajectory/event_search.hpp"

#include <algorithm>
#include <cmath>

#include "trajectory/bracketed_minimum.hpp"
#include "trajectory/bracketed_root.hpp"

namespace rattleback {
namespace {

// How close to an end of the step its slope is looked at.
constexpr double near_end = 1e-5;

int sign(double x) { return x > 0 ? 1 : x < 0 ? -1 : 0; }

}  // namespace

EventSearch::EventSearch(const OdeProblem& problem)
    : problem_(problem),
      side_(problem.events.size()),
      trial_(problem.events.size()),
      y_(problem.size) {
    for (Look* look : {&first_, &before_, &now_}) look->values.resize(problem.events.size());
}

void EventSearch::start(double t, const double* y) {
    if (problem_.events.empty()) return;
    problem_.event_values(t, y, now_.values.data());
    std::ranges::transform(now_.values, side_.begin(), sign);
}

std::span<const Crossing> EventSearch::crossings(const Segment& segment, const double* y_end) {
    found_.clear();
    const std::size_t cells = std::max<std::size_t>(segment.rows, 2);
    now_.theta = 0;
    look_at(segment, near_end, y_end);
    for (std::size_t i = 1; i < cells; ++i)
        look_at(segment, static_cast<double>(i) / static_cast<double>(cells), y_end);
    look_at(segment, 1 - near_end, y_end);
    look_at(segment, 1, y_end);
    std::ranges::stable_sort(found_, {}, &Crossing::theta);
    return found_;
}

void EventSearch::look_at(const Segment& segment, double theta, const double* y_end) {
    std::swap(first_, before_);
    std::swap(before_, now_);
    now_.theta = theta;
    const double* y = y_end;
    if (theta < 1) {
        segment.evaluate(theta, y_.data());
        y = y_.data();
    }
    problem_.event_values(segment.time(theta).high, y, now_.values.data());
    for (std::size_t event = 0; event < side_.size(); ++event) {
        if (before_.theta > 0) look_for_turn(segment, event);
        look_for_change(segment, event);
    }
}

// What the event did between the point before and this one.
void EventSearch::look_for_change(const Segment& segment, std::size_t event) {
    const double right = now_.values[event];
    if (std::isnan(right) || (sign(right) == side_[event] && right != 0)) return;
    const int direction = -side_[event];
    side_[event] = direction == 0 ? sign(right) : direction;
    if (direction != 0)
        add(segment, event, direction, {before_.theta, before_.values[event]}, {now_.theta, right});
}

// Whether the event was at zero or beyond around the point before, at which it is nearest to zero.
// Where the steeper of its two slopes could not have brought it there, it was not.
void EventSearch::look_for_turn(const Segment& segment, std::size_t event) {
    const double side = sign(before_.values[event]);
    const Point a{first_.theta, side * first_.values[event]};
    const Point b{before_.theta, side * before_.values[event]};
    const Point c{now_.theta, side * now_.values[event]};
    if (!(b.value > 0 && b.value < a.value && b.value <= c.value)) return;
    const double slope = std::max((a.value - b.value) / (b.theta - a.theta),
                                  (c.value - b.value) / (c.theta - b.theta));
    if (b.value > slope * (c.theta - a.theta)) return;
    const Lowest lowest =
        lowest_or_zero([&](double theta) { return side * value(segment, event, theta); }, a.theta,
                       c.theta, 1e-9 * (c.theta - a.theta));
    if (!(lowest.value <= 0)) return;
    const Point beyond{lowest.x, side * lowest.value};
    const int back = sign(side);
    add(segment, event, -back, {a.theta, first_.values[event]}, beyond);
    add(segment, event, back, beyond, {c.theta, now_.values[event]});
}

void EventSearch::add(const Segment& segment, std::size_t event, int direction, Point a, Point b) {
    const int wanted = problem_.events[event].direction;
    if (wanted != 0 && wanted != direction) return;
    double theta = b.theta;
    if (b.value != 0 && !std::isnan(a.value)) {
        const double digits = 2e-16 * std::max(1.0, std::abs(segment.start.high / segment.width));
        theta = bracketed_root([&](double x) { return value(segment, event, x); },
                               {a.theta, a.value, b.theta, b.value}, digits);
    }
    found_.push_back({event, direction, theta});
}

double EventSearch::value(const Segment& segment, std::size_t event, double theta) {
    segment.evaluate(theta, y_.data());
    problem_.event_values(segment.time(theta).high, y_.data(), trial_.data());
    return trial_[event];
}

}  // namespace rattleback

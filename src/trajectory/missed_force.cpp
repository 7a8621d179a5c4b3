#include "trajectory/missed_force.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace rattleback {
namespace {

constexpr int deepest = 24, most_pieces = 1000;
constexpr double much = 0.1;

}  // namespace

MissedForce::MissedForce(const OdeProblem& problem, StepGuard& guard)
    : problem_(problem),
      guard_(guard),
      first_{std::vector<double>(problem.size), std::vector<double>(problem.size)},
      second_(first_),
      f_(problem.size),
      missed_(problem.size),
      most_missed_(problem.size) {}

void MissedForce::find(const Ends& ends, double theta, Point& point) const {
    const auto& [start, h, end] = ends;
    const double other = 1 - theta;
    for (std::size_t i = 0; i < problem_.size; ++i) {
        const double change = end.y[i] - start.y[i];
        const double bend = h * start.rate[i] - change,
                     twist = 2 * change - h * (start.rate[i] + end.rate[i]);
        point.y[i] = start.y[i] + theta * (change + other * (bend + theta * twist));
        point.rate[i] = (change + (1 - 2 * theta) * bend + theta * (2 - 3 * theta) * twist) / h;
    }
}

void MissedForce::look(const Ends& ends, double from, double to, int depth) {
    const double width = (to - from) * ends.h, middle = 0.5 * (from + to);
    const auto time = [&](double theta) { return ends.start.t + theta * ends.h; };
    find(ends, from, first_);
    find(ends, to, second_);
    if (depth < deepest && pieces_ < most_pieces &&
        !guard_.fits({time(from), first_.y.data(), first_.rate.data()}, width,
                     {time(to), second_.y.data(), second_.rate.data()})) {
        look(ends, from, middle, depth + 1);
        look(ends, middle, to, depth + 1);
        return;
    }
    ++pieces_;
    find(ends, middle, first_);
    problem_.rate(time(middle), first_.y.data(), f_.data());
    for (std::size_t i = 0; i < problem_.size; ++i) {
        missed_[i] += width * (f_[i] - first_.rate[i]);
        most_missed_[i] = std::max(most_missed_[i], std::abs(missed_[i]));
    }
}

bool MissedForce::is_in(const Slope& start, double h, const Slope& end) {
    if (guard_.allows(start, h, end)) return false;
    std::ranges::fill(missed_, 0);
    std::ranges::fill(most_missed_, 0);
    pieces_ = 0;
    look({start, h, end}, 0, 1, 0);
    for (std::size_t i = 0; i < problem_.size; ++i) {
        const double size = std::max(std::abs(start.y[i]), std::abs(end.y[i]));
        const double moved = std::abs(h) * std::max(std::abs(start.rate[i]), std::abs(end.rate[i]));
        if (most_missed_[i] > much * std::max(size, moved)) return true;
    }
    return false;
}

void stop_at_missed_force(Recorder& recorder, double end) {
    recorder.stop(StopReason::StepTooLarge,
                  sentence("The step from {} to {} jumps over a force that acts in between: it "
                           "needs smaller steps.",
                           time_is(recorder.time().high), time_is(end)));
}

}  // namespace rattleback

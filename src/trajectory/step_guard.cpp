#include "trajectory/step_guard.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace rattleback {
namespace {

constexpr double most_change = 2, most_ratio = 2;
// Steps without a look: so many, and while the arguments do less than this part of what they may.
constexpr int most_steps_between = 10;
constexpr double part_between = 0.5;
// A step so much wider than the last is looked at in halves.
constexpr double much_wider = 1.5;
// Of t and of the run: the width of a step that is not judged. Of y: of one without divisors.
constexpr double unjudged_part_of_t = 1e-12, unjudged_part_of_run = 1e-14, still_part = 1e-7;

struct Range {
    double low, high;
};

// Of the cubic on a step of width h; slopes that are not finite say nothing.
Range range_of(const MovingValue& from, double h, const MovingValue& to) {
    const double up = std::isfinite(from.slope) ? h * from.slope / 3 : 0;
    const double down = std::isfinite(to.slope) ? h * to.slope / 3 : 0;
    const auto [low, high] = std::minmax({from.value, from.value + up, to.value - down, to.value});
    return {low, high};
}

bool within_ratio(const Range& range, double most) {
    return range.low > 0 ? range.high <= most * range.low
                         : range.high < 0 && range.low >= most * range.high;
}

bool is_power(ArgumentKind kind) {
    return kind == ArgumentKind::Divisor || kind == ArgumentKind::Base;
}

// Below 1 it may grow to its root: from nothing to 1/2 in some ten steps.
double largest_base(double size, double most) {
    const double root = std::sqrt(std::max(size, std::numeric_limits<double>::min()));
    return std::max(most * size, root < 1 ? root : 0);
}

bool grows_little(const Range& range, double from, double to, double most) {
    from = std::abs(from), to = std::abs(to);
    const double largest = std::max(std::abs(range.low), std::abs(range.high));
    return to <= largest_base(from, most) && largest <= most * std::max(from, to);
}

}  // namespace

StepGuard::StepGuard(const OdeProblem& problem, double run)
    : tape_(problem),
      size_(problem.size),
      run_(run),
      start_(tape_.arguments().size()),
      middle_(start_.size()),
      end_(start_.size()),
      y_(tape_.empty() ? 0 : size_),
      rate_(y_.size()) {
    for (const WatchedArgument& argument : tape_.arguments())
        ratios_.push_back(is_power(argument.kind) ? std::exp(most_change / argument.power)
                                                  : most_ratio);
}

// By how much, as long as it goes on so: less than it may do, because it will not.
double StepGuard::change_of(std::size_t i) const {
    const WatchedArgument& argument = tape_.arguments()[i];
    const MovingValue& at = start_[i];
    const double size = std::abs(at.value);
    const bool comes_nearer = at.value * at.slope * run_ < 0;
    switch (argument.kind) {
        case ArgumentKind::Exponent:
            return std::max(most_change, (comes_nearer ? 0.5 : 0.7) * size);
        case ArgumentKind::Divisor: return (comes_nearer ? 0.8 : 2) * size / argument.power;
        case ArgumentKind::Base:
            if (comes_nearer) return std::numeric_limits<double>::infinity();
            return largest_base(size, 1 + most_change / argument.power) - size;
        case ArgumentKind::Angle: break;
    }
    return most_change;
}

double StepGuard::reach_of(std::size_t i) const {
    const double speed = std::abs(start_[i].slope);
    if (!(speed > 0) || !std::isfinite(speed)) return std::numeric_limits<double>::infinity();
    const double reach = change_of(i) / speed;
    return tape_.arguments()[i].kind == ArgumentKind::Divisor ? std::max(reach, still_) : reach;
}

// Until speed·T + |d speed/dt|·T²/2 is a part of what it may change by.
double StepGuard::quiet_time(const Values& before, double since) const {
    double result = std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < start_.size(); ++i) {
        const double speed = std::abs(start_[i].slope), change = part_between * change_of(i);
        const double bend = std::abs((start_[i].slope - before[i].slope) / since);
        const double sum = speed + std::sqrt(speed * speed + 2 * bend * change);
        if (sum > 0 && std::isfinite(change)) result = std::min(result, 2 * change / sum);
    }
    return result;
}

double StepGuard::unjudged(double t) const {
    return std::max(unjudged_part_of_t * std::abs(t), unjudged_part_of_run * std::abs(run_));
}

void StepGuard::look(const Slope& at) {
    tape_.evaluate(at.t, at.y, at.rate, start_.data());
    keep(at);
}

// What is to be known about start_.
void StepGuard::keep(const Slope& at) {
    known_ = true;
    quiet_ = 0;
    time_ = at.t;
    steps_since_ = 0;
    double size = 0, speed = 0;
    for (std::size_t i = 0; i < size_; ++i) {
        size = std::max(size, std::abs(at.y[i]));
        speed = std::max(speed, std::abs(at.rate[i]));
    }
    const double moves_in = speed > 0 ? size / speed : std::numeric_limits<double>::infinity();
    still_ = still_part * std::min(moves_in, std::abs(at.t));
    reach_ = std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < start_.size(); ++i) reach_ = std::min(reach_, reach_of(i));
}

double StepGuard::limited(double h, const Slope& at) {
    double left = known_ ? reach_ - std::abs(at.t - time_) : 0;
    if (std::abs(h) <= left) return h;
    if (!known_ || at.t != time_) {
        look(at);
        left = reach_;
    }
    return std::copysign(std::min(std::abs(h), std::max(left, unjudged(at.t))), h);
}

// `width` is that of the step, where h goes further back.
bool StepGuard::fits(const Values& from, double h, const Values& to, double width) const {
    const bool is_still = std::abs(width) <= still_;
    for (std::size_t i = 0; i < from.size(); ++i) {
        const WatchedArgument& argument = tape_.arguments()[i];
        const Range range = range_of(from[i], h, to[i]);
        if (!std::isfinite(range.high - range.low)) continue;  // f has no value there
        if (argument.kind == ArgumentKind::Divisor) {
            if (!is_still && !within_ratio(range, ratios_[i])) return false;
            continue;
        }
        if (argument.kind == ArgumentKind::Base) {
            if (!grows_little(range, from[i].value, to[i].value, ratios_[i])) return false;
            continue;
        }
        const bool is_near = range.high - range.low <= most_change;
        const bool is_far =
            argument.kind == ArgumentKind::Exponent && within_ratio(range, ratios_[i]);
        if (!is_near && !is_far) return false;
    }
    return true;
}

bool StepGuard::fits(const Slope& from, double h, const Slope& to) {
    tape_.evaluate(from.t, from.y, from.rate, middle_.data());
    tape_.evaluate(to.t, to.y, to.rate, end_.data());
    return fits(middle_, h, end_, h);
}

bool StepGuard::halves_fit(const Slope& start, double h, const Slope& end) {
    for (std::size_t i = 0; i < size_; ++i) {
        y_[i] = 0.5 * (start.y[i] + end.y[i]) + 0.125 * h * (start.rate[i] - end.rate[i]);
        rate_[i] = 1.5 * (end.y[i] - start.y[i]) / h - 0.25 * (start.rate[i] + end.rate[i]);
    }
    tape_.evaluate(start.t + 0.5 * h, y_.data(), rate_.data(), middle_.data());
    return fits(start_, 0.5 * h, middle_, h) && fits(middle_, 0.5 * h, end_, h);
}

bool StepGuard::is_allowed(const Slope& start, double h, const Slope& end) {
    const double width = std::abs(h);
    const bool is_quiet = known_ && std::abs(end.t - time_) <= quiet_ &&
                          width <= much_wider * width_ && steps_since_ < most_steps_between;
    if (is_quiet) {
        ++steps_since_;
        return true;
    }
    if (width <= unjudged(end.t)) {
        known_ = false;
        return true;
    }
    tape_.evaluate(end.t, end.y, end.rate, end_.data());
    const bool is_wide = width > much_wider * width_;
    bool does_fit = known_ && fits(start_, end.t - time_, end_, h);
    if (!known_ || (start.t != time_ && (is_wide || !does_fit))) {
        look(start);
        does_fit = fits(start_, h, end_, h);
    }
    if (!does_fit || (is_wide && !halves_fit(start, h, end))) return false;
    std::swap(start_, end_);
    width_ = width;
    const double since = end.t - time_;
    keep(end);
    quiet_ = quiet_time(end_, since);
    return true;
}

}  // namespace rattleback

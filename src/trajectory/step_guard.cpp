#include "trajectory/step_guard.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace rattleback {
namespace {

constexpr double most_change = 2, most_ratio = 2;
// A step so much wider than the last is looked at in halves.
constexpr double much_wider = 2;
// Of t and of the run: the width of a step that is not judged. Of y: of one without divisors.
constexpr double unjudged_part_of_t = 1e-12, unjudged_part_of_run = 1e-14, still_part = 1e-7;
// Steps without a look: while the arguments do less than this part of what they may.
constexpr double part_between = 0.7;

struct Range {
    double low, high;
};

// Of the cubic on a step of this width; slopes that are not finite say nothing.
Range range_of(const MovingValue& from, double third_of_width, const MovingValue& to) {
    const double up = std::isfinite(from.slope) ? third_of_width * from.slope : 0;
    const double down = std::isfinite(to.slope) ? third_of_width * to.slope : 0;
    const double after = from.value + up, before = to.value - down;
    return {std::min(std::min(from.value, after), std::min(before, to.value)),
            std::max(std::max(from.value, after), std::max(before, to.value))};
}

bool within_ratio(const Range& range, double most) {
    return range.low > 0 ? range.high <= most * range.low
                         : range.high < 0 && range.low >= most * range.high;
}

// A width in which y hardly moves.
double still_width(const Slope& at, std::size_t entries) {
    double size = 0, speed = 0;
    for (std::size_t i = 0; i < entries; ++i) {
        size = std::max(size, std::abs(at.y[i]));
        speed = std::max(speed, std::abs(at.rate[i]));
    }
    const double moves_in = speed > 0 ? size / speed : std::numeric_limits<double>::infinity();
    return still_part * std::min(moves_in, std::abs(at.t));
}

// When speed·T + |bend|·T²/2 is that part of a change.
double quiet_time(double change, double speed, double bend) {
    const double part = part_between * change;
    const double time = 2 * part / (speed + std::sqrt(speed * speed + 2 * bend * part));
    return time >= 0 ? time : 0;
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
      is_needed_(!tape_.empty()),
      size_(problem.size),
      run_(run),
      start_(tape_.arguments().size()),
      middle_(start_.size()),
      end_(start_.size()),
      y_(tape_.empty() ? 0 : size_),
      rate_(y_.size()),
      changes_(start_.size()) {
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

// For how long they may go on as they do at the most; divisors at least so long.
double StepGuard::reach(double least_of_divisors) const {
    double result = std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < start_.size(); ++i) {
        const double speed = std::abs(start_[i].slope);
        if (!(speed > 0) || !std::isfinite(speed)) continue;
        const double alone = changes_[i] / speed;
        const bool is_divisor = tape_.arguments()[i].kind == ArgumentKind::Divisor;
        result = std::min(result, is_divisor ? std::max(alone, least_of_divisors) : alone);
    }
    return result;
}

double StepGuard::unjudged(double t) const {
    return std::max(unjudged_part_of_t * std::abs(t), unjudged_part_of_run * std::abs(run_));
}

void StepGuard::look(const Slope& at) {
    tape_.evaluate(at.t, at.y, at.rate, start_.data());
    know(at.t, 0);
    foresee();
}

// That start_ is of this time, and end_ of the look so long ago, where there was one.
void StepGuard::know(double t, double since) {
    known_ = true;
    time_ = t;
    since_ = since;
    steps_since_ = 0;
    has_foreseen_ = false;
}

void StepGuard::foresee() {
    constexpr double infinity = std::numeric_limits<double>::infinity();
    const double per_time = 1 / since_;
    has_foreseen_ = true;
    free_ = infinity;
    quiet_ = since_ > 0 ? infinity : 0;
    for (std::size_t i = 0; i < start_.size(); ++i) {
        const double change = changes_[i] = change_of(i), speed = std::abs(start_[i].slope);
        if (change == infinity) continue;
        const double bend = per_time * std::abs(start_[i].slope - end_[i].slope);
        free_ = std::isfinite(speed) ? std::min(free_, change / speed) : 0;
        quiet_ = std::min(quiet_, quiet_time(change, speed, bend));
    }
}

double StepGuard::limited(double h, const Slope& at) {
    if (!known_ || at.t != time_) look(at);
    const double most = reach(still_width(at, size_));
    return std::copysign(std::min(std::abs(h), std::max(most, unjudged(at.t))), h);
}

bool StepGuard::fits(const Values& from, double h, const Values& to, Divisors divisors) const {
    const double third = h * (1.0 / 3);
    for (std::size_t i = 0; i < from.size(); ++i) {
        const WatchedArgument& argument = tape_.arguments()[i];
        const Range range = range_of(from[i], third, to[i]);
        if (!std::isfinite(range.high - range.low)) continue;  // f has no value there
        if (argument.kind == ArgumentKind::Divisor) {
            if (divisors == Divisors::Judged && !within_ratio(range, ratios_[i])) return false;
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
    return fits(middle_, h, end_, Divisors::Judged);
}

bool StepGuard::halves_fit(const Slope& start, double h, const Slope& end, Divisors divisors) {
    const double per_width = 1.5 / h;
    for (std::size_t i = 0; i < size_; ++i) {
        y_[i] = 0.5 * (start.y[i] + end.y[i]) + 0.125 * h * (start.rate[i] - end.rate[i]);
        rate_[i] = per_width * (end.y[i] - start.y[i]) - 0.25 * (start.rate[i] + end.rate[i]);
    }
    tape_.evaluate(start.t + 0.5 * h, y_.data(), rate_.data(), middle_.data());
    return fits(start_, 0.5 * h, middle_, divisors) && fits(middle_, 0.5 * h, end_, divisors);
}

// From start_, which is of `start`, to end_.
bool StepGuard::step_fits(const Slope& start, double h, const Slope& end, Divisors divisors) {
    if (!fits(start_, h, end_, divisors)) return false;
    return std::abs(h) <= widest_ || halves_fit(start, h, end, divisors);
}

bool StepGuard::is_allowed(const Slope& start, double h, const Slope& end) {
    const double width = std::abs(h);
    if (width <= unjudged(end.t)) {
        known_ = false;
        has_foreseen_ = true;
        free_ = quiet_ = 0;
        return true;
    }
    tape_.evaluate(end.t, end.y, end.rate, end_.data());
    const bool since_a_while = known_ && start.t != time_ && width <= widest_ &&
                               fits(start_, end.t - time_, end_, Divisors::Judged);
    if (!since_a_while) {
        if (!known_ || start.t != time_) look(start);
        const bool does_fit =
            step_fits(start, h, end, Divisors::Judged) ||
            (width <= still_width(start, size_) && step_fits(start, h, end, Divisors::Passed));
        if (!does_fit) return false;
    }
    std::swap(start_, end_);
    widest_ = much_wider * width;
    know(end.t, std::abs(end.t - time_));
    return true;
}

}  // namespace rattleback

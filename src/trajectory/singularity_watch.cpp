#include "trajectory/singularity_watch.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "trajectory/removable.hpp"

namespace rattleback {
namespace {

// A margin that falls linearly to zero and rises again within a step passes a third of its largest
// value in the step at one of three points.
constexpr double suspect = 0.35;
// Margins such as sin²θ fall and rise within a short part of a long step: between two looks no phase
// changes by more than this, as long as there are no more than most_looks. Where something is
// suspected the grid is finer, and a minimum above `low` is not one of zero.
constexpr double widest_look = 0.5;
constexpr double most_looks = 32;
constexpr std::size_t finer = 4;
constexpr double low = 0.15;
constexpr double rounding = 4 * std::numeric_limits<double>::epsilon();
// So many times the tolerance is lost to rounding where a run has come near enough to a singular
// state; looked for in steps that are short beside the time that has passed. It creeps where it would
// take more than so many of them to get there, in so many one after the other: a method that begins anew
// takes a few short ones.
constexpr double lost = 100;
constexpr double short_step = 1e-4;
constexpr double many_steps = 1e3;
constexpr int creeping_steps = 1000;
// Of what a velocity changes by in a step: how near to an apex no step that feels it can come.
constexpr double leap_part = 3e-2;
constexpr double leap_rise = 10;  // of the margin, a square: at both ends of the step
// Of the longest step: the length of a step, and the time left for variables, that are short.
constexpr double short_part = 0.1;

}  // namespace

SingularityWatch::SingularityWatch(const OdeProblem& problem, double rtol)
    : problem_(problem),
      count_(problem.margins.size()),
      width_(count_ + problem.phases),
      rtol_(rtol),
      part_(std::min(1e-6 + 10 * rtol, 1e-3)),
      loss_(std::max(rounding, rounding / (lost * rtol))),
      near_zero_(problem.margin, count_, problem.phases) {
    if (!problem.margin) return;
    for (std::vector<double>* of_state : {&y_, &least_, &most_}) of_state->resize(problem.size);
    for (std::vector<double>* of_margins : {&before_, &beside_, &largest_})
        of_margins->resize(width_);
    values_.resize((finer * static_cast<std::size_t>(most_looks) + 1) * width_);
    by_.resize(problem.size + 1);
    leap_.resize(problem.size + 1);
    for (std::vector<char>* of_kinds : {&suspected_, &is_ending_, &is_lost_})
        of_kinds->resize(count_);
    creeping_.resize(count_);
}

bool SingularityWatch::start(double t, const double* y) {
    if (!problem_.margin) return true;
    began_ = t;
    near_zero_.go_to(t, {y, problem_.size});
    for (std::size_t i = 0; i < problem_.size; ++i) by_[i] = rounding * std::abs(y[i]);
    by_.back() = rounding * std::abs(t);
    const std::vector<char>& near = near_zero_.within(by_);
    problem_.margin(t, y, before_.data());
    for (std::size_t i = 0; i < count_; ++i) {
        const double least = problem_.margins[i].least;
        if (least > 0 ? !(before_[i] >= least) : near[i] != 0) return false;
    }
    return true;
}

bool SingularityWatch::is_suspect(const Segment& coarse, const double* y_end) {
    std::span<double> end = row(0), least = row(1), most = largest_;
    problem_.margin(coarse.time(1).high, y_end, end.data());
    double turn = 0;
    for (std::size_t i = count_; i < width_; ++i)
        turn = std::max(turn, std::abs(end[i] - before_[i]));
    for (std::size_t i = 0; i < count_; ++i) {
        least[i] = std::min(before_[i], end[i]);
        most[i] = std::max(before_[i], end[i]);
    }
    const double looks = std::clamp(std::ceil(turn / widest_look), 3.0, most_looks);
    for (double i = 1; i < looks; ++i) {
        look(coarse, i / looks, beside_);
        for (std::size_t k = 0; k < count_; ++k) {
            if (!(beside_[k] >= least[k])) least[k] = beside_[k];
            most[k] = std::max(most[k], beside_[k]);
        }
    }
    points_ = finer * static_cast<std::size_t>(looks);
    bool any = false;
    for (std::size_t k = 0; k < count_; ++k) {
        const double bound =
            problem_.margins[k].least > 0 ? 2 * problem_.margins[k].least : suspect * most[k];
        suspected_[k] = least[k] >= bound && end[k] >= bound ? 0 : 1;
    }
    look_for_loss(coarse, y_end, end);
    look_ahead(coarse, end);
    for (const char one : suspected_) any = any || one != 0;
    std::ranges::copy(end, before_.begin());
    return any;
}

void SingularityWatch::look_ahead(const Segment& step, std::span<const double> end) {
    const double width = std::abs(step.width);
    longest_ = std::max(longest_, width);
    const double near = short_part * longest_;
    for (std::size_t k = 0; k < count_; ++k) {
        const MarginKind& kind = problem_.margins[k];
        const bool is_ending = kind.can_be_left && kind.least == 0 && width <= near &&
                               end[k] * width <= near * (before_[k] - end[k]);
        is_ending_[k] = is_ending ? 1 : 0;
        if (is_ending) suspected_[k] = 1;
    }
}

void SingularityWatch::look_for_loss(const Segment& step, const double* y_end,
                                     std::span<const double> end) {
    std::ranges::fill(is_lost_, 0);
    if (std::abs(step.width) > short_step * std::abs(step.time(1).high - began_)) {
        std::ranges::fill(creeping_, 0);
        return;
    }
    for (std::size_t i = 0; i < problem_.size; ++i) by_[i] = loss_ * std::abs(y_end[i]);
    by_.back() = 0;
    near_zero_.go_to(step.time(1).high, {y_end, problem_.size});
    const std::vector<char>& near = near_zero_.within(by_);
    for (std::size_t k = 0; k < count_; ++k)
        if (problem_.margins[k].least == 0 && near[k] != 0 && !(end[k] >= before_[k]))
            is_lost_[k] = 1;
        else
            creeping_[k] = 0;
    if (std::ranges::count(is_lost_, 1) == 0) return;
    step.evaluate(0, y_.data());
    for (std::size_t i = 0; i < problem_.size; ++i)
        by_[i] = many_steps * std::abs(y_end[i] - y_[i]);
    near_zero_.within(by_);
    for (std::size_t k = 0; k < count_; ++k) {
        const bool creeps = is_lost_[k] != 0 && near[k] == 0;
        creeping_[k] = creeps ? creeping_[k] + 1 : 0;
        is_lost_[k] = creeping_[k] >= creeping_steps ? 1 : 0;
        if (is_lost_[k] != 0) suspected_[k] = 1;
    }
}

double SingularityWatch::search(const Segment& segment, const double* y_end) {
    constexpr double none = 2;
    if (!problem_.margin || std::ranges::count(suspected_, 0) == std::ssize(suspected_))
        return none;
    look_along(segment, y_end);
    double first = none;
    for (std::size_t k = 0; k < count_; ++k)
        if (suspected_[k] != 0) first = std::min(first, first_zero(segment, k));
    return first;
}

void SingularityWatch::look_along(const Segment& segment, const double* y_end) {
    std::ranges::fill(largest_, 0.0);
    for (std::size_t i = 0; i <= points_; ++i) {
        if (i == points_) {
            std::copy_n(y_end, problem_.size, y_.begin());
            problem_.margin(segment.time(1).high, y_end, row(i).data());
        } else {
            look(segment, static_cast<double>(i) / static_cast<double>(points_), row(i));
        }
        for (std::size_t j = 0; j < problem_.size; ++j) {
            least_[j] = i == 0 ? y_[j] : std::min(least_[j], y_[j]);
            most_[j] = i == 0 ? y_[j] : std::max(most_[j], y_[j]);
        }
        for (std::size_t k = 0; k < count_; ++k) largest_[k] = std::max(largest_[k], row(i)[k]);
    }
    for (std::size_t j = 0; j < problem_.size; ++j)
        by_[j] = part_ * (most_[j] - least_[j]) +
                 rounding * std::max(std::abs(most_[j]), std::abs(least_[j]));
    by_.back() = part_ * std::abs(segment.width) + rounding * std::abs(segment.start.high);
}

double SingularityWatch::first_zero(const Segment& segment, std::size_t margin) {
    constexpr double none = 2;
    if (is_ending_[margin] != 0 || (is_lost_[margin] != 0 && !goes_on(segment, margin, 1)))
        return 1;
    const double needed = std::max(low * largest_[margin], problem_.margins[margin].least);
    for (std::size_t i = 0; i <= points_; ++i) {
        const std::size_t left = i == 0 ? 0 : i - 1, right = std::min(i + 1, points_);
        const double here = row(i)[margin];
        if (here > row(left)[margin] || here > row(right)[margin] || here > 2 * needed) continue;
        const auto place = [&](std::size_t point) {
            return static_cast<double>(point) / static_cast<double>(points_);
        };
        const double theta = minimum(segment, margin, place(left), place(right));
        // The step began beyond it if the minimum is where the step began.
        if (theta > 0 &&
            (is_singular(segment, margin, theta) || leaps_over_apex(segment, margin, theta)))
            return theta;
    }
    return none;
}

bool SingularityWatch::is_singular(const Segment& segment, std::size_t margin, double theta) {
    return is_gone(segment, margin, theta) && !goes_on(segment, margin, theta);
}

bool SingularityWatch::goes_on(const Segment& segment, std::size_t margin, double theta) {
    return problem_.margins[margin].may_be_removable &&
           is_removable(problem_, segment, theta, rtol_);
}

bool SingularityWatch::leaps_over_apex(const Segment& segment, std::size_t margin, double theta) {
    const auto speeds_from = problem_.margins[margin].speeds_from;
    if (!speeds_from) return false;
    for (std::size_t j = *speeds_from; j < problem_.size; ++j)
        leap_[j] = leap_part * (most_[j] - least_[j]);
    const auto margin_at = [&](double at) {
        look(segment, at, beside_);
        return beside_[margin];
    };
    const double risen = leap_rise * margin_at(theta);
    near_zero_.go_to(segment.time(theta).high, y_);
    return near_zero_.within(leap_)[margin] != 0 && margin_at(0) >= risen && margin_at(1) >= risen;
}

bool SingularityWatch::is_gone(const Segment& segment, std::size_t margin, double theta) {
    look(segment, theta, beside_);
    if (const double least = problem_.margins[margin].least; least > 0)
        return !(beside_[margin] >= least);
    near_zero_.go_to(segment.time(theta).high, y_);
    return near_zero_.within(by_)[margin] != 0;
}

void SingularityWatch::look(const Segment& segment, double theta, std::span<double> values) {
    segment.evaluate(theta, y_.data());
    problem_.margin(segment.time(theta).high, y_.data(), values.data());
}

// By golden sections, as long as zero may be there.
double SingularityWatch::minimum(const Segment& segment, std::size_t margin, double left,
                                 double right) {
    constexpr double ratio = 1 / std::numbers::phi;
    constexpr int first_sections = 20, most_sections = 80;
    const auto at = [&](double theta) {
        look(segment, theta, beside_);
        return beside_[margin];
    };
    double a = left, b = right;
    double x = b - ratio * (b - a), y = a + ratio * (b - a);
    double fx = at(x), fy = at(y);
    double best = x, least = fx;
    const auto compare = [&](double theta, double value) {
        if (value < least || (value == least && theta < best)) best = theta, least = value;
    };
    compare(y, fy);
    for (int i = 0; i < most_sections && b - a > rounding; ++i) {
        if (i == first_sections && least > 1e-2 * largest_[margin]) break;
        if (fx <= fy) {
            b = y, y = x, fy = fx;
            x = b - ratio * (b - a);
            compare(x, fx = at(x));
        } else {
            a = x, x = y, fx = fy;
            y = a + ratio * (b - a);
            compare(y, fy = at(y));
        }
    }
    return best;
}

}  // namespace rattleback

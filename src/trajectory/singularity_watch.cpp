#include "trajectory/singularity_watch.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

namespace rattleback {
namespace {

// A margin that falls linearly to zero and rises again within a step passes a third of the grid's
// largest value at one of three points.
constexpr double suspect = 0.35;
// Margins such as sin²θ fall and rise within a short part of a long step: between two looks no entry
// of y changes by more than this, as long as there are no more than most_looks. Where something is
// suspected the grid is finer.
constexpr double widest_look = 0.5;
constexpr double most_looks = 32;
constexpr std::size_t finer = 4;

}  // namespace

bool SingularityWatch::start(double t, const double* y) {
    if (!problem_.margin) return true;
    before_ = problem_.margin(t, y);
    return before_ > 0;
}

bool SingularityWatch::is_suspect(const Segment& coarse, const double* y_end) {
    const double end = problem_.margin(coarse.time(1).high, y_end);
    double smallest = std::min(before_, end), change = 0;
    coarse.evaluate(0, y_.data());
    for (std::size_t i = 0; i < y_.size(); ++i)
        change = std::max(change, std::abs(y_end[i] - y_[i]));
    const double looks = std::clamp(std::ceil(change / widest_look), 3.0, most_looks);
    for (double i = 1; i < looks && smallest >= suspect; ++i)
        smallest = std::min(smallest, margin(coarse, i / looks));
    points_ = finer * static_cast<std::size_t>(looks);
    before_ = end;
    return is_suspected_ = smallest < suspect;
}

double SingularityWatch::search(const Segment& segment, const double* y_end) {
    constexpr double none = 2;
    if (!problem_.margin || !is_suspected_) return none;
    std::array<double, finer* static_cast<std::size_t>(most_looks) + 1> values{};
    const auto place = [&](std::size_t i) {
        return static_cast<double>(i) / static_cast<double>(points_);
    };
    for (std::size_t i = 0; i <= points_; ++i)
        values[i] =
            i == points_ ? problem_.margin(segment.time(1).high, y_end) : margin(segment, place(i));
    for (std::size_t i = 0; i <= points_; ++i) {
        const std::size_t left = i == 0 ? 0 : i - 1, right = std::min(i + 1, points_);
        if (values[i] > values[left] || values[i] > values[right]) continue;
        const double theta = minimum(segment, place(left), place(right));
        // The step began beyond it if the minimum is where the step began.
        if (margin(segment, theta) < least_margin && theta > 0) return theta;
    }
    return none;
}

double SingularityWatch::margin(const Segment& segment, double theta) {
    segment.evaluate(theta, y_.data());
    return problem_.margin(segment.time(theta).high, y_.data());
}

double SingularityWatch::minimum(const Segment& segment, double left, double right) {
    constexpr double ratio = 1 / std::numbers::phi;
    double a = left, b = right;
    double x = b - ratio * (b - a), y = a + ratio * (b - a);
    double fx = margin(segment, x), fy = margin(segment, y);
    // The first of the smallest: below least_margin the margin is flat, and the edge is looked for.
    double best = x, least = fx;
    const auto compare = [&](double theta, double value) {
        if (value < least || (value == least && theta < best)) best = theta, least = value;
    };
    compare(y, fy);
    for (int i = 0; i < 80 && b - a > 1e-15; ++i) {
        if (fx <= fy) {
            b = y, y = x, fy = fx;
            x = b - ratio * (b - a);
            compare(x, fx = margin(segment, x));
        } else {
            a = x, x = y, fx = fy;
            y = a + ratio * (b - a);
            compare(y, fy = margin(segment, y));
        }
    }
    return best;
}

}  // namespace rattleback

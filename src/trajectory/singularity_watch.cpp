#include "trajectory/singularity_watch.hpp"

#include <algorithm>
#include <array>
#include <numbers>

namespace rattleback {
namespace {

// A margin that falls linearly to zero and rises again within a step passes a third of the grid's
// largest value at one of three points.
constexpr double suspect = 0.35;
constexpr std::size_t points = 12;

}  // namespace

bool SingularityWatch::start(double t, const double* y) {
    if (!problem_.margin) return true;
    before_ = problem_.margin(t, y);
    return before_ > 0;
}

bool SingularityWatch::is_suspect(const Segment& coarse, const double* y_end) {
    const double end = problem_.margin(coarse.time(1).high, y_end);
    const double smallest =
        std::min({before_, end, margin(coarse, 1.0 / 3), margin(coarse, 2.0 / 3)});
    before_ = end;
    return is_suspected_ = smallest < suspect;
}

double SingularityWatch::search(const Segment& segment, const double* y_end) {
    constexpr double none = 2;
    if (!problem_.margin || !is_suspected_) return none;
    std::array<double, points + 1> values{};
    for (std::size_t i = 0; i <= points; ++i)
        values[i] = i == points ? problem_.margin(segment.time(1).high, y_end)
                                : margin(segment, static_cast<double>(i) / points);
    for (std::size_t i = 0; i <= points; ++i) {
        const std::size_t left = i == 0 ? 0 : i - 1, right = std::min(i + 1, points);
        if (values[i] > values[left] || values[i] > values[right]) continue;
        const double theta = minimum(segment, static_cast<double>(left) / points,
                                     static_cast<double>(right) / points);
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
    for (int i = 0; i < 80 && b - a > 1e-15; ++i) {
        if (fx <= fy) {
            b = y, y = x, fy = fx;
            x = b - ratio * (b - a);
            fx = margin(segment, x);
        } else {
            a = x, x = y, fx = fy;
            y = a + ratio * (b - a);
            fy = margin(segment, y);
        }
    }
    return (a + b) / 2;
}

}  // namespace rattleback

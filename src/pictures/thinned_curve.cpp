#include "pictures/thinned_curve.hpp"

#include <algorithm>
#include <cmath>

namespace rattleback {
namespace {

// From the piece of straight line between a and b, not from the line beyond them.
double distance(const PlotPoint& p, const PlotPoint& a, const PlotPoint& b) {
    const double dx = b.x - a.x, dy = b.y - a.y, square = dx * dx + dy * dy;
    const double along =
        square == 0 ? 0 : std::clamp(((p.x - a.x) * dx + (p.y - a.y) * dy) / square, 0.0, 1.0);
    return std::hypot(p.x - a.x - along * dx, p.y - a.y - along * dy);
}

}  // namespace

std::vector<PlotPoint> thinned(const std::vector<PlotPoint>& curve, double tolerance) {
    if (curve.size() < 3) return curve;
    std::vector<bool> stays(curve.size());
    stays.front() = stays.back() = true;
    std::vector<std::pair<std::size_t, std::size_t>> open{{0, curve.size() - 1}};
    while (!open.empty()) {
        const auto [begin, end] = open.back();
        open.pop_back();
        std::size_t farthest = begin;
        double largest = tolerance;
        for (std::size_t i = begin + 1; i < end; ++i)
            if (const double d = distance(curve[i], curve[begin], curve[end]); d > largest) {
                largest = d;
                farthest = i;
            }
        if (farthest == begin) continue;
        stays[farthest] = true;
        open.emplace_back(begin, farthest);
        open.emplace_back(farthest, end);
    }
    std::vector<PlotPoint> result;
    for (std::size_t i = 0; i < curve.size(); ++i)
        if (stays[i]) result.push_back(curve[i]);
    return result;
}

}  // namespace rattleback

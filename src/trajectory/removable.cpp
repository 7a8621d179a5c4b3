#include "trajectory/removable.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace rattleback {
namespace {

// 4^(−2) to 4^(−8) of the step; the last differences are compared with those in the middle.
constexpr std::size_t looks = 7;
constexpr double shrinks = 0.5;
// Of f: rounding in it.
constexpr double noise = 1e-9;

class Sides {
public:
    Sides(const OdeProblem& problem, const Segment& step, double theta)
        : problem_(problem), step_(step), y_(problem.size), largest_(problem.size) {
        const double reach = std::max(theta, 1 - theta);
        for (std::size_t k = 0; k < looks; ++k) {
            const double apart = reach * std::pow(0.25, static_cast<double>(k + 2));
            before_[k] = at(theta - apart);
            behind_[k] = at(theta + apart);
        }
    }

    bool meet(std::size_t i, double rtol) const {
        double size = 0;
        for (std::size_t k = 0; k < looks; ++k)
            for (const auto* side : {&before_, &behind_}) {
                const double f = (*side)[k][i];
                if (!std::isfinite(f)) return false;
                size = std::max(size, std::abs(f));
            }
        const double least = rtol * largest_[i] / std::abs(step_.width) + noise * size;
        const auto vanishes = [&](auto&& difference) {
            const double first = difference(looks / 2 - 1), last = difference(looks - 2);
            return last <= std::max(shrinks * first, least);
        };
        return vanishes(
                   [&](std::size_t k) { return std::abs(before_[k][i] - before_[k + 1][i]); }) &&
               vanishes(
                   [&](std::size_t k) { return std::abs(behind_[k][i] - behind_[k + 1][i]); }) &&
               vanishes([&](std::size_t k) { return std::abs(before_[k][i] - behind_[k][i]); });
    }

private:
    std::vector<double> at(double theta) {
        step_.evaluate(theta, y_.data());
        for (std::size_t i = 0; i < y_.size(); ++i)
            largest_[i] = std::max(largest_[i], std::abs(y_[i]));
        std::vector<double> f(y_.size());
        problem_.rate(step_.time(theta).high, y_.data(), f.data());
        return f;
    }

    const OdeProblem& problem_;
    const Segment& step_;
    std::vector<double> y_, largest_;
    std::array<std::vector<double>, looks> before_, behind_;
};

}  // namespace

bool is_removable(const OdeProblem& problem, const Segment& step, double theta, double rtol) {
    const Sides sides(problem, step, theta);
    for (std::size_t i = 0; i < problem.size; ++i)
        if (!sides.meet(i, rtol)) return false;
    return true;
}

}  // namespace rattleback

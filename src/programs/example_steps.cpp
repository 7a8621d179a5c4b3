#include "programs/example_steps.hpp"

#include <algorithm>
#include <cmath>

namespace rattleback {
namespace {

constexpr std::size_t fewest = 100, most = 25'600;
// Of the difference between a run and one with steps half as wide, which is 15 times the error of the
// latter.
constexpr double largest_difference = 1.5e-5;
constexpr int most_halvings = 20;

class RungeKutta {
public:
    RungeKutta(const EquationsOfMotion& motion, std::size_t size)
        : motion_(motion), rates_(motion.rates()), k_(size) {}

    std::vector<double> end(std::vector<double> y, double until, std::size_t steps) {
        const double h = until / static_cast<double>(steps);
        for (std::size_t i = 0; i < steps; ++i) {
            const double t = h * static_cast<double>(i);
            std::vector<double> sum = y;
            stage(y, t);
            std::vector<double> at = moved(y, h / 2, sum, h / 6);
            stage(at, t + h / 2);
            at = moved(y, h / 2, sum, h / 3);
            stage(at, t + h / 2);
            at = moved(y, h, sum, h / 3);
            stage(at, t + h);
            moved(y, h, sum, h / 6);
            y = std::move(sum);
            if (!std::ranges::all_of(y, [](double x) { return std::isfinite(x); })) break;
        }
        return y;
    }

private:
    void stage(const std::vector<double>& y, double t) {
        const std::vector<double> in = motion_.input(y, t);
        rates_(in.data(), k_.data());
    }
    // y + h k; and weight·k is added to the sum.
    std::vector<double> moved(const std::vector<double>& y, double h, std::vector<double>& sum,
                              double weight) const {
        std::vector<double> result = y;
        for (std::size_t i = 0; i < y.size(); ++i) {
            result[i] += h * k_[i];
            sum[i] += weight * k_[i];
        }
        return result;
    }

    const EquationsOfMotion& motion_;
    SolvedFunction rates_;
    std::vector<double> k_;
};

bool is_close(const std::vector<double>& a, const std::vector<double>& b) {
    for (std::size_t i = 0; i < a.size(); ++i)
        if (!(std::abs(a[i] - b[i]) <= largest_difference * std::max(1.0, std::abs(b[i]))))
            return false;
    return true;
}

}  // namespace

ExampleSteps example_steps(const EquationsOfMotion& motion, const std::vector<double>& initial,
                           double until) {
    RungeKutta method(motion, initial.size());
    for (int halving = 0; halving < most_halvings; ++halving) {
        std::vector<double> before = method.end(initial, until, fewest);
        for (std::size_t count = 2 * fewest; count <= most; count *= 2) {
            std::vector<double> now = method.end(initial, until, count);
            if (is_close(before, now)) return {until, count};
            before = std::move(now);
        }
        until /= 2;
    }
    return {until, most};
}

}  // namespace rattleback

#include "dynamics/quadrature.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>
#include <vector>

namespace rattleback {
namespace {

using Integrand = FunctionRef<void(double, std::span<double>)>;

// Points and weights on (−1, 1): the zeros of Legendre's polynomial P, and 2/((1 − x²) P'(x)²).
template <std::size_t points>
struct Rule {
    std::array<double, points> x = {}, weight = {};

    Rule() {
        constexpr auto n = static_cast<double>(points);
        for (std::size_t i = 0; i < points; ++i) {
            double root = std::cos(std::numbers::pi * (static_cast<double>(i) + 0.75) / (n + 0.5));
            double slope = 1;
            for (int newton = 0; newton < 10; ++newton) {
                double before = 1, p = root;
                for (double k = 2; k <= n; ++k)
                    before = std::exchange(p, ((2 * k - 1) * root * p - (k - 1) * before) / k);
                slope = n * (root * p - before) / (root * root - 1);
                root -= p / slope;
            }
            x[i] = root;
            weight[i] = 2 / ((1 - root * root) * slope * slope);
        }
    }

    std::vector<double> sum(Integrand f, double a, double b, std::size_t size) const {
        std::vector<double> total(size), values(size);
        for (std::size_t i = 0; i < points; ++i) {
            f((a + b) / 2 + x[i] * (b - a) / 2, values);
            for (std::size_t j = 0; j < size; ++j) total[j] += weight[i] * (b - a) / 2 * values[j];
        }
        return total;
    }
};

class Adaptive {
public:
    Adaptive(Integrand f, double tolerance, std::span<double> sum, const QuadratureLimits& limits)
        : f_(f), tolerance_(tolerance), sum_(sum), limits_(limits) {}

    void add(double a, double b, int halvings) {
        static const Rule<4> coarse;
        static const Rule<8> fine;
        ++intervals_;
        const std::vector<double> one = coarse.sum(f_, a, b, sum_.size());
        const std::vector<double> other = fine.sum(f_, a, b, sum_.size());
        double difference = 0;
        for (std::size_t j = 0; j < sum_.size(); ++j) {
            const double of_one = std::abs(one[j] - other[j]);
            difference = std::isfinite(of_one) ? std::max(difference, of_one) : infinity;
        }
        const bool work_ends = intervals_ >= limits_.intervals;
        if (difference <= tolerance_ || halvings == limits_.halvings || work_ends) {
            for (std::size_t j = 0; j < sum_.size(); ++j) sum_[j] += other[j];
            error_ += difference <= tolerance_ || !work_ends ? difference : infinity;
            return;
        }
        add(a, (a + b) / 2, halvings + 1);
        add((a + b) / 2, b, halvings + 1);
    }
    double error() const { return error_; }

private:
    static constexpr double infinity = std::numeric_limits<double>::infinity();
    Integrand f_;
    double tolerance_, error_ = 0;
    std::span<double> sum_;
    QuadratureLimits limits_;
    std::size_t intervals_ = 0;
};

}  // namespace

double add_integral(Integrand f, double a, double b, double tolerance, std::span<double> sum,
                    const QuadratureLimits& limits) {
    if (sum.empty() || a == b) return 0;
    Adaptive adaptive(f, tolerance, sum, limits);
    adaptive.add(a, b, 0);
    return adaptive.error();
}

}  // namespace rattleback

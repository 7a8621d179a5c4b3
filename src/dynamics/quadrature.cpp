#include "dynamics/quadrature.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <vector>

namespace rattleback {
namespace {

using Integrand = FunctionRef<void(double, std::span<double>)>;

constexpr int most_halvings = 10;

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

void add(Integrand f, double a, double b, double tolerance, int halvings, std::span<double> sum) {
    static const Rule<4> coarse;
    static const Rule<8> fine;
    const std::vector<double> one = coarse.sum(f, a, b, sum.size());
    const std::vector<double> other = fine.sum(f, a, b, sum.size());
    double difference = 0;
    for (std::size_t j = 0; j < sum.size(); ++j)
        difference = std::max(difference, std::abs(one[j] - other[j]));
    if (difference <= tolerance || halvings == most_halvings) {
        for (std::size_t j = 0; j < sum.size(); ++j) sum[j] += other[j];
        return;
    }
    add(f, a, (a + b) / 2, tolerance, halvings + 1, sum);
    add(f, (a + b) / 2, b, tolerance, halvings + 1, sum);
}

}  // namespace

void add_integral(Integrand f, double a, double b, double tolerance, std::span<double> sum) {
    if (!sum.empty() && a != b) add(f, a, b, tolerance, 0, sum);
}

}  // namespace rattleback

// Pivots within a box, against the conditions that a solution has to satisfy: random friction on more
// surfaces than velocities, with whole numbers too, where many bounds are met at once.

#include "trajectory/box_problem.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>
#include <random>

namespace rattleback {
namespace {

constexpr double rounding = 1e-9;

// R = −S A Aᵀ D of n surfaces of m velocities, and c = S A f.
BoxProblem random_friction(std::mt19937_64& random, std::size_t n, std::size_t m, bool is_whole) {
    std::normal_distribution<double> number;
    std::uniform_int_distribution<int> small(-2, 2);
    const auto size = [&] { return is_whole ? 1 : std::exp(number(random)); };
    std::vector<std::vector<double>> a(n, std::vector<double>(m));
    for (auto& row : a) do {
            for (double& x : row) x = small(random);
        } while (std::ranges::count(row, 0) == std::ssize(row));
    std::vector<double> scale(n), bound(n), force(m);
    for (double& x : scale) x = size();
    for (double& x : bound) x = size();
    for (double& x : force) x = is_whole ? small(random) : 3 * number(random);
    BoxProblem result{{}, {}, std::vector<double>(n, -1), std::vector<double>(n, 1), rounding};
    result.slopes.assign(n, std::vector<double>(n));
    for (std::size_t i = 0; i < n; ++i) {
        double c = 0;
        for (std::size_t k = 0; k < m; ++k) c += scale[i] * a[i][k] * force[k];
        result.constant.push_back(c);
        for (std::size_t j = 0; j < n; ++j)
            for (std::size_t k = 0; k < m; ++k)
                result.slopes[j][i] -= scale[i] * a[i][k] * a[j][k] * bound[j];
    }
    return result;
}

TEST(BoxProblem, RandomFriction) {
    std::mt19937_64 random(5);
    for (std::size_t round = 0; round < 2000; ++round) {
        const std::size_t m = 1 + round % 6, n = 1 + round / 6 % 14;
        const BoxProblem problem = random_friction(random, n, m, round % 3 == 0);
        EXPECT_TRUE(takes_energy(problem.slopes)) << round;
        const auto found = solution_of(problem);
        ASSERT_TRUE(found) << round;
        for (std::size_t i = 0; i < n; ++i) {
            double rate = problem.constant[i];
            for (std::size_t j = 0; j < n; ++j) rate += problem.slopes[j][i] * found->sides[j];
            const double side = found->sides[i];
            EXPECT_NEAR(rate, found->rates[i], rounding);
            EXPECT_LE(std::abs(side), 1 + rounding);
            EXPECT_TRUE(rate <= 10 * rounding || side >= 1 - rounding) << round;
            EXPECT_TRUE(rate >= -10 * rounding || side <= -1 + rounding) << round;
            // What is kept exerts nothing, or all that it can.
            const bool is_kept = std::abs(rate) <= rounding && found->holds[i] == 0;
            if (is_kept) {
                EXPECT_TRUE(side == 0 || std::abs(side) >= 1 - rounding) << round;
            }
        }
    }
}

// In a run backward in time it brings energy; forces that do not act against what they depend on do neither.
TEST(BoxProblem, WhatTakesNoEnergy) {
    EXPECT_TRUE(takes_energy({{-2, 1}, {1, -2}}));
    EXPECT_TRUE(takes_energy({{-2, 10}, {0.1, -2}}));  // in other units
    EXPECT_FALSE(takes_energy({{2, -1}, {-1, 2}}));
    EXPECT_FALSE(takes_energy({{-1, 2}, {2, -1}}));
    EXPECT_FALSE(takes_energy({{-2, 1}, {-1, -2}}));
    EXPECT_FALSE(takes_energy({{-2, 1}, {0, -2}}));
}

}  // namespace
}  // namespace rattleback

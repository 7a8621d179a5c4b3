#include "support/extrapolation.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace rattleback::testing {
namespace {

constexpr int columns = 8;  // of the table of extrapolation: order 16

// Gragg's midpoint rule in n parts of the width h/n.
Vector midpoint(const TrueRate& rate, Real t, const Vector& y, Real h, int n) {
    const Real part = h / static_cast<Real>(n);
    Vector before = y, now = y;
    const Vector rate_here = rate(t, y);
    for (std::size_t i = 0; i < y.size(); ++i) now[i] += part * rate_here[i];
    for (int k = 1; k < n; ++k) {
        const Vector f = rate(t + static_cast<Real>(k) * part, now);
        for (std::size_t i = 0; i < y.size(); ++i) before[i] += 2 * part * f[i];
        std::swap(before, now);
    }
    const Vector f = rate(t + h, now);
    for (std::size_t i = 0; i < y.size(); ++i) now[i] = (now[i] + before[i] + part * f[i]) / 2;
    return now;
}

}  // namespace

ExtrapolatedStep extrapolated_step(const TrueRate& rate, Real t, const Vector& y, Real h,
                                   Real tolerance) {
    std::vector<Vector> table;
    for (int k = 0; k < columns; ++k) {
        table.push_back(midpoint(rate, t, y, h, 2 * (k + 1)));
        for (int j = k; j-- > 0;) {
            const Real ratio = static_cast<Real>(k + 1) / static_cast<Real>(j + 1);
            const Real weight = 1 / (ratio * ratio - 1);
            auto& lower = table[static_cast<std::size_t>(j)];
            const auto& upper = table[static_cast<std::size_t>(j + 1)];
            for (std::size_t i = 0; i < y.size(); ++i)
                lower[i] = upper[i] + (upper[i] - lower[i]) * weight;
        }
    }
    Real size = 0, error = 0;
    for (std::size_t i = 0; i < y.size(); ++i) {
        size = std::max({size, std::fabs(y[i]), std::fabs(table[0][i])});
        error = std::max(error, std::fabs(table[0][i] - table[1][i]));
    }
    // What is not finite compares as no error at all.
    if (!std::isfinite(std::accumulate(table[0].begin(), table[0].end(), Real(0))))
        error = std::numeric_limits<Real>::quiet_NaN();
    return {table[0], size == 0 ? 0 : error / (tolerance * size)};
}

}  // namespace rattleback::testing

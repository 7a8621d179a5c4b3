#include "dynamics/balancing.hpp"

#include <algorithm>
#include <cmath>

namespace rattleback {
namespace {

using Relation = std::vector<std::vector<bool>>;

// Whether j acts on i, directly or by others, and each on itself.
Relation influence(const RealMatrix& a, bool both_ways) {
    const std::size_t n = a.size();
    Relation acts(n, std::vector<bool>(n));
    for (std::size_t i = 0; i < n; ++i)
        for (std::size_t j = 0; j < n; ++j)
            acts[i][j] = i == j || a[i][j] != 0 || (both_ways && a[j][i] != 0);
    for (std::size_t k = 0; k < n; ++k)
        for (std::size_t i = 0; i < n; ++i)
            for (std::size_t j = 0; j < n; ++j)
                if (acts[i][k] && acts[k][j]) acts[i][j] = true;
    return acts;
}

std::vector<std::vector<std::size_t>> mutual_classes(const Relation& acts) {
    std::vector<std::vector<std::size_t>> result;
    for (std::size_t i = 0; i < acts.size(); ++i) {
        const auto home = std::ranges::find_if(
            result, [&](const auto& c) { return acts[i][c.front()] && acts[c.front()][i]; });
        if (home == result.end())
            result.push_back({i});
        else
            home->push_back(i);
    }
    return result;
}

double scaled(const RealMatrix& a, const std::vector<double>& sizes, std::size_t i, std::size_t j) {
    return std::abs(a[i][j]) * sizes[j] / sizes[i];
}

// Rows and columns within one class.
void balance(const RealMatrix& a, const std::vector<std::size_t>& among,
             std::vector<double>& sizes) {
    for (bool changed = true; changed;) {
        changed = false;
        for (const auto i : among) {
            double row = 0, column = 0;
            for (const auto j : among) {
                if (j == i) continue;
                row = std::hypot(row, scaled(a, sizes, i, j));
                column = std::hypot(column, scaled(a, sizes, j, i));
            }
            if (!(row > 0) || !(column > 0) || !std::isfinite(row / column)) continue;
            const int exponent = std::ilogb(row / column) / 2;
            if (exponent == 0) continue;
            sizes[i] = std::ldexp(sizes[i], exponent);
            changed = true;
        }
    }
}

double largest(const RealMatrix& a, const std::vector<double>& sizes,
               const std::vector<std::size_t>& rows, const std::vector<std::size_t>& columns) {
    double result = 0;
    for (const auto i : rows)
        for (const auto j : columns) result = std::max(result, scaled(a, sizes, i, j));
    return result;
}

}  // namespace

std::vector<double> balancing_sizes(const RealMatrix& a) {
    const Relation acts = influence(a, false);
    auto classes = mutual_classes(acts);
    // Those that others act on come later.
    std::ranges::stable_sort(
        classes, {}, [&](const auto& c) { return std::ranges::count(acts[c.front()], true); });
    std::vector<double> sizes(a.size(), 1);
    double usual = 0;
    for (const auto& c : classes) {
        balance(a, c, sizes);
        usual = std::max(usual, largest(a, sizes, c, c));
    }
    std::vector<std::size_t> placed;
    for (const auto& c : classes) {
        const double driven = largest(a, sizes, c, placed);
        if (driven > 0 && std::isfinite(driven)) {
            const int exponent = std::ilogb(driven) - (usual > 0 ? std::ilogb(usual) : 0);
            for (const auto i : c) sizes[i] = std::ldexp(sizes[i], exponent);
        }
        placed.insert(placed.end(), c.begin(), c.end());
    }
    return sizes;
}

RealMatrix balanced(RealMatrix a, const std::vector<double>& sizes) {
    for (std::size_t i = 0; i < a.size(); ++i)
        for (std::size_t j = 0; j < a.size(); ++j) a[i][j] *= sizes[j] / sizes[i];
    return a;
}

std::vector<std::vector<std::size_t>> separate_parts(const RealMatrix& a) {
    return mutual_classes(influence(a, true));
}

}  // namespace rattleback

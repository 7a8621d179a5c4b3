#include "trajectory/chart_margins.hpp"

#include <algorithm>

#include "expr/functions.hpp"
#include "expr/graph.hpp"
#include "expr/matrices.hpp"
#include "geometry/denominators.hpp"

namespace rattleback {
namespace {

bool divides(const Expr& d, const ExprVector& entries) {
    const ExprVector divisors = denominators(entries, symbols_of(d));
    return std::ranges::find(divisors, d) != divisors.end();
}

// For each speed of the form that is a velocity of the system, which one.
std::vector<std::optional<std::size_t>> velocities_among(const System& system,
                                                         const Equations& equations) {
    std::vector<std::optional<std::size_t>> result(equations.speeds.size());
    for (std::size_t i = 0; i < equations.speeds_from_velocities.size(); ++i) {
        const auto found = std::ranges::find(system.v, equations.speeds_from_velocities[i]);
        if (found != system.v.end()) result[i] = static_cast<std::size_t>(found - system.v.begin());
    }
    return result;
}

std::optional<Expr> by_velocities(const Equations& equations, const ExprMatrix& mass, const Expr& d,
                                  const std::vector<std::optional<std::size_t>>& is) {
    Expr energy = 0, change = 0;
    for (std::size_t i = 0; i < equations.speeds.size(); ++i) {
        const Expr slope = derivative(d, equations.speeds[i]);
        if (!is[i] || mass[*is[i]][*is[i]].is_zero()) {
            if (!slope.is_zero()) return {};
            continue;
        }
        const Expr inertia = abs(mass[*is[i]][*is[i]]);
        energy += inertia * pow(equations.speeds[i], 2);
        change += abs(slope) / sqrt(inertia);
    }
    if (change.is_zero()) return {};
    return abs(d) / (change * sqrt(energy));
}

// The entries of a column that no other one has, and that are not divided by d; zeros elsewhere.
ExprVector own_part(const ExprMatrix& slope, std::size_t column, const Expr& d) {
    ExprVector result;
    for (const ExprVector& row : slope) {
        bool alone = true;
        for (std::size_t j = 0; j < row.size(); ++j)
            alone = alone && (j == column || row[j].is_zero());
        result.push_back(alone && !divides(d, {row[column]}) ? row[column] : Expr(0));
    }
    return result;
}

std::optional<Expr> by_inertia(const Equations& equations, const ExprMatrix& mass, const Expr& d) {
    const ExprMatrix slope = jacobian(equations.velocities, equations.speeds);
    Expr sum = 0;
    for (std::size_t i = 0; i < equations.speeds.size(); ++i) {
        ExprVector column;
        for (const ExprVector& row : slope) column.push_back(row[i]);
        if (!divides(d, column)) continue;
        const ExprVector own = own_part(slope, i, d);
        const Expr alone = dot(own, product(mass, own));
        if (!alone.is_zero()) sum += abs(dot(column, product(mass, column)) / alone);
    }
    if (sum.is_zero()) return {};
    return 1 / sqrt(sum);
}

}  // namespace

std::optional<double> largest_size(const Range& range) {
    if (!range.low || !range.high) return {};
    const Number largest = std::max(-*range.low, *range.high);
    if (largest.sign() <= 0) return {};
    return largest.to_double();
}

std::optional<ChartMargin> chart_margin(const System& system, const Equations& equations,
                                        const ExprMatrix& mass, const Expr& d) {
    const auto is = velocities_among(system, equations);
    if (const auto margin = by_velocities(equations, mass, d, is)) return ChartMargin{*margin};
    if (largest_size(range_of(d, system.parameters))) return ChartMargin{abs(d), true};
    if (const auto margin = by_inertia(equations, mass, d)) return ChartMargin{*margin};
    return {};
}

}  // namespace rattleback

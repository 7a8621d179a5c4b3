#include "geometry/quadric.hpp"

#include <algorithm>
#include <cmath>

#include "expr/graph.hpp"
#include "expr/substitute.hpp"
#include "geometry/pivot_choice.hpp"
#include "model/decisions.hpp"
#include "model/dependence.hpp"

namespace rattleback {
namespace {

using Matrix = std::vector<std::vector<double>>;

Expr at_rest(const Expr& e, const System& system) {
    std::vector<Replacement> rest;
    for (const Expr& v : system.v) rest.emplace_back(v, 0);
    return substitute(e, rest);
}

// Q, or nothing where the constraint is of higher degree.
std::optional<ExprMatrix> quadric(const System& system, const Expr& b) {
    const std::size_t n = system.size();
    const ExprVector slopes = gradient(b, system.v);
    ExprMatrix q(n + 1, ExprVector(n + 1));
    for (std::size_t i = 0; i < n; ++i) {
        for (std::size_t j = 0; j <= i; ++j) {
            q[i][j] = q[j][i] = derivative(slopes[i], system.v[j]) / 2;
            for (const Expr& v : system.v)
                if (depends_on(q[i][j], v)) return {};
        }
        q[i][n] = q[n][i] = at_rest(slopes[i], system) / 2;
    }
    q[n][n] = at_rest(b, system);
    return q;
}

// The bordered matrix, at the initial state.
std::optional<Matrix> bordered(const System& system, const ExprMatrix& q, const ExprMatrix& rows) {
    const PivotChoice start(system);
    const std::size_t n = q.size(), size = n + rows.size();
    Matrix m(size, std::vector<double>(size));
    for (std::size_t i = 0; i < size; ++i)
        for (std::size_t j = 0; j < n && j <= i; ++j) {
            m[i][j] = m[j][i] = start.at_start(i < n ? q[i][j] : rows[i - n][j]);
            if (!std::isfinite(m[i][j])) return {};
        }
    return m;
}

// By a congruence, which keeps the signs of the eigenvalues, rows of like size.
void equilibrate(Matrix& m) {
    for (int pass = 0; pass < 3; ++pass)
        for (std::size_t i = 0; i < m.size(); ++i) {
            double largest = 0;
            for (const double x : m[i]) largest = std::max(largest, std::abs(x));
            if (largest == 0) continue;
            const double factor = 1 / std::sqrt(largest);
            for (double& x : m[i]) x *= factor;
            for (auto& row : m) row[i] *= factor;
        }
}

// Jacobi's rotations.
std::vector<double> eigenvalues(Matrix m) {
    constexpr int sweeps = 30;
    const std::size_t n = m.size();
    for (int sweep = 0; sweep < sweeps; ++sweep)
        for (std::size_t p = 0; p < n; ++p)
            for (std::size_t q = p + 1; q < n; ++q) {
                if (m[p][q] == 0) continue;
                const double ratio = (m[q][q] - m[p][p]) / (2 * m[p][q]);
                const double t = std::copysign(1 / (std::abs(ratio) + std::hypot(ratio, 1)), ratio);
                const double c = 1 / std::hypot(t, 1), s = t * c;
                for (auto& row : m) {
                    const double x = row[p], y = row[q];
                    row[p] = c * x - s * y;
                    row[q] = s * x + c * y;
                }
                for (std::size_t k = 0; k < n; ++k) {
                    const double x = m[p][k], y = m[q][k];
                    m[p][k] = c * x - s * y;
                    m[q][k] = s * x + c * y;
                }
            }
    std::vector<double> result;
    for (std::size_t i = 0; i < n; ++i) result.push_back(m[i][i]);
    return result;
}

bool is_one_quadric(const System& system, std::size_t i) {
    constexpr double clear = 1e-6;
    if (!system.functions.empty() || system.constraints[i].order != 1) return false;
    const auto q = quadric(system, system.constraints[i].expression);
    if (!q) return false;
    ExprMatrix rows;
    for (const Constraint& c : system.constraints) {
        if (c.order > 1 || !is_affine(c)) continue;
        const Expr b =
            c.order == 0 ? derivative_along(c.expression, system.by_time()) : c.expression;
        ExprVector row = gradient(b, system.v);
        row.push_back(at_rest(b, system));
        rows.push_back(std::move(row));
    }
    auto m = bordered(system, *q, rows);
    if (!m) return false;
    equilibrate(*m);
    const std::vector<double> found = eigenvalues(*m);
    const auto count = [&](double sign) {
        return std::ranges::count_if(found, [&](double x) { return sign * x > clear; }) -
               static_cast<std::ptrdiff_t>(rows.size());
    };
    const auto positive = count(1), negative = count(-1);
    return positive > 0 && negative > 0 && positive + negative > 2;
}

}  // namespace

bool is_evidently_one_quadric(const System& system, std::size_t i) {
    return decided(system, [i](const System& s) { return is_one_quadric(s, i); });
}

}  // namespace rattleback

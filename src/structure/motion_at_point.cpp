#include "structure/motion_at_point.hpp"

#include <arb_mat.h>

#include <cmath>

#include "exact/random_point.hpp"
#include "expr/flattened.hpp"
#include "expr/graph.hpp"
#include "rattleback/errors.hpp"

namespace rattleback {
namespace {

constexpr int most_points = 6;
constexpr slong bits = 128;
constexpr double rounding = 0x1p-48;  // far above what a few operations in doubles lose

class BallMatrix {
public:
    BallMatrix(std::size_t rows, std::size_t columns) {
        arb_mat_init(value_, static_cast<slong>(rows), static_cast<slong>(columns));
    }
    BallMatrix(const BallMatrix&) = delete;
    BallMatrix& operator=(const BallMatrix&) = delete;
    ~BallMatrix() { arb_mat_clear(value_); }

    void set(std::size_t i, std::size_t j, const Ball& ball) {
        arb_ptr entry = arb_mat_entry(value_, static_cast<slong>(i), static_cast<slong>(j));
        arb_set_d(entry, ball.midpoint);
        mag_t radius;
        mag_init(radius);
        mag_set_d(radius, ball.radius);
        arb_add_error_mag(entry, radius);
        mag_clear(radius);
    }
    Ball get(std::size_t i) {
        arb_ptr entry = arb_mat_entry(value_, static_cast<slong>(i), 0);
        const double midpoint = arf_get_d(arb_midref(entry), ARF_RND_NEAR);
        return {.midpoint = midpoint,
                .radius = mag_get_d(arb_radref(entry)) + rounding * std::fabs(midpoint),
                .finite = arb_is_finite(entry) != 0,
                .contains_zero = arb_contains_zero(entry) != 0};
    }
    arb_mat_struct* matrix() { return value_; }

private:
    arb_mat_t value_;
};

Ball certain(double midpoint, double radius) {
    return {midpoint, radius, std::isfinite(midpoint) && std::isfinite(radius),
            std::fabs(midpoint) <= radius};
}

// Everything that needs a value, as functions of the coordinates of the manifold.
struct Entries {
    std::size_t n, k, others;
    ExprVector all;  // M row by row, f, then per constraint its A, N and β, then the others

    Entries(const CoreSystem& core, const ConstraintManifold& manifold, const ExprVector& asked)
        : n(core.mass.size()), k(core.a.size()), others(asked.size()) {
        append(all, core.mass);
        append(all, core.force);
        for (std::size_t r = 0; r < k; ++r) {
            append(all, core.a[r]);
            append(all, core.n[r]);
            all.push_back(core.beta[r]);
        }
        append(all, asked);
        all = manifold.on(all);
        ConcreteFunctions functions(1);
        for (Expr& e : all) e = functions.put_into(e);
    }
};

std::optional<MotionAtPoint> solve_at(const Entries& entries, const Point& point) {
    const std::size_t n = entries.n, k = entries.k;
    std::vector<Ball> value;
    for (const Expr& e : entries.all) {
        value.push_back(evaluate_ball(e, point));
        if (!value.back().finite) return {};
    }
    BallMatrix matrix(n + k, n + k), right(n + k, 1), solution(n + k, 1);
    std::size_t next = 0;
    for (std::size_t i = 0; i < n; ++i)
        for (std::size_t j = 0; j < n; ++j) matrix.set(i, j, value[next++]);
    for (std::size_t i = 0; i < n; ++i) right.set(i, 0, value[next++]);
    const auto minus = [](Ball ball) {
        ball.midpoint = -ball.midpoint;
        return ball;
    };
    for (std::size_t r = 0; r < k; ++r) {
        for (std::size_t i = 0; i < n; ++i) matrix.set(n + r, i, value[next++]);
        for (std::size_t i = 0; i < n; ++i) matrix.set(i, n + r, minus(value[next++]));
        right.set(n + r, 0, minus(value[next++]));
    }
    if (arb_mat_solve(solution.matrix(), matrix.matrix(), right.matrix(), bits) == 0) return {};
    MotionAtPoint result;
    for (std::size_t i = 0; i < n; ++i) result.accelerations.push_back(solution.get(i));
    for (std::size_t r = 0; r < k; ++r) result.multipliers.push_back(solution.get(n + r));
    result.others.assign(value.begin() + static_cast<std::ptrdiff_t>(next), value.end());
    return result;
}

}  // namespace

std::optional<MotionAtPoint> motion_at_point(const CoreSystem& core,
                                             const ConstraintManifold& manifold,
                                             const ExprVector& others, std::uint64_t seed) {
    if (!manifold.is_whole() || core.n.size() != core.a.size()) return {};
    const Entries entries(core, manifold, others);
    const auto symbols = symbols_of(entries.all);
    RandomPoint random(seed);
    for (int attempt = 0; attempt < most_points; ++attempt) {
        try {
            // Positive values first: roots and logarithms have values there.
            if (auto found = solve_at(entries, random.point(symbols, attempt < most_points / 2)))
                return found;
        } catch (const NumericalError&) {  // a pole
        }
    }
    return {};
}

Ball inner_product(const std::vector<Ball>& a, const std::vector<Ball>& b) {
    double midpoint = 0, radius = 0;
    for (std::size_t i = 0; i < a.size(); ++i) {
        const double x = std::fabs(a[i].midpoint), y = std::fabs(b[i].midpoint);
        midpoint += a[i].midpoint * b[i].midpoint;
        radius += x * b[i].radius + y * a[i].radius + a[i].radius * b[i].radius + rounding * x * y;
    }
    return certain(midpoint, radius * (1 + rounding));
}

Ball sum(const Ball& a, const Ball& b) {
    const double size = std::fabs(a.midpoint) + std::fabs(b.midpoint);
    return certain(a.midpoint + b.midpoint,
                   (a.radius + b.radius + rounding * size) * (1 + rounding));
}

bool is_certainly_not_zero(const Ball& ball) { return ball.finite && !ball.contains_zero; }

bool differ(const Ball& a, const Ball& b) {
    Ball minus = b;
    minus.midpoint = -b.midpoint;
    return is_certainly_not_zero(sum(a, minus));
}

}  // namespace rattleback

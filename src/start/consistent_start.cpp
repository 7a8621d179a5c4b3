#include "start/consistent_start.hpp"

#include <algorithm>
#include <cmath>

#include "expr/derivative.hpp"
#include "geometry/core_system.hpp"
#include "geometry/denominators.hpp"
#include "model/initial_values.hpp"
#include "start/decompositions.hpp"
#include "start/equilibrated.hpp"

namespace rattleback {
namespace {

using Vector = std::vector<double>;

constexpr int most_steps = 120;  // a start in other units is halved, or doubled, a hundred times
constexpr double converged = 1e-13;
constexpr double satisfied = 1e-10;

// The conditions c(u) = 0 on some of the state, the rest of which is fixed.
struct Conditions {
    ExprVector u = {};
    ExprVector c = {};
    ExprMatrix metric = {};  // M
};

bool all_finite(const Vector& x) {
    return std::ranges::all_of(x, [](double e) { return std::isfinite(e); });
}

std::vector<Vector> values_of(const ExprMatrix& rows, const Values& at) {
    std::vector<Vector> result;
    for (const auto& row : rows) result.push_back(evaluate(row, at));
    return result;
}

// (M Cᵀ; C 0) (δ, λ) = (−M (u − u₀), −c), by least squares: conditions may repeat each other, and where
// some of u are fixed they may have nothing left to say.
Vector newton_step(const Conditions& on, const ExprMatrix& jacobian_of_c, const Vector& away,
                   const Values& at) {
    const std::size_t n = on.u.size(), k = on.c.size();
    const auto m = values_of(on.metric, at), slopes = values_of(jacobian_of_c, at);
    const Vector c = evaluate(on.c, at);
    const auto size = static_cast<Eigen::Index>(n + k);
    Eigen::MatrixXd matrix = Eigen::MatrixXd::Zero(size, size);
    Eigen::VectorXd right(size);
    const auto set = [&](std::size_t i, std::size_t j, double x) {
        matrix(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(j)) = x;
    };
    for (std::size_t i = 0; i < n; ++i) {
        double force = 0;
        for (std::size_t j = 0; j < n; ++j) {
            set(i, j, m[i][j]);
            force -= m[i][j] * away[j];
        }
        right(static_cast<Eigen::Index>(i)) = force;
    }
    for (std::size_t r = 0; r < k; ++r) {
        for (std::size_t i = 0; i < n; ++i) {
            set(i, n + r, slopes[r][i]);
            set(n + r, i, slopes[r][i]);
        }
        right(static_cast<Eigen::Index>(n + r)) = -c[r];
    }
    const Equilibrated<Eigen::MatrixXd> scaled(matrix, static_cast<Eigen::Index>(n));
    const Eigen::VectorXd x = scaled.solution(
        solution(scaled.matrix().completeOrthogonalDecomposition(), scaled.right(right)));
    return {x.data(), x.data() + n};
}

Vector values_of(const ExprVector& symbols, const Values& at) {
    Vector result;
    for (const Expr& symbol : symbols) result.push_back(at.at(symbol));
    return result;
}

// (Σ Mᵢᵢ uᵢ²)^½
double norm(const ExprMatrix& metric, const Vector& u, const Values& at) {
    double sum = 0;
    for (std::size_t i = 0; i < u.size(); ++i)
        sum += std::abs(evaluate(metric[i][i], at)) * u[i] * u[i];
    return std::sqrt(sum);
}

// How large each entry would be with this norm alone, and is where it is larger: what is small beside
// it is rounding, in all units.
Vector sizes_of(const ExprMatrix& metric, const Vector& u, double norm, const Values& at) {
    Vector result;
    for (std::size_t i = 0; i < u.size(); ++i) {
        const double inertia = std::abs(evaluate(metric[i][i], at));
        result.push_back(std::max(std::abs(u[i]), inertia > 0 ? norm / std::sqrt(inertia) : 0));
    }
    return result;
}

// How large the terms of c are at the state, and how much c changes over the sizes of the variables:
// what its rounding errors are relative to.
double scale(const Expr& c, const ExprVector& variables, const Vector& sizes, const Values& at) {
    double sum = 0;
    if (c.kind() == Kind::Sum) {
        sum = std::abs(c.number().to_double());
        for (std::size_t i = 0; i < c.args().size(); ++i)
            sum += std::abs(c.coefficients()[i].to_double() * evaluate(c.args()[i], at));
    }
    const Vector slopes = evaluate(gradient(c, variables), at);
    double change = 0;
    for (std::size_t i = 0; i < slopes.size(); ++i) change += std::abs(slopes[i]) * sizes[i];
    return sum + (std::isfinite(change) ? change : 0);
}

// Beside that; not at a pole, where both are infinite.
bool holds(const Expr& c, double scale, double tolerance, const Values& at) {
    const double off = std::abs(evaluate(c, at));
    return std::isfinite(off) && off <= tolerance * scale;
}

// Moves u in `at` to the consistent value nearest to `start`; `whole` has all variables, and it is
// beside their energy that changes are small.
bool nearest(const Conditions& on, const Conditions& whole, const Vector& start, Values& at) {
    const ExprMatrix slopes = jacobian(on.c, on.u);
    Vector now = values_of(on.u, at);
    for (int step = 0; step < most_steps; ++step) {
        Vector away;
        for (std::size_t i = 0; i < now.size(); ++i) away.push_back(now[i] - start[i]);
        const Vector change = newton_step(on, slopes, away, at);
        if (!all_finite(change)) return false;
        Vector next = now;
        for (std::size_t i = 0; i < now.size(); ++i) at[on.u[i]] = next[i] += change[i];
        const double all = norm(whole.metric, values_of(whole.u, at), at);
        const Vector sizes = sizes_of(on.metric, next, all, at);
        bool has_converged = true;
        for (std::size_t i = 0; i < now.size(); ++i) {
            const bool is_rounding = std::abs(change[i]) <= converged * sizes[i];
            has_converged = has_converged && is_rounding;
            // From zero it would lead to where rounding errors point.
            at[on.u[i]] = now[i] = is_rounding && now[i] == 0 ? 0 : next[i];
        }
        if (!has_converged) continue;
        for (std::size_t i = 0; i < now.size(); ++i)  // rounding errors read as values
            if (std::abs(now[i]) <= converged * sizes[i]) at[on.u[i]] = 0;
        return std::ranges::all_of(on.c, [&](const Expr& c) {
            return holds(c, scale(c, on.u, sizes, at), satisfied, at);
        });
    }
    return false;
}

Values numbers(const std::vector<Replacement>& exact) {
    Values result;
    for (const auto& [symbol, value] : exact) result[symbol] = evaluate(value, {});
    return result;
}

// Whether the constraints, as they are written, have values where the motion begins: x' = y'/tan φ
// has none at φ = 0.
bool has_values(const System& system) {
    const Values at = numbers(initial_values(system));
    return std::ranges::all_of(system.constraints, [&](const Constraint& c) {
        return c.order != 1 || std::isfinite(evaluate(c.expression, at));
    });
}

class Start {
public:
    Start(const System& system, double tolerance)
        : system_(system),
          free_(free_motion(system)),
          tolerance_(tolerance),
          at_(numbers(initial_values(system))) {}

    ConsistentStart run() {
        Conditions positions{system_.q, {}, free_.mass}, velocities{system_.v, {}, free_.mass};
        collect(0, positions, result_.positions);
        if (!result_.positions.empty())
            std::tie(result_.nearest_q, result_.keeps_given_q) = project(0, positions);
        if (!result_.positions.empty() && !result_.nearest_q) return std::move(result_);
        collect(1, velocities, result_.velocities);  // where the positions are now
        if (!result_.velocities.empty())
            std::tie(result_.nearest_v, result_.keeps_given_v) = project(1, velocities);
        return std::move(result_);
    }

private:
    // What must vanish on this level: φ of positional constraints, or dφ/dt and b.
    std::vector<std::pair<std::size_t, Expr>> level(int order) const {
        std::vector<std::pair<std::size_t, Expr>> result;
        for (std::size_t i = 0; i < system_.constraints.size(); ++i) {
            const Constraint& c = system_.constraints[i];
            if (c.order == 2 || (order == 0 && c.order == 1)) continue;
            const bool is_rate = order == 1 && c.order == 0;
            result.emplace_back(
                i, is_rate ? derivative_along(c.expression, system_.by_time()) : c.expression);
        }
        return result;
    }

    // Beside sizes of the variables at this state.
    bool is_violated(int order, const Expr& c, const Vector& sizes) const {
        const ExprVector& variables = order == 0 ? system_.q : system_.v;
        return !holds(c, scale(c, variables, sizes, at_), tolerance_, at_);
    }

    // Velocities at rest are compared with those that the forces would give on the way of q.
    Vector sizes(int order) const {
        const Vector q = values_of(system_.q, at_);
        const double way = norm(free_.mass, q, at_);
        if (order == 0) return sizes_of(free_.mass, q, way, at_);
        const Vector v = values_of(system_.v, at_), force = evaluate(free_.force, at_);
        double speed = norm(free_.mass, v, at_);
        for (std::size_t i = 0; i < force.size(); ++i) {
            const double inertia = std::abs(evaluate(free_.mass[i][i], at_));
            const double power = std::sqrt(std::abs(force[i]) * way / std::sqrt(inertia));
            if (std::isfinite(power)) speed = std::max(speed, power);
        }
        return sizes_of(free_.mass, v, speed, at_);
    }

    void collect(int order, Conditions& conditions, std::vector<Violation>& violations) const {
        const Vector here = sizes(order);
        for (const auto& [i, c] : level(order)) {
            if (is_violated(order, c, here)) violations.push_back({i, evaluate(c, at_)});
            conditions.c.push_back(c);
        }
    }

    bool all_hold(int order) const {
        const Vector here = sizes(order);
        return std::ranges::none_of(
            level(order), [&](const auto& c) { return is_violated(order, c.second, here); });
    }

    // The nearest consistent values, and whether they keep those that the model names.
    std::pair<std::optional<Vector>, bool> project(int order, const Conditions& all) {
        for (const bool keeping : {true, false})
            if (solve(order, keeping ? without_given(all) : all, all))
                return {values_of(all.u, at_), keeping};
        return {std::nullopt, false};
    }

    // From the values as they are, or else from others nearby: at y = 0 the condition x² + y² = 1
    // does not tell where to go. Constraints that follow from others must come out right too.
    bool solve(int order, const Conditions& on, const Conditions& whole) {
        const Values before = at_;
        const Vector start = values_of(on.u, before);
        Vector by;
        const Vector sizes_of_all = sizes(order);
        for (std::size_t i = 0; i < whole.u.size(); ++i)
            if (std::ranges::find(on.u, whole.u[i]) != on.u.end())
                by.push_back(sizes_of_all[i] > 0 ? sizes_of_all[i] : 1);
        for (const Vector& nudge : nudges(by)) {
            for (std::size_t i = 0; i < nudge.size(); ++i) at_[on.u[i]] = start[i] + nudge[i];
            if (nearest(on, whole, start, at_) && all_hold(order)) return true;
            at_ = before;
        }
        return false;
    }

    // None; each variable up or down by its size; all of them.
    static std::vector<Vector> nudges(const Vector& by) {
        std::vector<Vector> result{Vector(by.size(), 0)};
        for (std::size_t i = 0; i < by.size(); ++i)
            for (const double sign : {1, -1}) result.emplace_back(by.size(), 0)[i] = sign * by[i];
        for (const double sign : {1, -1}) {
            result.push_back(by);
            for (double& each : result.back()) each *= sign;
        }
        return result;
    }

    Conditions without_given(const Conditions& all) const {
        Conditions rest{.c = all.c};
        std::vector<std::size_t> free;
        for (std::size_t i = 0; i < all.u.size(); ++i)
            if (std::ranges::find(system_.initial, all.u[i],
                                  [](const auto& p) { return p.first; }) == system_.initial.end())
                free.push_back(i);
        for (const auto i : free) {
            rest.u.push_back(all.u[i]);
            ExprVector& row = rest.metric.emplace_back();
            for (const auto j : free) row.push_back(all.metric[i][j]);
        }
        return rest;
    }

    const System& system_;
    FreeMotion free_;
    double tolerance_;
    Values at_;
    ConsistentStart result_;
};

}  // namespace

Sentence violated(const System& system, const Violation& violation) {
    const std::string& name = system.constraints[violation.constraint].name;
    if (!std::isfinite(violation.amount)) return sentence("'{}', which has no value there", name);
    return sentence("'{}' by {:.6g}", name, violation.amount);
}

ConsistentStart consistent_start(const System& system, double tolerance) {
    if (has_values(system)) return Start(system, tolerance).run();
    const System cleared = with_cleared_constraints(system);
    return Start(cleared, tolerance).run();
}

}  // namespace rattleback

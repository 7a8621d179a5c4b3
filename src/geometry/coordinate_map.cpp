#include "geometry/coordinate_map.hpp"

#include <algorithm>

#include "exact/linear_algebra.hpp"
#include "exact/simplify.hpp"
#include "expr/graph.hpp"
#include "expr/matrices.hpp"
#include "expr/substitute.hpp"

namespace rattleback {

CoordinateMap::CoordinateMap(const System& system, ExprVector new_q, ExprVector phi)
    : q_(std::move(new_q)), phi_(std::move(phi)), t_(system.t) {
    std::vector<Replacement> by_time{{system.t, 1}};
    for (const Expr& q : q_) {
        v_.push_back(symbol(q.name(), 1));
        by_time.emplace_back(q, v_.back());
        by_time.emplace_back(v_.back(), symbol(q.name(), 2));
    }
    slope_ = jacobian(phi_, q_);
    drift_ = derivative(phi_, system.t);
    const ExprVector v = derivative_along(phi_, by_time), a = derivative_along(v, by_time);
    for (std::size_t i = 0; i < system.size(); ++i) {
        stays_.push_back(phi_[i] == system.q[i]);
        if (stays_[i]) continue;
        put_in_.emplace_back(system.q[i], phi_[i]);
        put_in_.emplace_back(system.v[i], v[i]);
        put_in_.emplace_back(system.a[i], a[i]);
    }
}

bool CoordinateMap::is_regular() const { return rank(slope_) == q_.size(); }

bool CoordinateMap::is_moving() const { return !std::ranges::all_of(drift_, &Expr::is_zero); }

Expr CoordinateMap::function(const Expr& e) const { return simplify(substitute(e, put_in_)); }

ExprVector CoordinateMap::covector(const ExprVector& x) const {
    ExprVector result = product(transposed(slope_), substitute(x, put_in_));
    for (Expr& entry : result) entry = simplify(entry);
    return result;
}

ExprVector CoordinateMap::vector(const ExprVector& x) const {
    ExprVector result = *solve(slope_, substitute(x, put_in_));
    for (Expr& entry : result) entry = simplify(entry);
    return result;
}

ExprVector CoordinateMap::velocity(const ExprVector& psi) const {
    ExprVector relative = substitute(psi, put_in_);
    for (std::size_t i = 0; i < relative.size(); ++i) relative[i] -= drift_[i];
    ExprVector result = *solve(slope_, relative);
    for (Expr& entry : result) entry = simplify(entry);
    return result;
}

std::optional<ExprVector> CoordinateMap::affine_inverse(const ExprVector& old,
                                                        const Expr& t) const {
    std::vector<Replacement> known{{t_, t}};
    std::vector<std::size_t> changed;
    for (std::size_t i = 0; i < q_.size(); ++i)
        if (stays_[i])
            known.emplace_back(q_[i], old[i]);
        else
            changed.push_back(i);
    std::vector<Replacement> origin = known;
    for (const auto i : changed) origin.emplace_back(q_[i], 0);
    ExprMatrix slope;
    ExprVector right;
    for (const auto i : changed) {
        ExprVector& row = slope.emplace_back();
        for (const auto j : changed) {
            row.push_back(simplify(substitute(slope_[i][j], known)));
            for (const auto k : changed)
                if (depends_on(row.back(), q_[k])) return {};
        }
        right.push_back(old[i] - substitute(phi_[i], origin));
    }
    const auto solution = solve(slope, right);
    if (!solution) return {};
    ExprVector result = old;
    for (std::size_t k = 0; k < changed.size(); ++k) result[changed[k]] = simplify((*solution)[k]);
    return result;
}

}  // namespace rattleback

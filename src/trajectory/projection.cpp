#include "trajectory/projection.hpp"

#include <Eigen/LU>
#include <algorithm>
#include <cmath>

#include "expr/flattened.hpp"
#include "geometry/core_system.hpp"

namespace rattleback {
namespace {

constexpr int most_iterations = 12;
constexpr int most = 32;  // coordinates whose matrices live on the stack

using RowMajor = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

CompiledFunction condition_values(const System& system, const ExprVector& c, const ExprVector& u,
                                  const ExprMatrix& metric) {
    ExprVector inputs = system.q, outputs = c;
    inputs.insert(inputs.end(), system.v.begin(), system.v.end());
    inputs.push_back(system.t);
    for (const Parameter& p : system.parameters) inputs.push_back(p.symbol);
    append(outputs, jacobian(c, u));
    append(outputs, metric);
    return compile(inputs, outputs, {.effort = Effort::Quick});
}

// The change, and its size in the metric.
template <int Largest>
double change(const double* values, std::size_t rows, std::size_t size, double* delta) {
    using Matrix =
        Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::ColMajor, Largest, Largest>;
    using Vector = Eigen::Matrix<double, Eigen::Dynamic, 1, Eigen::ColMajor, Largest, 1>;
    const auto k = static_cast<Eigen::Index>(rows), n = static_cast<Eigen::Index>(size);
    const Eigen::Map<const Eigen::VectorXd> c(values, k);
    const Eigen::Map<const RowMajor> slope(values + k, k, n), metric(values + k + k * n, n, n);
    const Eigen::PartialPivLU<Matrix> mass((Matrix(metric)));
    const Matrix lifted = mass.solve(Matrix(slope.transpose()));
    const Eigen::PartialPivLU<Matrix> weights((Matrix(slope * lifted)));
    const Vector impulse = weights.solve(Vector(c));
    Eigen::Map<Eigen::VectorXd> step(delta, n);
    step = -(lifted * impulse);
    // δᵀMδ = cᵀ (C M⁻¹Cᵀ)⁻¹ c
    return std::sqrt(std::abs(c.dot(impulse)));
}

// How far the conditions are from holding, beside the terms of their slopes: what they are rounded to,
// in all units. An entry counts at least as it would with all of (Σ Mᵢᵢ uᵢ²)^½: one that the others hold
// at zero is rounding of them.
double part_of_terms(const double* values, std::size_t rows, std::size_t size, const double* u) {
    const double* const metric = values + rows + rows * size;
    const auto inertia = [&](std::size_t i) { return std::abs(metric[i * size + i]); };
    double square = 0, largest = 0;
    for (std::size_t i = 0; i < size; ++i) square += inertia(i) * u[i] * u[i];
    for (std::size_t r = 0; r < rows; ++r) {
        const double* const slope = values + rows + r * size;
        double terms = 0;
        for (std::size_t i = 0; i < size; ++i) {
            const double alone = inertia(i) > 0 ? std::sqrt(square / inertia(i)) : 0;
            terms += std::abs(slope[i]) * std::max(std::abs(u[i]), alone);
        }
        if (values[r] != 0) largest = std::max(largest, std::abs(values[r]) / terms);
    }
    return largest;
}

}  // namespace

Projection::Projection(const System& system) : n_(system.size()), in_(2 * n_ + 1) {
    const ExprMatrix metric = free_motion(system).mass;
    ExprVector phi, b;
    for (const auto i : constraint_rows(system).independent) {
        const Constraint& c = system.constraints[i];
        if (c.order == 0) phi.push_back(c.expression);
        if (c.order < 2)
            b.push_back(c.order == 0 ? derivative_along(c.expression, system.by_time())
                                     : c.expression);
    }
    if (!phi.empty()) positions_ = {phi.size(), condition_values(system, phi, system.q, metric)};
    if (!b.empty()) velocities_ = {b.size(), condition_values(system, b, system.v, metric)};
    const std::size_t k = std::max(phi.size(), b.size());
    out_.resize(k + k * n_ + n_ * n_ + n_);
}

Projection Projection::with(std::span<const double> parameters) const {
    Projection result = *this;
    result.in_.insert(result.in_.end(), parameters.begin(), parameters.end());
    return result;
}

bool Projection::operator()(double t, double* state) const {
    return move(positions_, t, state, 0) && move(velocities_, t, state, n_);
}

double Projection::part_off(double t, std::span<const double> state) const {
    if (velocities_.rows == 0) return 0;
    std::copy_n(state.begin(), 2 * n_, in_.begin());
    in_[2 * n_] = t;
    (*velocities_.values)(in_.data(), out_.data());
    const double size =
        change<Eigen::Dynamic>(out_.data(), velocities_.rows, n_, out_.data() + out_.size() - n_);
    const auto k = static_cast<Eigen::Index>(velocities_.rows), n = static_cast<Eigen::Index>(n_);
    const Eigen::Map<const RowMajor> metric(out_.data() + k + k * n, n, n);
    const Eigen::Map<const Eigen::VectorXd> v(in_.data() + n, n);
    return size / std::sqrt(std::abs(v.dot(metric * v)));
}

bool Projection::move(const Conditions& conditions, double t, double* state,
                      std::size_t first) const {
    if (conditions.rows == 0) return true;
    double* const delta = out_.data() + out_.size() - n_;
    in_[2 * n_] = t;
    double total = 0, before = 0, off = 0;
    for (int iteration = 0; iteration < most_iterations; ++iteration) {
        std::copy_n(state, 2 * n_, in_.begin());
        (*conditions.values)(in_.data(), out_.data());
        const double size = n_ <= most
                                ? change<most>(out_.data(), conditions.rows, n_, delta)
                                : change<Eigen::Dynamic>(out_.data(), conditions.rows, n_, delta);
        if (!std::isfinite(size)) return false;
        off = part_of_terms(out_.data(), conditions.rows, n_, state + first);
        for (std::size_t i = 0; i < n_; ++i) state[first + i] += delta[i];
        if (!std::all_of(delta, delta + n_, [](double x) { return std::isfinite(x); }))
            return false;
        total += size;
        // Converged, or as far as rounding lets it.
        if (off <= 1e-15 || (iteration > 0 && off <= 1e-12 && size > 0.1 * before)) {
            if (total > largest_.value) largest_ = {total, t};
            return true;
        }
        before = size;
    }
    return off < 1e-9;
}

bool keeps_all_velocities(const System& system, const Equations& equations) {
    return equations.velocities == system.v && equations.speeds.size() >= system.size() &&
           std::equal(system.v.begin(), system.v.end(), equations.speeds.begin());
}

}  // namespace rattleback

#include "geometry/connection.hpp"

#include "expr/matrices.hpp"

namespace rattleback {
namespace {

ExprTensor zero_tensor(std::size_t n) { return ExprTensor(n, ExprMatrix(n, ExprVector(n))); }

// K_ks = (C_i {i ks} − c_ks)/(CᵐC_m); Cⁱ Γ_ksi needs no symbol of the second kind.
ExprMatrix correction(const ExprTensor& first_kind, const HomogeneousConstraint& constraint,
                      const ExprVector& upper) {
    const Expr square = dot(upper, constraint.covector);
    ExprMatrix result;
    for (std::size_t k = 0; k < upper.size(); ++k) {
        ExprVector& row =
            result.emplace_back(difference(product(first_kind[k], upper), constraint.quadratic[k]));
        for (Expr& e : row) e /= square;
    }
    return result;
}

}  // namespace

Connection inertial_connection(const Metric& metric, const ExprTensor& first_kind,
                               const ExprVector& v,
                               std::span<const HomogeneousConstraint> constraints) {
    const std::size_t n = v.size();
    const ExprVector inertia = inertial_terms(first_kind, v);
    Connection result{christoffel_second_kind(metric, first_kind), zero_tensor(n),
                      raised(metric, inertia)};
    for (const HomogeneousConstraint& constraint : constraints) {
        const auto& [lower, quadratic] = constraint;
        const ExprVector upper = raised(metric, lower);
        const ExprMatrix k_ks = correction(first_kind, constraint, upper);
        const Expr along_v =
            (dot(upper, inertia) - dot(v, product(quadratic, v))) / dot(upper, lower);
        for (std::size_t r = 0; r < n; ++r) {
            result.contracted[r] -= upper[r] * along_v;
            for (std::size_t k = 0; k < n; ++k)
                for (std::size_t s = 0; s < n; ++s) {
                    result.coefficients[r][k][s] -= upper[r] * k_ks[k][s];
                    result.metric_derivative[r][k][s] +=
                        k_ks[r][k] * lower[s] + k_ks[r][s] * lower[k];
                }
        }
    }
    return result;
}

Connection semi_symmetric_connection(const Metric& metric, const ExprTensor& first_kind,
                                     const ExprVector& v, const ExprVector& force) {
    const std::size_t n = v.size();
    const ExprVector upper = raised(metric, force);
    const Expr twice_t = dot(v, lowered(metric, v));
    Connection result{christoffel_second_kind(metric, first_kind), zero_tensor(n),
                      difference(raised(metric, inertial_terms(first_kind, v)), upper)};
    for (std::size_t r = 0; r < n; ++r)
        for (std::size_t k = 0; k < n; ++k)
            for (std::size_t s = 0; s < n; ++s) {
                Expr bracket = -upper[r] * metric.lower[k][s];
                if (r == s) bracket -= force[k];
                if (r == k) bracket += force[s];
                result.coefficients[r][k][s] += bracket / twice_t;
                result.metric_derivative[r][k][s] = 2 * force[r] * metric.lower[k][s] / twice_t;
            }
    return result;
}

ExprTensor torsion(const ExprTensor& coefficients) {
    const std::size_t n = coefficients.size();
    ExprTensor result = zero_tensor(n);
    for (std::size_t r = 0; r < n; ++r)
        for (std::size_t k = 0; k < n; ++k)
            for (std::size_t s = 0; s < n; ++s)
                result[r][k][s] = (coefficients[r][k][s] - coefficients[r][s][k]) / 2;
    return result;
}

}  // namespace rattleback

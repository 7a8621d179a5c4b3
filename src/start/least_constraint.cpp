#include "start/least_constraint.hpp"

#include <cmath>

#include "expr/evaluate.hpp"
#include "geometry/core_system.hpp"
#include "rattleback/errors.hpp"
#include "start/decompositions.hpp"
#include "start/initial_state.hpp"

namespace rattleback {
namespace {

Eigen::MatrixXd evaluated(const ExprMatrix& matrix, std::size_t columns, const Values& at) {
    Eigen::MatrixXd result(static_cast<Eigen::Index>(matrix.size()),
                           static_cast<Eigen::Index>(columns));
    for (std::size_t i = 0; i < matrix.size(); ++i)
        for (std::size_t j = 0; j < columns; ++j)
            result(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(j)) =
                evaluate(matrix[i][j], at);
    return result;
}

Eigen::VectorXd evaluated(const ExprVector& vector, const Values& at) {
    Eigen::VectorXd result(static_cast<Eigen::Index>(vector.size()));
    for (std::size_t i = 0; i < vector.size(); ++i)
        result(static_cast<Eigen::Index>(i)) = evaluate(vector[i], at);
    return result;
}

}  // namespace

std::optional<double> constraint_at_start(const System& system) {
    try {
        const CoreSystem core = core_system(system);
        const Values at = numbers_at_start(system);
        const FullLU mass(evaluated(core.mass, system.size(), at));
        if (!mass.isInvertible()) return {};
        if (core.a.empty()) return 0;
        const Eigen::MatrixXd a = evaluated(core.a, system.size(), at);
        const Eigen::MatrixXd n = evaluated(core.n, system.size(), at);
        const Eigen::MatrixXd push = solutions(mass, n.transpose());  // M⁻¹Nᵀ
        const Eigen::VectorXd free = solution(mass, evaluated(core.force, at));
        const FullLU middle(a * push);
        if (!middle.isInvertible()) return {};
        const Eigen::VectorXd mu = -solution(middle, a * free + evaluated(core.beta, at));
        const double g = (push * mu).dot(n.transpose() * mu) / 2;
        return std::isfinite(g) ? std::optional(g) : std::nullopt;
    } catch (const NumericalError&) {
    } catch (const DerivationError&) {
    }
    return {};
}

}  // namespace rattleback

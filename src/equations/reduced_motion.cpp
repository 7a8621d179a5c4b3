#include "equations/reduced_motion.hpp"

#include <algorithm>

#include "equations/hypotheses.hpp"
#include "exact/linear_algebra.hpp"
#include "expr/flattened.hpp"
#include "expr/matrices.hpp"
#include "expr/print_text.hpp"
#include "expr/sentence_error.hpp"
#include "expr/substitute.hpp"
#include "geometry/core_system.hpp"
#include "geometry/parametrization.hpp"
#include "geometry/row_reduction.hpp"
#include "rattleback/errors.hpp"

namespace rattleback {
namespace {

ReducedMotion of_parametrization(const System& system, Parametrization p) {
    std::vector<Replacement> by_time{{system.t, 1}};
    for (std::size_t i = 0; i < system.size(); ++i) by_time.emplace_back(system.q[i], p.psi[i]);
    ReducedMotion motion{.z = p.z,
                         .z_rates = p.z_rates(),
                         .psi = p.psi,
                         .slope = jacobian(p.psi, p.z),
                         .sigma = derivative_along(p.psi, by_time),
                         .inverse = std::move(p.inverse),
                         .dependent = {},
                         .notes = {}};
    if (!p.branch.empty()) motion.notes.push_back("The motion is that on " + p.branch + ".");
    return motion;
}

// By the implicit function theorem: A a + β = 0 with A = ∂b/∂v, β = (∂b/∂q) v + ∂b/∂t, solved for
// as many accelerations as there are rows.
ReducedMotion local_motion(const System& system, const Sentence& reason) {
    const std::size_t n = system.size();
    auto [augmented, beta, kept] = constraint_rows(system);
    for (std::size_t i = 0; i < beta.size(); ++i) augmented[i].push_back(beta[i]);
    const auto [pivots, rows] = reduce_rows(system, std::move(augmented), n);
    ReducedMotion motion{.z = {},
                         .z_rates = {},
                         .psi = system.v,
                         .slope = ExprMatrix(n),
                         .sigma = ExprVector(n),
                         .inverse = {},
                         .dependent = pivots,
                         .notes = {}};
    std::ranges::sort(motion.dependent);
    for (std::size_t j = 0; j < n; ++j) {
        if (std::ranges::find(pivots, j) != pivots.end()) continue;
        motion.z.push_back(system.v[j]);
        motion.z_rates.push_back(system.a[j]);
        for (ExprVector& row : motion.slope) row.emplace_back();
        motion.slope[j].back() = 1;
        for (std::size_t i = 0; i < rows.size(); ++i) motion.slope[pivots[i]].back() = -rows[i][j];
    }
    for (std::size_t i = 0; i < rows.size(); ++i) motion.sigma[pivots[i]] = -rows[i][n];
    motion.inverse = motion.z;
    Sentences names;
    for (const auto i : motion.dependent) names.emplace_back(system.v[i]);
    motion.notes.push_back(
        sentence("The form is local, in all velocities, with {} given by the implicit function "
                 "theorem, because {}.",
                 listed(names, ", ", ", "), reason));
    return motion;
}

}  // namespace

ExprVector ReducedMotion::accelerations() const {
    ExprVector result;
    for (std::size_t i = 0; i < slope.size(); ++i)
        result.push_back(dot(slope[i], z_rates) + sigma[i]);
    return result;
}

ExprVector ReducedMotion::on_constraints(const System& system,
                                         std::span<const Expr> expressions) const {
    const ExprVector a = accelerations();
    std::vector<Replacement> replacements;
    for (std::size_t i = 0; i < psi.size(); ++i) {
        replacements.emplace_back(system.v[i], psi[i]);
        replacements.emplace_back(system.a[i], a[i]);
    }
    return substitute(expressions, replacements);
}

ExprMatrix ReducedMotion::on_constraints(const System& system, const ExprMatrix& rows) const {
    const ExprVector entries = on_constraints(system, flattened(rows));
    ExprMatrix result;
    auto from = entries.begin();
    for (const ExprVector& row : rows) {
        const auto to = from + static_cast<std::ptrdiff_t>(row.size());
        result.emplace_back(from, to);
        from = to;
    }
    return result;
}

ReducedMotion reduced_motion(const System& system) {
    try {
        return of_parametrization(system, parametrize(system));
    } catch (const DerivationError& error) {
        return local_motion(system, said_by(error));
    }
}

ExprMatrix test_rows(const System& system, const ReducedMotion& motion) {
    if (!is_generalized(system)) return transposed(motion.slope);
    return motion.on_constraints(system, reaction_free_space(system));
}

Equations equations_of(const System& system, const ReducedMotion& motion, const ExprMatrix& matrix,
                       const ExprVector& right) {
    const bool local = !motion.dependent.empty();
    Equations equations{.form = {},
                        .q = system.q,
                        .speeds = local ? system.v : motion.z,
                        .velocities = motion.psi,
                        .unknowns = local ? system.a : motion.z_rates,
                        .matrix = matrix,
                        .right = right,
                        .accelerations = local ? system.a : motion.accelerations(),
                        .reactions = {},
                        .speeds_from_velocities = local ? system.v : motion.inverse,
                        .steps = {},
                        .notes = motion.notes};
    if (!local) return equations;
    const auto among_unknowns = [&](const ExprVector& by_rates) {
        ExprVector row(system.size());
        for (std::size_t j = 0; j < motion.z_rates.size(); ++j)
            row[static_cast<std::size_t>(std::ranges::find(system.a, motion.z_rates[j]) -
                                         system.a.begin())] = by_rates[j];
        return row;
    };
    for (ExprVector& row : equations.matrix) row = among_unknowns(row);
    for (const auto i : motion.dependent) {
        ExprVector row = among_unknowns(negated(motion.slope[i]));
        row[i] = 1;
        equations.matrix.push_back(std::move(row));
        equations.right.push_back(motion.sigma[i]);
    }
    return equations;
}

Refusal reduced_motion_refusal(const System& system) {
    if (auto why = unless_of_lower_order(system)) return why;
    for (const Constraint& c : system.constraints)
        if (c.order == 2)
            return "the constraint '" + c.name + "' is of second order and restricts no velocity";
    return {};
}

}  // namespace rattleback

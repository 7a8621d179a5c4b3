#include "equations/lagrange_multipliers.hpp"

#include "equations/hypotheses.hpp"
#include "equations/in_all_velocities.hpp"
#include "equations/normal_form_steps.hpp"
#include "exact/linear_algebra.hpp"
#include "expr/matrices.hpp"
#include "geometry/core_system.hpp"
#include "geometry/fresh_symbols.hpp"

namespace rattleback {
namespace {

// The rows M a − Nᵀ μ = f, then A a = −β.
void write_rows(const CoreSystem& core, Equations& equations) {
    const std::size_t n = core.mass.size(), k = core.a.size();
    for (std::size_t i = 0; i < n; ++i) {
        ExprVector row = core.mass[i];
        for (std::size_t j = 0; j < k; ++j) row.push_back(-core.n[j][i]);
        equations.matrix.push_back(std::move(row));
        equations.right.push_back(core.force[i]);
    }
    for (std::size_t j = 0; j < k; ++j) {
        ExprVector row = core.a[j];
        row.resize(n + k);
        equations.matrix.push_back(std::move(row));
        equations.right.push_back(-core.beta[j]);
    }
}

}  // namespace

ExprVector multiplier_symbols(const System& system, std::size_t count) {
    return fresh_symbols(system, "mu", count);
}

Refusal lagrange_multipliers_refusal(const System& system) {
    return unless_given_by_equations(system);
}

Equations lagrange_multipliers(const System& system) {
    const CoreSystem core = core_system(system);
    const ExprVector mu = multiplier_symbols(system, core.a.size());
    Equations equations = in_all_velocities("lagrange_multipliers", system);
    equations.reactions = ExprVector(system.size());
    equations.unknowns.insert(equations.unknowns.end(), mu.begin(), mu.end());
    write_rows(core, equations);
    if (!mu.empty()) equations.reactions = product(transposed(core.n), mu);
    equations.steps = {{"M", "mass matrix ∂²L/∂v∂v", core.mass},
                       {"f", "forces: the free motion is M a = f", column(core.force)},
                       {"A", "the constraints restrict the accelerations by A a + β = 0", core.a},
                       {"β", "the part of that condition without accelerations", column(core.beta)},
                       {"N", "directions of the reaction R = Nᵀ μ", core.n}};
    if (!mu.empty())
        equations.more_steps = [core, v = system.v, t = system.t] {
            return normal_form_steps(core, v, t);
        };
    return equations;
}

}  // namespace rattleback

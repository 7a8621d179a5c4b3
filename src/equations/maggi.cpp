#include "equations/maggi.hpp"

#include <algorithm>

#include "equations/hypotheses.hpp"
#include "equations/in_all_velocities.hpp"
#include "exact/linear_algebra.hpp"
#include "expr/graph.hpp"
#include "expr/matrices.hpp"
#include "geometry/core_system.hpp"

namespace rattleback {
namespace {

struct Basis {
    ExprMatrix rows;  // Γᵀ
    std::string note;
};

// Of the user's v = Γ z + γ, where Γ is free of z.
std::optional<ExprMatrix> given_basis(const System& system) {
    if (!system.parametrization || is_generalized(system)) return {};
    const auto& [z, psi] = *system.parametrization;
    const ExprMatrix columns = jacobian(psi, z);
    for (const ExprVector& row : columns)
        for (const Expr& s : symbols_of(row))
            if (std::ranges::find(z, s) != z.end()) return {};
    return transposed(columns);
}

Basis basis(const System& system) {
    if (auto given = given_basis(system))
        return {std::move(*given),
                "The basis of the virtual displacements is the given parametrization's."};
    return {reaction_free_space(system), {}};
}

}  // namespace

Refusal maggi_refusal(const System& system) { return unless_given_by_equations(system); }

Equations maggi(const System& system) {
    const auto [mass, force] = free_motion(system);
    const auto [a, beta, independent] = constraint_rows(system);
    const auto [gamma, note] = basis(system);
    Equations equations = in_all_velocities("maggi", system);
    equations.matrix = product(gamma, mass);
    equations.right = product(gamma, force);
    equations.reactions = difference(product(mass, system.a), force);
    for (std::size_t i = 0; i < a.size(); ++i) {
        equations.matrix.push_back(a[i]);
        equations.right.push_back(-beta[i]);
    }
    const bool ideal = !is_generalized(system);
    equations.steps = {{"M", "mass matrix ∂²L/∂v∂v", mass},
                       {"f", "forces: the free motion is M a = f", column(force)},
                       {"A", "the constraints restrict the accelerations by A a + β = 0", a},
                       {"β", "the part of that condition without accelerations", column(beta)},
                       {"Γ",
                        ideal ? "its columns span the virtual displacements D = ker A"
                              : "its columns span the space W on which the reaction vanishes",
                        transposed(gamma)}};
    if (!note.empty()) equations.notes.push_back(note);
    return equations;
}

}  // namespace rattleback

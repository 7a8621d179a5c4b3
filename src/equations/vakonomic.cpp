#include "equations/vakonomic.hpp"

#include <algorithm>

#include "equations/hypotheses.hpp"
#include "equations/in_all_velocities.hpp"
#include "equations/sigma_form.hpp"
#include "exact/linear_algebra.hpp"
#include "expr/matrices.hpp"
#include "geometry/core_system.hpp"
#include "geometry/fresh_symbols.hpp"
#include "geometry/parametrization.hpp"

namespace rattleback {
namespace {

std::string latent_name(std::size_t constraint) {
    return "lambda" + std::to_string(constraint + 1);
}

void write_notes(const System& system, const LatentVariables& latent, Equations& equations) {
    if (!latent.lambda.empty())
        equations.notes.emplace_back(
            "Positions and velocities do not determine the latent variables λ: their initial "
            "values "
            "are free.");
    if (!std::ranges::all_of(system.force, &Expr::is_zero))
        equations.notes.emplace_back(
            "The forces beside the Lagrangian are added to the equations of the extended "
            "Lagrangian.");
    for (const std::string& name : latent.left_out)
        equations.notes.push_back("The constraint '" + name +
                                  "' depends on those before it and has no latent variable.");
}

}  // namespace

LatentVariables latent_variables(const System& system) {
    const ExprVector b = velocity_constraints(system);
    const ExprMatrix slope = jacobian(b, system.v);
    const auto kept = independent_rows(slope);
    LatentVariables result;
    for (std::size_t i = 0; i < b.size(); ++i) {
        if (std::ranges::find(kept, i) == kept.end()) {
            result.left_out.push_back(system.constraints[i].name);
            continue;
        }
        result.b.push_back(b[i]);
        result.slope.push_back(slope[i]);
        result.lambda.push_back(symbol(latent_name(i)));
        result.rates.push_back(symbol(latent_name(i), 1));
    }
    return result;
}

Refusal vakonomic_refusal(const System& system) {
    if (auto why = first_of(system, unless_of_first_order, unless_ideal, unless_given_by_equations))
        return why;
    for (std::size_t i = 0; i < system.constraints.size(); ++i) {
        const auto is_taken = [&](const Expr& e) { return e.name() == latent_name(i); };
        if (std::ranges::any_of(system.q, is_taken) ||
            std::ranges::any_of(system.parameters, is_taken, &Parameter::symbol))
            return "'" + latent_name(i) +
                   "' is the name of a latent variable, and the model has it already";
    }
    return {};
}

Equations vakonomic(const System& system) {
    const auto [mass, force] = free_motion(system);
    const LatentVariables latent = latent_variables(system);
    const std::size_t n = system.size(), k = latent.b.size();
    const auto drift = system.by_time_without_accelerations();

    const Expr lambda_b = dot(latent.lambda, latent.b);
    // Σ λ ∂b/∂v, Σ λ ∂²b/∂v∂v, Σ λ (∂²b/∂v∂q v + ∂²b/∂v∂t) and Σ λ ∂b/∂q
    const ExprVector momenta = gradient(lambda_b, system.v);
    const ExprMatrix bending = jacobian(momenta, system.v);
    const ExprVector turning = derivative_along(momenta, drift);
    const ExprVector slope = gradient(lambda_b, system.q);
    const ExprVector beta = derivative_along(latent.b, drift);

    Equations equations = in_all_velocities("vakonomic", system);
    const auto append = [](ExprVector& to, const ExprVector& more) {
        to.insert(to.end(), more.begin(), more.end());
    };
    append(equations.speeds, latent.lambda);
    append(equations.unknowns, latent.rates);
    append(equations.speeds_from_velocities, latent.lambda);
    const ExprMatrix columns = k == 0 ? ExprMatrix(n) : transposed(latent.slope);
    for (std::size_t i = 0; i < n; ++i) {
        ExprVector row = difference(mass[i], bending[i]);
        for (const Expr& e : columns[i]) row.push_back(-e);
        equations.matrix.push_back(std::move(row));
        equations.right.push_back(force[i] + turning[i] - slope[i]);
        equations.reactions.push_back(dot(columns[i], latent.rates) + dot(bending[i], system.a) +
                                      turning[i] - slope[i]);
    }
    for (std::size_t alpha = 0; alpha < k; ++alpha) {
        equations.matrix.emplace_back(latent.slope[alpha]).resize(n + k);
        equations.right.push_back(-beta[alpha]);
    }
    const Expr extended = system.lagrangian - lambda_b;
    equations.steps = {{"𝕃", "extended Lagrangian L − λᵀ b", {{extended}}},
                       {"M", "mass matrix ∂²L/∂v∂v", mass},
                       {"f", "forces: the free motion is M a = f", column(force)},
                       {"b", "the constraints b = 0", column(latent.b)},
                       {"D", "∂b/∂v", latent.slope},
                       {"β", "(∂b/∂q) v + ∂b/∂t", column(beta)}};
    if (k > 0) {
        equations.steps.push_back(
            {"λ·B'v", "λ times the derivative of ∂b/∂v along v (3.4)", column(turning)});
        equations.steps.push_back({"∂(λ·b)/∂q", "slope of λ·b (3.4)", column(slope)});
        equations.more_steps = [extended, lambda = latent.lambda,
                                sigma = fresh_symbols(system, "sigma", k),
                                matrix = equations.matrix, right = equations.right] {
            return sigma_form_steps(extended, lambda, sigma, matrix, right);
        };
    }
    write_notes(system, latent, equations);
    return equations;
}

}  // namespace rattleback

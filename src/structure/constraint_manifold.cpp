#include "structure/constraint_manifold.hpp"

#include <algorithm>

#include "exact/linear_algebra.hpp"
#include "exact/simplify.hpp"
#include "expr/functions.hpp"
#include "expr/graph.hpp"
#include "expr/matrices.hpp"
#include "expr/sentence_error.hpp"
#include "expr/substitute.hpp"
#include "geometry/parametrization.hpp"
#include "rattleback/errors.hpp"

namespace rattleback {
namespace {

Expr at_zero(const Expr& e, const Expr& x) {
    const Replacement zero{x, 0};
    return substitute(e, {&zero, 1});
}

// φ = 0 solved for x, when φ is a polynomial of degree one or two in it; one root.
std::optional<Expr> solved_for(const Expr& phi, const Expr& x) {
    const Expr slope = simplify(derivative(phi, x));
    if (slope.is_zero() || vanishes(slope) != Answer::No) return {};
    if (!depends_on(slope, x)) return simplify(-at_zero(phi, x) / slope);
    const Expr twice = simplify(derivative(slope, x));
    if (twice.is_zero() || depends_on(twice, x)) return {};
    const Expr b = at_zero(slope, x), c = at_zero(phi, x);
    return simplify((sqrt(simplify(pow(b, 2) - 2 * twice * c)) - b) / twice);
}

void solve_positions(const System& system, ConstraintManifold& manifold) {
    const auto is_known = [&](const Expr& x) {
        return std::ranges::any_of(manifold.positions,
                                   [&](const Replacement& r) { return r.first == x; });
    };
    for (const Constraint& c : system.constraints) {
        if (c.order != 0) continue;
        const Expr phi = simplify(substitute(c.expression, manifold.positions));
        if (vanishes(phi) == Answer::Yes) continue;
        std::optional<Replacement> found;
        for (std::size_t j = system.size(); j-- > 0 && !found;)
            if (depends_on(phi, system.q[j]) && !is_known(system.q[j]))
                if (const auto value = solved_for(phi, system.q[j])) found = {system.q[j], *value};
        if (!found) {
            manifold.left_out =
                "the constraint '" + c.name + "' could not be solved for a coordinate";
            continue;
        }
        for (auto& known : manifold.positions)
            known.second = simplify(substitute(known.second, {&*found, 1}));
        manifold.positions.push_back(*found);
    }
}

void solve_velocities(const System& system, ConstraintManifold& manifold) {
    Parametrization psi{.z = system.v, .psi = system.v, .inverse = {}, .branch = {}};
    try {
        if (system.parametrization) {
            psi = parametrize(system);
        } else if (!velocity_constraints(system).empty()) {
            const ExplicitForm form = explicit_form(system);
            psi.z.clear();
            for (const auto i : form.independent) psi.z.push_back(system.v[i]);
            for (std::size_t k = 0; k < form.dependent.size(); ++k)
                psi.psi[form.dependent[k]] = form.alpha[k];
            psi.branch = form.branch;
        }
    } catch (const DerivationError& error) {
        manifold.left_out = said_by(error);
    } catch (const TooLarge& error) {
        manifold.left_out = said_by(error);
    } catch (const NumericalError& error) {
        manifold.left_out = said_by(error);
    }
    for (std::size_t i = 0; i < system.size(); ++i)
        if (psi.psi[i] != system.v[i]) manifold.velocities.emplace_back(system.v[i], psi.psi[i]);
    manifold.z = psi.z;
    manifold.branch = psi.branch;
}

// [M −Nᵀ; A 0] (a, μ) = (f, −β).
std::optional<ExprVector> solve_core(const CoreSystem& core, const Limits& limits) {
    const std::size_t n = core.mass.size(), k = core.a.size();
    ExprMatrix matrix(n + k, ExprVector(n + k));
    ExprVector right = core.force;
    for (std::size_t i = 0; i < n; ++i)
        for (std::size_t j = 0; j < n; ++j) matrix[i][j] = core.mass[i][j];
    for (std::size_t r = 0; r < k; ++r) {
        for (std::size_t i = 0; i < n; ++i) {
            matrix[i][n + r] = -core.n[r][i];
            matrix[n + r][i] = core.a[r][i];
        }
        right.push_back(-core.beta[r]);
    }
    return solve(matrix, right, limits);
}

}  // namespace

Expr ConstraintManifold::on(const Expr& e) const {
    return substitute(substitute(e, velocities), positions);
}

ExprVector ConstraintManifold::on(const ExprVector& e) const {
    return substitute(substitute(e, velocities), positions);
}

ExprMatrix ConstraintManifold::on(const ExprMatrix& e) const {
    ExprMatrix result;
    for (const auto& row : e) result.push_back(on(row));
    return result;
}

ConstraintManifold constraint_manifold(const System& system) {
    ConstraintManifold manifold;
    solve_positions(system, manifold);
    solve_velocities(system, manifold);
    return manifold;
}

Answer vanishes_on(const ConstraintManifold& manifold, const Expr& e, const Limits& limits) {
    const Answer answer = vanishes(manifold.on(e), limits);
    return answer == Answer::No && !manifold.is_whole() ? Answer::Unknown : answer;
}

CoreSystem whole_core_system(const System& system) {
    const bool only_psi = system.parametrization && velocity_constraints(system).empty();
    if (!only_psi) return core_system(system);
    CoreSystem core = core_system(system);
    const auto& [z, psi] = *system.parametrization;
    const ExprMatrix rows = kernel(transposed(jacobian(psi, z)));
    std::vector<Replacement> along{{system.t, 1}};
    for (std::size_t i = 0; i < system.size(); ++i) along.emplace_back(system.q[i], psi[i]);
    const ExprVector sigma = derivative_along(psi, along);  // a = Ψ ż + σ
    for (const auto& row : rows) {
        core.a.push_back(row);
        core.beta.push_back(-dot(row, sigma));
        if (system.reaction_vanishes_on.empty()) core.n.push_back(row);
    }
    return core;
}

ExprMatrix reaction_directions(const System& system) {
    ExprMatrix rows = whole_core_system(system).n;
    for (const HigherConstraint& h : system.higher) rows.push_back(h.direction);
    return rows;
}

std::optional<ClosedMotion> closed_motion(const CoreSystem& core,
                                          const ConstraintManifold& manifold,
                                          const Limits& limits) {
    const std::size_t n = core.mass.size();
    if (core.n.size() != core.a.size())
        return {};  // a reaction law for more constraints than there are
    const CoreSystem here{manifold.on(core.mass), manifold.on(core.force), manifold.on(core.a),
                          manifold.on(core.beta), manifold.on(core.n),     core.independent};
    try {
        const auto solution = solve_core(here, limits);
        if (!solution) return {};
        const auto middle = solution->begin() + static_cast<std::ptrdiff_t>(n);
        ClosedMotion motion{{solution->begin(), middle}, {middle, solution->end()}, ExprVector(n)};
        if (!here.n.empty()) motion.reactions = product(transposed(here.n), motion.multipliers);
        return motion;
    } catch (const TooLarge&) {
    } catch (const NumericalError&) {
    }
    return {};
}

std::optional<ClosedMotion> closed_motion(const System& system, const ConstraintManifold& manifold,
                                          const Limits& limits) {
    try {
        auto motion = closed_motion(whole_core_system(system), manifold, limits);
        const ExprVector latent = manifold.on(latent_reaction(system));
        for (std::size_t i = 0; motion && i < latent.size(); ++i) motion->reactions[i] += latent[i];
        return motion;
    } catch (const TooLarge&) {
    } catch (const NumericalError&) {
    }
    return {};
}

}  // namespace rattleback

#include "equations/second_order.hpp"

#include <algorithm>

#include "equations/hypotheses.hpp"
#include "equations/in_all_velocities.hpp"
#include "expr/functions.hpp"
#include "expr/matrices.hpp"
#include "expr/quadratic_form.hpp"
#include "geometry/connection.hpp"
#include "geometry/core_system.hpp"
#include "geometry/orthonormal.hpp"

namespace rattleback {
namespace {

// All c_(ν)ks, when there is no force either: the case of Theorems I and III.
std::optional<ExprTensor> inertial_forms(const ExprVector& force, const ExprVector& c,
                                         const ExprVector& v) {
    if (!std::ranges::all_of(force, &Expr::is_zero)) return {};
    ExprTensor forms;
    for (const Expr& one : c) {
        auto form = quadratic_form(one, v);
        if (!form) return {};
        forms.push_back(std::move(*form));
    }
    return forms;
}

// C_(ν), and after it the n² entries of c_(ν)ks where there are any, to be orthonormalized with C_(ν)i.
ExprMatrix attached_rows(const ExprVector& c, const std::optional<ExprTensor>& forms) {
    ExprMatrix result;
    for (std::size_t nu = 0; nu < c.size(); ++nu) {
        ExprVector& row = result.emplace_back(ExprVector{c[nu]});
        if (forms)
            for (const ExprVector& part : (*forms)[nu])
                row.insert(row.end(), part.begin(), part.end());
    }
    return result;
}

std::vector<HomogeneousConstraint> homogeneous_constraints(const OrthogonalRows& rows,
                                                           std::size_t n) {
    std::vector<HomogeneousConstraint> result;
    for (std::size_t nu = 0; nu < rows.covectors.size(); ++nu) {
        HomogeneousConstraint& one = result.emplace_back();
        one.covector = rows.covectors[nu];
        for (std::size_t k = 0; k < n; ++k) {
            const auto from = rows.attached[nu].begin() + static_cast<std::ptrdiff_t>(1 + k * n);
            one.quadratic.emplace_back(from, from + static_cast<std::ptrdiff_t>(n));
        }
    }
    return result;
}

// The rows are orthogonal, so each has the multiplier (5); R_i = μ_(ν) C_(ν)i.
struct Reaction {
    ExprVector mu;
    ExprVector force;
};

Reaction reaction_of(const Metric& g, const ExprVector& inertia, const ExprVector& force,
                     const OrthogonalRows& rows) {
    const ExprVector lack = difference(inertia, force);
    Reaction result{{}, ExprVector(force.size())};
    for (std::size_t nu = 0; nu < rows.covectors.size(); ++nu) {
        const ExprVector& c_i = rows.covectors[nu];
        result.mu.push_back((dot(raised(g, c_i), lack) - rows.attached[nu][0]) / rows.squares[nu]);
        for (std::size_t i = 0; i < force.size(); ++i) result.force[i] += result.mu[nu] * c_i[i];
    }
    return result;
}

// One constraint as it stands; several as (6) wants them.
void show_multipliers(const OrthogonalRows& rows, ExprVector mu, Equations& equations) {
    if (mu.size() == 1) {
        equations.steps.push_back({"μ", "multiplier (5)", column(mu)});
        return;
    }
    for (std::size_t nu = 0; nu < mu.size(); ++nu) mu[nu] *= sqrt(rows.squares[nu]);
    equations.steps.push_back({StepSymbol("C").low("(ν)i"), "C_i, orthonormalized in the metric",
                               orthonormalized(rows).covectors});
    equations.steps.push_back({StepSymbol("μ").low("(ν)"),
                               "multipliers (6) of the orthonormalized constraints", column(mu)});
}

void show_connection(const System& system, const Connection& connection, const std::string& number,
                     Equations& equations) {
    for (std::size_t r = 0; r < system.size(); ++r) {
        const std::string name(system.q[r].name());
        equations.steps.push_back(
            {StepSymbol("Γ").high_name(name),
             "coefficients Γʳ_ks of the connection " + number + ", r = " + name,
             connection.coefficients[r]});
    }
    for (std::size_t s = 0; s < system.size(); ++s) {
        const std::string name(system.q[s].name());
        equations.steps.push_back({StepSymbol("∇").low_name(name) + " g",
                                   "covariant derivative ∇_s g_ij, s = " + name,
                                   connection.metric_derivative[s]});
    }
}

// (13)–(15), with T the kinetic energy of the metric.
std::vector<Step> parts_of_connection(const ExprVector& q, const ExprVector& q_bar,
                                      const Expr& kinetic, const ExprTensor& coefficients) {
    ExprVector s;
    for (const Expr& e : q_bar) s.push_back(-e / kinetic);
    std::vector<Step> steps{{StepSymbol("S").low("k"), "−Q̄_k/T (15)", column(s)}};
    const ExprTensor odd = torsion(coefficients);
    for (std::size_t r = 0; r < q.size(); ++r) {
        ExprMatrix even = coefficients[r];
        for (std::size_t k = 0; k < q.size(); ++k) even[k] = difference(even[k], odd[r][k]);
        const std::string name(q[r].name());
        steps.push_back({StepSymbol("Γ").high_name(name).low("(ks)"),
                         "symmetric part (13), r = " + name, even});
        steps.push_back({StepSymbol("Γ").high_name(name).low("[ks]"),
                         "antisymmetric part (14), r = " + name, odd[r]});
    }
    return steps;
}

}  // namespace

Refusal second_order_refusal(const System& system) {
    if (auto why = first_of(system, unless_ideal, unless_of_lower_order, unless_given_by_equations))
        return why;
    if (!has_metric(system))
        return "the Lagrangian is not quadratic in the velocities, so it gives no metric";
    return unless_mass_is_regular(system);
}

Equations second_order(const System& system) {
    const Metric g = metric(system);
    const ExprTensor symbols = christoffel_first_kind(g);
    const ExprVector force = force_beside_metric(system, g);  // Q_i
    const auto [c_i, c, independent] = constraint_rows(system);
    const auto forms = inertial_forms(force, c, system.v);
    const OrthogonalRows rows = orthogonalized(g, c_i, attached_rows(c, forms));
    const Reaction reaction = reaction_of(g, inertial_terms(symbols, system.v), force, rows);
    ExprVector q_bar = force;  // (12), (19)
    for (std::size_t i = 0; i < system.size(); ++i) q_bar[i] += reaction.force[i];

    const Connection connection =
        forms ? inertial_connection(g, symbols, system.v,
                                    homogeneous_constraints(rows, system.size()))
              : semi_symmetric_connection(g, symbols, system.v, q_bar);
    const std::string number = !forms ? "(11)" : c.size() > 1 ? "(17)" : "(8)";
    Equations equations = in_all_velocities("second_order", system);
    equations.matrix = identity(system.size());
    equations.reactions = reaction.force;
    equations.notes = {"The motion is a geodesic of the connection " + number + "."};
    for (const Expr& e : connection.contracted) equations.right.push_back(-e);
    equations.steps = {
        {"g", "metric ∂²L/∂v∂v", g.lower},
        {StepSymbol("C").low("i"), "the constraints restrict the accelerations by C_i aⁱ + C = 0",
         c_i},
        {"C", "the part of that condition without accelerations", column(c)},
        {StepSymbol("Q").low("i"), "forces: the free motion is D vⁱ/dt = Qⁱ", column(force)}};
    show_multipliers(rows, reaction.mu, equations);
    equations.steps.push_back(
        {StepSymbol("Q̄").low("i"), "force and reaction together", column(q_bar)});
    show_connection(system, connection, number, equations);
    if (!forms) {
        equations.more_steps = [q = system.q, q_bar,
                                kinetic = dot(system.v, lowered(g, system.v)) / 2,
                                coefficients = connection.coefficients] {
            return parts_of_connection(q, q_bar, kinetic, coefficients);
        };
        equations.notes.emplace_back(
            "The connection (11) does not exist at rest; in the equation of its geodesics the "
            "kinetic energy cancels.");
    }
    return equations;
}

}  // namespace rattleback

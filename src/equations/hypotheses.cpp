#include "equations/hypotheses.hpp"

#include <algorithm>

#include "exact/ball.hpp"
#include "exact/is_zero.hpp"
#include "exact/limits.hpp"
#include "exact/random_point.hpp"
#include "expr/graph.hpp"
#include "expr/sentence_error.hpp"
#include "geometry/core_system.hpp"
#include "geometry/parametrization.hpp"
#include "rattleback/errors.hpp"

namespace rattleback {
namespace {

std::string named(const Constraint& constraint) {
    return "the constraint '" + constraint.name + "'";
}

}  // namespace

bool is_free_of(const Expr& e, const Expr& symbol) {
    return !depends_on(e, symbol) || is_zero(derivative(e, symbol)).proved_zero();
}

Refusal unless_ideal(const System& system) {
    for (const Constraint& c : system.constraints)
        if (c.reaction) return named(c) + " is not ideal: its reaction has a direction of its own";
    if (is_generalized(system))
        return "the constraints are not ideal: their reactions vanish on a space of their own";
    return {};
}

Refusal unless_of_lower_order(const System& system) {
    for (const HigherConstraint& h : system.higher)
        return named(h.constraint) + " is of order " + std::to_string(h.constraint.order) +
               " and restricts no velocity; its reaction is a variable of the state";
    return {};
}

Refusal unless_of_first_order(const System& system) {
    if (auto why = unless_of_lower_order(system)) return why;
    for (const Constraint& c : system.constraints)
        if (c.order == 2) return named(c) + " is of second order";
    return {};
}

Refusal unless_given_by_equations(const System& system) {
    const bool equations =
        std::ranges::any_of(system.constraints, [](const Constraint& c) { return c.order < 2; });
    if (system.parametrization && !equations)
        return "the constraints are given by a parametrization of the velocities, not by equations";
    return {};
}

Refusal unless_affine(const System& system) {
    for (const Constraint& c : system.constraints)
        if (c.order == 1 && c.dependence != Dependence::Linear &&
            c.dependence != Dependence::Affine)
            return named(c) + " is not linear in the velocities";
    return {};
}

Refusal unless_linear_and_stationary(const System& system) {
    if (auto why = unless_affine(system)) return why;
    for (const Constraint& c : system.constraints) {
        if (!is_free_of(c.expression, system.t)) return named(c) + " depends on time";
        if (c.order == 1 && c.dependence == Dependence::Affine)
            return named(c) + " is not homogeneous in the velocities";
    }
    return {};
}

Refusal unless_mass_is_regular(const System& system) {
    const ExprMatrix mass = free_motion(system).mass;
    ConcreteFunctions functions(1);
    ExprMatrix concrete = mass;
    ExprVector all;
    for (ExprVector& row : concrete)
        for (Expr& e : row) all.push_back(e = functions.put_into(e));
    RandomPoint random(1);
    for (int i = 0; i < 6; ++i)
        if (rank_at(concrete, random.point(symbols_of(all), i % 2 == 0)) == mass.size()) return {};
    return "the mass matrix is singular in every state";
}

Refusal unless_explicit(const System& system) {
    try {
        explicit_form(system);
    } catch (const DerivationError& error) {
        return said_by(error);
    } catch (const TooLarge&) {
        return "the constraints could not be solved for velocities within the limits of exact "
               "algebra";
    } catch (const NumericalError&) {
        return "a constraint solved for a velocity has no value where the others hold";
    }
    return {};
}

}  // namespace rattleback

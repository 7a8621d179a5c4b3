#include "model/higher_constraints.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "expr/graph.hpp"
#include "expr/print_text.hpp"
#include "model/build_steps.hpp"
#include "model/dependence.hpp"

namespace rattleback {
namespace {

ExprVector coefficients(const Constraint& constraint, const System& system) {
    return gradient(constraint.expression, system.derivatives(constraint.order));
}

std::string highest_text(const Constraint& constraint, const System& system) {
    std::string text;
    for (const Expr& x : system.derivatives(constraint.order))
        if (depends_on(constraint.expression, x)) text += (text.empty() ? "" : ", ") + to_text(x);
    return text;
}

// μ and its derivatives: mu2, mu2_1, mu2_2 of the second constraint.
ExprVector latent_variables(const HigherPlace& place, int count, Vocabulary& names) {
    ExprVector result;
    for (int k = 0; k < count; ++k) {
        const std::string name = fmt::format("mu{}", place.number + 1) +
                                 (k == 0 ? std::string() : fmt::format("_{}", k));
        if (names.knows(name))
            refuse(
                place.written.equation,
                fmt::format("the multiplier of this constraint is a variable of the state and is "
                            "named '{}', but that is the name of something else",
                            name));
        names.declare(name, NameKind::Latent);
        names.allow(name);
        result.push_back(symbol(name));
    }
    return result;
}

void refuse_beside(const HigherPlace& place, const Constraint& constraint, const System& system) {
    for (const HigherConstraint& other : system.higher)
        if (other.constraint.order != constraint.order)
            refuse(place.written.equation,
                   fmt::format("this constraint is of order {}, and '{}' of order {}: constraints "
                               "of order three and more are all of one order; write the derivative "
                               "by time of that of lower order, and begin where it holds itself",
                               constraint.order, other.constraint.name, other.constraint.order));
    const Description& all = place.description;
    if (!all.reaction_vanishes_on.empty())
        refuse(place_of(all.reaction_place, all, "[reaction]"),
               fmt::format("the constraint '{}' is of order {}, and its reaction is no unknown of "
                           "this law but a variable of the state; give its direction with the "
                           "constraint, as in reaction = {{ {} = \"1\" }}",
                           constraint.name, constraint.order, system.q[0].name()));
    if (all.parametrization)
        refuse(place.written.equation,
               fmt::format("this constraint is of order {} and restricts no velocity, so a "
                           "parametrization of the velocities cannot stand beside it; give the "
                           "constraints on velocities as equations",
                           constraint.order));
}

}  // namespace

std::optional<std::string> obstacle_to_reaction(const Constraint& constraint,
                                                const System& system) {
    if (!is_affine(constraint))
        return fmt::format(
            "a constraint of order {} is linear in its highest derivatives, but this "
            "one is not linear in {}",
            constraint.order, highest_text(constraint, system));
    if (constraint.reaction) return {};
    for (const Expr& c : coefficients(constraint, system))
        if (order_of(c, system) > 1)
            return fmt::format(
                "the coefficients of {} depend on accelerations, so the ideal "
                "reaction, which is along them, would turn with the accelerations "
                "that it gives; give a direction of the reaction, as in reaction = "
                "{{ {} = \"1\" }}",
                highest_text(constraint, system), system.q[0].name());
    return {};
}

HigherConstraint higher_constraint(Constraint constraint, ExprVector latent, const System& system) {
    ExprVector direction =
        constraint.reaction ? *constraint.reaction : coefficients(constraint, system);
    return {std::move(constraint), std::move(direction), std::move(latent)};
}

void add_higher_constraint(Constraint constraint, const HigherPlace& place, Vocabulary& names,
                           System& system) {
    if (const auto why = obstacle_to_reaction(constraint, system))
        refuse(place.written.equation, *why);
    refuse_beside(place, constraint, system);
    ExprVector latent = latent_variables(place, constraint.order - 2, names);
    system.higher.push_back(higher_constraint(std::move(constraint), std::move(latent), system));
}

}  // namespace rattleback

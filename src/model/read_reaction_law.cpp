#include <fmt/format.h>

#include "exact/linear_algebra.hpp"
#include "model/build_steps.hpp"

namespace rattleback {
namespace {

constexpr Scope of_w{.what = "a vector of 'vanishes_on'", .order = 1, .time = true};

// Constraints that the reactions belong to: equations, or those that a parametrization stands for.
std::size_t constraint_count(const System& system) {
    if (system.constraints.empty() && system.parametrization)
        return system.size() - std::min(system.size(), system.parametrization->variables.size());
    ExprMatrix slopes;  // redundant constraints have no reaction of their own
    for (const Constraint& c : system.constraints)
        slopes.push_back(gradient(c.expression, c.order == 0   ? system.q
                                                : c.order == 1 ? system.v
                                                               : system.a));
    try {
        return slopes.empty() ? 0 : rank(slopes, quick_proof);
    } catch (const TooLarge&) {
    } catch (const NumericalError&) {
    }
    return slopes.size();
}

// Dependent vectors are no basis; what cannot be decided quickly is let pass.
bool are_dependent(const std::vector<ExprVector>& vectors) {
    try {
        return rank(vectors, quick_proof) < vectors.size();
    } catch (const TooLarge&) {
        return false;
    } catch (const NumericalError&) {
        return false;
    }
}

void refuse_two_laws(const Description& description, const System& system) {
    for (const ConstraintDescription& constraint : description.constraints) {
        const auto& reaction = constraint.reaction;
        if (reaction.empty()) continue;
        if (system.principle == Principle::Vakonomic)
            refuse(reaction[0].name,
                   "vakonomic motion has no reactions, so they have no direction");
        if (!description.reaction_vanishes_on.empty())
            refuse(reaction[0].name,
                   "the reaction law is said twice, here and by [reaction]; keep one of them");
    }
}

}  // namespace

void read_reaction_law(const Description& description, const Vocabulary& names, System& system) {
    refuse_two_laws(description, system);
    if (description.reaction_vanishes_on.empty()) return;
    const Written place = place_of(description.reaction_place, description, "[reaction]");
    if (system.principle == Principle::Vakonomic)
        refuse(place, "vakonomic motion has no reactions, so there is no law for them");
    const std::size_t n = system.size(), k = constraint_count(system);
    if (k == 0) refuse(place, "there is a reaction law but no constraint");
    const std::size_t given = description.reaction_vanishes_on.size();
    if (given + k != n)
        refuse(place, fmt::format("the reaction law has the wrong dimension: {} coordinates and {} "
                                  "{}constraint{} make {} vector{} of 'vanishes_on', not {}",
                                  n, k, k < system.constraints.size() ? "independent " : "",
                                  k == 1 ? "" : "s", n - std::min(n, k),
                                  n - std::min(n, k) == 1 ? "" : "s", given));
    for (const auto& components : description.reaction_vanishes_on)
        system.reaction_vanishes_on.push_back(read_direction(components, names, system, of_w));
    if (are_dependent(system.reaction_vanishes_on))
        refuse(place, fmt::format("the reaction law has the wrong dimension: the {} vectors of "
                                  "'vanishes_on' are not independent",
                                  given));
}

}  // namespace rattleback

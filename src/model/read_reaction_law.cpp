#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "exact/linear_algebra.hpp"
#include "model/build_steps.hpp"

namespace rattleback {
namespace {

constexpr Scope of_w{.what = "a vector of 'vanishes_on'", .order = 1, .time = true};

// Nothing where it cannot be decided quickly.
std::optional<std::size_t> quick_rank(const ExprMatrix& rows) {
    try {
        return rows.empty() ? 0 : rank(rows, quick_proof);
    } catch (const TooLarge&) {
    } catch (const NumericalError&) {
    }
    return {};
}

ExprVector slope(const Constraint& c, const System& system) {
    return gradient(c.expression, c.order == 0 ? system.q : c.order == 1 ? system.v : system.a);
}

// Constraints that the reactions belong to: equations, or those that a parametrization stands for.
std::size_t constraint_count(const System& system) {
    if (system.constraints.empty() && system.parametrization)
        return system.size() - std::min(system.size(), system.parametrization->variables.size());
    ExprMatrix slopes;  // redundant constraints have no reaction of their own
    for (const Constraint& c : system.constraints) slopes.push_back(slope(c, system));
    return quick_rank(slopes).value_or(slopes.size());
}

// Constraints need as many directions of reactions as there are independent ones; redundant ones need
// none. What cannot be decided quickly is let pass.
void refuse_dependent_directions(const Description& description, const System& system) {
    ExprMatrix slopes, directions;
    const Written* last = nullptr;
    for (const ConstraintDescription& c : description.constraints)
        if (!c.reaction.empty()) last = &c.reaction[0].name;
    bool is_given = false;
    for (std::size_t i = 0; i < system.constraints.size(); ++i) {
        slopes.push_back(slope(system.constraints[i], system));
        directions.push_back(system.constraints[i].reaction.value_or(slopes.back()));
        is_given = is_given || system.constraints[i].reaction;
    }
    if (!is_given || last == nullptr) return;
    const auto constraints = quick_rank(slopes), given = quick_rank(directions);
    if (constraints && given && *given < *constraints)
        refuse(*last, fmt::format("the reactions of {} independent constraints have only {} "
                                  "independent direction{}: they cannot determine the motion",
                                  *constraints, *given, *given == 1 ? "" : "s"));
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
    refuse_dependent_directions(description, system);
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
    if (quick_rank(system.reaction_vanishes_on).value_or(given) < given)
        refuse(place, fmt::format("the reaction law has the wrong dimension: the {} vectors of "
                                  "'vanishes_on' are not independent",
                                  given));
}

}  // namespace rattleback

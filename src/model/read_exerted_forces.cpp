#include <fmt/format.h>

#include <algorithm>

#include "model/build_steps.hpp"
#include "model/exerted_forces.hpp"

namespace rattleback {
namespace {

constexpr Scope of_exerted{.what = "the force that a constraint exerts", .order = 1, .time = true};

// Where another reaction acts too, that of one more constraint would not be its force.
void refuse_others(const Written& place, const Description& description) {
    const auto refuse_beside = [&](std::string_view what) {
        refuse(place, fmt::format("a constraint that is told by the force that it exerts stands "
                                  "beside others of its kind alone, but the model has {}; write "
                                  "its equation",
                                  what));
    };
    const auto has_quaternion = [](const FrameDescription& f) { return !f.quaternion.empty(); };
    if (std::ranges::any_of(description.constraints,
                            [](const ConstraintDescription& c) { return c.force.empty(); }))
        refuse_beside("a constraint with an equation");
    if (!description.knife_edges.empty()) refuse_beside("a knife edge");
    if (!description.rollings.empty()) refuse_beside("a rolling contact");
    if (std::ranges::any_of(description.frames, has_quaternion)) refuse_beside("a quaternion");
    if (description.parametrization) refuse_beside("a parametrization of the velocities");
    if (!description.reaction_vanishes_on.empty()) refuse_beside("a law for all reactions");
}

void check_one_way(const ConstraintDescription& written) {
    if (!written.equation.empty())
        refuse(written.force[0].name,
               "a constraint is said in one way: by its 'equation', or by the 'force' that it "
               "exerts");
    if (!written.reaction.empty())
        refuse(written.reaction[0].name,
               "the direction of this reaction is that of its 'force'; leave it out");
}

}  // namespace

std::vector<Equation> read_exerted_forces(const Description& description, const Vocabulary& names,
                                          const System& system) {
    const auto is_told = [](const ConstraintDescription& c) { return !c.force.empty(); };
    const auto first = std::ranges::find_if(description.constraints, is_told);
    if (first == description.constraints.end()) return {};
    const Written& place = first->force[0].name;
    ExprMatrix forces;
    FreeMotion motion = free_motion(system);
    for (const ConstraintDescription& written : description.constraints) {
        if (!is_told(written)) continue;
        check_one_way(written);
        forces.push_back(read_direction(written.force, names, system, of_exerted));
        for (std::size_t i = 0; i < system.size(); ++i) motion.force[i] += forces.back()[i];
    }
    refuse_others(place, description);
    auto result = located(place, "the constraint that exerts this force has no equation",
                          [&] { return exerting_equations(forces, motion, system); });
    if (!result)
        refuse(place,
               "the mass matrix is singular, so that no constraint on accelerations exerts this "
               "force alone");
    return *result;
}

}  // namespace rattleback

#include "trajectory/mechanics_of_samples.hpp"

#include <algorithm>
#include <map>

#include "expr/print_text.hpp"
#include "trajectory/contact_forces.hpp"
#include "trajectory/smooth_motion.hpp"

namespace rattleback {
namespace {

// Whether all velocities are speeds of the form.
bool has_velocities(const Equations& equations, const System& system) {
    return std::ranges::all_of(system.v, [&](const Expr& v) {
        return std::ranges::find(equations.speeds, v) != equations.speeds.end();
    });
}

void name_columns(const System& system, const Equations& equations, Trajectory& trajectory) {
    for (std::size_t i = equations.speeds.size(); i < equations.unknowns.size(); ++i)
        trajectory.multiplier_names.push_back(to_text(equations.unknowns[i]));
    for (const Expr& q : system.q) trajectory.reaction_names.push_back("R_" + to_text(q));
    for (const Contact& contact : system.contacts)
        for (const char* axis : {"x", "y", "z"})
            trajectory.contact_names.push_back(contact.name + " " + axis);
    if (!has_velocities(equations, system))
        for (const Expr& v : system.v) trajectory.velocity_names.push_back(to_text(v));
    trajectory.velocities = Rows(trajectory.velocity_names.size());
    trajectory.multipliers = Rows(trajectory.multiplier_names.size());
    trajectory.reactions = Rows(trajectory.reaction_names.size());
    trajectory.contacts = Rows(trajectory.contact_names.size());
}

struct SampleRange {
    std::size_t first, end;
};

void append_mechanics(const System& system, const Equations& equations,
                      const EquationsOfMotion& motion, SampleRange samples,
                      Trajectory& trajectory) {
    const std::size_t n = system.size(), speeds = equations.speeds.size();
    const SolvedFunction forces = motion.forces();
    std::optional<ContactForces> contact_forces;
    if (ContactForces::applies(system)) contact_forces.emplace(system, motion);
    std::vector<double> out(forces.outputs()), velocities(trajectory.velocity_names.size());
    std::optional<CompiledFunction> velocity;
    if (!velocities.empty()) velocity.emplace(motion.observed(system.v));
    for (std::size_t i = samples.first; i < samples.end; ++i) {
        const std::vector<double> in = motion.input(trajectory.states[i], trajectory.times[i]);
        forces(in.data(), out.data());
        trajectory.reactions.append({out.data() + n, n});
        if (velocity) (*velocity)(in.data(), velocities.data());
        trajectory.velocities.append(velocities);
        trajectory.multipliers.append(
            {out.data() + 2 * n + speeds, trajectory.multiplier_names.size()});
        if (contact_forces)
            trajectory.contacts.append(
                (*contact_forces)(in.data(), {out.data(), n}, {out.data() + n, n}));
    }
}

void reserve_mechanics(Trajectory& trajectory) {
    for (Rows* rows : {&trajectory.reactions, &trajectory.velocities, &trajectory.multipliers,
                       &trajectory.contacts})
        rows->reserve(trajectory.times.size());
}

}  // namespace

void add_mechanics(const System& system, const Equations& equations,
                   const EquationsOfMotion& motion, Trajectory& trajectory) {
    name_columns(system, equations, trajectory);
    reserve_mechanics(trajectory);
    append_mechanics(system, equations, motion, {0, trajectory.times.size()}, trajectory);
}

void add_mechanics_of_phases(const System& system, const Equations& equations,
                             Trajectory& trajectory) {
    name_columns(system, equations, trajectory);
    reserve_mechanics(trajectory);
    const auto& phases = trajectory.phases;
    std::map<const SmoothMotion*, EquationsOfMotion> motions;
    for (std::size_t p = 0; p < phases.size(); ++p) {
        const std::size_t end =
            p + 1 < phases.size() ? phases[p + 1].first_sample : trajectory.times.size();
        const std::size_t first = std::min(phases[p].first_sample, trajectory.times.size());
        if (first >= end) continue;
        const SmoothMotion& of = *phases[p].motion;
        const auto known = motions.try_emplace(&of, of.system, of.equations,
                                               MotionOptions{.fixed_parameters = true});
        append_mechanics(of.system, of.equations, known.first->second,
                         {first, std::min(end, trajectory.times.size())}, trajectory);
    }
}

}  // namespace rattleback

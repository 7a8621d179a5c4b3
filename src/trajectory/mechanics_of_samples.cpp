#include "trajectory/mechanics_of_samples.hpp"

#include <algorithm>
#include <limits>
#include <map>

#include "expr/print_text.hpp"
#include "trajectory/values_along.hpp"
#include "trajectory/while_waited_for.hpp"

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
    for (const Contact& contact : system.contacts) trajectory.contact_names.push_back(contact.name);
    if (!has_velocities(equations, system))
        for (const Expr& v : system.v) trajectory.velocity_names.push_back(to_text(v));
    trajectory.velocities = Rows(trajectory.velocity_names.size());
    trajectory.multipliers = Rows(trajectory.multiplier_names.size());
    trajectory.reactions = Rows(trajectory.reaction_names.size());
    trajectory.contacts = Rows(3 * trajectory.contact_names.size());
}

constexpr double no_value = std::numeric_limits<double>::quiet_NaN();

struct SampleRange {
    std::size_t first, end;
};

// The code, and what it takes behind the time; or the motion that tells it for each time.
struct Mechanics {
    const MechanicsCode& code;
    std::span<const double> numbers;
    std::size_t coordinates, speeds;
    const EquationsOfMotion* motion = nullptr;
};

Mechanics mechanics_of(const MotionProblem& motion) {
    const MotionCode& code = motion.code();
    return {code.mechanics(), motion.numbers(), code.system().size(),
            code.equations().speeds.size()};
}

// Of a sample that has its velocities.
void append_forces(const Mechanics& of, const double* in, std::optional<ContactForces>& contacts,
                   std::vector<double>& out, Trajectory& trajectory) {
    const std::size_t n = of.coordinates;
    of.code.forces(in, out.data());
    trajectory.reactions.append({out.data() + n, n});
    trajectory.multipliers.append(
        {out.data() + 2 * n + of.speeds, trajectory.multiplier_names.size()});
    if (contacts) trajectory.contacts.append((*contacts)(in, {out.data(), n}, {out.data() + n, n}));
}

void leave_out_forces(bool has_contacts, Trajectory& trajectory) {
    const auto append_nothing = [](Rows& rows) {
        for (std::size_t i = 0; i < rows.width(); ++i) rows.append({&no_value, 1});
    };
    append_nothing(trajectory.reactions);
    append_nothing(trajectory.multipliers);
    if (has_contacts) append_nothing(trajectory.contacts);
}

void append_mechanics(const Mechanics& of, SampleRange samples, WhileWaitedFor& waited,
                      Trajectory& trajectory) {
    const std::size_t size = trajectory.states.width();
    std::optional<ContactForces> contacts = of.code.contacts;
    std::vector<double> out(of.code.forces.outputs()), velocities(of.coordinates), in(size + 1);
    in.insert(in.end(), of.numbers.begin(), of.numbers.end());
    for (std::size_t i = samples.first; i < samples.end; ++i) {
        std::ranges::copy(trajectory.states[i], in.begin());
        in[size] = trajectory.times[i];
        if (of.motion != nullptr) in = of.motion->input(trajectory.states[i], in[size]);
        if (!trajectory.velocity_names.empty()) {
            of.code.velocities(in.data(), velocities.data());
            trajectory.velocities.append(velocities);
        }
        if (waited.goes_on())
            append_forces(of, in.data(), contacts, out, trajectory);
        else
            leave_out_forces(contacts.has_value(), trajectory);
    }
}

void reserve_mechanics(Trajectory& trajectory) {
    for (Rows* rows : {&trajectory.reactions, &trajectory.velocities, &trajectory.multipliers,
                       &trajectory.contacts})
        rows->reserve(trajectory.times.size());
}

}  // namespace

void add_mechanics(const MotionProblem& motion, const std::stop_token& stop,
                   Trajectory& trajectory) {
    name_columns(motion.code().system(), motion.code().equations(), trajectory);
    reserve_mechanics(trajectory);
    WhileWaitedFor waited(stop);
    append_mechanics(mechanics_of(motion), {0, trajectory.times.size()}, waited, trajectory);
    waited.tell("the reactions", trajectory);
}

void add_mechanics(const System& system, const Equations& equations, const std::stop_token& stop,
                   Trajectory& trajectory) {
    struct Code {
        Code(const System& system, const Equations& equations)
            : motion(system, equations, interpreted_motion()), mechanics(system, motion) {}
        EquationsOfMotion motion;
        MechanicsCode mechanics;
    };
    name_columns(system, equations, trajectory);
    reserve_mechanics(trajectory);
    WhileWaitedFor waited(stop);
    std::map<const SmoothMotion*, std::unique_ptr<Code>> made;
    const std::size_t count = trajectory.times.size();
    for (std::size_t first = 0, end = 0; first < count; first = end) {
        const SmoothMotion* const phase = phase_at(trajectory.phases, trajectory.times[first]);
        while (end < count && phase_at(trajectory.phases, trajectory.times[end]) == phase) ++end;
        std::unique_ptr<Code>& code = made[phase];
        if (!code)
            code = phase == nullptr ? std::make_unique<Code>(system, equations)
                                    : std::make_unique<Code>(phase->system, phase->equations);
        append_mechanics({code->mechanics, code->motion.parameters(), system.size(),
                          equations.speeds.size(), &code->motion},
                         {first, end}, waited, trajectory);
    }
    waited.tell("the reactions", trajectory);
}

void add_mechanics_of_phases(const System& system, const Equations& equations, const Phases& run,
                             const std::stop_token& stop, Trajectory& trajectory) {
    name_columns(system, equations, trajectory);
    reserve_mechanics(trajectory);
    WhileWaitedFor waited(stop);
    const auto& phases = trajectory.phases;
    for (std::size_t p = 0; p < phases.size(); ++p) {
        const std::size_t end =
            p + 1 < phases.size() ? phases[p + 1].first_sample : trajectory.times.size();
        const std::size_t first = std::min(phases[p].first_sample, trajectory.times.size());
        if (first >= end) continue;
        append_mechanics(mechanics_of(run.problem_of(*phases[p].motion)),
                         {first, std::min(end, trajectory.times.size())}, waited, trajectory);
    }
    waited.tell("the reactions", trajectory);
}

}  // namespace rattleback

#include "trajectory/continuation.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "compiled/equations_of_motion.hpp"
#include "equations/formulations.hpp"
#include "geometry/denominators.hpp"
#include "model/initial_values.hpp"
#include "model/input_table.hpp"
#include "trajectory/joined.hpp"

namespace rattleback {
namespace {

// (t, q, v) → q and the speeds of the form.
class InForm {
public:
    InForm(const CompiledFunction& code, const System& system)
        : code_(code), system_(system), parameters_(parameter_numbers(system)) {}

    std::vector<double> operator()(double t, std::span<const double> qv) {
        if (has_tables(system_)) {
            set_pieces(t, 1, system_);
            parameters_ = parameter_numbers(system_);
        }
        std::vector<double> in(qv.begin(), qv.end()), out(code_.outputs());
        in.push_back(t);
        in.insert(in.end(), parameters_.begin(), parameters_.end());
        code_(in.data(), out.data());
        return out;
    }

private:
    const CompiledFunction& code_;
    System system_;
    std::vector<double> parameters_;
};

}  // namespace

CompiledFunction in_form(const System& system, const Equations& equations) {
    ExprVector inputs = system.q, outputs = equations.q;
    inputs.insert(inputs.end(), system.v.begin(), system.v.end());
    inputs.push_back(system.t);
    for (const Parameter& p : system.parameters) inputs.push_back(p.symbol);
    outputs.insert(outputs.end(), equations.speeds_from_velocities.begin(),
                   equations.speeds_from_velocities.end());
    return compile(inputs, outputs, {.effort = Effort::Quick});
}

InVelocities in_velocities(const System& system) {
    System cleared = with_cleared_constraints(system);
    Equations equations = derive(cleared, form_in_velocities().name);
    return {std::move(cleared), std::move(equations)};
}

void cut_after_last_step(Trajectory& trajectory, double direction) {
    const double end = trajectory.stop.step_time;
    while (!trajectory.times.empty() && direction * (trajectory.times.back() - end) > 0)
        trajectory.times.pop_back();
    trajectory.states.resize(trajectory.times.size());
    trajectory.dense.cut(end);
    auto& events = trajectory.events;
    events.erase(events.begin() + static_cast<std::ptrdiff_t>(trajectory.stop.step_events),
                 events.end());
}

bool has_same_constraints(const System& a, const System& b) {
    return std::ranges::equal(a.constraints, b.constraints, {}, &Constraint::expression,
                              &Constraint::expression);
}

void append_in_form(const System& system, const CompiledFunction& code, Trajectory more,
                    std::size_t first_sample, Trajectory& trajectory) {
    InForm in_form(code, system);
    const std::vector<double> no_multipliers(trajectory.multipliers.width(),
                                             std::numeric_limits<double>::quiet_NaN());
    // Directions of contacts belong to the constraints as they are written in the model.
    const std::vector<double> unknown(trajectory.contacts.width(),
                                      std::numeric_limits<double>::quiet_NaN());
    const std::span<const double> no_contacts = unknown;
    const bool same_contacts = has_same_constraints(system, with_cleared_constraints(system));
    if (more.contact_findings.empty())
        for (ContactFinding& finding : trajectory.contact_findings) finding.is_partial = true;
    else if (!trajectory.contact_findings.empty())
        join_findings(more.contact_findings, trajectory.contact_findings,
                      trajectory.contact_findings[0].from);
    for (std::size_t i = first_sample; i < more.times.size(); ++i) {
        trajectory.times.push_back(more.times[i]);
        trajectory.states.append(in_form(more.times[i], more.states[i]));
        const auto velocities = more.states[i].subspan(system.size(), system.size());
        if (!trajectory.velocity_names.empty()) trajectory.velocities.append(velocities);
        trajectory.reactions.append(more.reactions[i]);
        if (more.contacts.size() > 0)
            trajectory.contacts.append(same_contacts ? more.contacts[i] : no_contacts);
        trajectory.multipliers.append(no_multipliers);
    }
    more.stop.step_events += trajectory.events.size();
    for (EventHit hit : more.events) {
        hit.state = in_form(hit.time, hit.state);
        trajectory.events.push_back(std::move(hit));
    }
    trajectory.stop = more.stop;
    trajectory.stop.state = in_form(more.stop.time, more.stop.state);
    trajectory.stop.step_state = in_form(more.stop.step_time, more.stop.step_state);
    for (const UsedMethod& used : more.methods) trajectory.add_method(used.name, used.from);
    for (const Sentence& note : more.notes)
        if (std::ranges::find(trajectory.notes, note) == trajectory.notes.end())
            trajectory.notes.push_back(note);
    if (more.projection.value > trajectory.projection.value)
        trajectory.projection = more.projection;
    if (more.condition.value < trajectory.condition.value) trajectory.condition = more.condition;
    add_statistics(more.statistics, trajectory.statistics);
    trajectory.rest = std::make_shared<const Trajectory>(std::move(more));
}

}  // namespace rattleback

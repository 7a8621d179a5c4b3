#include "trajectory/simulate.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "equations/formulations.hpp"
#include "trajectory/initial_state.hpp"
#include "trajectory/mechanics_of_samples.hpp"
#include "trajectory/methods.hpp"

namespace rattleback {
namespace {

constexpr const char* fallback_form = "lagrange_multipliers";

std::string written_state(const Trajectory& trajectory, std::span<const double> state) {
    std::string text;
    for (std::size_t i = 0; i < state.size(); ++i)
        text += fmt::format("{}{} = {:.6g}", i == 0 ? "" : ", ", trajectory.columns[i], state[i]);
    return text;
}

// A run that ended close to a singular state ended because of it: says which.
void explain_stop(const MotionProblem& motion, Trajectory& trajectory) {
    Stop& stop = trajectory.stop;
    const bool is_singular = stop.reason == StopReason::SingularState;
    const bool may_be = stop.reason == StopReason::StepTooSmall ||
                        stop.reason == StopReason::NotFinite ||
                        stop.reason == StopReason::NoConvergence;
    if (!is_singular && !may_be) return;
    const Margin margin = motion.regularity().smallest(stop.time, stop.state.data());
    if (!is_singular && margin.value > 1e-3) return;
    stop.reason = StopReason::SingularState;
    stop.what = margin.what;
    stop.message =
        fmt::format("The run came to a singular state at t = {}: {}. The state there is {}.",
                    stop.time, margin.sentence, written_state(trajectory, stop.state));
}

bool fails_only_in_form(const MotionProblem& motion, const Stop& stop) {
    return stop.reason == StopReason::SingularState &&
           motion.regularity().smallest(stop.time, stop.state.data()).is_of_form;
}

// What came after the last whole step, in variables that fail, is not kept.
void cut_after(Trajectory& trajectory, double direction) {
    const double end = trajectory.stop.step_time;
    Rows kept(trajectory.states.width());
    std::size_t count = 0;
    while (count < trajectory.times.size() && direction * (trajectory.times[count] - end) <= 0)
        kept.append(trajectory.states[count++]);
    trajectory.times.resize(count);
    trajectory.states = kept;
    std::erase_if(trajectory.events,
                  [&](const EventHit& hit) { return direction * (hit.time - end) > 0; });
}

class Simulation {
public:
    Simulation(const System& system, const Equations& equations, const SimulationOptions& options)
        : system_(system),
          equations_(equations),
          options_(options),
          motion_(system, equations, options.motion) {}

    Trajectory run(std::span<const double> state) {
        Trajectory trajectory = integrate(motion_.problem(), state, options_.integration);
        trajectory.form = equations_.form;
        trajectory.notes.insert(trajectory.notes.begin(), equations_.notes.begin(),
                                equations_.notes.end());
        explain_stop(motion_, trajectory);
        trajectory.projection = motion_.largest_projection();
        if (may_change_variables(trajectory)) go_on_in_velocities(trajectory);
        trajectory.condition = motion_.worst_condition();
        add_mechanics(system_, equations_, motion_.motion(), trajectory);
        return trajectory;
    }

private:
    bool may_change_variables(const Trajectory& trajectory) const {
        return options_.change_variables && equations_.form != fallback_form &&
               system_.principle == formulation(fallback_form).principle &&
               equations_.form != "vakonomic" && fails_only_in_form(motion_, trajectory.stop) &&
               !equations_.speeds_from_velocities.empty() &&
               !formulation(fallback_form).refusal(system_);
    }

    void go_on_in_velocities(Trajectory& trajectory) {
        const double t = trajectory.stop.step_time;
        const double direction = options_.integration.until < options_.integration.from ? -1 : 1;
        cut_after(trajectory, direction);
        std::vector<double> state(system_.size() * 2);
        std::copy_n(trajectory.stop.step_state.begin(), system_.size(), state.begin());
        motion_.motion().observed(system_.v)(
            motion_.motion().input(trajectory.stop.step_state, t).data(),
            state.data() + system_.size());
        SimulationOptions rest = options_;
        rest.integration.from = t;
        rest.integration.dense = false;
        std::erase_if(rest.integration.at, [&](double at) { return direction * (at - t) <= 0; });
        trajectory.notes.push_back(fmt::format(
            "From t = {} on the motion was computed in all velocities, because there {}.", t,
            motion_.regularity()
                .smallest(trajectory.stop.time, trajectory.stop.state.data())
                .sentence));
        const bool samples_are_over =
            !options_.integration.at.empty() && rest.integration.at.empty();
        if (samples_are_over) rest.integration.at = {options_.integration.until};
        Trajectory more = simulate(system_, derive(system_, fallback_form), state, rest);
        if (samples_are_over) more.times.clear();
        join(trajectory, more);
    }

    // The rest of the run, back in the columns of the form.
    void join(Trajectory& trajectory, const Trajectory& more) {
        ExprVector speeds = equations_.q, inputs = system_.q;
        speeds.insert(speeds.end(), equations_.speeds_from_velocities.begin(),
                      equations_.speeds_from_velocities.end());
        inputs.insert(inputs.end(), system_.v.begin(), system_.v.end());
        inputs.push_back(system_.t);
        for (const Parameter& p : system_.parameters) inputs.push_back(p.symbol);
        const CompiledFunction in_form = compile(inputs, speeds);
        const std::vector<double> parameters = parameter_values(system_);
        const auto converted = [&](double t, std::span<const double> y) {
            std::vector<double> in(y.begin(), y.end()), out(speeds.size());
            in.push_back(t);
            in.insert(in.end(), parameters.begin(), parameters.end());
            in_form(in.data(), out.data());
            return out;
        };
        const bool at_steps = options_.integration.at.empty();
        for (std::size_t i = at_steps ? 1 : 0; i < more.times.size(); ++i) {
            trajectory.times.push_back(more.times[i]);
            trajectory.states.append(converted(more.times[i], more.states[i]));
        }
        for (EventHit hit : more.events) {
            hit.state = converted(hit.time, hit.state);
            trajectory.events.push_back(std::move(hit));
        }
        trajectory.stop = more.stop;
        trajectory.stop.state = converted(more.stop.time, more.stop.state);
        trajectory.stop.step_state = converted(more.stop.step_time, more.stop.step_state);
        trajectory.projection = more.projection;
        Statistics& sum = trajectory.statistics;
        sum.steps += more.statistics.steps;
        sum.rejected += more.statistics.rejected;
        sum.evaluations += more.statistics.evaluations;
        sum.jacobians += more.statistics.jacobians;
        sum.factorizations += more.statistics.factorizations;
        sum.projections += more.statistics.projections;
        sum.seconds += more.statistics.seconds;
        sum.smallest_step = std::min(sum.smallest_step, more.statistics.smallest_step);
        sum.largest_step = std::max(sum.largest_step, more.statistics.largest_step);
    }

    const System& system_;
    const Equations& equations_;
    const SimulationOptions& options_;
    MotionProblem motion_;
};

}  // namespace

Trajectory simulate(const System& system, const Equations& equations, std::span<const double> state,
                    const SimulationOptions& options) {
    return Simulation(system, equations, options).run(state);
}

Trajectory simulate(const System& system, const Equations& equations,
                    const SimulationOptions& options) {
    const InitialState start = initial_state(system, equations);
    Trajectory trajectory = simulate(system, equations, start.state, options);
    trajectory.notes.insert(trajectory.notes.begin(), start.notes.begin(), start.notes.end());
    return trajectory;
}

}  // namespace rattleback

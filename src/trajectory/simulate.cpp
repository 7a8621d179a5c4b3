#include "trajectory/simulate.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "equations/formulations.hpp"
#include "geometry/denominators.hpp"
#include "trajectory/continuation.hpp"
#include "trajectory/initial_state.hpp"
#include "trajectory/mechanics_of_samples.hpp"
#include "trajectory/methods.hpp"
#include "trajectory/natural_sizes.hpp"
#include "trajectory/phases.hpp"

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
    const bool has_cause = !margin.sentence.empty() && margin.has_value;
    if (is_singular && !has_cause) {
        stop.reason = StopReason::NotFinite;
        stop.message = fmt::format(
            "The equations of motion have no finite values at t = {:.10g}. The state there is {}.",
            stop.time, written_state(trajectory, stop.state));
        return;
    }
    if (!has_cause || (!is_singular && margin.value > std::max(1e-3, margin.least))) return;
    stop.reason = StopReason::SingularState;
    stop.what = margin.what;
    stop.message =
        fmt::format("The run came to a singular state at t = {:.10g}: {}. The state there is {}.",
                    stop.time, margin.sentence, written_state(trajectory, stop.state));
}

// Whether the motion can be computed in all velocities, with constraints free of denominators.
bool has_other_variables(const System& system, const Equations& equations) {
    const bool is_that = equations.form == fallback_form &&
                         denominators(equations.right, system.q).empty() &&
                         std::ranges::all_of(equations.matrix, [&](const ExprVector& row) {
                             return denominators(row, system.q).empty();
                         });
    return !is_that && equations.form != "vakonomic" && !equations.speeds_from_velocities.empty() &&
           !formulation(fallback_form).refusal(system);
}

bool fails_only_in_form(const MotionProblem& motion, const Stop& stop) {
    return stop.reason == StopReason::SingularState &&
           motion.regularity().smallest(stop.time, stop.state.data()).is_of_form;
}

class Simulation {
public:
    Simulation(const System& system, const Equations& equations, const SimulationOptions& options)
        : system_(system),
          equations_(equations),
          options_(options),
          phases_(Phases::of(system, equations, options.motion)) {
        if (!phases_) smooth_.emplace(system, equations, options.motion);
    }

    // The velocities at the start, where they are known: the form's may have no value there.
    Trajectory run(std::span<const double> state, std::span<const double> v = {}) {
        start_velocities_ = v;
        Trajectory trajectory = phases_ ? phases_->run(state, options_.integration)
                                        : integrate(smooth_->problem(), state, sized(state));
        trajectory.form = equations_.form;
        trajectory.notes.insert(trajectory.notes.begin(), equations_.notes.begin(),
                                equations_.notes.end());
        if (trajectory.stop.what != Phases::no_continuation) explain_stop(motion(), trajectory);
        trajectory.projection =
            phases_ ? phases_->largest_projection() : smooth_->largest_projection();
        trajectory.condition = phases_ ? phases_->worst_condition() : smooth_->worst_condition();
        trajectory.contact_findings = phases_ ? phases_->contact_findings(options_.integration.from)
                                              : smooth_->contact_findings();
        const bool goes_on = may_change_variables(trajectory);
        if (goes_on) cut_after_last_step(trajectory, direction());
        if (phases_)
            add_mechanics_of_phases(system_, equations_, trajectory);
        else
            add_mechanics(system_, equations_, smooth_->motion(), trajectory);
        if (goes_on) go_on_in_velocities(trajectory);
        return trajectory;
    }

private:
    // The options, with the natural sizes of the state where no absolute tolerance is given.
    IntegrationOptions sized(std::span<const double> state) const {
        IntegrationOptions result = options_.integration;
        if (result.atol == 0)
            result.sizes =
                natural_sizes(system_, equations_, *smooth_, state, {result.from, result.until});
        return result;
    }

    // Of the last phase, where there are several.
    const MotionProblem& motion() const { return phases_ ? phases_->last() : *smooth_; }

    bool may_change_variables(const Trajectory& trajectory) const {
        return options_.change_variables && trajectory.stop.what != Phases::no_continuation &&
               fails_only_in_form(motion(), trajectory.stop) &&
               has_other_variables(system_, equations_);
    }

    double direction() const {
        return options_.integration.until < options_.integration.from ? -1 : 1;
    }

    void go_on_in_velocities(Trajectory& trajectory) const {
        const Stop& stop = trajectory.stop;
        const double t = stop.step_time;
        trajectory.notes.push_back(fmt::format(
            "From t = {:.10g} on the motion was computed in all velocities, because there {}.", t,
            motion().regularity().smallest(stop.time, stop.state.data()).sentence));
        SimulationOptions rest = options_;
        rest.integration.from = t;
        rest.change_variables = false;
        auto& at = rest.integration.at;
        const bool at_steps = at.empty();
        std::erase_if(at, [&](double time) { return direction() * (time - t) <= 0; });
        const bool is_sampled = at_steps || !at.empty();
        if (!is_sampled) at = {options_.integration.until};  // nothing is wanted but the end
        const InVelocities other = in_velocities(system_);
        rest.motion.watch_contacts = has_same_constraints(system_, other.system);
        Trajectory more =
            simulate(other.system, other.equations, state_in_velocities(t, stop.step_state), rest);
        const std::size_t first = at_steps ? 1 : is_sampled ? 0 : more.times.size();
        append_in_form(system_, equations_, std::move(more), first, trajectory);
    }

    std::vector<double> state_in_velocities(double t, std::span<const double> from) const {
        std::vector<double> state(system_.size() * 2);
        std::copy_n(from.begin(), system_.size(), state.begin());
        double* const v = state.data() + system_.size();
        motion().motion().observed(system_.v)(motion().motion().input(from, t).data(), v);
        if (t == options_.integration.from && !start_velocities_.empty())
            std::ranges::copy(start_velocities_, v);
        return state;
    }

    const System& system_;
    const Equations& equations_;
    const SimulationOptions& options_;
    std::unique_ptr<Phases> phases_;       // where the equations jump or have kinks
    std::optional<MotionProblem> smooth_;  // else
    std::span<const double> start_velocities_;
};

}  // namespace

Trajectory simulate(const System& system, const Equations& equations, std::span<const double> state,
                    const SimulationOptions& options) {
    return Simulation(system, equations, options).run(state);
}

Trajectory simulate(const System& system, const Equations& equations,
                    const SimulationOptions& options) {
    const InitialState start = initial_state(system, equations);
    Trajectory trajectory = Simulation(system, equations, options).run(start.state, start.v);
    trajectory.notes.insert(trajectory.notes.begin(), start.notes.begin(), start.notes.end());
    return trajectory;
}

}  // namespace rattleback

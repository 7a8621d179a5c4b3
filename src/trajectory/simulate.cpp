#include "trajectory/simulate.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/interruption.hpp"
#include "model/initial_values.hpp"
#include "model/input_table.hpp"
#include "rattleback/errors.hpp"
#include "start/initial_state.hpp"
#include "trajectory/continuation.hpp"
#include "trajectory/drive_values.hpp"
#include "trajectory/ended_root.hpp"
#include "trajectory/events_so_far.hpp"
#include "trajectory/mechanics_of_samples.hpp"
#include "trajectory/methods.hpp"
#include "trajectory/natural_sizes.hpp"
#include "trajectory/phases.hpp"

namespace rattleback {
namespace {

// So many times the relative tolerance may the velocities that a form hands over be off the constraints.
constexpr double most_off = 100;
// Two runs that fail within such a part of the time that has passed fail at one place.
constexpr double same_place = 1e-6;

// Whether the equations, not the user or the machine, ended a run.
bool is_failure(StopReason reason) {
    return reason == StopReason::SingularState || reason == StopReason::StepTooSmall ||
           reason == StopReason::NotFinite || reason == StopReason::NoConvergence;
}

// A run that ended close to a singular state ended because of it: says which.
void explain_stop(const Equations& equations, const MotionProblem& motion, Trajectory& trajectory) {
    Stop& stop = trajectory.stop;
    const bool is_singular = stop.reason == StopReason::SingularState;
    if (!is_failure(stop.reason)) return;
    const auto say = [&](const Sentence& cause) {
        stop.reason = StopReason::SingularState;
        stop.message =
            sentence("The run came to a singular state at {}: {}. The state there is {}.",
                     time_is(stop.time), cause, written_state(equations, stop.state));
    };
    const Margin margin = motion.regularity().smallest(stop.time, stop.state.data());
    const bool has_cause = !margin.sentence.empty() && margin.has_value;
    if (is_singular && !has_cause) {
        stop.reason = StopReason::NotFinite;
        stop.message =
            sentence("The equations of motion have no finite values at {}. The state there is {}.",
                     time_is(stop.time), written_state(equations, stop.state));
        return;
    }
    if (!has_cause || (!is_singular && margin.value > std::max(1e-3, margin.least))) {
        if (const auto root = ended_root(motion, trajectory)) say(*root);
        return;
    }
    stop.what = margin.what;
    say(margin.sentence);
}

class Simulation {
public:
    // The system has the values of the run.
    Simulation(const CompiledMotion& compiled, const System& system,
               const SimulationOptions& options, RunSoFar so_far = {})
        : compiled_(compiled),
          system_(system),
          equations_(compiled.equations()),
          options_(options),
          so_far_(std::move(so_far)),
          next_(so_far_) {
        MotionSettings settings = options.motion;
        settings.has_other_variables = options.change_variables && compiled.has_other_variables();
        has_other_variables_ = settings.has_other_variables;
        if (auto phases = compiled.phases(system))
            phases_ = std::make_unique<Phases>(std::move(phases), system, settings);
        else
            smooth_.emplace(compiled.smooth(system), system, settings);
    }

    // The velocities at the start, where they are known: the form's may have no value there.
    Trajectory run(std::span<const double> state, std::span<const double> v = {}) {
        const StopScope by_steps{
            std::stop_token()};  // the steps hear of a stop, and keep what was computed
        start_velocities_ = v;
        if (so_far_.is_in_velocities) return leg_in_velocities(state);
        Trajectory trajectory = phases_ ? phases_->run(state, with_events(), next_.phases)
                                        : integrate(smooth_->problem(), state, sized(state));
        pause(trajectory);
        trajectory.form = equations_.form;
        trajectory.notes.insert(trajectory.notes.begin(), equations_.notes.begin(),
                                equations_.notes.end());
        if (!has_no_continuation()) explain_stop(equations_, motion(), trajectory);
        trajectory.projection =
            phases_ ? phases_->largest_projection() : smooth_->largest_projection();
        trajectory.condition = phases_ ? phases_->worst_condition() : smooth_->worst_condition();
        trajectory.contact_findings =
            phases_ ? phases_->contact_findings(from()) : smooth_->contact_findings();
        std::optional<Trajectory> more = rest_in_velocities(trajectory);
        if (!more && may_be_of_form(trajectory.stop)) return run_to_its_end(state);
        if (more) cut_after_last_step(trajectory, direction());
        add_mechanics_to(trajectory);
        if (more) append(std::move(*more), trajectory);
        note_rests(trajectory);
        return trajectory;
    }

    // What the run goes on from, where it has paused.
    const RunSoFar& next() const { return next_; }

private:
    void add_mechanics_to(Trajectory& trajectory) const {
        const std::stop_token& stop = options_.integration.stop;
        if (!phases_)
            add_mechanics(*smooth_, stop, trajectory);
        else if (has_tables(system_))  // whose phases are no more
            add_mechanics(system_, equations_, stop, trajectory);
        else
            add_mechanics_of_phases(system_, equations_, *phases_, stop, trajectory);
    }

    void pause(const Trajectory& trajectory) {
        const Stop& stop = trajectory.stop;
        if (stop.reason != StopReason::Paused) return;
        next_.time = {stop.step_time, stop.step_time_low};
        next_.state = stop.state;
        next_.auto_went_on_with = trajectory.auto_went_on_with;
        pause_events();
    }

    void pause_events() {
        next_.events.is_paused = true;
        thin_rests(next_.events, next_.time.high);
    }

    void note_rests(Trajectory& trajectory) const {
        const bool goes_on = trajectory.stop.reason == StopReason::Paused;
        if (!smooth_ || goes_on || options_.integration.events_so_far != nullptr) return;
        for (Sentence& each :
             rest_sentences(next_.events, smooth_->problem().events, trajectory.stop.time))
            trajectory.notes.push_back(std::move(each));
    }

    // A leg of a run that has left the variables of the form.
    Trajectory leg_in_velocities(std::span<const double> state) {
        Trajectory trajectory;
        trajectory.form = equations_.form;
        trajectory.columns = column_names(equations_);
        trajectory.states = Rows(trajectory.columns.size());
        trajectory.contact_findings =
            phases_ ? phases_->contact_findings(from()) : smooth_->contact_findings();
        add_mechanics_to(trajectory);
        SimulationOptions rest = rest_options(compiled_.in_velocities(system_).system);
        RunSoFar so_far = so_far_;
        so_far.is_in_velocities = false;  // they are the variables of its equations
        Trajectory more = simulate_rest(state, std::move(so_far), rest);
        trajectory.rtol = more.rtol;
        append_in_form(system_, compiled_.in_form(), std::move(more), 0, trajectory);
        note_rests(trajectory);
        return trajectory;
    }

    SimulationOptions rest_options(const System& in_velocities) {
        SimulationOptions rest = options_;
        rest.integration = with_events();
        rest.change_variables = false;
        rest.motion.watch_contacts = has_same_constraints(system_, in_velocities);
        return rest;
    }

    // In all velocities; what the run goes on from where it pauses is of these.
    Trajectory simulate_rest(std::span<const double> state, RunSoFar so_far,
                             const SimulationOptions& options) {
        const CompiledMotion::Other other = compiled_.in_velocities(system_);
        Simulation simulation(*other.motion, other.system, options, std::move(so_far));
        Trajectory more = simulation.run(state);
        if (more.stop.reason != StopReason::Paused) return more;
        EventsSoFar events = std::move(next_.events);  // theirs too
        next_ = simulation.next();
        next_.events = std::move(events);
        next_.is_in_velocities = true;
        pause_events();
        return more;
    }

    // The options, with what is known of events.
    IntegrationOptions with_events() {
        IntegrationOptions result = options_.integration;
        if (result.events_so_far == nullptr) result.events_so_far = &next_.events;
        if (so_far_.state.empty()) return result;
        result.from = so_far_.time.high;
        result.from_low = so_far_.time.low;
        result.auto_went_on_with = so_far_.auto_went_on_with;
        return result;
    }

    // The options, with the natural sizes of the state.
    IntegrationOptions sized(std::span<const double> state) {
        IntegrationOptions result = with_events();
        if (next_.sizes.empty()) {
            NaturalSizes natural =
                natural_sizes(*smooth_, state, {result.from, result.until}, result.rtol);
            next_.sizes = std::move(natural.sizes);
            next_.untold = std::move(natural.untold);
        }
        result.sizes = next_.sizes;
        result.untold = next_.untold;
        return result;
    }

    // Of the last phase, where there are several.
    const MotionProblem& motion() const { return phases_ ? phases_->last() : *smooth_; }

    double from() const {
        return so_far_.state.empty() ? options_.integration.from : so_far_.time.high;
    }

    bool has_no_continuation() const { return phases_ && phases_->has_no_continuation(); }

    double direction() const {
        return options_.integration.until < options_.integration.from ? -1 : 1;
    }

    bool may_be_of_form(const Stop& stop) const {
        return has_other_variables_ && is_failure(stop.reason) && !has_no_continuation() &&
               motion().regularity().has_margins_of_form();
    }

    // In the variables of the form, which were left before they failed, as far as they go.
    Trajectory run_to_its_end(std::span<const double> state) {
        SimulationOptions options = options_;
        options.change_variables = false;
        Simulation simulation(compiled_, system_, options, so_far_);
        Trajectory trajectory = simulation.run(state, start_velocities_);
        next_ = simulation.next();
        return trajectory;
    }

    // The motion from the last whole step on, where it goes on beyond the stop.
    std::optional<Trajectory> rest_in_velocities(const Trajectory& so_far) {
        const Stop& stop = so_far.stop;
        if (!may_be_of_form(stop)) return {};
        const double t = stop.step_time;
        const CompiledMotion::Other other = compiled_.in_velocities(system_);
        const std::vector<double> state = state_in_velocities(t, stop.step_state);
        System at_stop = other.system;
        set_pieces(t, static_cast<int>(direction()), at_stop);
        const Projection projection = other.projection.with(parameter_numbers(at_stop));
        if (projection.part_off(t, state) > most_off * options_.integration.rtol) return {};
        SimulationOptions rest = rest_options(other.system);
        rest.integration.from = t;
        rest.integration.from_low = 0;
        rest.integration.auto_went_on_with.clear();
        rest.integration.at = times_after(t);
        rest.integration.leg = options_.integration.leg.after(
            so_far.statistics.steps, so_far.times.size(), so_far.dense.bytes());
        Trajectory more = simulate_rest(state, {}, rest);
        const double beyond = direction() * (more.stop.time - stop.time);
        const double same = same_place * std::abs(stop.time - from());
        if (is_failure(more.stop.reason) && beyond <= same) return {};
        return more;
    }

    void append(Trajectory more, Trajectory& trajectory) const {
        const Stop& stop = trajectory.stop;
        const Margin cause = motion().regularity().smallest_of_form(stop.time, stop.state.data());
        trajectory.notes.push_back(
            sentence("From {} on the motion was computed in all velocities, because near there {}.",
                     time_is(stop.step_time),
                     cause.sentence.empty() ? "the variables of the form fail" : cause.sentence));
        const auto& at = options_.integration.at;
        const bool nothing_wanted = !at.empty() && direction() * (at.back() - stop.step_time) <= 0;
        const std::size_t first = at.empty() ? 1 : nothing_wanted ? more.times.size() : 0;
        append_in_form(system_, compiled_.in_form(), std::move(more), first, trajectory);
    }

    // The samples that are left at t; where none is, the end.
    std::vector<double> times_after(double t) const {
        std::vector<double> at = options_.integration.at;
        if (at.empty()) return at;
        std::erase_if(at, [&](double time) { return direction() * (time - t) <= 0; });
        if (at.empty()) at = {options_.integration.until};
        return at;
    }

    std::vector<double> state_in_velocities(double t, std::span<const double> y) const {
        std::vector<double> state(system_.size() * 2);
        std::copy_n(y.begin(), system_.size(), state.begin());
        double* const v = state.data() + system_.size();
        motion().code().mechanics().velocities(motion().input(t, y.data()), v);
        if (t == from() && !start_velocities_.empty()) std::ranges::copy(start_velocities_, v);
        return state;
    }

    const CompiledMotion& compiled_;
    const System& system_;
    const Equations& equations_;
    const SimulationOptions& options_;
    const RunSoFar so_far_;
    RunSoFar next_;  // as far as it is known
    bool has_other_variables_ = false;
    std::unique_ptr<Phases> phases_;       // where the equations jump or have kinks
    std::optional<MotionProblem> smooth_;  // else
    std::span<const double> start_velocities_;
};

}  // namespace

Trajectory simulate(const CompiledMotion& motion, const System& values,
                    std::span<const double> state, const SimulationOptions& options) {
    Trajectory trajectory = Simulation(motion, values, options).run(state);
    add_drives(values, motion.equations(), options.integration.stop, trajectory);
    return trajectory;
}

Trajectory simulate(const CompiledMotion& motion, const System& values,
                    const SimulationOptions& options) {
    const InitialState start = initial_state(values, motion.equations());
    Trajectory trajectory = Simulation(motion, values, options).run(start.state, start.v);
    add_drives(values, motion.equations(), options.integration.stop, trajectory);
    trajectory.notes.insert(trajectory.notes.begin(), start.notes.begin(), start.notes.end());
    return trajectory;
}

namespace {

// What is known of a run may have been read from a file; what is known of phases they look at themselves.
bool belongs_to(const CompiledMotion& motion, const System& values, const RunSoFar& so_far) {
    if (so_far.is_in_velocities && !motion.has_other_variables()) return false;
    const Equations& equations = motion.equations();
    const std::size_t size =
        so_far.is_in_velocities ? 2 * values.size() : equations.q.size() + equations.speeds.size();
    const auto fits = [&](const auto& list) { return list.empty() || list.size() == size; };
    return so_far.state.size() == size && fits(so_far.sizes) && fits(so_far.untold) &&
           fits(so_far.events.moved) && std::isfinite(so_far.time.high) &&
           std::isfinite(so_far.time.low);
}

}  // namespace

Trajectory simulate_leg(const CompiledMotion& motion, const System& values, RunSoFar& so_far,
                        const SimulationOptions& options) {
    const bool begins = so_far.state.empty();
    if (!begins && !belongs_to(motion, values, so_far))
        throw NumericalError("What is known of the run does not belong to its equations.");
    InitialState start;
    if (begins)
        start = initial_state(values, motion.equations());
    else
        start.state = so_far.state;
    Simulation simulation(motion, values, options, so_far);
    Trajectory trajectory = simulation.run(start.state, start.v);
    trajectory.notes.insert(trajectory.notes.begin(), start.notes.begin(), start.notes.end());
    add_drives(values, motion.equations(), options.integration.stop, trajectory);
    if (trajectory.stop.reason == StopReason::Paused) so_far = simulation.next();
    return trajectory;
}

Trajectory simulate(const System& system, const Equations& equations, std::span<const double> state,
                    const SimulationOptions& options) {
    return simulate(CompiledMotion(system, equations, ParametersAs::Numbers), system, state,
                    options);
}

Trajectory simulate(const System& system, const Equations& equations,
                    const SimulationOptions& options) {
    return simulate(CompiledMotion(system, equations, ParametersAs::Numbers), system, options);
}

}  // namespace rattleback

#include "dynamics/checks_along.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "base/interruption.hpp"
#include "dynamics/check_verdict.hpp"
#include "dynamics/quadrature.hpp"
#include "model/energy.hpp"
#include "rattleback/errors.hpp"

namespace rattleback {
namespace {

// So many times the tolerance is no sign of a fault; where the errors of steps add up, so many times
// their sum.
constexpr double benefit_of_doubt = 10, benefit_of_sums = 1;
constexpr double infinity = std::numeric_limits<double>::infinity();
// States that are compared; fewer where they have many entries, each of which is moved.
constexpr std::size_t compared_states = 100, moved_entries = 2000;

NumericalError of_other_equations() {
    return NumericalError("What the checks of the run have seen does not belong to its equations.");
}

Watch watch_of(const Constraint& c, const std::string& of) {
    return {.kind = WatchKind::Constraint, .which = c.name, .says = "residual in the " + of};
}

// Where a step ends, 1 unless it was cut off. Steps into a pole may be as short as what t is rounded
// to, so that no difference of times tells it.
double last_theta(const DenseOutput& dense, std::size_t i) {
    const Segment segment = dense.segment(i);
    const double until = dense.end_of_segment(i);
    return until == segment.time(1).high ? 1 : segment.theta(until);
}

bool ends_singular(const Trajectory& part) { return part.stop.reason == StopReason::SingularState; }

bool needs_integral(const Balance& b) {
    return !b.rate.is_zero() || !b.field.empty() || !b.along_a.empty();
}

}  // namespace

// What is looked at, by the equations of each phase of a run.
class ChecksAlong::StatesOfPhases {
public:
    StatesOfPhases(const ComputedMotion& part, Watched watched, States& made)
        : phases_(part.trajectory.phases), watched_(watched), made_(made) {
        if (phases_.empty()) made_.try_emplace(nullptr, part.system, part.equations, watched);
        if (phases_.size() > 1) backward_ = phases_.back().from < phases_.front().from;
    }

    MotionStates& at_start() { return of(0); }
    MotionStates& at_end() { return of(phases_.empty() ? 0 : phases_.size() - 1); }
    MotionStates& of_sample(std::size_t i) {
        while (next_ < phases_.size() && phases_[next_].first_sample <= i) ++next_;
        return of(next_ == 0 ? 0 : next_ - 1);
    }
    // Of the step that begins here; steps come in the order of the run.
    MotionStates& from(double t) {
        while (next_ < phases_.size() &&
               (backward_ ? phases_[next_].from >= t : phases_[next_].from <= t))
            ++next_;
        return of(next_ == 0 ? 0 : next_ - 1);
    }

private:
    MotionStates& of(std::size_t phase) {
        if (phases_.empty()) return made_.at(nullptr);
        const SmoothMotion* motion = phases_[phase].motion.get();
        return made_.try_emplace(motion, *motion, watched_).first->second;
    }

    const std::vector<TrajectoryPhase>& phases_;
    Watched watched_;
    States& made_;
    std::size_t next_ = 0;
    bool backward_ = false;
};

ChecksAlong::ChecksAlong(const System& system, Watched watched, ChecksSoFar so_far)
    : system_(system), watched_(watched), known_(std::move(so_far)) {
    if (watched == Watched::Parts) return;
    for (const Constraint& c : system.constraints)
        if (c.order == 2) of_derivatives_.push_back(watch_of(c, "accelerations"));
    for (const HigherConstraint& h : system.higher)
        of_derivatives_.push_back(watch_of(h.constraint, "highest derivatives"));
    const auto is_sound = [](const Worst& worst) { return worst.is_sound(); };
    if (!std::ranges::all_of(known_.residuals, is_sound) || !is_sound(known_.power) ||
        !is_sound(known_.gauss) ||
        !std::ranges::all_of(known_.quantities, is_sound, &QuantitySoFar::worst) ||
        (known_.is_started && known_.residuals.size() != of_derivatives_.size()))
        throw of_other_equations();
    known_.residuals.resize(of_derivatives_.size());
}

ChecksAlong::~ChecksAlong() = default;

void ChecksAlong::follow(const ComputedMotion& leg) {
    const Trajectory& trajectory = leg.trajectory;
    const bool only_rest = trajectory.rest && trajectory.dense.empty();  // there is no first step
    if (!only_rest) follow_part(leg, made_);
    if (!trajectory.rest) return;
    if (!in_velocities_) in_velocities_ = in_velocities(leg.system);
    follow_part({in_velocities_->system, in_velocities_->equations, *trajectory.rest},
                made_in_velocities_);
}

void ChecksAlong::follow_part(const ComputedMotion& part, States& made) {
    StatesOfPhases states(part, watched_, made);
    begin(states.at_start());
    if (part.trajectory.dense.empty())
        follow_samples(states, part.trajectory);
    else
        follow_steps(states, part.trajectory);
    // The phases end with the leg, and others may come to lie in their places. What is remembered of
    // integrals would not be known to who goes on from a pause.
    std::erase_if(made, [](const auto& each) {
        return each.first != nullptr || each.second.remembers_integrals();
    });
}

void ChecksAlong::pause() {
    const auto thin = [](Worst& worst) { worst.thin(); };
    for (QuantitySoFar& q : known_.quantities) thin(q.worst);
    std::ranges::for_each(known_.residuals, thin);
    thin(known_.power);
    thin(known_.gauss);
}

std::vector<MotionCheck> ChecksAlong::results(const Trajectory& run) const {
    std::vector<MotionCheck> result;
    const double steps = benefit_of_sums * static_cast<double>(run.statistics.steps + 10);
    const auto add = [&](const Watch& watch, const Worst& worst, double times_tolerance) {
        result.push_back(judged(watch, worst, {run.rtol, times_tolerance}));
    };
    for (std::size_t i = 0; i < quantities_.size(); ++i)
        if (known_.quantities[i].is_complete)
            add(quantities_[i].watch, known_.quantities[i].worst, steps);
    for (std::size_t i = 0; i < known_.residuals.size(); ++i)
        add(of_derivatives_[i], known_.residuals[i], benefit_of_doubt);
    if (watched_ == Watched::Whole && has_reaction(system_))
        add({.kind = WatchKind::ReactionPower,
             .says = SentencePart{.sides = {symbol("R") * symbol("v")}, .as_written = "R v"}},
            known_.power, reactions_do_no_work(system_) ? benefit_of_doubt : infinity);
    if (known_.is_compared)
        add({.kind = WatchKind::Gauss,
             .says = "distance from the acceleration of the least constraint"},
            known_.gauss, benefit_of_doubt);
    return result;
}

void ChecksAlong::begin(const MotionStates& states) {
    if (!quantities_.empty()) return;
    for (const Balance& b : states.balances())
        quantities_.push_back({.watch = b.watch, .is_balance = true});
    for (const Residual& r : states.residuals()) quantities_.push_back({.watch = r.watch});
    if (known_.is_started && known_.quantities.size() != quantities_.size())
        throw of_other_equations();
    known_.quantities.resize(quantities_.size());
}

// At a singular state there is no reaction to be looked at.
void ChecksAlong::look(MotionStates& states, double t, std::span<const double> state,
                       bool is_regular) {
    heed_stop();
    states.see(t, state);
    const auto seen = states.all();
    for (std::size_t i = 0; i < seen.size(); ++i) {
        const Quantity& what = quantities_[i];
        QuantitySoFar& q = known_.quantities[i];
        if (!is_regular && what.watch.of_forces) continue;
        if (!known_.is_started && what.is_balance) q.start = seen[i].value;
        q.worst.see(seen[i].value - q.start - q.integral, seen[i].size + std::abs(q.integral), t,
                    seen[i].rounding);
    }
    known_.is_started = true;
    if (!is_regular) return;
    const auto [power, size] = states.power();
    known_.power.see(power, size, t);
}

// Some of them are compared, and moved by the absolute tolerances. Near a pole all is in the last step,
// and where a motion leaves rest in the first one.
void ChecksAlong::compare(MotionStates& states, const Trajectory& part, const Place& place) {
    const std::size_t most = std::max<std::size_t>(1, moved_entries / (part.atol.size() + 1));
    const std::size_t every = place.count / std::min(compared_states, most) + 1;
    if (place.i % every != 0 && place.i + 1 != place.count && !place.begins_phase) return;
    const double t = states.time();
    // What moves a part need not be in its own velocities: they follow from all entries.
    const std::vector<double> reach =
        states.reach({part.atol, watched_ == Watched::Parts ? part.rtol : 0, std::abs(place.step)});
    for (std::size_t j = 0; j < quantities_.size(); ++j) known_.quantities[j].worst.widen(reach[j]);
    if (!place.is_regular) return;
    known_.power.widen(reach.back());
    if (!states.can_compare_accelerations()) return;
    known_.is_compared = true;
    states.compare_accelerations(t, known_.gauss, known_.residuals);
}

void ChecksAlong::follow_samples(StatesOfPhases& of_phases, const Trajectory& part) {
    const auto& balances = of_phases.at_start().balances();
    for (std::size_t i = 0; i < quantities_.size(); ++i)
        if (i < balances.size() && needs_integral(balances[i]))
            known_.quantities[i].is_complete = false;
    for (std::size_t i = 0; i < part.times.size(); ++i) {
        MotionStates& states = of_phases.of_sample(i);
        const bool is_regular = !ends_singular(part) || part.times[i] != part.stop.time;
        look(states, part.times[i], part.states[i], is_regular);
        if (is_regular) compare(states, part, {i, part.times.size()});
    }
}

void ChecksAlong::follow_steps(StatesOfPhases& of_phases, const Trajectory& part) {
    const std::size_t count = part.dense.segments();
    std::vector<double> state(part.states.width());
    const MotionStates* before = nullptr;
    for (std::size_t i = 0; i < count; ++i) {
        const Segment segment = part.dense.segment(i);
        const double begins = segment.start.high, end = last_theta(part.dense, i);
        MotionStates& states = of_phases.from(begins);
        segment.evaluate(0, state.data());
        look(states, begins, state);
        compare(
            states, part,
            {i, count + 1, end * segment.width, true, &states != std::exchange(before, &states)});
        add_integrals(states, segment, end, part);
    }
    if (part.rest || part.stop.reason == StopReason::Paused) return;  // what follows begins here
    MotionStates& states = of_phases.at_end();
    const bool is_regular = !ends_singular(part);
    look(states, part.stop.time, part.stop.state, is_regular);
    const double step = last_theta(part.dense, count - 1) * part.dense.segment(count - 1).width;
    compare(states, part, {count, count + 1, step, is_regular});
}

// From the beginning of a step to this θ, over θ.
void ChecksAlong::add_integrals(MotionStates& states, const Segment& segment, double end,
                                const Trajectory& part) {
    std::vector<std::size_t> needed;
    for (std::size_t i = 0; i < states.balances().size(); ++i)
        if (needs_integral(states.balances()[i])) needed.push_back(i);
    if (needed.empty()) return;
    std::vector<double> state(segment.size), sums(needed.size()), tolerances(needed.size());
    segment.evaluate(end, state.data());
    states.see(segment.time(end).high, state);
    const auto at_end = states.all();
    for (std::size_t i = 0; i < needed.size(); ++i) {
        const Worst& worst = known_.quantities[needed[i]].worst;
        const double size = std::max({worst.size, at_end[needed[i]].size,
                                      std::abs(at_end[needed[i]].rate * end * segment.width)});
        tolerances[i] = worst.reach + (part.rtol + 1e-14) * size;
        if (!(tolerances[i] > 0)) tolerances[i] = 1;
    }
    const auto rates = [&](double theta, std::span<double> values) {
        segment.evaluate(theta, state.data());
        states.see(segment.time(theta).high, state);
        const auto seen = states.all();
        for (std::size_t i = 0; i < needed.size(); ++i)
            values[i] = seen[needed[i]].rate * segment.width / tolerances[i];
    };
    add_integral(rates, 0, end, 1, sums);
    for (std::size_t i = 0; i < needed.size(); ++i)
        known_.quantities[needed[i]].integral += sums[i] * tolerances[i];
}

}  // namespace rattleback

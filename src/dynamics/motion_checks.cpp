#include "dynamics/motion_checks.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <utility>

#include "base/interruption.hpp"
#include "dynamics/check_verdict.hpp"
#include "dynamics/motion_states.hpp"
#include "dynamics/part_energies.hpp"
#include "dynamics/quadrature.hpp"
#include "model/energy.hpp"
#include "trajectory/continuation.hpp"

namespace rattleback {
namespace {

// So many times the tolerance is no sign of a fault; where the errors of steps add up, so many times
// their sum.
constexpr double benefit_of_doubt = 10, benefit_of_sums = 1;
constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr std::size_t compared_states = 100;

// What is looked at, by the equations of each phase of a run.
class StatesOfPhases {
public:
    StatesOfPhases(const System& system, const Equations& equations, const Trajectory& part,
                   Watched watched)
        : phases_(part.phases), watched_(watched) {
        if (phases_.empty()) made_.try_emplace(nullptr, system, equations, watched);
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
    std::map<const SmoothMotion*, MotionStates> made_;
    std::size_t next_ = 0;
    bool backward_ = false;
};

// Goes along the parts of a run and remembers the worst.
class Checks {
public:
    explicit Checks(const System& system, Watched watched = Watched::Whole)
        : system_(system), watched_(watched) {
        if (watched == Watched::Parts) return;
        for (const Constraint& c : system.constraints)
            if (c.order == 2) of_derivatives_.push_back(watch_of(c, "accelerations"));
        for (const HigherConstraint& h : system.higher)
            of_derivatives_.push_back(watch_of(h.constraint, "highest derivatives"));
        residuals_.resize(of_derivatives_.size());
    }

    void follow(const System& system, const Equations& equations, const Trajectory& part) {
        StatesOfPhases states(system, equations, part, watched_);
        begin(states.at_start());
        if (part.dense.empty())
            follow_samples(states, part);
        else
            follow_steps(states, part);
    }

    std::vector<MotionCheck> results(const Trajectory& run) const {
        std::vector<MotionCheck> result;
        const double steps = benefit_of_sums * static_cast<double>(run.statistics.steps + 10);
        const auto add = [&](const Watch& watch, const Worst& worst, double times_tolerance) {
            result.push_back(judged(watch, worst, {run.rtol, times_tolerance}));
        };
        for (const Quantity& q : quantities_)
            if (q.is_complete) add(q.watch, q.worst, steps);
        for (std::size_t i = 0; i < residuals_.size(); ++i)
            add(of_derivatives_[i], residuals_[i], benefit_of_doubt);
        if (watched_ == Watched::Whole && has_reaction(system_))
            add({.kind = WatchKind::ReactionPower,
                 .says = SentencePart{.sides = {symbol("R") * symbol("v")}, .as_written = "R v"}},
                power_, reactions_do_no_work(system_) ? benefit_of_doubt : infinity);
        if (compared_)
            add({.kind = WatchKind::Gauss,
                 .says = "distance from the acceleration of the least constraint"},
                gauss_, benefit_of_doubt);
        return result;
    }

private:
    static Watch watch_of(const Constraint& c, const std::string& of) {
        return {.kind = WatchKind::Constraint, .which = c.name, .says = "residual in the " + of};
    }

    struct Quantity {
        Watch watch;
        bool is_balance = false, is_complete = true;
        double start = 0, integral = 0;
        Worst worst = {};
    };

    void begin(const MotionStates& states) {
        if (!quantities_.empty()) return;
        for (const Balance& b : states.balances())
            quantities_.push_back({.watch = b.watch, .is_balance = true});
        for (const Residual& r : states.residuals()) quantities_.push_back({.watch = r.watch});
    }

    // At a singular state there is no reaction to be looked at.
    void look(MotionStates& states, double t, std::span<const double> state,
              bool is_regular = true) {
        heed_stop();
        states.see(t, state);
        const auto seen = states.all();
        for (std::size_t i = 0; i < seen.size(); ++i) {
            Quantity& q = quantities_[i];
            if (!is_regular && q.watch.of_forces) continue;
            if (!started_ && q.is_balance) q.start = seen[i].value;
            q.worst.see(seen[i].value - q.start - q.integral, seen[i].size + std::abs(q.integral),
                        t, seen[i].rounding);
        }
        started_ = true;
        if (!is_regular) return;
        const auto [power, size] = states.power();
        power_.see(power, size, t);
    }

    // A state at which everything was looked at, in a step that took so long.
    struct Place {
        std::size_t i, count;  // the i-th of so many
        double step = 0;
        bool is_regular = true, begins_phase = false;
    };

    // Some of them are compared, and moved by the absolute tolerances. Near a pole all is in the last step,
    // and where a motion leaves rest in the first one.
    void compare(MotionStates& states, const Trajectory& part, const Place& place) {
        const std::size_t every = place.count / compared_states + 1;
        if (place.i % every != 0 && place.i + 1 != place.count && !place.begins_phase) return;
        const double t = states.time();
        // What moves a part need not be in its own velocities: they follow from all entries.
        const std::vector<double> reach = states.reach(
            {part.atol, watched_ == Watched::Parts ? part.rtol : 0, std::abs(place.step)});
        for (std::size_t j = 0; j < quantities_.size(); ++j) quantities_[j].worst.widen(reach[j]);
        if (!place.is_regular) return;
        power_.widen(reach.back());
        if (!states.can_compare_accelerations()) return;
        compared_ = true;
        states.compare_accelerations(t, gauss_, residuals_);
    }

    void follow_samples(StatesOfPhases& of_phases, const Trajectory& part) {
        const auto& balances = of_phases.at_start().balances();
        for (std::size_t i = 0; i < quantities_.size(); ++i)
            if (i < balances.size() && needs_integral(balances[i]))
                quantities_[i].is_complete = false;
        for (std::size_t i = 0; i < part.times.size(); ++i) {
            MotionStates& states = of_phases.of_sample(i);
            const bool is_regular = !ends_singular(part) || part.times[i] != part.stop.time;
            look(states, part.times[i], part.states[i], is_regular);
            if (is_regular) compare(states, part, {i, part.times.size()});
        }
    }

    void follow_steps(StatesOfPhases& of_phases, const Trajectory& part) {
        const std::size_t count = part.dense.segments();
        std::vector<double> state(part.states.width());
        const MotionStates* before = nullptr;
        for (std::size_t i = 0; i < count; ++i) {
            const Segment segment = part.dense.segment(i);
            const double begins = segment.start.high, end = last_theta(part.dense, i);
            MotionStates& states = of_phases.from(begins);
            segment.evaluate(0, state.data());
            look(states, begins, state);
            compare(states, part,
                    {i, count + 1, end * segment.width, true,
                     &states != std::exchange(before, &states)});
            add_integrals(states, segment, end, part);
        }
        if (part.rest) return;  // which begins here
        MotionStates& states = of_phases.at_end();
        const bool is_regular = !ends_singular(part);
        look(states, part.stop.time, part.stop.state, is_regular);
        const double step = last_theta(part.dense, count - 1) * part.dense.segment(count - 1).width;
        compare(states, part, {count, count + 1, step, is_regular});
    }

    // Where a step ends, 1 unless it was cut off. Steps into a pole may be as short as what t is rounded
    // to, so that no difference of times tells it.
    static double last_theta(const DenseOutput& dense, std::size_t i) {
        const Segment segment = dense.segment(i);
        const double until = dense.end_of_segment(i);
        return until == segment.time(1).high ? 1 : segment.theta(until);
    }

    static bool ends_singular(const Trajectory& part) {
        return part.stop.reason == StopReason::SingularState;
    }

    static bool needs_integral(const Balance& b) {
        return !b.rate.is_zero() || !b.field.empty() || !b.along_a.empty();
    }

    // From the beginning of a step to this θ, over θ.
    void add_integrals(MotionStates& states, const Segment& segment, double end,
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
            const Worst& worst = quantities_[needed[i]].worst;
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
            quantities_[needed[i]].integral += sums[i] * tolerances[i];
    }

    const System& system_;
    Watched watched_;
    std::vector<Quantity> quantities_;
    std::vector<Watch> of_derivatives_;  // constraints on accelerations and on what is above them
    std::vector<Worst> residuals_;
    Worst power_, gauss_;
    bool started_ = false, compared_ = false;
};

std::vector<MotionCheck> follow(const System& system, const Equations& equations,
                                const Trajectory& trajectory, Watched watched) {
    Checks checks(system, watched);
    const bool only_rest = trajectory.rest && trajectory.dense.empty();  // there is no first step
    if (!only_rest) checks.follow(system, equations, trajectory);
    if (trajectory.rest) {
        const InVelocities other = in_velocities(system);
        checks.follow(other.system, other.equations, *trajectory.rest);
    }
    return checks.results(trajectory);
}

// What is allowed of the whole energy may be more than a part has: then that part has a check of its
// own, and where it cannot be had the one of the whole decides nothing.
void add_hidden_parts(const System& system, const Equations& equations,
                      const Trajectory& trajectory, std::vector<MotionCheck>& checks) {
    const auto energy = std::ranges::find(
        checks, WatchKind::Energy, [](const MotionCheck& check) { return check.watch.kind; });
    if (energy == checks.end() || std::isinf(energy->allowed)) return;
    const std::vector<double> sizes = sizes_of_parts(system, equations, trajectory);
    const auto is_hidden = [&](double size) {
        return size > 0 && decisive * size < energy->allowed;
    };
    if (std::ranges::none_of(sizes, is_hidden)) return;
    std::vector<MotionCheck> parts = follow(system, equations, trajectory, Watched::Parts);
    if (parts.size() != sizes.size()) {
        energy->decides = false;
        return;
    }
    std::vector<MotionCheck> hidden;
    for (std::size_t i = 0; i < parts.size(); ++i) {
        const bool is_rounding = parts[i].holds() && decisive * sizes[i] < parts[i].allowed;
        if (is_hidden(sizes[i]) && !is_rounding) hidden.push_back(std::move(parts[i]));
    }
    checks.insert(energy + 1, hidden.begin(), hidden.end());
}

}  // namespace

std::vector<MotionCheck> check_motion(const System& system, const Equations& equations,
                                      const Trajectory& trajectory) {
    std::vector<MotionCheck> result = follow(system, equations, trajectory, Watched::Whole);
    add_hidden_parts(system, equations, trajectory, result);
    return result;
}

}  // namespace rattleback

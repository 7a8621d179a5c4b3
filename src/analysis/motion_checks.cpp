#include "analysis/motion_checks.hpp"

#include <limits>
#include <map>

#include "analysis/motion_states.hpp"
#include "analysis/quadrature.hpp"
#include "trajectory/continuation.hpp"

namespace rattleback {
namespace {

// So many times the tolerance is no sign of a fault; where the errors of steps add up, so many times
// their sum.
constexpr double benefit_of_doubt = 10, benefit_of_sums = 1;
constexpr double rounding = 1e-12;
constexpr std::size_t gauss_states = 100;

// What is looked at, by the equations of each phase of a run.
class StatesOfPhases {
public:
    StatesOfPhases(const System& system, const Equations& equations, const Trajectory& part)
        : phases_(part.phases) {
        if (phases_.empty()) made_.try_emplace(nullptr, system, equations);
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
        return made_.try_emplace(motion, *motion).first->second;
    }

    const std::vector<TrajectoryPhase>& phases_;
    std::map<const SmoothMotion*, MotionStates> made_;
    std::size_t next_ = 0;
    bool backward_ = false;
};

// Goes along the parts of a run and remembers the worst.
class Checks {
public:
    explicit Checks(const System& system) : system_(system) {
        for (const Constraint& c : system.constraints)
            if (c.order == 2) second_order_names_.push_back(c.name);
        second_order_.resize(second_order_names_.size());
    }

    void follow(const System& system, const Equations& equations, const Trajectory& part) {
        StatesOfPhases states(system, equations, part);
        begin(states.at_start());
        if (part.dense.empty())
            follow_samples(states, part);
        else
            follow_steps(states, part);
    }

    std::vector<MotionCheck> results(const Trajectory& run) const {
        std::vector<MotionCheck> result;
        const auto add = [&](const std::string& name, const std::string& says, const Worst& worst,
                             double allowed) {
            result.push_back(
                {name, says, worst.value, worst.time, allowed, worst.times, worst.deviations});
        };
        for (const Quantity& q : quantities_)
            if (q.is_complete) add(q.name, q.says, q.worst, allowed_in_sum(run, q.worst));
        for (std::size_t i = 0; i < second_order_.size(); ++i)
            add("constraint " + second_order_names_[i], "residual in the accelerations",
                second_order_[i], allowed_at_a_state(run, second_order_[i]));
        if (has_reaction(system_))
            add("power of the reaction", "R v", power_,
                reaction_does_no_work(system_) ? allowed_at_a_state(run, power_) : infinity);
        if (compared_)
            add("Gauss", "distance from the acceleration of the least constraint", gauss_,
                allowed_at_a_state(run, gauss_));
        return result;
    }

private:
    static constexpr double infinity = std::numeric_limits<double>::infinity();

    struct Quantity {
        std::string name, says;
        bool is_balance = false, is_complete = true;
        double start = 0, integral = 0;
        Worst worst = {};
    };

    // A method of fixed step has no tolerance to keep.
    static double allowed_at_a_state(const Trajectory& run, const Worst& worst) {
        if (run.rtol == 0) return infinity;
        return benefit_of_doubt * (run.atol + run.rtol * worst.size) + rounding * worst.size;
    }

    static double allowed_in_sum(const Trajectory& run, const Worst& worst) {
        if (run.rtol == 0) return infinity;
        const auto steps = static_cast<double>(run.statistics.steps + 10);
        return benefit_of_sums * steps * (run.atol + run.rtol * worst.size) + rounding * worst.size;
    }

    void begin(const MotionStates& states) {
        if (!quantities_.empty()) return;
        for (const Balance& b : states.balances())
            quantities_.push_back({.name = b.name, .says = b.says, .is_balance = true});
        for (const Residual& r : states.residuals())
            quantities_.push_back({.name = r.name, .says = r.says});
    }

    // At a singular state there is no reaction to be looked at.
    void look(MotionStates& states, double t, std::span<const double> state,
              bool is_regular = true) {
        states.see(t, state);
        const auto seen = states.all();
        for (std::size_t i = 0; i < seen.size(); ++i) {
            Quantity& q = quantities_[i];
            if (!started_ && q.is_balance) q.start = seen[i].value;
            q.worst.see(seen[i].value - q.start - q.integral, seen[i].size + std::abs(q.integral),
                        t);
        }
        started_ = true;
        if (!is_regular) return;
        double power = 0, size = 0;
        for (std::size_t i = 0; i < states.v().size(); ++i) {
            power += states.reaction()[i] * states.v()[i];
            size += std::abs(states.reaction()[i] * states.v()[i]);
        }
        power_.see(power, size, t);
    }

    void compare_accelerations(const MotionStates& states, double t, std::size_t i,
                               std::size_t count) {
        const std::size_t every = count / gauss_states + 1;
        if (!states.can_compare_accelerations() || (i % every != 0 && i + 1 != count)) return;
        compared_ = true;
        states.compare_accelerations(t, gauss_, second_order_);
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
            if (is_regular) compare_accelerations(states, part.times[i], i, part.times.size());
        }
    }

    void follow_steps(StatesOfPhases& of_phases, const Trajectory& part) {
        const std::size_t count = part.dense.segments();
        std::vector<double> state(part.states.width());
        for (std::size_t i = 0; i < count; ++i) {
            const Segment segment = part.dense.segment(i);
            const double begins = segment.start.high, ends = part.dense.end_of_segment(i);
            MotionStates& states = of_phases.from(begins);
            segment.evaluate(0, state.data());
            look(states, begins, state);
            compare_accelerations(states, begins, i, count + 1);
            add_integrals(states, segment, begins, ends, part);
        }
        if (part.rest) return;  // which begins here
        MotionStates& states = of_phases.at_end();
        const bool is_regular = !ends_singular(part);
        look(states, part.stop.time, part.stop.state, is_regular);
        if (is_regular) compare_accelerations(states, part.stop.time, count, count + 1);
    }

    static bool ends_singular(const Trajectory& part) {
        return part.stop.reason == StopReason::SingularState;
    }

    static bool needs_integral(const Balance& b) { return !b.rate.is_zero() || !b.field.empty(); }

    void add_integrals(MotionStates& states, const Segment& segment, double begins, double ends,
                       const Trajectory& part) {
        std::vector<std::size_t> needed;
        double tolerance = infinity, floor = 1e-16;
        for (std::size_t i = 0; i < states.balances().size(); ++i) {
            if (!needs_integral(states.balances()[i])) continue;
            needed.push_back(i);
            const double size = quantities_[i].worst.size;
            tolerance = std::min(tolerance, part.atol + (part.rtol + 1e-14) * size);
            floor = std::max(floor, 1e-14 * size);
        }
        tolerance = std::max(tolerance, floor);
        std::vector<double> state(segment.size), sums(needed.size());
        const auto rates = [&](double t, std::span<double> values) {
            segment.evaluate(segment.theta(t), state.data());
            states.see(t, state);
            const auto seen = states.all();
            for (std::size_t i = 0; i < needed.size(); ++i) values[i] = seen[needed[i]].rate;
        };
        add_integral(rates, begins, ends, tolerance, sums);
        for (std::size_t i = 0; i < needed.size(); ++i) quantities_[needed[i]].integral += sums[i];
    }

    const System& system_;
    std::vector<Quantity> quantities_;
    std::vector<std::string> second_order_names_;
    std::vector<Worst> second_order_;
    Worst power_, gauss_;
    bool started_ = false, compared_ = false;
};

}  // namespace

std::vector<MotionCheck> check_motion(const System& system, const Equations& equations,
                                      const Trajectory& trajectory) {
    Checks checks(system);
    const bool only_rest = trajectory.rest && trajectory.dense.empty();  // there is no first step
    if (!only_rest) checks.follow(system, equations, trajectory);
    if (trajectory.rest) {
        const InVelocities other = in_velocities(system);
        checks.follow(other.system, other.equations, *trajectory.rest);
    }
    return checks.results(trajectory);
}

}  // namespace rattleback

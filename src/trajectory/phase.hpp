// One phase of a motion across jumps and kinks: a set of sides, and the smooth equations there.
//
// The problem that a method integrates has, behind the events of the model, one for each way in which
// the phase may end: a guard u = 0 for every surface that the motion is not held on, the small and the
// slow size of every norm (norm_sizes.hpp), and the margin of whatever holds. Which of them it was, and
// what it says of the state there, is the arrival from which switching.hpp decides what follows.
#pragma once

#include "trajectory/phases.hpp"

namespace rattleback {

class Phases::Phase {
public:
    Phase(const Phases& of, std::vector<Side> sides, SmoothMotion motion);

    const std::vector<Side>& sides() const { return sides_; }
    const std::shared_ptr<const SmoothMotion>& motion() const { return motion_; }
    const MotionProblem& motion_problem() const { return problem_; }
    const OdeProblem& problem() const { return with_guards_; }
    std::size_t own_events() const { return own_events_; }
    // A norm is small: the equations are stiff.
    bool is_slow() const { return is_slow_; }
    // Why there are none, as a sentence, where a root ends at a surface; else empty.
    const std::string& no_series() const { return no_series_; }

    // What the event that ended the phase says of the state there.
    Arrival arrival(std::size_t event, double t, std::span<const double> y) const;

private:
    struct Guard {
        std::size_t number;                // of the switch or norm
        std::optional<Side> becomes = {};  // of a norm that is not zero
    };
    struct Values {
        const Phase* self;
        void operator()(double t, const double* y, double* values) const {
            self->evaluate(t, y, values);
        }
    };

    void guard_surfaces(const Phases& of);
    void guard_norms(const Phases& of);
    void guard(const Expr& value, int side, std::size_t of_switch);
    void guard_held(const Held& held);
    void add_event(int side);
    std::vector<double> holding(std::size_t which, double t, std::span<const double> y) const;
    void evaluate(double t, const double* y, double* values) const;
    static MotionSettings settings(const Phases& of, const std::vector<Side>& sides);

    std::vector<Side> sides_;
    std::size_t norms_;  // the last of them
    std::shared_ptr<const SmoothMotion> motion_;
    System inside_;  // its system as it was derived from, without roots that go on beyond their end
    MotionProblem problem_;
    OdeProblem with_guards_;
    std::size_t own_events_;
    std::string no_series_;
    bool is_slow_ = false;
    std::vector<Guard> guards_;
    std::vector<SolvedFunction> holding_;     // of each surface that holds
    std::vector<std::optional<Tape>> tapes_;  // of the guards, then of what holds
    Values values_{this};
};

}  // namespace rattleback

// One phase of a run across jumps and kinks: the code of phase_code.hpp with the values of the run.
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
    // The motion where it is known: that of the same phase with other pieces of tables.
    Phase(const Phases& of, std::shared_ptr<const PhaseCode> code,
          std::shared_ptr<const SmoothMotion> motion);

    const std::vector<Side>& sides() const { return code_->sides(); }
    const std::shared_ptr<const SmoothMotion>& motion() const { return motion_; }
    const MotionProblem& motion_problem() const { return problem_; }
    const OdeProblem& problem() const { return with_guards_; }
    std::size_t own_events() const { return own_events_; }
    // A norm is small: the equations are stiff.
    bool is_slow() const { return code_->is_slow(); }
    // Why there are none, as a sentence, where a root ends at a surface; else empty.
    const Sentence& no_series() const { return no_series_; }

    // What the event that ended the phase says of the state there.
    Arrival arrival(std::size_t event, double t, std::span<const double> y) const;

private:
    struct Values {
        const Phase* self;
        void operator()(double t, const double* y, double* values) const {
            self->evaluate(t, y, values);
        }
    };

    void add_guards(const Phases& of);
    void add_holding();
    void add_event(int side);
    std::vector<double> holding(std::size_t which, double t, std::span<const double> y) const;
    void evaluate(double t, const double* y, double* values) const;

    std::shared_ptr<const PhaseCode> code_;
    std::size_t norms_;                           // the last of the sides
    std::shared_ptr<const SmoothMotion> motion_;  // with the values of the run, of the first piece
    MotionProblem problem_;
    OdeProblem with_guards_;
    std::size_t own_events_;
    Sentence no_series_;
    std::vector<std::vector<double>> holding_constants_;  // of each surface that holds
    std::vector<std::optional<Tape>> tapes_;              // of the guards, then of what holds
    Values values_{this};
};

}  // namespace rattleback

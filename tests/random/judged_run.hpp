// A run of the program, judged by the oracle.
//
//     Judge judge(built(model), {0, model.q, model.v}, model.until);
//     const RunVerdict verdict = judge.run({.form = "maggi", .method = "dop853"});
//
// The bound of the error is derived, not chosen: every step may err by the tolerance atol + rtol·|y| in
// the root mean square, so by √dim times that in norm, and what it errs is carried to the samples by
// at most the growth of the oracle's flow. A run that stops is right only where the oracle stops
// too or finds the motion badly determined. Reactions are compared at the program's own states, within
// what an error of that size can change. All checks of the motion must hold.
#pragma once

#include <string>

#include "support/true_run.hpp"
#include "trajectory/simulate.hpp"

namespace rattleback::testing {

struct RunRequest {
    std::string form, method = "auto";
    double rtol = 1e-9, atol = 1e-11;
};

struct RunVerdict {
    enum class Kind { Right, StopsRightly, Refused, Wrong };
    Kind kind = Kind::Right;
    std::string why;          // a sentence, unless it is right
    Real error = 0;           // the largest error of q and v over its bound
    std::size_t samples = 0;  // compared
};

class Judge {
public:
    // `start` is the one that the model has.
    Judge(const System& system, const State& start, Real until);

    const System& system() const { return system_; }
    const TrueRun& truth() const { return truth_; }
    Real growth() const { return growth_; }

    RunVerdict run(const RunRequest& request);

    // Of a trajectory in q, v at the times of the truth, mapped there from wherever it was computed.
    struct Samples {
        std::vector<State> states;
        std::vector<Vector> reactions;
    };
    RunVerdict judged(const Samples& samples, const RunRequest& request, std::size_t steps);

    std::vector<double> times() const;

private:
    Real allowed(const RunRequest& request, std::size_t steps) const;
    void judge_reactions(const Samples& samples, Real state_error, RunVerdict& verdict);
    RunVerdict judged_stop(const Trajectory& trajectory);

    TrueMotion motion_;
    System system_;  // as the program takes it: on the branch where it begins
    State start_;
    Real until_;
    TrueRun truth_;
    Real growth_ = 1, size_ = 0;
};

// q, v and the reactions of a run, at its samples.
Judge::Samples samples_of(const System& system, const Trajectory& trajectory);

}  // namespace rattleback::testing

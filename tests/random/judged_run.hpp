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

#include <functional>
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

    // The run of this or another system, whose samples are taken back to those of the truth by
    // `take_back`, which also says by how much a step may err there.
    struct Samples {
        std::vector<State> states;
        std::vector<Vector> reactions;
        Real step_error = 0;
        std::size_t first = 0;  // of the truth's samples
        // The largest terms of each reaction in the variables of the run, which rounding is
        // relative to; empty: those of the truth.
        std::vector<Real> forces = {};
    };
    struct Wanted {
        std::vector<double> times;
        std::function<void(Samples&)> take_back;
        std::size_t first = 0;
    };
    RunVerdict run(const System& system, const RunRequest& request, const Wanted& wanted);

    std::vector<double> times() const;

private:
    RunVerdict judged(const Samples& samples, std::size_t steps);
    RunVerdict judged_reactions(const Samples& samples, Real state_error);
    RunVerdict judged_stop(const Stop& stop, const State& state);
    RunVerdict judged_trajectory(const System& system, const RunRequest& request,
                                 const Wanted& wanted);

    TrueMotion motion_;
    System system_;  // as the program takes it: on the branch where it begins
    State start_;
    RegularMotion start_motion_;
    Real until_;
    TrueRun truth_;
    Real growth_ = 1;
};

// √dim · |D diag(e)|, where e = atol + rtol·|y| bounds the error of each entry of a state (q, v) and D is
// the derivative of the map that takes it back.
Real step_error(const std::vector<State>& states, const RunRequest& request,
                const std::function<State(const State&)>& back);

}  // namespace rattleback::testing

// A run of the program, judged by the oracle.
//
//     Judge judge(built(model), {0, model.q, model.v}, model.until);
//     const RunVerdict verdict = judge.run({.form = "maggi", .method = "dop853"});
//
// The bound of the error is derived, not chosen: every step may err by the tolerance atol + rtol·|y| in
// the root mean square, so by √dim times that in norm, and what it errs is carried to the samples by
// at most the growth of the oracle's flow. A run that stops is right only where the oracle stops
// too or finds the motion badly determined. All checks of the motion must hold.
//
// A reaction R(q, v) may err by what errors of the state change it, and by rounding:
//
//     |δR| ≤ √dim · |∂R/∂(q, v)| · |δ(q, v)| + 10⁻¹² · force / regularity .
//
// Both are those of the model as it is run, not of another way to write it. For a state between two
// steps is off the constraints by as much as it may err, and there R depends on how these are written:
// x = f(t) gives R = m f'' at every state, g(t)·(x − f(t)) = 0 gives
//
//     R = m f'' − 2 m (g'/g) (x' − f') − m (g''/g) (x − f) .
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

// What makes a reaction err, in the variables of the truth.
struct ReactionErrors {
    Real slope = 0;     // its largest change with (q, v)
    Real rounding = 0;  // of the terms that it is computed from
};

// From the variables of a run to those of the truth.
struct WayBack {
    std::function<State(const State&)> state = [](const State& own) { return own; };
    std::function<Vector(const Vector&, const State&)> covector = [](const Vector& own,
                                                                     const State&) { return own; };
};

class Judge {
public:
    // `start` is the one that the model has.
    Judge(const System& system, const State& start, Real until);

    const System& system() const { return system_; }
    const TrueRun& truth() const { return truth_; }
    Real growth() const { return growth_; }

    RunVerdict run(const RunRequest& request);

    struct Samples {
        std::vector<State> states;
        std::vector<Vector> reactions;
        Real step_error = 0;
        std::size_t first = 0;                             // of the truth's samples
        std::vector<ReactionErrors> reaction_errors = {};  // of each reaction
    };
    struct Wanted {
        std::vector<double> times;
        WayBack back = {};
        std::size_t first = 0;
    };
    // The run of this or another system, whose samples are taken back to those of the truth.
    RunVerdict run(const System& system, const RunRequest& request, const Wanted& wanted);

    std::vector<double> times() const;

private:
    // Of constraints that are products the truth, where the gradient of the written ones vanishes.
    void follow_branch(const std::vector<Real>& times);
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

}  // namespace rattleback::testing

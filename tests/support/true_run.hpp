// The motion of a system over a time, by plain numbers: the oracle of trajectories.
//
// Nothing comes from src but the formulas of L, F, b and of the law of reaction. Their derivatives are
// those of second_derivatives.hpp; accelerations and reactions follow from
//
//     M a = f + Nᵀμ ,   A a + β = 0      or, with W,   M a = f + R ,   A a + β = 0 ,   Wᵀ R = 0 ,
//
// scaled and solved by elimination with full pivots; and q, v are integrated by extrapolation of the
// midpoint rule (Gragg, Bulirsch, Stoer) in long double, which has no part in common with any method
// of the program. motion_oracle.hpp finds the same accelerations from curves and complex steps: the two
// are compared in tests/random.
//
//     TrueMotion motion(system);
//     const TrueRun run = true_run(motion, start, {1, 2, 3});
#pragma once

#include "support/motion_oracle.hpp"
#include "support/second_derivatives.hpp"

namespace rattleback::testing {

struct RegularMotion {
    Motion motion;
    Real regularity = 1;  // the smallest pivot that was used over the largest, of the scaled system
    Matrix gradients = {};  // A
    std::size_t rank = 0;   // of the system
    Real force = 0;         // the largest of f and M a: what rounding of a reaction is relative to
};

class TrueMotion {
public:
    explicit TrueMotion(const System& system);

    std::size_t size() const { return n_; }
    // With the time and the coordinates as they are; NaN where there is no value.
    RegularMotion at(const State& state);
    // p·v − L.
    Real energy(const State& state);
    // A state near the constraints moves onto them.
    void project(State& state);
    // The largest violation of a constraint, of the time derivative of a positional one too.
    Real violation(const State& state);

private:
    struct Row {
        Vector a;  // A
        Real beta;
    };
    Vector point(const State& state) const;
    Row row(std::size_t constraint, const State& state);

    std::size_t n_;
    SecondDerivatives lagrangian_;
    std::vector<SecondDerivatives> forces_, constraints_;
    std::vector<int> orders_;
    std::vector<std::vector<SecondDerivatives>> directions_;  // per constraint; empty: ideal
    std::vector<std::vector<SecondDerivatives>> vanishes_on_;
};

struct TrueRun {
    std::vector<State> samples;  // at the times asked for, as far as the run came
    bool finished = false;
    Real end = 0;  // where the last good step ended
    // Whether it ended because the gradient of a constraint vanished: beyond, the motion is not
    // determined, and numbers go on only by chance.
    bool passes_singular_state = false;
    // Of every step: where it ended, and how well the motion was determined on it. That is 0 where the
    // gradient of a constraint has turned round, so that it must have vanished within the step.
    struct Step {
        Real t, regularity;
    };
    std::vector<Step> steps = {};

    // The least on the steps around a time.
    Real regularity_near(Real t) const;
};

TrueRun true_run(TrueMotion& motion, const State& start, const std::vector<Real>& times,
                 Real tolerance = 1e-14L);

// How much a small change of (q, v) at some time of the run has grown at most by its end: the norm of
// the derivative of the flow, from random directions at the start and at the samples.
Real growth(TrueMotion& motion, const State& start, const TrueRun& run);

}  // namespace rattleback::testing

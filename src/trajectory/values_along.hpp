// Formulas at states of a run, each by the equations that the run had there.
//
//     ValuesAlong values({system, equations, trajectory}, {R_x, x''});
//     values(t, state, out);
//
// A run in phases (phases.hpp) has other equations in each; what holds a motion counts among the forces.
// Of a part in other variables (continuation.hpp) the formulas are asked for by themselves, with its own
// equations: multipliers and directions at contacts are still those of the model as it is written.
// Everything is computed by the interpreter of tapes: what people look at is not worth a compilation.
#pragma once

#include <map>

#include "trajectory/computed_motion.hpp"
#include "trajectory/quantity_values.hpp"

namespace rattleback {

class WhileWaitedFor;

// The phase of a run at this time; null where it has none.
const SmoothMotion* phase_at(const std::vector<TrajectoryPhase>& phases, double t);
// By the interpreter, and as the equations are written.
MotionOptions interpreted_motion();

class ValuesAlong {
public:
    ValuesAlong(const ComputedMotion& part, std::span<const Expr> expressions);
    ~ValuesAlong();
    ValuesAlong(const ValuesAlong&) = delete;
    ValuesAlong& operator=(const ValuesAlong&) = delete;

    void operator()(double t, std::span<const double> state, double* out);

private:
    struct Code;
    Code& code_at(double t);

    ComputedMotion part_;
    ExprVector expressions_;
    std::map<const SmoothMotion*, std::unique_ptr<Code>> made_;  // null: there are no phases
};

// The same formulas without the speeds of a form.
ExprVector in_velocities_alone(const Equations& equations, std::span<const Expr> expressions);

// At all samples of a run: a row for each, which has as many entries as there are formulas.
Rows values_at_samples(const ComputedMotion& run, std::span<const Expr> expressions);
// The same for as long as somebody waits; then they have no values.
Rows values_at_samples(const ComputedMotion& run, std::span<const Expr> expressions,
                       WhileWaitedFor& waited);

}  // namespace rattleback

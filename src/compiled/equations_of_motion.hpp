// Equations of motion as code that runs.
//
//     const EquationsOfMotion motion(system, derive(system, "benenti"));
//     const SolvedFunction rates = motion.rates();
//     std::vector<double> in = motion.input(state, t);
//     rates(in.data(), derivative.data());
//
// The state is s = (q, speeds). Every function made here has the same inputs, in this order: the
// state, the time, the parameters. Parameters are inputs, so that another value needs no new
// compilation; `fixed_parameters` puts their values in instead, which folds them.
//
//     rates          ds/dt
//     jacobian       ∂(ds/dt)/∂s by rows, from the equations differentiated:
//                    M ∂x = ∂right − (∂M) x, solved with the factors of M
//     forces         accelerations, then reactions, then the unknowns (d(speeds)/dt, multipliers)
//     constraints    what must be zero at a state: φ(t, q) and dφ/dt of each positional constraint,
//                    b(t, q, v) of each kinematic one; those of second order restrict no state
//     constraints_by_state   their Jacobian, by rows
//     energy         v·∂L/∂v − L
//     observed       any expressions in t, q, v and speeds: events, plots
//
// Velocities are those of the state, v = velocities(t, q, speeds). Making a function twice costs
// nothing but the bookkeeping: equal code is shared.
#pragma once

#include "compiled/solved_function.hpp"
#include "equations/equations.hpp"
#include "model/system.hpp"

namespace rattleback {

struct MotionOptions {
    SolveOptions solve = {};
    bool fixed_parameters = false;
    bool shorten = true;  // simplify the equations where that saves arithmetic: see shortened.hpp
};

class EquationsOfMotion {
public:
    EquationsOfMotion(const System& system, const Equations& equations,
                      const MotionOptions& options = {});

    std::size_t size() const { return equations_.q.size() + equations_.speeds.size(); }
    const ExprVector& inputs() const { return inputs_; }
    const std::vector<double>& parameters() const { return parameters_; }  // their values
    // The numbers that all functions below take.
    std::vector<double> input(std::span<const double> state, double t) const;

    SolvedFunction rates() const;
    SolvedFunction jacobian() const;
    SolvedFunction forces() const;
    CompiledFunction constraints() const;
    CompiledFunction constraints_by_state() const;
    CompiledFunction energy() const;
    CompiledFunction observed(std::span<const Expr> expressions) const;

    // What the functions above compute, as expressions of the inputs.
    ExprVector state() const;
    ExprVector constraint_values() const;
    ExprVector at_state(std::span<const Expr> expressions) const;  // of t, q, v and speeds
    // What rates and jacobian solve.
    LinearProblem rates_problem() const;
    LinearProblem jacobian_problem() const;

private:
    LinearProblem problem(ExprVector outputs) const;
    ExprVector fixed(std::span<const Expr> expressions) const;

    Expr t_, energy_;
    ExprVector v_, constraints_;
    Equations equations_;  // with the parameters put in, where they are fixed
    MotionOptions options_;
    std::vector<double> parameters_;
    std::vector<Replacement> fixed_;
    ExprVector inputs_;
};

}  // namespace rattleback

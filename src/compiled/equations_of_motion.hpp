// Equations of motion as code that runs.
//
//     const EquationsOfMotion motion(system, derive(system, "benenti"));
//     const SolvedFunction rates = motion.rates();
//     std::vector<double> in = motion.input(state, t);
//     rates(in.data(), derivative.data());
//
// The state is s = (q, speeds). Every function made here has the same inputs, in this order: the
// state, the time, the parameters. What is done with parameters is an option:
//
//     Inputs      they are inputs, so that another value needs no new compilation
//     Numbers     their values are put in instead, which folds them; they are no inputs
//     Constants   they are inputs, and behind them the constants of a run (run_constants.hpp): another
//                 value needs no new compilation, and costs no more along the run than its number
//
// With Constants one thing is still decided by the values: what is exactly zero is put in, since it
// may take terms away that have no value. `numbers` says whether code that was made for one set of
// values serves another: nothing where something else vanishes.
//
//     rates          ds/dt
//     jacobian       ∂(ds/dt)/∂s by rows, from the equations differentiated:
//                    M ∂x = ∂right − (∂M) x, solved with the factors of M
//     forces         accelerations, then reactions, then the unknowns (d(speeds)/dt, multipliers)
//     observed       any expressions in t, q, v and speeds: events, plots
//
// Velocities are those of the state, v = velocities(t, q, speeds). Making a function twice costs
// nothing but the bookkeeping: equal code is shared.
#pragma once

#include <limits>

#include "compiled/solved_function.hpp"
#include "equations/equations.hpp"
#include "model/system.hpp"

namespace rattleback {

enum class ParametersAs : std::uint8_t { Inputs, Numbers, Constants };

struct MotionOptions {
    SolveOptions solve = {};
    ParametersAs parameters = ParametersAs::Inputs;
    bool shorten = true;  // simplify the equations where that saves arithmetic: see shortened.hpp
    // Of Constants: those behind so many are numbers.
    std::size_t letters = std::numeric_limits<std::size_t>::max();
};

class EquationsOfMotion {
public:
    EquationsOfMotion(const System& system, const Equations& equations,
                      const MotionOptions& options = {});

    std::size_t size() const { return equations_.q.size() + equations_.speeds.size(); }
    const ExprVector& inputs() const { return inputs_; }
    const std::vector<double>& parameters() const { return parameters_; }  // their values
    // The numbers that all functions below take; of tables of inputs those of the piece at this time.
    std::vector<double> input(std::span<const double> state, double t) const;
    // What stands behind the time among the inputs, for a system with the same formulas and other
    // values; nothing where these need other code.
    std::optional<std::vector<double>> numbers(const System& with_values) const;

    SolvedFunction rates() const;
    SolvedFunction jacobian() const;
    SolvedFunction forces() const;
    CompiledFunction observed(std::span<const Expr> expressions,
                              Effort effort = Effort::Full) const;

    // An expression of the inputs with the values of parameters put in, as people read it.
    Expr in_numbers(const Expr& expression, std::span<const Replacement> values) const;

    // What the functions above compute, as expressions of the inputs.
    ExprVector state() const;
    // What must be zero at a state: φ(t, q) and dφ/dt of each positional constraint, b(t, q, v) of each
    // kinematic one; those of second order restrict no state.
    ExprVector constraint_values() const;
    ExprVector at_state(std::span<const Expr> expressions) const;  // of t, q, v and speeds
    // What rates and jacobian solve.
    LinearProblem rates_problem() const;
    LinearProblem jacobian_problem() const;

private:
    LinearProblem problem(ExprVector outputs) const;
    ExprVector fixed(std::span<const Expr> expressions) const;
    void gather();
    void find_tables(const System& system);

    Expr t_;
    ExprVector v_, constraints_;
    Equations equations_;  // with the parameters put in, where they are numbers
    MotionOptions options_;
    std::vector<double> parameters_;  // what stands behind the time
    std::vector<Replacement> given_;  // the value of each parameter
    std::vector<Replacement> fixed_;  // those that are put in
    ExprVector names_, constants_;    // of a run; in terms of the parameters
    ExprVector inputs_;
    struct Table {
        std::shared_ptr<const InputTable> pieces;
        std::size_t first;  // of its letters, among the parameters
    };
    std::vector<Table> tables_;  // where the parameters are inputs
};

}  // namespace rattleback

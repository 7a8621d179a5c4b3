// A function of the solution of linear equations:
//
//     matrix(in) · x = right(in) ,     out = outputs(in, x)
//
// and, for derivatives, of further solutions with the same matrix:
//
//     matrix(in) · yⱼ = later_rightⱼ(in, x) ,     out = outputs(in, x, y)
//
// Where the matrix allows it (linear_solve.hpp) all of it is one piece of straight-line code, which
// `straight_line` gives as a tape, for batches and exported programs. At states where its pivots are
// not to be trusted, and for all other matrices, the parts are evaluated by compiled code and the
// equations solved in numbers, with pivots where they are needed (numeric_solve.hpp).
//
// Inputs that do not vary along a run, parameters, may be said to: then what the elimination makes of
// them alone is computed once per run, by `constants`, and handed to every call behind the inputs.
//
// A call allocates nothing but, once per thread, a workspace that only grows. It gives a number
// between 0 and 1 that says how well the solution is determined: the smallest pivot relative to what
// it was subtracted from, or the reciprocal condition number; 0 when the matrix is singular.
#pragma once

#include <limits>
#include <optional>

#include "compiled/compiled_function.hpp"
#include "compiled/rate_formulas.hpp"

namespace rattleback {

struct LinearProblem {
    ExprVector inputs;
    ExprMatrix matrix;
    ExprVector right;
    ExprVector unknowns;                          // x, symbols that are no inputs
    std::vector<ExprVector> later_rights = {};    // in terms of inputs and x
    std::vector<ExprVector> later_unknowns = {};  // y, as many vectors
    ExprVector outputs;
    // So many of the first inputs change from call to call; the others stay the same along a run.
    std::size_t varying = std::numeric_limits<std::size_t>::max();
};

struct SolveOptions {
    CompileOptions compile = {};
    bool straight_line = true;  // false: always in numbers
};

class SolvedFunction {
public:
    // Throws DerivationError when the matrix is not square.
    explicit SolvedFunction(const LinearProblem& problem, const SolveOptions& options = {});

    // `in`: the inputs of the problem, then the constants of the run.
    double operator()(const double* in, double* out) const noexcept;
    // What depends only on the inputs that do not vary, given their values: once per run. Empty where
    // all inputs vary.
    std::vector<double> constants(std::span<const double> fixed_inputs) const;

    std::size_t inputs() const { return inputs_; }  // without the constants
    std::size_t outputs() const { return outputs_.outputs(); }
    // in, constants → out without looking at the pivots; nothing where there is no such code.
    const std::optional<Tape>& straight_line() const { return straight_line_; }
    // Whether pivots are compared, so that at some states the solution is not that of this code.
    bool may_need_pivots() const { return !direct_ || direct_->outputs() > outputs() + alone_; }
    // in → matrix, right; and in, x, y → out: the formulas without the elimination.
    const Tape& equations() const { return equations_.tape(); }
    const Tape& results() const { return outputs_.tape(); }
    // The same for Taylor series, of a problem without later solutions.
    RateFormulas formulas() const;

private:
    double with_pivots(const double* in, double* out) const noexcept;
    void eliminate(const LinearProblem& problem, const CompileOptions& options);

    std::size_t inputs_, unknowns_, later_;
    std::size_t alone_ = 0;                  // unknowns whose pivots need no comparison
    std::optional<std::vector<int>> signs_;  // of the elimination
    std::optional<Tape> once_;               // the inputs that do not vary → constants
    std::optional<Tape> straight_line_;
    std::optional<CompiledFunction> direct_;  // outputs, then the evidence of the elimination
    CompiledFunction equations_;              // in → matrix, right
    CompiledFunction later_rights_;           // in, x → right sides of y
    CompiledFunction outputs_;                // in, x, y → out
};

}  // namespace rattleback

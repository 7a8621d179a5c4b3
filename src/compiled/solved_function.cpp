#include "compiled/solved_function.hpp"

#include <algorithm>
#include <array>

#include "compiled/interpreter.hpp"
#include "compiled/linear_solve.hpp"
#include "compiled/numeric_solve.hpp"
#include "compiled/tape_parts.hpp"
#include "expr/flattened.hpp"
#include "rattleback/errors.hpp"

namespace rattleback {
namespace {

constexpr std::size_t few = 64;

const LinearProblem& checked(const LinearProblem& problem) {
    const std::size_t n = problem.unknowns.size();
    const bool square =
        problem.matrix.size() == n && problem.right.size() == n &&
        std::ranges::all_of(problem.matrix, [&](const auto& row) { return row.size() == n; });
    if (!square)
        throw DerivationError("the equations cannot be solved for " + std::to_string(n) +
                              " unknowns: their matrix is not square");
    return problem;
}

// The workspace of this thread, at least so large.
double* workspace(std::size_t size) {
    thread_local std::vector<double> numbers;
    if (numbers.size() < size) numbers.resize(size);
    return numbers.data();
}

// Where there is straight-line code, the parts are for the rare state: interpreting them saves the
// time of compilation.
CompileOptions for_parts(const CompileOptions& options, bool is_rare) {
    return {.backend = is_rare ? Backend::Interpreter : options.backend,
            .width = 1,
            .effort = options.effort};
}

bool is_direct(const LinearProblem& problem, const SolveOptions& options) {
    return options.straight_line && Elimination::applies(problem.matrix);
}

}  // namespace

SolvedFunction::SolvedFunction(const LinearProblem& problem, const SolveOptions& options)
    : inputs_(problem.inputs.size()),
      unknowns_(checked(problem).unknowns.size()),
      later_(problem.later_unknowns.size()),
      equations_(compile(problem.inputs, joined({flattened(problem.matrix), problem.right}),
                         for_parts(options.compile, is_direct(problem, options)))),
      later_rights_(compile(joined({problem.inputs, problem.unknowns}),
                            flattened(problem.later_rights),
                            for_parts(options.compile, is_direct(problem, options)))),
      outputs_(
          compile(joined({problem.inputs, problem.unknowns, flattened(problem.later_unknowns)}),
                  problem.outputs, for_parts(options.compile, is_direct(problem, options)))) {
    if (is_direct(problem, options)) eliminate(problem, options.compile);
}

void SolvedFunction::eliminate(const LinearProblem& problem, const CompileOptions& options) {
    TapeBuilder builder(problem.inputs);
    const Elimination factors(builder, problem.matrix);
    signs_ = factors.signs();
    const auto solve = [&](const ExprVector& right, const ExprVector& unknowns) {
        const auto values = factors.solve(builder, builder.append(right));
        for (std::size_t i = 0; i < unknowns.size(); ++i) builder.bind(unknowns[i], values[i]);
    };
    solve(problem.right, problem.unknowns);
    for (std::size_t j = 0; j < later_; ++j)
        solve(problem.later_rights[j], problem.later_unknowns[j]);
    std::vector<Value> results = builder.append(problem.outputs);
    const std::size_t plain = results.size();
    const Elimination::Evidence evidence = factors.evidence(builder);
    alone_ = evidence.alone;
    results.insert(results.end(), evidence.values.begin(), evidence.values.end());
    if (problem.varying >= inputs_) {
        straight_line_ = builder.finish(std::span(results).first(plain));
        direct_ = compile(builder.finish(results), for_parts(options, false));
        return;
    }
    // One set of constants for both.
    TapeParts parts = builder.finish_in_parts(results, problem.varying, plain);
    once_ = std::move(parts.once);
    straight_line_ = std::move(parts.first);
    direct_ = compile(std::move(parts.along), for_parts(options, false));
}

RateFormulas SolvedFunction::formulas() const {
    RateFormulas result(outputs_.tape());
    result.equations = equations_.tape();
    result.unknowns = unknowns_;
    result.signs = signs_;
    return result;
}

std::vector<double> SolvedFunction::constants(std::span<const double> fixed_inputs) const {
    std::vector<double> result;
    if (!once_) return result;
    result.resize(once_->outputs.size());
    std::vector<double> places(once_->places());
    interpret(*once_, fixed_inputs.data(), result.data(), places.data());
    return result;
}

double SolvedFunction::operator()(const double* in, double* out) const noexcept {
    if (!direct_) return with_pivots(in, out);
    std::array<double, few> near;  // small systems need not ask for the workspace
    const std::size_t size = direct_->outputs();
    double* const results = size <= few ? near.data() : workspace(size);
    (*direct_)(in, results);
    const double found = determination({results + outputs(), size - outputs()}, alone_);
    if (found < least_determination) return with_pivots(in, out);
    std::copy_n(results, outputs(), out);
    return found;
}

double SolvedFunction::with_pivots(const double* in, double* out) const noexcept {
    const std::size_t n = unknowns_;
    double* const known = workspace(inputs_ + n * (1 + later_) + n * n + n);
    double* const columns = known + inputs_;  // x, then y
    double* const matrix = columns + n * (1 + later_);
    std::copy_n(in, inputs_, known);
    equations_(known, matrix);
    std::copy_n(matrix + n * n, n, columns);
    const double found = NumericSolve::run({matrix, n}, {columns, n * (1 + later_)}, [&] {
        if (later_ != 0) later_rights_(known, columns + n);
    });
    outputs_(known, out);
    return found;
}

}  // namespace rattleback

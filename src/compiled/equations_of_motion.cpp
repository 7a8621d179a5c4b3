#include "compiled/equations_of_motion.hpp"

#include <algorithm>
#include <string>

#include "compiled/shortened.hpp"
#include "expr/evaluate.hpp"
#include "expr/substitute.hpp"
#include "model/energy.hpp"
#include "model/initial_values.hpp"

namespace rattleback {
namespace {

// φ and dφ/dt of positional constraints, b of kinematic ones.
ExprVector conditions(const System& system) {
    ExprVector result;
    for (const Constraint& constraint : system.constraints) {
        if (constraint.order > 1) continue;
        result.push_back(constraint.expression);
        if (constraint.order == 0)
            result.push_back(derivative_along(constraint.expression, system.by_time()));
    }
    return result;
}

// A parameter may be a formula of those before it.
std::vector<Replacement> exact_values(const System& system) {
    std::vector<Replacement> values;
    for (const Parameter& p : system.parameters)
        values.emplace_back(p.symbol, substitute(p.value, values));
    return values;
}

// Symbols that occur nowhere in the equations.
std::vector<ExprVector> fresh_columns(const ExprVector& inputs, const Equations& equations,
                                      std::size_t columns) {
    ExprVector taken = inputs;
    taken.insert(taken.end(), equations.unknowns.begin(), equations.unknowns.end());
    std::string stem = "y";
    const auto is_taken = [&](const Expr& e) { return e.name().starts_with(stem + "_"); };
    while (std::ranges::any_of(taken, is_taken)) stem += "y";
    std::vector<ExprVector> result(columns);
    for (std::size_t j = 0; j < columns; ++j)
        for (std::size_t i = 0; i < equations.unknowns.size(); ++i)
            result[j].push_back(symbol(stem + "_" + std::to_string(i) + "_" + std::to_string(j)));
    return result;
}

}  // namespace

EquationsOfMotion::EquationsOfMotion(const System& system, const Equations& equations,
                                     const MotionOptions& options)
    : t_(system.t),
      energy_(energy_of(system.lagrangian, system.v)),
      v_(system.v),
      constraints_(conditions(system)),
      equations_(equations),
      options_(options) {
    inputs_ = state();
    inputs_.push_back(system.t);
    if (options.fixed_parameters) {
        fixed_ = exact_values(system);
        equations_.velocities = fixed(equations_.velocities);
        equations_.right = fixed(equations_.right);
        equations_.accelerations = fixed(equations_.accelerations);
        equations_.reactions = fixed(equations_.reactions);
        for (ExprVector& row : equations_.matrix) row = fixed(row);
    }
    if (options.shorten) equations_ = shortened(equations_);
    if (options.fixed_parameters) return;
    parameters_ = parameter_numbers(system);
    for (const Parameter& p : system.parameters) inputs_.push_back(p.symbol);
}

std::vector<double> EquationsOfMotion::input(std::span<const double> state, double t) const {
    std::vector<double> result(state.begin(), state.end());
    result.push_back(t);
    result.insert(result.end(), parameters_.begin(), parameters_.end());
    return result;
}

ExprVector EquationsOfMotion::state() const {
    ExprVector result = equations_.q;
    result.insert(result.end(), equations_.speeds.begin(), equations_.speeds.end());
    return result;
}

ExprVector EquationsOfMotion::fixed(std::span<const Expr> expressions) const {
    return substitute(expressions, fixed_);
}

ExprVector EquationsOfMotion::at_state(std::span<const Expr> expressions) const {
    std::vector<Replacement> velocities;
    for (std::size_t i = 0; i < v_.size(); ++i)
        velocities.emplace_back(v_[i], equations_.velocities[i]);
    return fixed(substitute(expressions, velocities));
}

LinearProblem EquationsOfMotion::problem(ExprVector outputs) const {
    return {.inputs = inputs_,
            .matrix = equations_.matrix,
            .right = equations_.right,
            .unknowns = equations_.unknowns,
            .outputs = std::move(outputs)};
}

LinearProblem EquationsOfMotion::rates_problem() const {
    ExprVector outputs = equations_.velocities;
    outputs.insert(
        outputs.end(), equations_.unknowns.begin(),
        equations_.unknowns.begin() + static_cast<std::ptrdiff_t>(equations_.speeds.size()));
    return problem(std::move(outputs));
}

SolvedFunction EquationsOfMotion::rates() const {
    return SolvedFunction(rates_problem(), options_.solve);
}

SolvedFunction EquationsOfMotion::forces() const {
    ExprVector outputs = equations_.accelerations;
    outputs.insert(outputs.end(), equations_.reactions.begin(), equations_.reactions.end());
    outputs.insert(outputs.end(), equations_.unknowns.begin(), equations_.unknowns.end());
    SolveOptions now_and_then = options_.solve;
    now_and_then.compile.effort = Effort::Quick;
    return SolvedFunction(problem(std::move(outputs)), now_and_then);
}

LinearProblem EquationsOfMotion::jacobian_problem() const {
    const ExprVector s = state();
    const std::size_t n = equations_.unknowns.size();
    LinearProblem result = problem({});
    result.later_unknowns = fresh_columns(inputs_, equations_, s.size());
    // right − M x with x held fixed: its derivative is ∂right − (∂M) x.
    ExprVector rest;
    for (std::size_t i = 0; i < n; ++i) {
        SumBuilder sum;
        sum.add(equations_.right[i]);
        for (std::size_t j = 0; j < n; ++j)
            sum.add(-1, equations_.matrix[i][j] * equations_.unknowns[j]);
        rest.push_back(sum.build());
    }
    for (const Expr& variable : s) result.later_rights.push_back(derivative(rest, variable));
    for (const ExprVector& row : rattleback::jacobian(equations_.velocities, s))
        result.outputs.insert(result.outputs.end(), row.begin(), row.end());
    for (std::size_t i = 0; i < equations_.speeds.size(); ++i)
        for (std::size_t j = 0; j < s.size(); ++j)
            result.outputs.push_back(result.later_unknowns[j][i]);
    return result;
}

SolvedFunction EquationsOfMotion::jacobian() const {
    return SolvedFunction(jacobian_problem(), options_.solve);
}

ExprVector EquationsOfMotion::constraint_values() const { return at_state(constraints_); }

CompiledFunction EquationsOfMotion::constraints() const {
    return compile(inputs_, constraint_values(), options_.solve.compile);
}

CompiledFunction EquationsOfMotion::constraints_by_state() const {
    ExprVector entries;
    for (const ExprVector& row : rattleback::jacobian(constraint_values(), state()))
        entries.insert(entries.end(), row.begin(), row.end());
    return compile(inputs_, entries, options_.solve.compile);
}

CompiledFunction EquationsOfMotion::energy() const { return observed({&energy_, 1}); }

CompiledFunction EquationsOfMotion::observed(std::span<const Expr> expressions) const {
    return compile(inputs_, at_state(expressions), options_.solve.compile);
}

}  // namespace rattleback

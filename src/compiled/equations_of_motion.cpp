#include "compiled/equations_of_motion.hpp"

#include <algorithm>
#include <string>

#include "compiled/linear_solve.hpp"
#include "compiled/run_constants.hpp"
#include "compiled/shortened.hpp"
#include "compiled/symmetric_order.hpp"
#include "expr/evaluate.hpp"
#include "expr/flattened.hpp"
#include "expr/substitute.hpp"
#include "model/initial_values.hpp"
#include "model/input_table.hpp"

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

std::vector<ExprVector*> parts_of(Equations& equations) {
    std::vector<ExprVector*> result{&equations.velocities, &equations.right,
                                    &equations.accelerations, &equations.reactions};
    for (ExprVector& row : equations.matrix) result.push_back(&row);
    return result;
}

void put_in(Equations& equations, const std::vector<Replacement>& values) {
    for (ExprVector* part : parts_of(equations)) *part = substitute(*part, values);
}

// What is too large for straight-line code is solved by loops, for which the order counts.
SolvedFunction solved(LinearProblem problem, const SolveOptions& options) {
    const bool by_loops = options.straight_line && !Elimination::applies(problem.matrix);
    return SolvedFunction(by_loops ? in_symmetric_order(std::move(problem)) : problem, options);
}

}  // namespace

EquationsOfMotion::EquationsOfMotion(const System& system, const Equations& equations,
                                     const MotionOptions& options)
    : t_(system.t),
      v_(system.v),
      constraints_(conditions(system)),
      equations_(equations),
      options_(options) {
    inputs_ = state();
    inputs_.push_back(system.t);
    given_ = parameter_values(system);
    if (options.parameters == ParametersAs::Numbers) fixed_ = given_;
    if (options.parameters == ParametersAs::Constants)
        for (std::size_t i = 0; i < given_.size(); ++i)
            if (i >= options.letters || given_[i].second.is_zero()) fixed_.push_back(given_[i]);
    put_in(equations_, fixed_);
    if (options.shorten) equations_ = shortened(equations_);
    if (options.parameters == ParametersAs::Constants) gather();
    if (options.parameters == ParametersAs::Numbers) return;
    for (const Parameter& p : system.parameters) inputs_.push_back(p.symbol);
    if (options.parameters == ParametersAs::Inputs) find_tables(system);
    inputs_.insert(inputs_.end(), names_.begin(), names_.end());
    parameters_ = *numbers(system);
}

// Constants that vanish are put in.
void EquationsOfMotion::gather() {
    ExprVector letters;
    for (const auto& [name, value] : given_) letters.push_back(name);
    RunConstants constants(letters);
    for (ExprVector* part : parts_of(equations_)) *part = constants.gathered(*part);
    names_ = constants.symbols();
    constants_ = constants.values();
    std::vector<Replacement> zeros;
    const ExprVector values = substitute(constants_, given_);
    for (std::size_t i = 0; i < names_.size(); ++i)
        if (values[i].is_zero()) zeros.emplace_back(names_[i], 0);
    put_in(equations_, zeros);
    // With letters more can be proved, with constants there is less to simplify.
    if (options_.shorten) equations_ = shortened(equations_);
}

std::optional<std::vector<double>> EquationsOfMotion::numbers(const System& with_values) const {
    const std::vector<Replacement> values = parameter_values(with_values);
    std::vector<double> result;
    for (std::size_t i = 0; i < values.size(); ++i) {
        const bool is_put_in =
            std::ranges::find(fixed_, given_[i].first, &Replacement::first) != fixed_.end();
        const bool is_same = values[i].second == given_[i].second;
        const bool vanishes =
            options_.parameters == ParametersAs::Constants && values[i].second.is_zero();
        if (is_put_in ? !is_same : vanishes) return {};
    }
    if (options_.parameters == ParametersAs::Numbers) return result;
    result = parameter_numbers(with_values);
    const ExprVector now = substitute(constants_, values), before = substitute(constants_, given_);
    for (std::size_t i = 0; i < now.size(); ++i)
        if (now[i].is_zero() != before[i].is_zero()) return {};
    const std::vector<double> numbers = evaluate(now, {});
    result.insert(result.end(), numbers.begin(), numbers.end());
    return result;
}

Expr EquationsOfMotion::in_numbers(const Expr& expression,
                                   std::span<const Replacement> values) const {
    std::vector<Replacement> constants;
    for (std::size_t i = 0; i < names_.size(); ++i)
        constants.emplace_back(names_[i], constants_[i]);
    return substitute(substitute(expression, constants), values);
}

std::vector<double> EquationsOfMotion::input(std::span<const double> state, double t) const {
    std::vector<double> result(state.begin(), state.end());
    result.push_back(t);
    result.insert(result.end(), parameters_.begin(), parameters_.end());
    const auto behind_time = result.begin() + std::ssize(state) + 1;
    for (const Table& table : tables_)
        std::ranges::copy(values_of_letters(table.pieces->piece(t)),
                          behind_time + static_cast<std::ptrdiff_t>(table.first));
    return result;
}

void EquationsOfMotion::find_tables(const System& system) {
    for (const Input& each : system.inputs) {
        if (!each.table) continue;
        const auto found =
            std::ranges::find(system.parameters, each.letters[0], &Parameter::symbol);
        if (found != system.parameters.end())
            tables_.push_back(
                {each.table, static_cast<std::size_t>(found - system.parameters.begin())});
    }
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
    return {
        .inputs = inputs_,
        .matrix = equations_.matrix,
        .right = equations_.right,
        .unknowns = equations_.unknowns,
        .outputs = std::move(outputs),
        .varying = options_.parameters == ParametersAs::Constants ? size() + 1 : inputs_.size()};
}

LinearProblem EquationsOfMotion::rates_problem() const {
    ExprVector outputs = equations_.velocities;
    outputs.insert(
        outputs.end(), equations_.unknowns.begin(),
        equations_.unknowns.begin() + static_cast<std::ptrdiff_t>(equations_.speeds.size()));
    return problem(std::move(outputs));
}

SolvedFunction EquationsOfMotion::rates() const { return solved(rates_problem(), options_.solve); }

SolvedFunction EquationsOfMotion::forces() const {
    ExprVector outputs = equations_.accelerations;
    outputs.insert(outputs.end(), equations_.reactions.begin(), equations_.reactions.end());
    outputs.insert(outputs.end(), equations_.unknowns.begin(), equations_.unknowns.end());
    SolveOptions now_and_then = options_.solve;
    now_and_then.compile.effort = Effort::Quick;
    LinearProblem whole = problem(std::move(outputs));
    whole.varying = inputs_.size();  // not worth parts
    return solved(std::move(whole), now_and_then);
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
    append(result.outputs, rattleback::jacobian(equations_.velocities, s));
    for (std::size_t i = 0; i < equations_.speeds.size(); ++i)
        for (std::size_t j = 0; j < s.size(); ++j)
            result.outputs.push_back(result.later_unknowns[j][i]);
    return result;
}

SolvedFunction EquationsOfMotion::jacobian() const {
    return solved(jacobian_problem(), options_.solve);
}

ExprVector EquationsOfMotion::constraint_values() const { return at_state(constraints_); }

CompiledFunction EquationsOfMotion::observed(std::span<const Expr> expressions,
                                             Effort effort) const {
    CompileOptions options = options_.solve.compile;
    options.effort = effort;
    return compile(inputs_, at_state(expressions), options);
}

}  // namespace rattleback

#include "structure/jumps.hpp"

#include <algorithm>

#include "exact/simplify.hpp"
#include "expr/functions.hpp"
#include "expr/graph.hpp"
#include "expr/print_text.hpp"
#include "geometry/denominators.hpp"
#include "geometry/range.hpp"

namespace rattleback {
namespace {

// |u| vanishes where u does.
Expr without_bars(const Expr& u) { return is_call(u, FunctionId::Abs) ? u.args()[0] : u; }

void add(ExprVector& to, const Expr& u) {
    if (std::ranges::find(to, u) == to.end()) to.push_back(u);
}

bool contains(const ExprVector& all, const Expr& u) {
    return std::ranges::find(all, u) != all.end();
}

ExprVector variables_of(const System& system, const Expr& quantity) {
    ExprVector variables;
    for (const Expr& s : symbols_of(quantity))
        if (std::ranges::find(system.parameters, s, &Parameter::symbol) == system.parameters.end())
            variables.push_back(s);
    return variables;
}

// Divisors of the model's own formulas, but for moduli, through whose zeros a motion switches.
ExprVector divisors_of(const System& system, const ExprVector& variables) {
    ExprVector formulas = system.force;
    formulas.push_back(system.lagrangian);
    for (const Expr& momentum : gradient(system.lagrangian, system.v)) formulas.push_back(momentum);
    for (const Constraint& c : system.constraints) formulas.push_back(c.expression);
    ExprVector result;
    for (const Expr& d : denominators(formulas, variables))
        if (!is_call(simplify(d), FunctionId::Abs)) result.push_back(d);
    return result;
}

// u, where the expression is a sum in which c·log u is one term and no other has a logarithm.
std::optional<Expr> lone_logarithm(const Expr& sum) {
    std::optional<Expr> found;
    if (sum.kind() != Kind::Sum) return {};
    for (const Expr& term : sum.args())
        if (is_call(term, FunctionId::Log)) {
            if (found) return {};
            found = term.args()[0];
        }
    return found;
}

// The sum without those terms.
Expr without_log_terms(const Expr& sum) {
    SumBuilder rest;
    for (std::size_t i = 0; i < sum.args().size(); ++i)
        if (!is_call(sum.args()[i], FunctionId::Log))
            rest.add(sum.coefficients()[i], sum.args()[i]);
    return rest.build();
}

}  // namespace

ExprVector where_it_may_jump(const Expr& quantity, const System& system) {
    const Expr simple = simplify(quantity);
    if (const auto u = lone_logarithm(simple))
        if (where_they_may_jump({without_log_terms(simple), *u}, system).empty()) return {};
    const ExprVector variables = variables_of(system, simple);
    const ExprVector stops = divisors_of(with_cleared_constraints(system), variables),
                     poles = divisors_of(system, variables);
    ExprVector zeros;
    const auto consider = [&](const Expr& u, const ExprVector& left_out) {
        const Expr zero = without_bars(u);
        const bool is_variable =
            std::ranges::any_of(variables, [&](const Expr& s) { return depends_on(zero, s); });
        if (is_variable && !contains(left_out, zero) && !range_of(zero, system.parameters).nonzero)
            add(zeros, zero);
    };
    for (const Expr& d : denominators({simple}, variables)) consider(d, stops);
    const Graph graph(simple);
    for (std::size_t i = 0; i < graph.size(); ++i) {
        const Expr& node = graph.node(i);
        if (is_call(node, FunctionId::Sign))
            consider(node.args()[0], {});
        else if (is_call(node, FunctionId::Log))
            consider(node.args()[0], poles);
        else if (is_call(node, FunctionId::Atan2) &&
                 !range_of(node.args()[1], system.parameters).is_positive())
            consider(node.args()[0], {});
        else if (node.kind() == Kind::Power && !node.args()[1].is_number())
            consider(node.args()[0], stops);
    }
    return zeros;
}

ExprVector where_they_may_jump(const ExprVector& quantities, const System& system) {
    ExprVector zeros;
    for (const Expr& quantity : quantities)
        for (const Expr& zero : where_it_may_jump(quantity, system)) add(zeros, zero);
    return zeros;
}

Sentence between_jumps(const ExprVector& zeros) {
    if (zeros.empty()) return {};
    Sentences states;
    for (const Expr& u : zeros) states.emplace_back(Equation{u, 0});
    return " between the states where " + listed(states, " or ", " or ");
}

}  // namespace rattleback

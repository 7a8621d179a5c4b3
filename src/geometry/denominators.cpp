#include "geometry/denominators.hpp"

#include <algorithm>

#include "exact/simplify.hpp"
#include "expr/derivative.hpp"
#include "expr/functions.hpp"
#include "expr/graph.hpp"
#include "expr/occurrence.hpp"
#include "expr/substitute.hpp"
#include "expr/substitute_if_defined.hpp"
#include "model/dependence.hpp"

namespace rattleback {
namespace {

// tan u as sin u / cos u.
Expr without_tangents(const Expr& e) {
    std::vector<Replacement> tangents;
    const Graph graph(e);
    for (std::size_t i = 0; i < graph.size(); ++i) {
        const Expr& node = graph.node(i);
        if (is_call(node, FunctionId::Tan))
            tangents.emplace_back(node, sin(node.args()[0]) / cos(node.args()[0]));
    }
    return tangents.empty() ? e : substitute(e, tangents);
}

// e·by, term by term, so that what e is divided by cancels.
Expr multiplied(const Expr& e, const Expr& by) {
    if (e.kind() != Kind::Sum) return e * by;
    SumBuilder sum;
    sum.add(e.number(), by);
    for (std::size_t i = 0; i < e.args().size(); ++i)
        sum.add(e.coefficients()[i], e.args()[i] * by);
    return sum.build();
}

// Where and when: what the coefficients of a linear constraint depend on.
ExprVector of_place(const System& system) {
    ExprVector variables = system.q;
    variables.push_back(system.t);
    return variables;
}

// Whether all of them are zero where d is, as x and sin x are for d = x: seen where d = 0 can be solved
// for a variable.
bool vanish_with(const ExprVector& all, const Expr& d, const ExprVector& variables) {
    return std::ranges::any_of(variables, [&](const Expr& s) {
        const Expr slope = derivative(d, s);
        if (slope.is_zero() || depends_on_any(slope, {s})) return false;
        const std::vector<Replacement> there{{s, simplify(s - d / slope)}};
        return std::ranges::all_of(all, [&](const Expr& e) {
            const auto value = substitute_if_defined(e, there);
            return value && simplify(*value).is_zero();
        });
    });
}

// b·Π denominators, for b = Σ cᵢ vᵢ + c₀; without those whose zeros the constraint only seems to have.
Expr cleared(const Expr& b, const System& system) {
    const Expr plain = without_tangents(b);
    const ExprVector variables = of_place(system);
    ExprVector parts = gradient(plain, system.v);
    std::vector<Replacement> at_rest;
    for (const Expr& v : system.v) at_rest.emplace_back(v, 0);
    parts.push_back(substitute(plain, at_rest));
    ExprVector left;
    for (const Expr& d : denominators(parts, variables)) {
        ExprVector without;
        for (const Expr& part : parts) without.push_back(multiplied(part, d));
        if (vanish_with(without, d, variables))
            left.push_back(d);
        else
            parts = std::move(without);
    }
    if (denominators(parts, variables).size() > left.size()) return b;
    SumBuilder sum;
    for (std::size_t i = 0; i < parts.size(); ++i)
        sum.add(i < system.size() ? parts[i] * system.v[i] : parts[i]);
    return sum.build();
}

}  // namespace

ExprVector denominators(const ExprVector& expressions, const ExprVector& variables) {
    ExprVector found;
    const auto add = [&](const Expr& e) {
        if (depends_on_any(e, variables) && std::ranges::find(found, e) == found.end())
            found.push_back(e);
    };
    const Graph graph(expressions);
    for (std::size_t i = 0; i < graph.size(); ++i) {
        const Expr& node = graph.node(i);
        if (node.kind() == Kind::Product) {
            for (std::size_t j = 0; j < node.args().size(); ++j)
                if (node.exponents()[j] < 0) add(node.args()[j]);
        } else if (node.kind() == Kind::Power) {
            const Expr& exponent = node.args()[1];
            if (exponent.is_number() && exponent.number().sign() < 0) add(node.args()[0]);
        } else if (is_call(node, FunctionId::Tan)) {
            add(cos(node.args()[0]));
        }
    }
    return found;
}

System with_cleared_constraints(const System& system) {
    System result = system;
    for (Constraint& c : result.constraints) {
        if (c.order != 1 || !is_affine(c) || denominators({c.expression}, of_place(system)).empty())
            continue;
        const Expr expression = cleared(c.expression, system);
        if (expression == c.expression) continue;
        c.expression = expression;
        c.explicit_for.reset();
    }
    return result;
}

}  // namespace rattleback

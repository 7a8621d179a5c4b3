#include "structure/regular_integrands.hpp"

#include <algorithm>

#include "expr/functions.hpp"
#include "expr/graph.hpp"
#include "expr/integral.hpp"
#include "expr/substitute.hpp"
#include "geometry/range.hpp"

namespace rattleback {
namespace {

// Whether the function of these arguments is smooth at all of their values.
bool is_regular(const Expr& node, const std::vector<Parameter>& parameters) {
    const auto range = [&](const Expr& e) { return range_of(e, parameters); };
    if (node.kind() == Kind::Product) {
        for (std::size_t i = 0; i < node.args().size(); ++i)
            if (node.exponents()[i] < 0 && !range(node.args()[i]).nonzero) return false;
        return true;
    }
    if (node.kind() == Kind::Power) {
        const Expr& exponent = node.args()[1];
        const bool is_whole = exponent.is_number() && exponent.number().is_integer();
        const bool is_plain = is_whole && exponent.number().sign() > 0;
        return is_plain ||
               (is_whole ? range(node.args()[0]).nonzero : range(node.args()[0]).is_positive());
    }
    if (node.kind() == Kind::Unspecified) return false;
    if (node.kind() != Kind::Call) return true;
    switch (node.function()) {
        case FunctionId::Atan:
        case FunctionId::Cos:
        case FunctionId::Cosh:
        case FunctionId::Erf:
        case FunctionId::Exp:
        case FunctionId::Sin:
        case FunctionId::Sinh:
        case FunctionId::Tanh: return true;
        case FunctionId::Log:
        case FunctionId::Sqrt: return range(node.args()[0]).is_positive();
        case FunctionId::Abs:
        case FunctionId::Acos:
        case FunctionId::Asin:
        case FunctionId::Atan2:
        case FunctionId::Sign:
        case FunctionId::Tan: return false;
    }
    return false;
}

ExprVector with_symbols(ExprVector expressions) {
    const ExprVector integrals = integrals_of(expressions);
    for (std::size_t i = integrals.size(); i-- > 0;) {
        const Replacement known{integrals[i], symbol("integral " + std::to_string(i))};
        expressions = substitute(expressions, {&known, 1});
    }
    return expressions;
}

// Between bounds of one sign the variable has that sign, and is ±eᵘ.
Expr between_bounds(const Integral& its, const std::vector<Parameter>& parameters) {
    const Range lower = range_of(its.lower, parameters), upper = range_of(its.upper, parameters);
    const bool positive = lower.is_positive() && upper.is_positive(),
               negative = lower.is_negative() && upper.is_negative();
    if (!positive && !negative) return its.integrand;
    const Expr size = exp(its.variable);
    const Replacement signed_one{its.variable, positive ? size : -size};
    return substitute(its.integrand, {&signed_one, 1});
}

void add_integrands(const ExprVector& expressions, const std::vector<Parameter>& parameters,
                    ExprVector& all) {
    for (const Expr& node : integrals_of(expressions)) {
        const ExprVector integrand{between_bounds(parts_of_integral(node), parameters)};
        add_integrands(integrand, parameters, all);
        all.push_back(with_symbols(integrand).front());
    }
}

}  // namespace

bool has_regular_integrands(const ExprVector& expressions,
                            const std::vector<Parameter>& parameters) {
    ExprVector integrands;
    add_integrands(expressions, parameters, integrands);
    const Graph graph(integrands);
    for (std::size_t i = 0; i < graph.size(); ++i)
        if (!is_regular(graph.node(i), parameters)) return false;
    return true;
}

ExprVector parts_without_integrals(const ExprVector& expressions) {
    ExprVector parts = with_symbols(expressions);
    for (const Expr& node : integrals_of(expressions)) {
        const Integral its = parts_of_integral(node);
        for (const Expr& bound : with_symbols({its.lower, its.upper})) parts.push_back(bound);
    }
    return parts;
}

}  // namespace rattleback

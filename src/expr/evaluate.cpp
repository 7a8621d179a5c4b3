#include "expr/evaluate.hpp"

#include <cmath>
#include <numbers>

#include "expr/functions.hpp"
#include "expr/graph.hpp"
#include "rattleback/errors.hpp"

namespace rattleback {
namespace {

double integer_power(double base, std::int32_t exponent) {
    auto n = static_cast<std::uint32_t>(std::abs(exponent));
    double result = 1;
    for (double square = base; n != 0; n >>= 1U, square *= square)
        if ((n & 1U) != 0) result *= square;
    return exponent < 0 ? 1 / result : result;
}

double value_of(const Expr& node, std::span<const double> args) {
    double result = 0;
    switch (node.kind()) {
        case Kind::Number: return node.number().to_double();
        case Kind::Pi: return std::numbers::pi;
        case Kind::Sum:
            result = node.number().to_double();
            for (std::size_t i = 0; i < args.size(); ++i)
                result += node.coefficients()[i].to_double() * args[i];
            return result;
        case Kind::Product:
            result = 1;
            for (std::size_t i = 0; i < args.size(); ++i)
                result *= integer_power(args[i], node.exponents()[i]);
            return result;
        case Kind::Power: return std::pow(args[0], args[1]);
        case Kind::Call: return function(node.function()).value(args);
        case Kind::Symbol:
        case Kind::Unspecified: break;
    }
    throw NumericalError("'" + std::string(node.name()) +
                         std::string(static_cast<std::size_t>(node.order()), '\'') +
                         "' has no value");
}

}  // namespace

std::vector<double> evaluate(std::span<const Expr> expressions, const Values& values) {
    const Graph graph(expressions);
    std::vector<double> result(graph.size()), args;
    const auto given = [&](const Expr& node) {
        const bool named = node.kind() == Kind::Symbol || node.kind() == Kind::Unspecified;
        return named ? values.find(node) : values.end();
    };
    // The arguments of an unspecified function whose value is given need none of their own.
    std::vector<char> needed(graph.size(), 0);
    for (const auto root : graph.roots()) needed[root] = 1;
    for (std::size_t i = graph.size(); i-- > 0;)
        if (needed[i] != 0 && given(graph.node(i)) == values.end())
            for (const auto child : graph.children(i)) needed[child] = 1;

    for (std::size_t i = 0; i < graph.size(); ++i) {
        const Expr& node = graph.node(i);
        if (needed[i] == 0) continue;
        if (const auto it = given(node); it != values.end()) {
            result[i] = it->second;
            continue;
        }
        args.clear();
        for (const auto child : graph.children(i)) args.push_back(result[child]);
        result[i] = value_of(node, args);
    }
    std::vector<double> at_roots;
    for (const auto root : graph.roots()) at_roots.push_back(result[root]);
    return at_roots;
}

double evaluate(const Expr& e, const Values& values) { return evaluate({&e, 1}, values).front(); }

}  // namespace rattleback

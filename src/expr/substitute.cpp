#include "expr/substitute.hpp"

#include <unordered_map>

#include "expr/functions.hpp"
#include "expr/graph.hpp"

namespace rattleback {
Expr with_children(const Expr& node, std::span<const Expr> args) {
    switch (node.kind()) {
        case Kind::Sum: {
            SumBuilder sum;
            sum.add(node.number());
            for (std::size_t i = 0; i < args.size(); ++i) sum.add(node.coefficients()[i], args[i]);
            return sum.build();
        }
        case Kind::Product: {
            ProductBuilder product;
            for (std::size_t i = 0; i < args.size(); ++i)
                product.multiply(args[i], node.exponents()[i]);
            return product.build();
        }
        case Kind::Power: return pow(args[0], args[1]);
        case Kind::Call: return call(node.function(), args);
        case Kind::Unspecified: return unspecified(node.name(), args, node.partials());
        case Kind::Number:
        case Kind::Pi:
        case Kind::Symbol: break;
    }
    return node;
}

ExprVector substitute(std::span<const Expr> expressions,
                      std::span<const Replacement> replacements) {
    const Graph graph(expressions);
    const std::unordered_map<Expr, Expr> by(replacements.begin(), replacements.end());
    ExprVector result(graph.size());
    ExprVector args;
    for (std::size_t i = 0; i < graph.size(); ++i) {
        const Expr& node = graph.node(i);
        if (const auto it = by.find(node); it != by.end()) {
            result[i] = it->second;
            continue;
        }
        args.clear();
        bool changed = false;
        for (const auto child : graph.children(i)) {
            args.push_back(result[child]);
            changed = changed || !(result[child] == graph.node(child));
        }
        result[i] = changed ? with_children(node, args) : node;
    }
    ExprVector at_roots;
    for (const auto root : graph.roots()) at_roots.push_back(result[root]);
    return at_roots;
}

Expr substitute(const Expr& e, std::span<const Replacement> replacements) {
    return substitute({&e, 1}, replacements).front();
}

}  // namespace rattleback

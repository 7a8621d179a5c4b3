// An expression again, from its leaves up:
//
//     rebuilt(e, [&](const Expr& node, std::span<const Expr> args) { return with_children(node, args); })
//
// is e itself. `make` is asked once for each node of the graph, after its children, and is given what
// it made of these. What takes their place may be anything: a rewriting is this loop and a rule.
#pragma once

#include <utility>

#include "expr/graph.hpp"
#include "expr/substitute.hpp"

namespace rattleback {

template <typename Make>
ExprVector rebuilt(std::span<const Expr> expressions, Make make) {
    const Graph graph(expressions);
    ExprVector now(graph.size()), args;
    for (std::size_t i = 0; i < graph.size(); ++i) {
        args.clear();
        for (const auto child : graph.children(i)) args.push_back(now[child]);
        now[i] = make(graph.node(i), std::span<const Expr>(args));
    }
    ExprVector result;
    for (const auto root : graph.roots()) result.push_back(now[root]);
    return result;
}

template <typename Make>
Expr rebuilt(const Expr& e, Make make) {
    return rebuilt(std::span<const Expr>(&e, 1), std::move(make)).front();
}

}  // namespace rattleback

#include "expr/parity.hpp"

#include <algorithm>

#include "expr/graph.hpp"

namespace rattleback {
namespace {

using Parities = std::vector<Parity>;

bool all_even(const Parities& args) {
    return std::ranges::all_of(args, [](Parity p) { return p == Parity::Even; });
}

Parity of_sum(const Expr& sum, const Parities& terms) {
    const Parity first = sum.number().is_zero() ? terms.front() : Parity::Even;
    return std::ranges::all_of(terms, [&](Parity p) { return p == first; }) ? first : Parity::None;
}

Parity of_product(const Expr& product, const Parities& bases) {
    bool odd = false;
    for (std::size_t i = 0; i < bases.size(); ++i) {
        if (bases[i] == Parity::None) return Parity::None;
        if (bases[i] == Parity::Odd && product.exponents()[i] % 2 != 0) odd = !odd;
    }
    return odd ? Parity::Odd : Parity::Even;
}

Parity of_node(const Expr& node, const Parities& args) {
    switch (node.kind()) {
        case Kind::Number:
        case Kind::Pi:
        case Kind::Symbol: return Parity::Even;
        case Kind::Sum: return of_sum(node, args);
        case Kind::Product: return of_product(node, args);
        case Kind::Call:
            if (args.size() == 1 && args[0] == Parity::Odd) return function(node.function()).parity;
            break;
        case Kind::Unspecified:
        case Kind::Power: break;
    }
    return all_even(args) ? Parity::Even : Parity::None;
}

}  // namespace

Parity parity_in(const Expr& e, std::span<const Expr> symbols) {
    const Graph graph(e);
    Parities parity(graph.size()), args;
    for (std::size_t i = 0; i < graph.size(); ++i) {
        args.clear();
        for (const auto child : graph.children(i)) args.push_back(parity[child]);
        const bool changes = std::ranges::find(symbols, graph.node(i)) != symbols.end();
        parity[i] = changes ? Parity::Odd : of_node(graph.node(i), args);
    }
    return parity[graph.roots()[0]];
}

}  // namespace rattleback

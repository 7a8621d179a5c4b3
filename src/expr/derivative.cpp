#include "expr/derivative.hpp"

#include <unordered_map>

#include "base/interruption.hpp"
#include "expr/functions.hpp"
#include "expr/graph.hpp"

namespace rattleback {
namespace {

// Multiplies by the partial derivative of a node by its child number i, the others held fixed.
void multiply_partial(ProductBuilder& product, const Expr& node, std::size_t i) {
    const auto args = node.args();
    switch (node.kind()) {
        case Kind::Product:  // e·b^(e−1)·(the other factors)
            product.multiply(node.exponents()[i]);
            product.multiply(node);
            product.multiply(args[i], -1);
            return;
        case Kind::Power:
            if (i == 0)
                product.multiply(args[1] * pow(args[0], args[1] - 1));
            else
                product.multiply(node * log(args[0]));
            return;
        case Kind::Call: product.multiply(function(node.function()).derivative(args, i)); return;
        case Kind::Unspecified: {
            std::vector<std::int32_t> partials(node.partials().begin(), node.partials().end());
            ++partials[i];
            product.multiply(unspecified(node.name(), args, partials));
            return;
        }
        case Kind::Sum:     // is linear, see add_partial
        case Kind::Number:  // have no children
        case Kind::Pi:
        case Kind::Symbol: return;
    }
}

// Adds (∂node/∂child i)·factor: the one step of the chain rule, forward and backward.
void add_partial(SumBuilder& sum, const Expr& node, std::size_t i, const Expr& factor) {
    if (node.kind() == Kind::Sum) {
        sum.add(node.coefficients()[i], factor);
        return;
    }
    ProductBuilder product;
    multiply_partial(product, node, i);
    product.multiply(factor);
    sum.add(product.build());
}

// Forward sweep: from the derivatives of the symbols to those of all nodes.
class Forward {
public:
    explicit Forward(const Graph& graph)
        : graph_(graph), derivative_(graph.size()), moves_(graph.size()) {}

    // `seed` gives place → derivative of the leaf there.
    void run(std::span<const std::pair<std::uint32_t, Expr>> seeds) {
        heed_stop();
        std::fill(moves_.begin(), moves_.end(), false);
        for (const auto& [place, value] : seeds) set(place, value);
        for (std::uint32_t i = 0; i < graph_.size(); ++i) {
            if (graph_.children(i).empty()) continue;
            bool any = false;
            for (const auto child : graph_.children(i)) any = any || moves_[child];
            if (any) set(i, of_node(i));
        }
    }

    Expr operator[](std::uint32_t place) const {
        return moves_[place] ? derivative_[place] : Expr(0);
    }

private:
    void set(std::uint32_t place, Expr value) {
        moves_[place] = !value.is_zero();
        derivative_[place] = std::move(value);
    }

    Expr of_node(std::uint32_t i) {
        const Expr& node = graph_.node(i);
        const auto children = graph_.children(i);
        SumBuilder sum;
        for (std::size_t k = 0; k < children.size(); ++k)
            if (moves_[children[k]]) add_partial(sum, node, k, derivative_[children[k]]);
        return sum.build();
    }

    const Graph& graph_;
    std::vector<Expr> derivative_;
    std::vector<char> moves_;
};

// Places of given expressions in the graph; those that do not occur are left out.
std::unordered_map<Expr, std::uint32_t> places(const Graph& graph, std::span<const Expr> wanted) {
    std::unordered_map<Expr, std::uint32_t> found;
    for (const Expr& e : wanted) found.emplace(e, UINT32_MAX);
    for (std::uint32_t i = 0; i < graph.size(); ++i)
        if (const auto it = found.find(graph.node(i)); it != found.end()) it->second = i;
    std::erase_if(found, [](const auto& entry) { return entry.second == UINT32_MAX; });
    return found;
}

ExprVector at_roots(const Graph& graph, const Forward& sweep) {
    ExprVector result;
    result.reserve(graph.roots().size());
    for (const auto root : graph.roots()) result.push_back(sweep[root]);
    return result;
}

}  // namespace

ExprVector derivative_along(std::span<const Expr> expressions,
                            std::span<const Replacement> directions) {
    const Graph graph(expressions);
    ExprVector symbols;
    for (const auto& [symbol, along] : directions) symbols.push_back(symbol);
    const auto place = places(graph, symbols);
    std::vector<std::pair<std::uint32_t, Expr>> seeds;
    for (const auto& [symbol, along] : directions)
        if (const auto it = place.find(symbol); it != place.end())
            seeds.emplace_back(it->second, along);
    Forward sweep(graph);
    sweep.run(seeds);
    return at_roots(graph, sweep);
}

Expr derivative_along(const Expr& e, std::span<const Replacement> directions) {
    return derivative_along({&e, 1}, directions).front();
}

ExprVector derivative(std::span<const Expr> expressions, const Expr& symbol) {
    const Replacement direction{symbol, 1};
    return derivative_along(expressions, {&direction, 1});
}

Expr derivative(const Expr& e, const Expr& symbol) {
    if (e.is_number()) return 0;  // most entries of large matrices
    return derivative({&e, 1}, symbol).front();
}

ExprVector gradient(const Expr& e, std::span<const Expr> symbols) {
    const Graph graph(e);
    const auto place = places(graph, symbols);
    std::vector<char> matters(graph.size(), 0);
    for (const auto& [symbol, i] : place) matters[i] = 1;
    for (std::uint32_t i = 0; i < graph.size(); ++i)
        for (const auto child : graph.children(i)) matters[i] |= matters[child];

    // Backward sweep: the derivative of e by a node is the sum over its parents.
    std::vector<SumBuilder> by_parents(graph.size());
    std::unordered_map<Expr, Expr> result;
    by_parents[graph.roots()[0]].add(1);
    for (auto i = static_cast<std::uint32_t>(graph.size()); i-- > 0;) {
        if (matters[i] == 0) continue;
        const Expr adjoint = by_parents[i].build();
        if (place.contains(graph.node(i))) result.emplace(graph.node(i), adjoint);
        if (adjoint.is_zero()) continue;
        const auto children = graph.children(i);
        for (std::size_t k = 0; k < children.size(); ++k)
            if (matters[children[k]] != 0)
                add_partial(by_parents[children[k]], graph.node(i), k, adjoint);
    }
    ExprVector entries;
    for (const Expr& symbol : symbols) entries.push_back(result[symbol]);
    return entries;
}

ExprMatrix jacobian(std::span<const Expr> expressions, std::span<const Expr> symbols) {
    const Graph graph(expressions);
    const auto place = places(graph, symbols);
    Forward sweep(graph);
    ExprMatrix result(expressions.size(), ExprVector(symbols.size()));
    for (std::size_t j = 0; j < symbols.size(); ++j) {
        const auto it = place.find(symbols[j]);
        if (it == place.end()) continue;
        const std::pair<std::uint32_t, Expr> seed{it->second, 1};
        sweep.run({&seed, 1});
        for (std::size_t i = 0; i < result.size(); ++i) result[i][j] = sweep[graph.roots()[i]];
    }
    return result;
}

ExprMatrix hessian(const Expr& e, std::span<const Expr> symbols) {
    ExprMatrix result = jacobian(gradient(e, symbols), symbols);
    for (std::size_t i = 0; i < result.size(); ++i)
        for (std::size_t j = 0; j < i; ++j) result[i][j] = result[j][i];
    return result;
}

}  // namespace rattleback

#include "dynamics/formula_rounding.hpp"

#include "expr/derivative.hpp"
#include "expr/functions.hpp"
#include "expr/graph.hpp"
#include "expr/rebuild.hpp"
#include "expr/substitute.hpp"

namespace rattleback {
namespace {

// A sum is rounded at each of its terms, not only at what they leave.
Expr own_rounding(const Expr& node) {
    if (node.kind() != Kind::Sum) return abs(node);
    Expr result = abs(Expr(node.number()));
    for (std::size_t i = 0; i < node.args().size(); ++i)
        result += abs(Expr(node.coefficients()[i])) * abs(node.args()[i]);
    return result;
}

// ∂node/∂cᵢ, as if the children were independent.
ExprVector slopes_by_children(const Expr& node) {
    const std::span<const Expr> children = node.args();
    ExprVector names;
    std::vector<Replacement> back;
    for (std::size_t i = 0; i < children.size(); ++i) {
        names.push_back(symbol("part " + std::to_string(i)));
        back.emplace_back(names.back(), children[i]);
    }
    return substitute(gradient(with_children(node, names), names), back);
}

}  // namespace

Expr rounding_of(const Expr& formula) {
    const Graph graph(formula);
    ExprVector rounding(graph.size());
    for (std::size_t i = 0; i < graph.size(); ++i) {
        const Expr& node = graph.node(i);
        rounding[i] = node.is_number() ? Expr(0) : own_rounding(node);
        if (node.args().empty() || node.kind() == Kind::Unspecified) continue;
        const ExprVector slopes = slopes_by_children(node);
        for (std::size_t c = 0; c < slopes.size(); ++c)
            rounding[i] += abs(slopes[c]) * rounding[graph.children(i)[c]];
    }
    return rounding[graph.roots().front()];
}

ExprVector uncancelled(const ExprVector& formulas) {
    return rebuilt(formulas, [](const Expr& node, std::span<const Expr> sizes) {
        if (node.kind() == Kind::Sum) {
            SumBuilder sum;
            sum.add(1, abs(Expr(node.number())));
            for (std::size_t i = 0; i < sizes.size(); ++i)
                sum.add(1, abs(Expr(node.coefficients()[i])) * sizes[i]);
            return sum.build();
        }
        if (node.kind() != Kind::Product) return abs(node);
        ProductBuilder product;
        for (std::size_t i = 0; i < sizes.size(); ++i) {
            const std::int64_t n = node.exponents()[i];
            product.multiply(n > 0 ? sizes[i] : abs(node.args()[i]), n);
        }
        return product.build();
    });
}

}  // namespace rattleback

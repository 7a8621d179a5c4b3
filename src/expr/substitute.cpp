#include "expr/substitute.hpp"

#include <algorithm>
#include <unordered_map>

#include "expr/functions.hpp"
#include "expr/rebuild.hpp"

namespace rattleback {

Expr with_children(const Expr& node, std::span<const Expr> args) {
    if (std::ranges::equal(args, node.args())) return node;
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
    const std::unordered_map<Expr, Expr> by(replacements.begin(), replacements.end());
    return rebuilt(expressions, [&](const Expr& node, std::span<const Expr> args) {
        const auto it = by.find(node);
        return it != by.end() ? it->second : with_children(node, args);
    });
}

Expr substitute(const Expr& e, std::span<const Replacement> replacements) {
    return substitute({&e, 1}, replacements).front();
}

}  // namespace rattleback

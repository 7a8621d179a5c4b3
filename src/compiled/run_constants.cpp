#include "compiled/run_constants.hpp"

#include <algorithm>
#include <string>

#include "expr/functions.hpp"
#include "expr/graph.hpp"
#include "expr/substitute.hpp"

namespace rattleback {

class RunConstants::Gathering {
public:
    Gathering(RunConstants& to, std::span<const Expr> expressions)
        : to_(to), graph_(expressions), splits_(graph_.size()) {
        for (std::size_t i = 0; i < graph_.size(); ++i) splits_[i] = split(i);
    }

    ExprVector roots() {
        ExprVector result;
        for (const auto root : graph_.roots()) result.push_back(to_.whole(splits_[root]));
        return result;
    }

private:
    Split split(std::size_t i) {
        const Expr& node = graph_.node(i);
        switch (node.kind()) {
            case Kind::Number:
            case Kind::Pi: return {node, 1};
            case Kind::Symbol:
                return to_.parameters_.contains(node) ? Split{node, 1} : Split{1, node};
            case Kind::Unspecified: return {1, node};
            case Kind::Sum: return sum(i);
            case Kind::Product: return product(i);
            case Kind::Power:
            case Kind::Call: break;
        }
        const auto children = graph_.children(i);
        const bool is_constant = std::ranges::all_of(
            children, [&](auto child) { return splits_[child].variable.is_one(); });
        if (is_constant) return {node, 1};
        ExprVector args;
        for (const auto child : children) args.push_back(to_.whole(splits_[child]));
        return {1, with_children(node, args)};
    }

    Split product(std::size_t i) {
        const Expr& node = graph_.node(i);
        ProductBuilder constant, variable;
        for (std::size_t k = 0; k < node.args().size(); ++k) {
            const Split& factor = splits_[graph_.children(i)[k]];
            constant.multiply(factor.constant, node.exponents()[k]);
            variable.multiply(factor.variable, node.exponents()[k]);
        }
        return {constant.build(), variable.build()};
    }

    // Terms with the same variable part are one.
    Split sum(std::size_t i) {
        const Expr& node = graph_.node(i);
        ExprVector variables;
        std::unordered_map<Expr, SumBuilder> constants;
        const auto add = [&](const Number& coefficient, const Split& term) {
            if (!constants.contains(term.variable)) variables.push_back(term.variable);
            constants[term.variable].add(coefficient, term.constant);
        };
        if (!node.number().is_zero()) add(node.number(), {1, 1});
        for (std::size_t k = 0; k < node.args().size(); ++k)
            add(node.coefficients()[k], splits_[graph_.children(i)[k]]);
        if (variables.size() == 1) return {constants[variables[0]].build(), variables[0]};
        SumBuilder total;
        for (const Expr& variable : variables)
            total.add(to_.whole({constants[variable].build(), variable}));
        return {1, total.build()};
    }

    RunConstants& to_;
    Graph graph_;
    std::vector<Split> splits_;
};

RunConstants::RunConstants(const ExprVector& parameters) {
    for (const Expr& p : parameters) parameters_.emplace(p, true);
}

ExprVector RunConstants::gathered(std::span<const Expr> expressions) {
    return Gathering(*this, expressions).roots();
}

Expr RunConstants::named(const Expr& constant) {
    if (constant.kind() == Kind::Symbol || symbols_of(constant).empty()) return constant;
    if (constant.kind() == Kind::Sum && constant.coefficients()[0].sign() < 0)
        return -named(-constant);
    const auto known = known_.find(constant);
    if (known != known_.end()) return known->second;
    // A name that no formula can have.
    const Expr name = symbol("constant " + std::to_string(symbols_.size() + 1));
    symbols_.push_back(name);
    values_.push_back(constant);
    known_.emplace(constant, name);
    return name;
}

}  // namespace rattleback

#include "exact/reading_cost.hpp"

#include <algorithm>

#include "expr/graph.hpp"

namespace rattleback {
namespace {

double digits(const Number& n) {
    const std::string text = n.to_text();
    return static_cast<double>(text.size() - (n.sign() < 0 ? 1 : 0));
}

double cost_of_sum(const Expr& e, const Graph& graph, std::size_t i, std::span<const double> cost) {
    double total = e.number().is_zero() ? -1 : digits(e.number());
    for (std::size_t k = 0; k < e.args().size(); ++k) {
        const Number size = abs(e.coefficients()[k]);
        const bool grouped = e.args()[k].kind() == Kind::Sum;  // needs parentheses
        total += 1 + cost[graph.children(i)[k]] + (size.is_one() ? 0 : digits(size) + 1) +
                 (grouped ? 1 : 0);
    }
    const bool starts_with_minus =
        std::ranges::all_of(e.coefficients(), [](const Number& c) { return c.sign() < 0; });
    return total + (starts_with_minus && e.number().sign() <= 0 ? 1 : 0);
}

double cost_of_product(const Expr& e, const Graph& graph, std::size_t i,
                       std::span<const double> cost) {
    double total = -1;
    bool divided = false;
    for (std::size_t k = 0; k < e.args().size(); ++k) {
        const auto exponent = std::abs(e.exponents()[k]);
        divided = divided || e.exponents()[k] < 0;
        total += 1 + cost[graph.children(i)[k]] + (exponent == 1 ? 0 : digits(exponent)) +
                 (e.args()[k].kind() == Kind::Sum ? 1 : 0);
    }
    return total + (divided ? 1 : 0);
}

}  // namespace

double reading_cost(const Expr& e) {
    const Graph graph(e);
    std::vector<double> cost(graph.size(), 1);
    for (std::size_t i = 0; i < graph.size(); ++i) {
        const Expr& node = graph.node(i);
        switch (node.kind()) {
            case Kind::Number: cost[i] = digits(node.number()); break;
            case Kind::Pi:
            case Kind::Symbol: break;
            case Kind::Sum: cost[i] = cost_of_sum(node, graph, i, cost); break;
            case Kind::Product: cost[i] = cost_of_product(node, graph, i, cost); break;
            case Kind::Power:
            case Kind::Call:
            case Kind::Unspecified:
                for (const auto child : graph.children(i)) cost[i] += cost[child];
                cost[i] += 1;
                break;
        }
    }
    return cost.back();
}

}  // namespace rattleback

#include "writing/abbreviations.hpp"

#include <algorithm>
#include <string>

#include "expr/graph.hpp"
#include "expr/substitute.hpp"

namespace rattleback {
namespace {

// How often each node is the child of another, or a formula.
std::vector<std::size_t> occurrences(const Graph& graph) {
    std::vector<std::size_t> count(graph.size());
    for (std::size_t i = 0; i < graph.size(); ++i)
        for (const auto child : graph.children(i)) ++count[child];
    for (const auto root : graph.roots()) ++count[root];
    return count;
}

}  // namespace

std::string unused_stem(std::string stem, std::span<const Expr> formulas) {
    const auto symbols = symbols_of(formulas);
    const auto is_taken = [&](const Expr& symbol) {
        const std::string_view name = symbol.name();
        return name.starts_with(stem) && name.size() > stem.size() &&
               name.find_first_not_of("0123456789_", stem.size()) == std::string_view::npos;
    };
    while (std::ranges::any_of(symbols, is_taken)) stem += '_';
    return stem;
}

Abbreviated abbreviate(std::span<const Expr> formulas, double smallest, const std::string& stem) {
    const Graph graph(formulas);
    const auto count = occurrences(graph);
    const std::string unused = unused_stem(stem, formulas);
    Abbreviated result;
    ExprVector written;        // node i, with names for its parts
    std::vector<double> size;  // of that
    for (std::size_t i = 0; i < graph.size(); ++i) {
        ExprVector children;
        double length = 1;
        for (const auto child : graph.children(i)) {
            children.push_back(written[child]);
            length += size[child];
        }
        Expr node = children.empty() ? graph.node(i) : with_children(graph.node(i), children);
        if (count[i] > 1 && length >= smallest) {
            const Expr name = symbol(unused + std::to_string(result.definitions.size() + 1));
            result.definitions.push_back({name, std::move(node)});
            node = name;
            length = 1;
        }
        written.push_back(std::move(node));
        size.push_back(length);
    }
    for (const auto root : graph.roots()) result.formulas.push_back(written[root]);
    return result;
}

double written_size(std::span<const Expr> formulas) {
    double total = 0;
    for (const Expr& e : formulas) total += tree_size(e);
    return total;
}

double written_size(const Abbreviated& formulas) {
    double total = written_size(formulas.formulas);
    for (const Equation& e : formulas.definitions) total += tree_size(e.right);
    return total;
}

}  // namespace rattleback

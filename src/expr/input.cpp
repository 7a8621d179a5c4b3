#include "expr/input.hpp"

#include <algorithm>
#include <array>
#include <string>

#include "expr/graph.hpp"

namespace rattleback {
namespace {

constexpr std::string_view sign = "→";  // begins no name of a formula

}  // namespace

Expr input(std::string_view name, int order) {
    const std::array<Expr, 1> time{symbol("t")};
    const std::array<std::int32_t, 1> partials{order};
    return unspecified(std::string(sign).append(name), time, partials);
}

bool is_input(const Expr& node) {
    return node.kind() == Kind::Unspecified && node.name().starts_with(sign);
}

std::string_view input_name(const Expr& node) { return node.name().substr(sign.size()); }

int input_order(const Expr& node) { return node.partials()[0]; }

int input_order_in(std::span<const Expr> expressions, std::string_view name) {
    const Graph graph(expressions);
    int highest = -1;
    for (std::size_t i = 0; i < graph.size(); ++i)
        if (const Expr& node = graph.node(i); is_input(node) && input_name(node) == name)
            highest = std::max(highest, input_order(node));
    return highest;
}

}  // namespace rattleback

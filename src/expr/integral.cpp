#include "expr/integral.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <functional>
#include <unordered_set>

#include "expr/rebuild.hpp"

namespace rattleback {
namespace {

constexpr std::string_view sign = "∫";  // begins no name of a formula

// How deep integrals are nested in one another; 0: the node is none, nor a derivative of one.
int depth_of(const Expr& node) {
    if (node.kind() != Kind::Unspecified || !node.name().starts_with(sign)) return 0;
    const std::string_view number = node.name().substr(sign.size());
    int depth = 0;
    std::from_chars(number.data(), number.data() + number.size(), depth);
    return depth;
}

Expr own_name(int depth, std::size_t i) { return symbol(fmt::format("{}{}.{}", sign, depth, i)); }

// All nodes but those inside integrands, children first.
void visit(const Expr& e, std::unordered_set<Expr>& seen,
           const std::function<void(const Expr&)>& see) {
    if (!seen.insert(e).second) return;
    const auto args = e.args();
    for (std::size_t i = depth_of(e) > 0 ? 1 : 0; i < args.size(); ++i) visit(args[i], seen, see);
    see(e);
}

void visit(const ExprVector& expressions, const std::function<void(const Expr&)>& see) {
    std::unordered_set<Expr> seen;
    for (const Expr& e : expressions) visit(e, seen, see);
}

Expr put(const Expr& integrand, const Expr& variable, const Expr& value) {
    const Replacement replacement{variable, value};
    return substitute(integrand, {&replacement, 1});
}

// By argument i: 1 and 2 are the bounds, behind them the values of names.
Expr derivative_of_integral(const Expr& node, std::size_t i) {
    const auto [integrand, variable, lower, upper] = parts_of_integral(node);
    if (i == 1) return -put(integrand, variable, lower);
    if (i == 2) return put(integrand, variable, upper);
    const IntegrandOfNames own = integrand_of_names(node);
    std::vector<Replacement> values;
    for (std::size_t k = 0; k < own.values.size(); ++k)
        values.emplace_back(own.names[k + 1], own.values[k]);
    const Expr slope = with_known_integrals(derivative(own.integrand, own.names[i - 2]));
    return integral({substitute(slope, values), variable, lower, upper});
}

}  // namespace

Expr integral(const Integral& parts) {
    const auto& [integrand, variable, lower, upper] = parts;
    if (lower == upper || integrand.is_zero()) return 0;
    int depth = 1;
    for (const Expr& inner : integrals_of({integrand}))
        depth = std::max(depth, depth_of(inner) + 1);
    std::vector<Replacement> names{{variable, own_name(depth, 0)}};
    ExprVector args{0, lower, upper};
    for (const Expr& symbol : free_symbols({integrand})) {
        if (symbol == variable) continue;
        names.emplace_back(symbol, own_name(depth, names.size()));
        args.push_back(symbol);
    }
    args[0] = substitute(integrand, names);
    return unspecified(fmt::format("{}{}", sign, depth), args);
}

bool is_integral(const Expr& node) {
    return depth_of(node) > 0 &&
           std::ranges::all_of(node.partials(), [](std::int32_t n) { return n == 0; });
}

bool has_integrals(const Expr& e) {
    bool found = false;
    visit({e}, [&](const Expr& node) { found = found || depth_of(node) > 0; });
    return found;
}

IntegrandOfNames integrand_of_names(const Expr& node) {
    IntegrandOfNames result{.integrand = node.args()[0], .names = {}, .values = {}};
    for (std::size_t i = 2; i < node.args().size(); ++i)
        result.names.push_back(own_name(depth_of(node), i - 2));
    result.values.assign(node.args().begin() + 3, node.args().end());
    return result;
}

Integral parts_of_integral(const Expr& node) {
    const IntegrandOfNames own = integrand_of_names(node);
    std::vector<Replacement> values;
    for (std::size_t i = 0; i < own.values.size(); ++i)
        values.emplace_back(own.names[i + 1], own.values[i]);
    return {substitute(own.integrand, values), own.names[0], node.args()[1], node.args()[2]};
}

ExprVector free_symbols(const ExprVector& expressions) {
    ExprVector result;
    visit(expressions, [&](const Expr& node) {
        if (node.is_symbol()) result.push_back(node);
    });
    std::ranges::sort(result);
    return result;
}

ExprVector integrals_of(const ExprVector& expressions) {
    ExprVector result;
    visit(expressions, [&](const Expr& node) {
        if (is_integral(node)) result.push_back(node);
    });
    return result;
}

Expr with_known_integrals(const Expr& e) {
    return rebuilt(e, [](const Expr& node, std::span<const Expr> args) {
        if (depth_of(node) == 0) return with_children(node, args);
        const Expr plain = unspecified(node.name(), args);
        if (is_integral(node)) return args[1] == args[2] ? Expr(0) : plain;
        const auto by = std::ranges::find(node.partials(), 1);
        return derivative_of_integral(plain,
                                      static_cast<std::size_t>(by - node.partials().begin()));
    });
}

}  // namespace rattleback

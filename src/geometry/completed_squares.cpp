#include "geometry/completed_squares.hpp"

#include <algorithm>

#include "exact/simplify.hpp"
#include "expr/graph.hpp"
#include "expr/occurrence.hpp"

namespace rattleback {
namespace {

// Small entries tell first what is not quadratic: of a long formula most are long too.
bool is_quadratic(const Expr& g, const ExprVector& variables) {
    ExprVector entries;
    for (const auto& row : hessian(g, variables))
        entries.insert(entries.end(), row.begin(), row.end());
    std::ranges::stable_sort(entries, {}, [](const Expr& e) { return graph_size({&e, 1}); });
    return std::ranges::none_of(
        entries, [&](const Expr& e) { return depends_on_any(simplify(e), variables); });
}

}  // namespace

Expr SquareSum::expression() const {
    SumBuilder sum;
    for (const Square& s : squares) sum.add(s.coefficient * pow(s.form, 2));
    sum.add(constant);
    return sum.build();
}

std::optional<SquareSum> completed_squares(const Expr& g, const ExprVector& variables,
                                           const Limits& limits) {
    if (!is_quadratic(g, variables)) return {};
    SquareSum result;
    Expr rest = g;
    for (std::size_t step = 0; step < variables.size() && depends_on_any(rest, variables); ++step) {
        const auto pivot = std::ranges::find_if(variables, [&](const Expr& x) {
            return vanishes(derivative(derivative(rest, x), x), limits) == Answer::No;
        });
        if (pivot == variables.end()) return {};
        const Expr slope = derivative(rest, *pivot), twice = simplify(derivative(slope, *pivot));
        const Square square{twice / 2, simplify(slope / twice)};
        rest = simplify(rest - square.coefficient * pow(square.form, 2));
        result.squares.push_back(square);
    }
    if (depends_on_any(rest, variables)) return {};
    result.constant = rest;
    return result;
}

}  // namespace rattleback

#include "geometry/completed_squares.hpp"

#include <algorithm>

#include "exact/simplify.hpp"
#include "expr/graph.hpp"
#include "expr/occurrence.hpp"

namespace rattleback {

Expr SquareSum::expression() const {
    SumBuilder sum;
    for (const Square& s : squares) sum.add(s.coefficient * pow(s.form, 2));
    sum.add(constant);
    return sum.build();
}

std::optional<SquareSum> completed_squares(const Expr& g, const ExprVector& variables,
                                           const Limits& limits) {
    for (const auto& row : hessian(g, variables))
        for (const Expr& e : row)
            if (depends_on_any(simplify(e), variables)) return {};
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

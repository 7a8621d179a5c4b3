#include "equations/normal_equations.hpp"

#include "base/errors.hpp"
#include "exact/linear_algebra.hpp"
#include "exact/simplify.hpp"

namespace rattleback {

std::optional<ExprVector> solve_for_unknowns(const Equations& equations, const Limits& limits) {
    try {
        auto solution = solve(equations.matrix, equations.right, limits);
        if (!solution) return {};
        for (Expr& e : *solution) e = simplify(e);
        return solution;
    } catch (const TooLarge&) {
        return {};
    } catch (const NumericalError&) {
        return {};
    }
}

std::vector<Row> rows(const Equations& equations) {
    std::vector<Row> result;
    for (std::size_t i = 0; i < equations.matrix.size(); ++i) {
        SumBuilder left;
        for (std::size_t j = 0; j < equations.unknowns.size(); ++j)
            left.add(simplify(equations.matrix[i][j]) * equations.unknowns[j]);
        result.push_back({left.build(), simplify(equations.right[i])});
    }
    return result;
}

}  // namespace rattleback

#include "equations/normal_equations.hpp"

#include "exact/linear_algebra.hpp"
#include "exact/reading_cost.hpp"
#include "exact/simplify.hpp"
#include "rattleback/errors.hpp"

namespace rattleback {

std::optional<ExprVector> solve_for_unknowns(const Equations& equations, double longest) {
    constexpr Limits limits{.terms = 20'000, .work = 1'000};
    try {
        auto solution = solve(equations.matrix, equations.right, limits);
        if (!solution) return {};
        double total = 0;
        for (Expr& e : *solution) {
            e = simplify(e);
            total += reading_cost(e);
            if (total > longest) return {};
        }
        return solution;
    } catch (const TooLarge&) {
        return {};
    } catch (const NumericalError&) {
        return {};
    }
}

std::vector<Row> rows(const Equations& equations, const SimplifyOptions& options) {
    std::vector<Row> result;
    for (std::size_t i = 0; i < equations.matrix.size(); ++i) {
        SumBuilder left;
        for (std::size_t j = 0; j < equations.unknowns.size(); ++j)
            left.add(simplify(equations.matrix[i][j], options) * equations.unknowns[j]);
        result.push_back({left.build(), simplify(equations.right[i], options)});
    }
    return result;
}

}  // namespace rattleback

#include "geometry/row_reduction.hpp"

#include <algorithm>

#include "base/errors.hpp"
#include "exact/is_zero.hpp"
#include "exact/linear_algebra.hpp"
#include "exact/reading_cost.hpp"
#include "exact/simplify.hpp"
#include "expr/graph.hpp"

namespace rattleback {
namespace {

constexpr SimplifyOptions quick{.limits = {.terms = 200, .time = std::chrono::milliseconds(10)}};
constexpr Limits small_kernel{.terms = 200, .time = std::chrono::milliseconds(1'000)};

constexpr std::size_t largest_tidied = 60;  // nodes; simplifying more costs more than it gives
constexpr std::size_t most_tidied_rows = 3;

// A symbol, a function of one, or a product of symbols with one function: simple as it stands.
bool is_simple(const Expr& e) {
    const auto is_call = [](const Expr& f) {
        return f.kind() == Kind::Call && f.args()[0].kind() == Kind::Symbol;
    };
    if (e.kind() == Kind::Number || e.kind() == Kind::Symbol || is_call(e)) return true;
    if (e.kind() == Kind::Sum && e.args().size() == 1 && e.number().is_zero())
        return is_simple(e.args()[0]);
    if (e.kind() != Kind::Product) return false;
    int calls = 0;
    for (const Expr& f : e.args()) {
        if (is_call(f))
            ++calls;
        else if (f.kind() != Kind::Symbol)
            return false;
    }
    return calls <= 1;
}

Expr tidied(const Expr& e) {
    return is_simple(e) || graph_size({&e, 1}) > largest_tidied ? e : simplify(e, quick);
}

// Lower is better: constants, then what is short to read, then what is long.
double pivot_cost(const Expr& e) {
    if (symbols_of(e).empty()) return 0;
    return graph_size({&e, 1}) > largest_tidied ? 1e6 : reading_cost(e);
}

std::optional<std::size_t> choose_pivot(const ExprVector& row, std::size_t columns,
                                        std::optional<std::size_t> wanted) {
    const auto certain = [&](std::size_t j) {
        return !row[j].is_zero() && is_zero(row[j]).proved_nonzero();
    };
    if (wanted && certain(*wanted)) return wanted;
    std::optional<std::size_t> best;
    double best_cost = 0;
    for (std::size_t j = 0; j < columns; ++j) {
        if (row[j].is_zero()) continue;
        const double cost = pivot_cost(row[j]);
        if ((best && cost > best_cost) || !certain(j)) continue;
        best = j;
        best_cost = cost;
    }
    return best;
}

void subtract(ExprVector& row, const ExprVector& pivot_row, std::size_t column) {
    const Expr factor = row[column];
    if (factor.is_zero()) return;
    for (std::size_t k = 0; k < row.size(); ++k)
        if (!pivot_row[k].is_zero()) row[k] -= factor * pivot_row[k];
    row[column] = 0;
}

}  // namespace

ReducedRows reduce_rows(ExprMatrix matrix, std::size_t columns,
                        const std::vector<std::optional<std::size_t>>& wanted) {
    const bool tidy = matrix.size() <= most_tidied_rows;
    const auto finish = [&](ExprVector& row) {
        if (tidy)
            for (Expr& e : row) e = tidied(e);
    };
    for (ExprVector& row : matrix)
        for (Expr& e : row) e = tidied(e);
    ReducedRows result;
    for (std::size_t i = 0; i < matrix.size(); ++i) {
        ExprVector row = std::move(matrix[i]);
        for (std::size_t p = 0; p < result.rows.size(); ++p)
            subtract(row, result.rows[p], result.pivots[p]);
        finish(row);
        const auto pivot = choose_pivot(row, columns, i < wanted.size() ? wanted[i] : std::nullopt);
        if (!pivot) {
            const bool redundant =
                std::ranges::all_of(row, [](const Expr& e) { return is_zero(e).proved_zero(); });
            if (redundant) continue;
            throw NumericalError("it could not be decided which velocity a constraint determines");
        }
        const Expr divisor = row[*pivot];
        for (Expr& e : row) e /= divisor;
        finish(row);
        row[*pivot] = 1;
        for (ExprVector& earlier : result.rows) {
            subtract(earlier, row, *pivot);
            finish(earlier);
        }
        result.rows.push_back(std::move(row));
        result.pivots.push_back(*pivot);
    }
    return result;
}

ExprMatrix null_space(const ExprMatrix& a) {
    if (a.empty()) return {};
    try {
        return kernel(a, small_kernel);
    } catch (const TooLarge&) {
        const std::size_t n = a.front().size();
        const ReducedRows reduced = reduce_rows(a, n);
        ExprMatrix basis;
        for (std::size_t j = 0; j < n; ++j) {
            if (std::ranges::find(reduced.pivots, j) != reduced.pivots.end()) continue;
            ExprVector vector(n);
            vector[j] = 1;
            for (std::size_t i = 0; i < reduced.rows.size(); ++i)
                vector[reduced.pivots[i]] = -reduced.rows[i][j];
            basis.push_back(std::move(vector));
        }
        return basis;
    }
}

}  // namespace rattleback

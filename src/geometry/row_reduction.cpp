#include "geometry/row_reduction.hpp"

#include <algorithm>
#include <numeric>

#include "exact/is_zero.hpp"
#include "exact/linear_algebra.hpp"
#include "geometry/pivot_choice.hpp"
#include "geometry/tidied.hpp"
#include "rattleback/errors.hpp"

namespace rattleback {
namespace {

void subtract(ExprVector& row, const ExprVector& pivot_row, std::size_t column) {
    const Expr factor = row[column];
    if (factor.is_zero()) return;
    for (std::size_t k = 0; k < row.size(); ++k)
        if (!pivot_row[k].is_zero()) row[k] -= factor * pivot_row[k];
    row[column] = 0;
}

// Beyond these what follows from other rows is certified in prime fields.
constexpr Limits quick{.terms = 5'000, .work = 300};

bool vanishes_identically(const Expr& e) { return is_zero(e).holds(); }

}  // namespace

std::vector<std::size_t> rows_that_matter(const ExprMatrix& matrix) {
    try {
        return independent_rows(matrix, quick);
    } catch (const TooLarge&) {
        std::vector<std::size_t> all(matrix.size());
        std::iota(all.begin(), all.end(), std::size_t{0});
        return all;
    }
}

ReducedRows reduce_rows(const System& system, ExprMatrix matrix, std::size_t columns,
                        const std::vector<std::optional<std::size_t>>& wanted) {
    const PivotChoice pivots(system);
    const bool tidy = matrix.size() <= most_tidied_rows;
    const auto finish = [&](ExprVector& row) {
        if (tidy)
            for (Expr& e : row) e = tidied(e);
    };
    ReducedRows result;
    for (const std::size_t i : rows_that_matter(matrix)) {
        ExprVector row = std::move(matrix[i]);
        for (Expr& e : row) e = tidied(e);
        for (std::size_t p = 0; p < result.rows.size(); ++p)
            subtract(row, result.rows[p], result.pivots[p]);
        finish(row);
        const auto last = row.begin() + static_cast<std::ptrdiff_t>(columns);
        const auto pivot = pivots.choose(pivots.row({.entries = {row.begin(), last}}),
                                         i < wanted.size() ? wanted[i] : std::nullopt);
        if (!pivot) {
            if (std::ranges::all_of(row, vanishes_identically)) continue;
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

}  // namespace rattleback

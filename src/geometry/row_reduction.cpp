#include "geometry/row_reduction.hpp"

#include <algorithm>

#include "base/errors.hpp"
#include "exact/is_zero.hpp"
#include "exact/simplify.hpp"
#include "expr/graph.hpp"
#include "expr/print_text.hpp"
#include "geometry/pivot_choice.hpp"
#include "geometry/products.hpp"

namespace rattleback {
namespace {

constexpr SimplifyOptions quick{.limits = {.terms = 200, .work = 10}};

constexpr std::size_t largest_tidied =
    longest_read_pivot;  // simplifying more costs more than it gives
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

void subtract(ExprVector& row, const ExprVector& pivot_row, std::size_t column) {
    const Expr factor = row[column];
    if (factor.is_zero()) return;
    for (std::size_t k = 0; k < row.size(); ++k)
        if (!pivot_row[k].is_zero()) row[k] -= factor * pivot_row[k];
    row[column] = 0;
}

bool proved_zero(const Expr& e) { return is_zero(e).proved_zero(); }

// Either sign will do: a velocity itself reads better than its opposite, and (cos φ, sin φ) better
// than (−cos φ, −sin φ).
void begin_with_plus(ExprVector& vector) {
    for (const Expr& e : vector) {
        if (e == Expr(-1))
            for (Expr& each : vector) each = -each;
        if (e.is_one()) return;
    }
    const auto first = std::ranges::find_if(vector, [](const Expr& e) { return !e.is_zero(); });
    if (first == vector.end() || graph_size({&*first, 1}) > largest_tidied) return;
    if (to_text(*first).starts_with('-'))
        for (Expr& e : vector) e = -e;
}

// The combinations of the basis whose coefficients satisfy Σ rⱼ cⱼ = 0. With a pivot that never
// vanishes, or that is the only way, c_p = −Σ rⱼcⱼ/r_p; if two coefficients are left, (r₂, −r₁),
// which has no denominator and vanishes only where the condition does.
ExprMatrix restricted(const ExprMatrix& basis, const ExprVector& r, std::size_t pivot,
                      bool is_constant) {
    std::vector<std::size_t> others;
    for (std::size_t j = 0; j < r.size(); ++j)
        if (j != pivot && !r[j].is_zero()) others.push_back(j);
    const bool divides = is_constant || others.size() > 1;
    ExprMatrix result;
    for (std::size_t j = 0; j < basis.size(); ++j) {
        if (j == pivot) continue;
        ExprVector combined = basis[j];
        if (!r[j].is_zero())
            for (std::size_t k = 0; k < combined.size(); ++k)
                combined[k] = divides ? combined[k] - r[j] / r[pivot] * basis[pivot][k]
                                      : r[pivot] * combined[k] - r[j] * basis[pivot][k];
        result.push_back(std::move(combined));
    }
    return result;
}

}  // namespace

ReducedRows reduce_rows(const System& system, ExprMatrix matrix, std::size_t columns,
                        const std::vector<std::optional<std::size_t>>& wanted) {
    const PivotChoice pivots(system);
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
        const auto last = row.begin() + static_cast<std::ptrdiff_t>(columns);
        const auto pivot = pivots.choose(pivots.row({row.begin(), last}, pivots.weights()),
                                         i < wanted.size() ? wanted[i] : std::nullopt);
        if (!pivot) {
            if (std::ranges::all_of(row, proved_zero)) continue;
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

ExprMatrix null_space(const System& system, const ExprMatrix& a) {
    if (a.empty()) return {};
    const PivotChoice pivots(system);
    const bool tidy = a.size() <= most_tidied_rows;
    const auto finish = [&](ExprVector& entries) {
        if (tidy)
            for (Expr& e : entries) e = tidied(e);
    };
    ExprMatrix basis = identity(a.front().size());
    for (ExprVector row : a) {
        for (Expr& e : row) e = tidied(e);
        ExprVector on_basis;  // the row as a condition on the coefficients of the basis so far
        std::vector<double> weights;
        for (const ExprVector& b : basis) {
            on_basis.push_back(dot(row, b));
            weights.push_back(pivots.weight(b));
        }
        finish(on_basis);
        ConditionRow condition = pivots.row(on_basis, weights);
        // Of two entries neither is divided by; see `restricted`.
        if (std::ranges::count_if(on_basis, [](const Expr& e) { return !e.is_zero(); }) == 2)
            std::ranges::fill(condition.share, 1);
        const auto pivot = pivots.choose(condition);
        if (!pivot) {
            if (std::ranges::all_of(on_basis, proved_zero)) continue;
            throw NumericalError("it could not be decided which velocity a constraint determines");
        }
        basis = restricted(basis, on_basis, *pivot, pivots.is_divisible_constant(on_basis[*pivot]));
        for (ExprVector& b : basis) {
            finish(b);
            begin_with_plus(b);
        }
    }
    return basis;
}

}  // namespace rattleback

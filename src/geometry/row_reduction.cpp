#include "geometry/row_reduction.hpp"

#include <algorithm>
#include <cmath>

#include "base/errors.hpp"
#include "exact/is_zero.hpp"
#include "exact/reading_cost.hpp"
#include "exact/simplify.hpp"
#include "expr/evaluate.hpp"
#include "expr/graph.hpp"
#include "expr/print_text.hpp"
#include "expr/substitute.hpp"
#include "geometry/products.hpp"
#include "model/initial_values.hpp"

namespace rattleback {
namespace {

constexpr SimplifyOptions quick{.limits = {.terms = 200, .time = std::chrono::milliseconds(10)}};

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

constexpr double vanishing_at_start = 1e9;  // the cost of dividing by zero

// Which divisors are good: those that never vanish first, then what is short to read, then what is
// long, the largest at the initial state first; last what vanishes there.
class Pivots {
public:
    explicit Pivots(const System& system) {
        for (const Parameter& p : system.parameters) parameters_.push_back(p.symbol);
        try {
            start_ = initial_values(system);
        } catch (const NumericalError&) {  // the initial state has no value: nothing is known of it
        }
    }

    bool is_constant(const Expr& e) const {
        return std::ranges::all_of(symbols_of(e), [&](const Expr& s) {
            return std::ranges::find(parameters_, s) != parameters_.end();
        });
    }

    // The column of the best one that is certainly not identically zero.
    std::optional<std::size_t> choose(const ExprVector& row, std::size_t columns,
                                      std::optional<std::size_t> wanted = {}) const {
        const auto certain = [&](std::size_t j) {
            return !row[j].is_zero() && is_zero(row[j]).proved_nonzero();
        };
        if (wanted && certain(*wanted)) return wanted;
        std::optional<std::size_t> best;
        double best_cost = 0;
        for (std::size_t j = 0; j < columns; ++j) {
            if (row[j].is_zero()) continue;
            const double c = cost(row[j]);
            if ((best && c > best_cost) || !certain(j)) continue;
            best = j;
            best_cost = c;
        }
        return best;
    }

private:
    double cost(const Expr& e) const {
        if (e.is_number()) return 0;
        if (is_constant(e)) return 1;
        if (graph_size({&e, 1}) > largest_tidied) {
            const double size = size_at_start(e);
            return 1e6 + (size > 1e-9 ? 1 / size : vanishing_at_start);
        }
        return 2 + reading_cost(e) + (vanishes_at_start(e) ? vanishing_at_start : 0);
    }

    double size_at_start(const Expr& e) const {
        Values values;
        for (const auto& [symbol, value] : start_) values[symbol] = evaluate(value, Values{});
        const double value = evaluate(e, values);
        return std::isfinite(value) ? std::abs(value) : 0;
    }

    bool vanishes_at_start(const Expr& e) const {
        try {
            return substitute(e, start_).is_zero();
        } catch (const NumericalError&) {
            return true;
        }
    }

    ExprVector parameters_;
    std::vector<Replacement> start_;
};

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
    const Pivots pivots(system);
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
        const auto pivot =
            pivots.choose(row, columns, i < wanted.size() ? wanted[i] : std::nullopt);
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
    const Pivots pivots(system);
    const bool tidy = a.size() <= most_tidied_rows;
    const auto finish = [&](ExprVector& entries) {
        if (tidy)
            for (Expr& e : entries) e = tidied(e);
    };
    ExprMatrix basis = identity(a.front().size());
    for (ExprVector row : a) {
        for (Expr& e : row) e = tidied(e);
        ExprVector on_basis;  // the row as a condition on the coefficients of the basis so far
        for (const ExprVector& b : basis) on_basis.push_back(dot(row, b));
        finish(on_basis);
        const auto pivot = pivots.choose(on_basis, on_basis.size());
        if (!pivot) {
            if (std::ranges::all_of(on_basis, proved_zero)) continue;
            throw NumericalError("it could not be decided which velocity a constraint determines");
        }
        basis = restricted(basis, on_basis, *pivot, pivots.is_constant(on_basis[*pivot]));
        for (ExprVector& b : basis) {
            finish(b);
            begin_with_plus(b);
        }
    }
    return basis;
}

}  // namespace rattleback

#include "geometry/solution_space.hpp"

#include <algorithm>

#include "exact/is_zero.hpp"
#include "expr/graph.hpp"
#include "expr/matrices.hpp"
#include "expr/written.hpp"
#include "geometry/pivot_choice.hpp"
#include "geometry/row_reduction.hpp"
#include "geometry/tidied.hpp"
#include "rattleback/errors.hpp"

namespace rattleback {
namespace {

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
    if (begins_with_minus(*first))
        for (Expr& e : vector) e = -e;
}

bool is_not_zero(const Expr& e) { return !e.is_zero(); }

// Σ rⱼ cⱼ + value = 0 on the coefficients of a basis.
struct Condition {
    ExprVector r;
    Expr value;
    std::size_t pivot = 0;
    bool divides = true;  // by r_p; else only two rⱼ are not zero, and neither is divided by

    // The place of the first other vector that is changed, once that of the pivot is gone.
    std::size_t other() const {
        std::size_t j = 0;
        while (j == pivot || r[j].is_zero()) ++j;
        return j < pivot ? j : j - 1;
    }
};

// The combinations of the basis with Σ rⱼ cⱼ = 0: c_p = −Σ rⱼcⱼ/r_p, or (r₂, −r₁).
ExprMatrix restricted(const ExprMatrix& basis, const Condition& condition) {
    const auto& [r, value, p, divides] = condition;
    ExprMatrix result;
    for (std::size_t j = 0; j < basis.size(); ++j) {
        if (j == p) continue;
        ExprVector combined = basis[j];
        if (!r[j].is_zero())
            for (std::size_t k = 0; k < combined.size(); ++k)
                combined[k] = divides ? combined[k] - r[j] / r[p] * basis[p][k]
                                      : r[p] * combined[k] - r[j] * basis[p][k];
        result.push_back(std::move(combined));
    }
    return result;
}

class Restriction {
public:
    Restriction(const System& system, const ExprMatrix& a)
        : pivots_(system),
          is_tidy_(a.size() <= most_tidied_rows),
          space_{identity(a.front().size()), ExprVector(a.front().size())} {}

    // To the v with row · v + constant = 0.
    void restrict_to(ExprVector row, const Expr& constant) {
        for (Expr& e : row) e = tidied(e);
        ExprVector r;
        for (const ExprVector& b : space_.basis) r.push_back(dot(row, b));
        finish(r);
        const Expr value = tidied(dot(row, space_.start) + constant);
        auto condition = chosen(r, value, std::ranges::count_if(r, is_not_zero) == 2);
        if (!condition) return;
        ExprMatrix basis = combined(*condition);
        // Divisors of both that do not cancel would be in all entries of the vector.
        if (!condition->divides && has_poles(basis[condition->other()])) {
            condition = chosen(r, value, false);
            basis = combined(*condition);
        }
        if (!value.is_zero()) move_start(*condition);
        space_.basis = std::move(basis);
    }

    SolutionSpace result() { return std::move(space_); }

private:
    void finish(ExprVector& entries) const {
        if (is_tidy_)
            for (Expr& e : entries) e = tidied(e);
    }

    ExprMatrix combined(const Condition& condition) const {
        ExprMatrix result = restricted(space_.basis, condition);
        for (ExprVector& b : result) {
            finish(b);
            begin_with_plus(b);
        }
        return result;
    }

    bool has_poles(const ExprVector& vector) const {
        return !std::ranges::all_of(vector,
                                    [&](const Expr& e) { return pivots_.never_has_pole(e); });
    }

    // Nothing where the condition always holds.
    std::optional<Condition> chosen(const ExprVector& r, const Expr& value, bool is_pair) const {
        const ConditionRow row =
            pivots_.row({.entries = r, .directions = space_.basis, .are_alike = is_pair});
        if (const auto pivot = pivots_.choose(row))
            return Condition{r, value, *pivot,
                             !is_pair || pivots_.is_divisible_constant(r[*pivot])};
        if (std::ranges::all_of(r, [](const Expr& e) { return is_zero(e).holds(); })) return {};
        throw NumericalError("it could not be decided which velocity a constraint determines");
    }

    // Along the vector of the pivot by −value/r_p; where the basis will not be divided by r_p and it
    // may vanish, along both by −value r/|r|².
    void move_start(const Condition& condition) {
        const auto& [r, value, p, divides] = condition;
        const bool along_one = divides || pivots_.never_vanishes(r[p]);
        const Expr divisor = along_one ? r[p] : tidied(dot(r, r));
        for (std::size_t j = 0; j < r.size(); ++j) {
            if (r[j].is_zero() || (along_one && j != p)) continue;
            const Expr by = (along_one ? value : value * r[j]) / divisor;
            for (std::size_t k = 0; k < space_.start.size(); ++k)
                space_.start[k] -= by * space_.basis[j][k];
        }
        finish(space_.start);
    }

    PivotChoice pivots_;
    bool is_tidy_;
    SolutionSpace space_;
};

}  // namespace

SolutionSpace solution_space(const System& system, const ExprMatrix& a, const ExprVector& c) {
    Restriction restriction(system, a);
    ExprMatrix rows = a;
    for (std::size_t i = 0; i < a.size(); ++i) rows[i].push_back(c[i]);
    for (const std::size_t i : rows_that_matter(rows)) restriction.restrict_to(a[i], c[i]);
    return restriction.result();
}

ExprMatrix null_space(const System& system, const ExprMatrix& a) {
    if (a.empty()) return {};
    return solution_space(system, a, ExprVector(a.size())).basis;
}

}  // namespace rattleback

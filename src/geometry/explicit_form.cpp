// Constraints solved for dependent velocities, one after the other.
#include <algorithm>
#include <cmath>
#include <optional>

#include "exact/is_zero.hpp"
#include "exact/simplify.hpp"
#include "expr/functions.hpp"
#include "expr/graph.hpp"
#include "expr/print_text.hpp"
#include "expr/sentence.hpp"
#include "expr/substitute.hpp"
#include "expr/substitute_if_defined.hpp"
#include "geometry/branches.hpp"
#include "geometry/parametrization.hpp"
#include "geometry/pivot_choice.hpp"
#include "geometry/row_reduction.hpp"
#include "model/dependence.hpp"
#include "rattleback/errors.hpp"

namespace rattleback {
namespace {

struct Solved {
    std::size_t coordinate;
    Expr value;
    Sentence branch;
    PivotMerit merit = {};
};

// Free as it is written, too: |x|/x does not change with x but where it does.
bool is_free_of(const Expr& e, const Expr& symbol) { return !depends_on(simplify(e), symbol); }

class Solver {
public:
    // Solves for velocities of these coordinates only.
    Solver(const System& system, std::vector<bool> allowed)
        : system_(system), allowed_(std::move(allowed)), pivots_(system) {}

    ExplicitForm run() {
        const std::vector<std::size_t> matter =
            rows_that_matter(jacobian(velocity_constraints(system_), system_.v));
        std::size_t row = 0;
        for (const Constraint& c : system_.constraints) {
            if (c.order > 1) continue;
            // What is put in may hide that nothing is left of a constraint that repeats others.
            if (std::ranges::find(matter, row++) == matter.end()) continue;
            Expr b =
                c.order == 0 ? derivative_along(c.expression, system_.by_time()) : c.expression;
            b = simplify(substitute(b, known_));
            if (is_zero(b).proved_zero()) continue;  // redundant
            use(solve_one(c, b));
        }
        return result();
    }

private:
    Solved solve_one(const Constraint& c, const Expr& b) const {
        if (c.explicit_for && allowed_[*c.explicit_for] && !is_solved(*c.explicit_for)) {
            const std::size_t j = *c.explicit_for;
            const Expr alpha = simplify(system_.v[j] - b);
            if (is_free_of(alpha, system_.v[j]) && pivots_.allows(conditions(b), j))
                return {j, alpha, {}};
        }
        const ExprVector factors = factors_of(b);
        Sentence branch;
        Expr equation = b;
        if (!factors.empty()) equation = factors[factor_at_start(factors)];
        if (factors.size() > 1)
            branch =
                sentence("the branch {} of the constraint '{}'", Equation{equation, 0}, c.name);
        const ConditionRow of = conditions(equation);
        const auto linear = solve_linear(equation, of);
        // A root is better only than what fails where the motion begins.
        const bool is_fine = linear && linear->merit.rank <= PivotMerit::SmallButProved;
        auto quadratic = is_fine ? std::nullopt : solve_quadratic(equation, of);
        if (linear && (!quadratic || linear->merit.rank <= quadratic->merit.rank))
            return {linear->coordinate, linear->value, branch};
        if (quadratic) {
            const Sentence root =
                sentence("the branch {} of the constraint '{}'",
                         Equation{system_.v[quadratic->coordinate], quadratic->value}, c.name);
            quadratic->branch = branch.empty() ? root : branch + ", " + root;
            return *quadratic;
        }
        throw DerivationError("the constraint '" + c.name +
                              "' is neither linear nor quadratic in any velocity, so it " +
                              "has no explicit form");
    }

    // Of the branches; a constraint that is too large to be split is taken as it is.
    ExprVector factors_of(const Expr& b) const {
        ExprVector result;
        try {
            const Constraint c = classified({b, 0}, quick_normal_form(b), system_);
            const Branches found = branches_of(system_, c);
            if (!found.is_product() && !found.left_out) return {};
            for (const Branch& branch : found.branches) {
                if (branch.equations.size() != 1) return {};
                result.push_back(branch.equations[0].expression);
            }
        } catch (const TooLarge&) {
            return {};
        } catch (const NumericalError&) {
            return {};
        }
        return result;
    }

    // The factor that vanishes at the initial state: the motion stays on its branch.
    std::size_t factor_at_start(const ExprVector& factors) const {
        std::size_t best = 0;
        for (std::size_t i = 1; i < factors.size(); ++i)
            if (at_start(factors[i]) < at_start(factors[best])) best = i;
        return best;
    }

    // What is left of its terms at the initial state: between 0 and 1, and 0 where it has no value.
    double at_start(const Expr& e) const {
        constexpr double rounding = 1e-9;
        const double size = std::fabs(pivots_.at_start(e));
        double terms = size;
        for (const Expr& v : system_.v) terms += std::fabs(pivots_.at_start(derivative(e, v) * v));
        return size > rounding * terms ? size / terms : 0;
    }

    // ∂b/∂v by the velocities that are still unknown.
    ConditionRow conditions(const Expr& b) const {
        ExprVector slope;
        for (std::size_t j = 0; j < system_.size(); ++j)
            slope.push_back(!allowed_[j] || is_solved(j) || !depends_on(b, system_.v[j])
                                ? Expr(0)
                                : simplify(derivative(b, system_.v[j])));
        return pivots_.row({.entries = std::move(slope)});
    }

    // The velocity with the best coefficient.
    std::optional<Solved> solve_linear(const Expr& b, const ConditionRow& of) const {
        std::optional<std::size_t> best;
        PivotMerit merit;
        for (std::size_t j = 0; j < system_.size(); ++j) {
            const Expr& slope = of.entries[j];
            if (slope.is_zero() || !is_free_of(slope, system_.v[j])) continue;
            const PivotMerit m = pivots_.merit(of, j);
            if ((best && !(m <= merit)) || !at_zero(b, system_.v[j])) continue;
            best = j;
            merit = m;
        }
        if (!best) return {};
        const Expr rest = *at_zero(b, system_.v[*best]);
        return Solved{*best, simplify(-rest / of.entries[*best]), {}, merit};
    }

    // A v² + B v + C = 0 for the velocity with the largest ∂b/∂v = 2A v + B = ±√(B² − 4AC) where the
    // motion begins; the last of those that are large enough.
    std::optional<Solved> solve_quadratic(const Expr& b, const ConditionRow& of) const {
        std::optional<Solved> best;
        for (std::size_t j = system_.size(); j-- > 0;) {
            const Expr& v = system_.v[j];
            if (of.entries[j].is_zero()) continue;
            const Expr twice = simplify(derivative(of.entries[j], v));
            if (twice.is_zero() || !is_free_of(twice, v)) continue;
            const auto at_rest = at_zero(of.entries[j], v), rest = at_zero(b, v);
            if (!at_rest || !rest) continue;
            const Expr a = twice / 2, half = simplify(*at_rest), &c = *rest;
            const Expr square = simplify(pow(half, 2) - 4 * a * c);
            PivotMerit m = pivots_.merit(of, j);
            m.cost = 0;  // nobody reads a discriminant
            if (!pivots_.has_poles(of) && pivots_.never_vanishes(square) &&
                pivots_.never_vanishes(a))
                m.rank = PivotMerit::NeverFails;
            if (best && best->merit <= m) continue;
            best = Solved{
                j, root({a, half, c}, sqrt(square), pivots_.sign_at_start(of.entries[j])), {}, m};
        }
        return best;
    }

    struct Quadratic {
        Expr a, b, c;
    };
    // The root (−B ± √D)/2A on which the motion begins: ±√D is 2A v + B there, whether or not the
    // other velocities are complete; + where that vanishes. As 2C/(−B ∓ √D) where B and ±√D are of one
    // sign: there nothing cancels, and A may vanish.
    Expr root(const Quadratic& q, const Expr& discriminant, int slope_at_start) const {
        const Expr plus = discriminant - q.b, minus = -discriminant - q.b;
        const bool is_lower = slope_at_start < 0;
        const bool cancels = pivots_.sign_at_start(q.b) * slope_at_start > 0;
        return simplify(cancels ? 2 * q.c / (is_lower ? plus : minus)
                                : (is_lower ? minus : plus) / (2 * q.a));
    }

    // Nothing where it is written with v in a denominator.
    static std::optional<Expr> at_zero(const Expr& e, const Expr& v) {
        const Replacement zero{v, 0};
        return substitute_if_defined(e, {&zero, 1});
    }

    bool is_solved(std::size_t j) const {
        return std::ranges::any_of(solved_, [&](const Solved& s) { return s.coordinate == j; });
    }

    void use(Solved s) {
        const Replacement by{system_.v[s.coordinate], s.value};
        for (Solved& earlier : solved_)
            earlier.value = simplify(substitute(earlier.value, {&by, 1}));
        solved_.push_back(std::move(s));
        known_.clear();
        for (const Solved& one : solved_) known_.emplace_back(system_.v[one.coordinate], one.value);
    }

    ExplicitForm result() {
        std::ranges::sort(solved_, {}, &Solved::coordinate);
        ExplicitForm form;
        for (std::size_t j = 0; j < system_.size(); ++j)
            if (!is_solved(j)) form.independent.push_back(j);
        for (const Solved& s : solved_) {
            form.dependent.push_back(s.coordinate);
            form.alpha.push_back(s.value);
            if (!s.branch.empty())
                form.branch += (form.branch.empty() ? Sentence() : "; ") + s.branch;
        }
        return form;
    }

    const System& system_;
    std::vector<bool> allowed_;
    std::vector<Solved> solved_;
    std::vector<Replacement> known_;
    PivotChoice pivots_;
};

// Constraints linear or affine in v: A v + c = 0 reduced by rows.
ExplicitForm of_linear(const System& system) {
    const std::size_t n = system.size();
    const ExprVector b = velocity_constraints(system);
    std::vector<Replacement> at_rest;
    for (const Expr& v : system.v) at_rest.emplace_back(v, 0);
    const ExprVector constants = substitute(b, at_rest);
    ExprMatrix rows = jacobian(b, system.v);
    for (std::size_t i = 0; i < rows.size(); ++i) rows[i].push_back(constants[i]);
    std::vector<std::optional<std::size_t>> wanted;
    for (const Constraint& c : system.constraints)
        if (c.order < 2) wanted.push_back(c.explicit_for);

    const ReducedRows reduced = reduce_rows(system, std::move(rows), n, wanted);
    ExplicitForm form;
    for (std::size_t j = 0; j < n; ++j) {
        const auto row = std::ranges::find(reduced.pivots, j);
        if (row == reduced.pivots.end()) {
            form.independent.push_back(j);
            continue;
        }
        const ExprVector& entries =
            reduced.rows[static_cast<std::size_t>(row - reduced.pivots.begin())];
        SumBuilder alpha;
        alpha.add(-1, entries[n]);
        for (std::size_t k = 0; k < n; ++k)
            if (k != j) alpha.add(-(entries[k] * system.v[k]));
        form.dependent.push_back(j);
        form.alpha.push_back(alpha.build());
    }
    return form;
}

}  // namespace

ExplicitForm explicit_form(const System& system) {
    if (has_linear_velocities(system)) return of_linear(system);
    return Solver(system, std::vector<bool>(system.size(), true)).run();
}

ExplicitForm explicit_form(const System& system, std::span<const std::size_t> dependent) {
    std::vector<bool> allowed(system.size(), false);
    for (const auto j : dependent) allowed[j] = true;
    return Solver(system, std::move(allowed)).run();
}

}  // namespace rattleback

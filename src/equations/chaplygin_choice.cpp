#include "equations/chaplygin_choice.hpp"

#include <algorithm>

#include "equations/active_forces.hpp"
#include "exact/is_zero.hpp"
#include "exact/linear_algebra.hpp"
#include "expr/graph.hpp"
#include "expr/substitute.hpp"
#include "rattleback/errors.hpp"

namespace rattleback {
namespace {

constexpr std::size_t most_choices = 60;

class Choice {
public:
    Choice(const System& system, const Limits& limits)
        : system_(system), limits_(limits), active_(active_forces(system)) {}

    ChaplyginChoice run() {
        ExplicitForm first = explicit_form(system_);
        ChaplyginChoice result;
        for (const Constraint& c : system_.constraints)
            if (c.explicit_for) given_.push_back(*c.explicit_for);
        result.is_free = given_.size() < first.dependent.size();
        if (auto why_not = obstacle(first)) {
            result.why_not = std::move(*why_not);
            if (result.is_free) search(first, result);
        } else {
            result.form = std::move(first);
        }
        return result;
    }

private:
    bool is_free_of(const Expr& e, const Expr& q) const {
        return !depends_on(e, q) || is_zero(derivative(e, q), {.limits = limits_}).holds();
    }

    // Where a coordinate occurs that should not, apart from the constraints.
    std::optional<Sentence> known_to_motion(const Expr& q) const {
        const Sentence name = sentence("the dependent coordinate {}", q);
        if (!is_free_of(active_.kinetic, q)) return name + " occurs in the kinetic energy";
        for (std::size_t i = 0; i < system_.size(); ++i)
            if (!is_free_of(active_.force[i], q))
                return sentence("{} occurs in the force on {}", name, system_.q[i]);
        return {};
    }

    std::optional<Sentence> obstacle(const ExplicitForm& form) const {
        for (const auto j : form.dependent) {
            const Expr& q = system_.q[j];
            if (auto why = known_to_motion(q)) return why;
            for (std::size_t nu = 0; nu < form.alpha.size(); ++nu)
                if (!is_free_of(form.alpha[nu], q))
                    return sentence("the dependent coordinate {} occurs in the constraint on {}", q,
                                    system_.v[form.dependent[nu]]);
        }
        return {};
    }

    bool is_known_to_constraints(const ExplicitForm& form, const Expr& q) const {
        return std::ranges::any_of(form.alpha,
                                   [&](const Expr& alpha) { return !is_free_of(alpha, q); });
    }

    // ∂b/∂v_j of the constraints b = v_dep − α, one row per coordinate j among `of`.
    ExprMatrix slopes(const ExplicitForm& form, const std::vector<std::size_t>& of) const {
        ExprMatrix rows;
        for (const auto j : of) {
            ExprVector& row = rows.emplace_back();
            for (std::size_t nu = 0; nu < form.alpha.size(); ++nu)
                row.push_back(Expr(form.dependent[nu] == j ? 1 : 0) -
                              derivative(form.alpha[nu], system_.v[j]));
        }
        return rows;
    }

    void search(const ExplicitForm& first, ChaplyginChoice& result) const {
        std::vector<std::size_t> absent;
        for (std::size_t j = system_.size(); j-- > 0;)
            if (!known_to_motion(system_.q[j]) && !is_known_to_constraints(first, system_.q[j]))
                absent.push_back(j);
        const std::size_t k = first.dependent.size();
        if (absent.size() < k || rank(slopes(first, absent), limits_) < k) return;
        std::vector<std::size_t> choice(k);
        for (std::size_t i = 0; i < k; ++i) choice[i] = i;
        std::size_t tried = 0;
        do {
            std::vector<std::size_t> dependent;
            for (const auto i : choice) dependent.push_back(absent[i]);
            std::ranges::sort(dependent);
            const bool as_written = std::ranges::all_of(given_, [&](std::size_t j) {
                return std::ranges::find(dependent, j) != dependent.end();
            });
            if (as_written && (result.form = solved(first, dependent))) return;
        } while (++tried < most_choices && advance(choice, absent.size()));
        result.is_decided = tried < most_choices && has_linear_velocities(system_);
    }

    // The next choice of k out of n, in lexicographic order.
    static bool advance(std::vector<std::size_t>& choice, std::size_t n) {
        for (std::size_t i = choice.size(); i-- > 0;) {
            if (choice[i] + choice.size() == n + i) continue;
            ++choice[i];
            for (std::size_t j = i + 1; j < choice.size(); ++j) choice[j] = choice[j - 1] + 1;
            return true;
        }
        return false;
    }

    // Nothing where the constraints cannot be solved for these.
    std::optional<ExplicitForm> solved(const ExplicitForm& first,
                                       const std::vector<std::size_t>& dependent) const {
        if (rank(slopes(first, dependent), limits_) < dependent.size()) return {};
        if (has_linear_velocities(system_)) return solved_affine(dependent);
        try {
            return explicit_form(system_, dependent);
        } catch (const DerivationError&) {
            return {};
        }
    }

    ExplicitForm solved_affine(const std::vector<std::size_t>& dependent) const {
        const ExprVector b = velocity_constraints(system_);
        const ExprMatrix all = jacobian(b, system_.v);
        std::vector<Replacement> rest;
        for (const Expr& v : system_.v) rest.emplace_back(v, 0);
        ExplicitForm form{.independent = {}, .dependent = dependent, .alpha = {}, .branch = {}};
        for (std::size_t j = 0; j < system_.size(); ++j)
            if (std::ranges::find(dependent, j) == dependent.end()) form.independent.push_back(j);
        ExprMatrix square;
        ExprVector constant;
        ExprMatrix columns(form.independent.size());
        for (const auto i : independent_rows(all, limits_)) {
            ExprVector& row = square.emplace_back();
            for (const auto j : dependent) row.push_back(all[i][j]);
            for (std::size_t p = 0; p < columns.size(); ++p)
                columns[p].push_back(-all[i][form.independent[p]]);
            constant.push_back(-substitute(b[i], rest));
        }
        form.alpha = *solve(square, constant, limits_);
        for (std::size_t p = 0; p < columns.size(); ++p) {
            const ExprVector x = *solve(square, columns[p], limits_);
            for (std::size_t nu = 0; nu < x.size(); ++nu)
                form.alpha[nu] += x[nu] * system_.v[form.independent[p]];
        }
        return form;
    }

    const System& system_;
    Limits limits_;
    ActiveForces active_;
    std::vector<std::size_t> given_;  // coordinates that the constraints say to be dependent
};

}  // namespace

ChaplyginChoice chaplygin_choice(const System& system, const Limits& limits) {
    return Choice(system, limits).run();
}

}  // namespace rattleback

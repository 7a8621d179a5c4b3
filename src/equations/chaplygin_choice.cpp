#include "equations/chaplygin_choice.hpp"

#include <algorithm>

#include "equations/active_forces.hpp"
#include "equations/hypotheses.hpp"
#include "exact/is_zero.hpp"
#include "exact/linear_algebra.hpp"
#include "expr/graph.hpp"
#include "expr/print_text.hpp"

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
            if (result.is_free) search(result);
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

    void search(ChaplyginChoice& result) const {
        const ExprMatrix all = jacobian(velocity_constraints(system_), system_.v);
        ExprMatrix rows;
        for (const auto i : independent_rows(all, limits_)) rows.push_back(all[i]);
        std::vector<std::size_t> absent;
        for (std::size_t j = system_.size(); j-- > 0;)
            if (!known_to_motion(system_.q[j])) absent.push_back(j);
        if (absent.size() < rows.size()) return;
        std::vector<std::size_t> choice(rows.size());
        for (std::size_t i = 0; i < choice.size(); ++i) choice[i] = i;
        std::size_t tried = 0;
        do {
            std::vector<std::size_t> dependent;
            for (const auto i : choice) dependent.push_back(absent[i]);
            std::ranges::sort(dependent);
            const bool as_written = std::ranges::all_of(given_, [&](std::size_t j) {
                return std::ranges::find(dependent, j) != dependent.end();
            });
            auto form = as_written ? solved(rows, dependent) : std::nullopt;
            if (!form || obstacle(*form)) continue;
            result.form = std::move(form);
            return;
        } while (++tried < most_choices && advance(choice, absent.size()));
        result.all_were_tried = tried < most_choices;
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

    // v_dep = α v_ind; nothing when the rows cannot be solved for these.
    std::optional<ExplicitForm> solved(const ExprMatrix& rows,
                                       const std::vector<std::size_t>& dependent) const {
        ExprMatrix square(rows.size());
        for (std::size_t i = 0; i < rows.size(); ++i)
            for (const auto j : dependent) square[i].push_back(rows[i][j]);
        if (rank(square, limits_) < rows.size()) return {};
        ExplicitForm form{.independent = {}, .dependent = dependent, .alpha = {}, .branch = {}};
        ExprVector sums(rows.size());
        for (std::size_t j = 0; j < system_.size(); ++j) {
            if (std::ranges::find(dependent, j) != dependent.end()) continue;
            form.independent.push_back(j);
            ExprVector column;
            for (const auto& row : rows) column.push_back(-row[j]);
            const auto x = solve(square, column, limits_);
            for (std::size_t nu = 0; nu < sums.size(); ++nu) sums[nu] += (*x)[nu] * system_.v[j];
        }
        form.alpha = std::move(sums);
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

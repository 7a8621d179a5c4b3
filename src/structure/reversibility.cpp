#include "structure/reversibility.hpp"

#include <algorithm>

#include "equations/vakonomic.hpp"
#include "exact/simplify.hpp"
#include "expr/as_written.hpp"
#include "expr/parity.hpp"
#include "expr/substitute.hpp"
#include "geometry/parametrization.hpp"
#include "rattleback/errors.hpp"
#include "structure/energy_balance.hpp"
#include "structure/motion_at_point.hpp"
#include "structure/wording.hpp"

namespace rattleback {
namespace {

class Reversal {
public:
    Reversal(const System& system, const Limits& limits)
        : system_(system), limits_(limits), manifold_(constraint_manifold(system)) {
        reversed_.emplace_back(system.t, -system.t);
        for (const Expr& v : system.v) reversed_.emplace_back(v, -v);
        reverse_latent_reactions();
    }

    Reversibility run() {
        reverse_constraints();
        if (result_.constraints != Answer::No) {
            if (system_.principle == Principle::Vakonomic)
                reverse_vakonomic();
            else
                reverse_core();
        }
        result_.reversible = both(result_.constraints, result_.accelerations);
        describe();
        return std::move(result_);
    }

private:
    ExprVector reverse(const ExprVector& e) const { return substitute(e, reversed_); }
    Expr reverse(const Expr& e) const { return substitute(e, reversed_); }

    // +1 even, −1 odd, 0 neither. What the entries show needs no proof.
    int parity(const ExprVector& row) const {
        const ExprVector there = reverse(row);
        ExprVector symbols;
        for (const auto& [symbol, negative] : reversed_) symbols.push_back(symbol);
        std::vector<Parity> shown_by;
        for (const Expr& e : row) shown_by.push_back(parity_in(e, symbols));
        for (const int sign : {1, -1}) {
            const Parity wanted = sign == 1 ? Parity::Even : Parity::Odd;
            bool fits = true;
            for (std::size_t i = 0; i < row.size() && fits; ++i)
                fits = shown_by[i] == wanted ||
                       vanishes(there[i] - sign * row[i], limits_) == Answer::Yes;
            if (fits) return sign;
        }
        return 0;
    }

    void reverse_constraints() {
        result_.constraints = Answer::Yes;
        Sentences violated;
        for (const Constraint& c : system_.constraints) {
            if (c.order == 2 || parity({c.expression}) != 0) continue;
            of_branch_ = true;
            const Answer holds = vanishes_on(manifold_, reverse(c.expression), limits_);
            result_.constraints = both(result_.constraints, holds);
            if (holds == Answer::No) violated.push_back(quoted(c));
        }
        if (!violated.empty())
            reasons_.push_back("the constraint" + std::string(violated.size() > 1 ? "s " : " ") +
                               listed(violated) + (violated.size() > 1 ? " do" : " does") +
                               " not hold");
        if (!same_higher_constraints())
            result_.constraints = both(result_.constraints, Answer::Unknown);
        // A parametrization in place of equations: −ψ must lie on the manifold as well.
        if (given_by_psi())
            result_.constraints = parity_of_psi() == 0 ? Answer::Unknown : result_.constraints;
    }

    // a stays with M, f and N μ; each derivative by time changes the sign once more.
    void reverse_latent_reactions() {
        for (const HigherConstraint& h : system_.higher) {
            for (int k = 3; k <= h.constraint.order; k += 2)
                for (const Expr& x : system_.derivatives(k)) reversed_.emplace_back(x, -x);
            int sign = parity(h.direction);
            for (const Expr& mu : h.latent) {
                if (sign < 0) reversed_.emplace_back(mu, -mu);
                sign = -sign;
            }
        }
    }

    // Whether they are the same constraints; else it is not known.
    bool same_higher_constraints() const {
        return std::ranges::all_of(system_.higher, [&](const HigherConstraint& h) {
            return parity(h.direction) != 0 && parity({h.constraint.expression}) != 0;
        });
    }

    bool given_by_psi() const {
        return system_.parametrization && velocity_constraints(system_).empty();
    }

    // −ψ(t, q, z) = ψ(−t, q, −z) for a linear ψ.
    int parity_of_psi() const {
        std::vector<Replacement> turned{{system_.t, -system_.t}};
        const auto& [z, psi] = *system_.parametrization;
        for (const Expr& s : z) turned.emplace_back(s, -s);
        const ExprVector there = substitute(psi, turned);
        for (std::size_t i = 0; i < psi.size(); ++i)
            if (vanishes(there[i] + psi[i], limits_) != Answer::Yes) return 0;
        return -1;
    }

    void reverse_core() {
        if (given_by_psi() && parity_of_psi() == 0) return;  // z does not simply change its sign
        CoreSystem core;
        try {
            core = whole_core_system(system_);
        } catch (const TooLarge&) {
            return;
        } catch (const NumericalError&) {
            return;
        }
        // Rows in t, q and z are reversed with z, which parity_of_psi has found to be odd.
        if (system_.parametrization)
            for (const Expr& z : system_.parametrization->variables) reversed_.emplace_back(z, -z);
        bool same = parity(core.force) == 1;
        for (const auto& row : core.mass) same = same && parity(row) == 1;
        for (std::size_t i = 0; i < core.a.size(); ++i) {
            ExprVector row = core.a[i];
            row.push_back(core.beta[i]);
            same = same && parity(row) != 0;
        }
        for (const auto& row : core.n) same = same && parity(row) != 0;
        if (same)
            result_.accelerations = Answer::Yes;
        else
            compare_accelerations(core);
    }

    void compare_accelerations(const CoreSystem& core) {
        if (!manifold_.is_whole()) return;
        of_branch_ = true;
        CoreSystem there{{}, reverse(core.force), {}, reverse(core.beta), {}, core.independent};
        for (const auto& row : core.mass) there.mass.push_back(reverse(row));
        for (const auto& row : core.a) there.a.push_back(reverse(row));
        for (const auto& row : core.n) there.n.push_back(reverse(row));
        const auto forward = closed_motion(core, manifold_, limits_);
        const auto backward = closed_motion(there, manifold_, limits_);
        if (!forward || !backward) return compare_at_a_point(core, there);
        result_.accelerations = Answer::Yes;
        for (std::size_t i = 0; i < system_.size(); ++i) {
            const Expr change = backward->accelerations[i] - forward->accelerations[i];
            const Answer same = vanishes(change, limits_);
            result_.accelerations = both(result_.accelerations, same);
            if (same == Answer::No) {
                reasons_.push_back(
                    sentence("{} changes by {}", system_.a[i], shown(simplify(change))));
                return;
            }
        }
    }

    void compare_at_a_point(const CoreSystem& core, const CoreSystem& there) {
        const auto forward = motion_at_point(core, manifold_, {});
        const auto backward = motion_at_point(there, manifold_, {});
        if (!forward || !backward) return;
        for (std::size_t i = 0; i < system_.size(); ++i)
            if (differ(forward->accelerations[i], backward->accelerations[i])) {
                result_.accelerations = Answer::No;
                reasons_.push_back(sentence("{} changes", system_.a[i]));
                return;
            }
    }

    // (M − Σ λ ∂²b/∂v∂v) a − Dᵀλ̇ = g: with b odd or even the term Dᵀλ̇ takes care of itself.
    void reverse_vakonomic() {
        const LatentVariables latent = latent_variables(system_);
        for (std::size_t i = 0; i < latent.b.size(); ++i) {
            const int sign = parity({latent.b[i]});
            if (sign == 0) return;
            result_.latent_signs.push_back(sign);
            if (sign < 0) reversed_.emplace_back(latent.lambda[i], -latent.lambda[i]);
        }
        System extended = system_;
        extended.lagrangian = lagrangian_of_motion(system_);
        const FreeMotion motion = free_motion(extended);
        for (const auto& row : motion.mass)
            if (parity(row) != 1) return;
        result_.accelerations = Answer::Yes;
        const ExprVector there = reverse(motion.force);
        for (std::size_t i = 0; i < system_.size(); ++i) {
            const Expr change = there[i] - motion.force[i];
            const Answer same = vanishes_on(manifold_, change, limits_);
            result_.accelerations = both(result_.accelerations, same);
            if (same == Answer::No) {
                reasons_.push_back(sentence("the force on {} changes by {}", system_.q[i],
                                            shown(simplify(change))));
                return;
            }
        }
    }

    void describe() {
        switch (result_.reversible) {
            case Answer::Yes:
                result_.sentences.push_back(
                    sentence("The motion is reversible: {} is a motion wherever {} is.",
                             as_written("q(-t)"), as_written("q(t)")));
                break;
            case Answer::No:
                result_.sentences.push_back(
                    sentence("The motion is not reversible: when {} and {} change sign, {}.",
                             system_.t, symbol("v"), listed(reasons_)));
                break;
            case Answer::Unknown:
                result_.sentences.emplace_back("Whether the motion is reversible was not decided.");
                break;
        }
        if (of_branch_ && !manifold_.branch.empty())
            result_.sentences.push_back("This is said of " + manifold_.branch + ".");
        if (result_.reversible == Answer::Yes)
            for (std::size_t i = 0; i < result_.latent_signs.size(); ++i)
                result_.sentences.push_back(
                    sentence("Reversal takes {} to {}.", symbol("lambda" + std::to_string(i + 1)),
                             result_.latent_signs[i] < 0 ? "its negative" : "itself"));
    }

    const System& system_;
    Limits limits_;
    ConstraintManifold manifold_;
    std::vector<Replacement> reversed_;
    Sentences reasons_;
    bool of_branch_ = false;  // the answer is that of one branch of the constraints
    Reversibility result_;
};

}  // namespace

Reversibility reversibility(const System& system, const Limits& limits) {
    auto [result, scope] = asked_twice(
        system, [&](const System& s) { return Reversal(s, limits).run(); },
        [](const Reversibility& r) { return Verdicts{yes_or_no(r.reversible)}; },
        [](const Reversibility& r) { return r.sentences; });
    result.sentences = worded(scope, result.sentences);
    result.scope = std::move(scope);
    return std::move(result);
}

}  // namespace rattleback

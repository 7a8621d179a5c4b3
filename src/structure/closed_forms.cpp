#include "structure/closed_forms.hpp"

#include <algorithm>

#include "equations/maggi.hpp"
#include "equations/named_quantities.hpp"
#include "exact/linear_algebra.hpp"
#include "expr/functions.hpp"
#include "expr/graph.hpp"
#include "expr/integral.hpp"
#include "expr/matrices.hpp"
#include "expr/print_text.hpp"
#include "expr/sentence_error.hpp"
#include "expr/substitute.hpp"
#include "model/expectation.hpp"
#include "model/initial_values.hpp"
#include "rattleback/errors.hpp"
#include "structure/constraint_manifold.hpp"
#include "structure/jumps.hpp"
#include "structure/regular_integrands.hpp"
#include "structure/wording.hpp"

namespace rattleback {
namespace {

std::optional<Expr> expected(const System& system, const Expr& variable) {
    for (const auto& [symbol, form] : system.expect)
        if (symbol == variable && !is_constant_of_motion(form)) return form;
    return {};
}

class Proof {
public:
    Proof(const System& system, const Limits& limits) : system_(system), limits_(limits) {}

    ClosedForms run() {
        const auto is_closed = [](const auto& pair) { return !is_constant_of_motion(pair.second); };
        if (std::ranges::none_of(system_.expect, is_closed)) return {};
        if (system_.principle != Principle::Nonholonomic || maggi_refusal(system_))
            return left(
                "The expected closed form is not put into the equations, which are not "
                "those of Maggi: a computed motion can be compared with it.");
        if (switches())
            return left(
                "The expected closed form is not put into the equations, because one of them jumps "
                "or has kinks: a computed motion can be compared with it.");
        if (!put_motion())
            return left(
                "Only part of the motion is expected in closed form: a computed motion can "
                "be compared with it.");
        result_.hold = Answer::Yes;
        for (const Constraint& c : system_.constraints)
            require({c.expression}, "the constraint " + quoted(c));
        require_equations();
        require_start();
        require_expected_velocities();
        require_expected_forces();
        conclude();
        return std::move(result_);
    }

private:
    // To a computed motion, but for the start, which can be seen without one.
    ClosedForms left(const Sentence& sentence) {
        motion_.clear();
        for (const auto& [symbol, form] : system_.expect)
            if (!is_constant_of_motion(form)) motion_.emplace_back(symbol, form);
        require_start();
        if (violated_.empty())
            result_.sentences.push_back(sentence);
        else
            conclude();
        result_.hold = violated_.empty() ? Answer::Unknown : Answer::No;
        return std::move(result_);
    }

    // Derivatives say nothing at a jump, and equations nothing where it holds the motion.
    bool switches() const {
        ExprVector all{system_.lagrangian};
        all.insert(all.end(), system_.force.begin(), system_.force.end());
        for (const Constraint& c : system_.constraints) all.push_back(c.expression);
        for (const auto& [symbol, form] : system_.expect) all.push_back(form);
        const Graph graph(all);
        for (std::size_t i = 0; i < graph.size(); ++i) {
            const Expr& e = graph.node(i);
            if (is_call(e, FunctionId::Abs) || is_call(e, FunctionId::Sign)) return true;
        }
        return false;
    }

    void require_equations() {
        Equations equations = maggi(system_);
        ExprVector residuals =
            difference(product(equations.matrix, equations.unknowns), equations.right);
        if (!system_.higher.empty()) residuals = without_latent_reactions();
        require(residuals, "the equations of motion");
        for (const HigherConstraint& h : system_.higher)
            require({h.constraint.expression}, "the constraint " + quoted(h.constraint));
    }

    // M a − f on the space on which no reaction acts.
    ExprVector without_latent_reactions() const {
        const FreeMotion free = free_motion(system_);
        std::vector<Replacement> none;
        for (const HigherConstraint& h : system_.higher)
            for (const Expr& mu : h.latent) none.emplace_back(mu, 0);
        const ExprVector rest =
            difference(product(free.mass, system_.a), substitute(free.force, none));
        const ExprMatrix space = kernel(reaction_directions(system_), limits_);
        return space.empty() ? ExprVector{} : product(space, rest);
    }

    // As many accelerations as there are variables of their reactions.
    bool names_reactions() const {
        std::size_t latent = 0;
        for (const HigherConstraint& h : system_.higher) latent += h.latent.size();
        const auto given = std::ranges::count_if(system_.initial,
                                                 [](const auto& p) { return p.first.order() > 1; });
        return static_cast<std::size_t>(given) >= latent;
    }

    // q, q̇ and q̈ as functions of t; false when a coordinate is not expected.
    bool put_motion() {
        for (std::size_t i = 0; i < system_.size(); ++i) {
            const auto q = expected(system_, system_.q[i]);
            if (!q) return false;
            const Expr v = rate(*q);
            motion_.emplace_back(system_.q[i], *q);
            motion_.emplace_back(system_.v[i], v);
            Expr next = rate(v);
            motion_.emplace_back(system_.a[i], next);
            for (int k = 3; k <= order(); ++k)
                motion_.emplace_back(symbol(system_.q[i].name(), k), next = rate(next));
        }
        return true;
    }

    // A closed form depends on time alone.
    Expr rate(const Expr& form) const {
        const Replacement clock{system_.t, 1};
        return with_known_integrals(derivative_along(form, {&clock, 1}));
    }

    void require(const ExprVector& vanishing, const Sentence& what) {
        for (const Expr& e : vanishing) note(is_zero_always(substitute(e, motion_)), what);
    }

    // Exact algebra takes integrals for any functions. What does not vanish for all of them does for
    // those that they are where it vanishes at the start and its rate always does.
    Answer is_zero_always(const Expr& e, int rates = 3) const {
        const Answer found = vanishes(e, limits_);
        if (found == Answer::Yes || !has_integrals(e)) return found;
        const bool is_continuous =
            has_regular_integrands({e}, system_.parameters) &&
            where_they_may_jump(parts_without_integrals({e}), system_).empty();
        const Replacement start{system_.t, 0};
        const Expr then = with_known_integrals(substitute(e, {&start, 1}));
        if (rates == 0 || !is_continuous || vanishes(then, limits_) != Answer::Yes)
            return Answer::Unknown;
        return is_zero_always(rate(e), rates - 1) == Answer::Yes ? Answer::Yes : Answer::Unknown;
    }

    Expr at_start(const Expr& form) const {
        std::vector<Replacement> values = parameter_values(system_);
        values.emplace_back(system_.t, 0);
        return with_known_integrals(substitute(form, values));
    }

    void require_start() {
        auto start = initial_values(system_);
        for (const auto& [x, value] : system_.initial)
            if (x.order() > 1) start.emplace_back(x, substitute(value, parameter_values(system_)));
        for (int k = 0; k < std::max(order(), 2); ++k)
            for (const Expr& x : system_.derivatives(k)) {
                if (!is_given(x) || substitute(x, motion_) == x) continue;
                const Expr apart = at_start(substitute(x, motion_)) - substitute(x, start);
                const Answer found = vanishes(apart, limits_);
                note(found == Answer::No && has_integrals(apart) ? Answer::Unknown : found,
                     sentence("the initial value of {}", x));
            }
        if (!names_reactions()) note(Answer::Unknown, "how the reactions begin");
    }

    // Of the constraints that are not among the others; 0 where there are none.
    int order() const { return system_.higher.empty() ? 0 : system_.higher[0].constraint.order; }

    // What the model does not name may have been completed; what auxiliary variables give is given.
    bool is_given(const Expr& x) const {
        if (system_.parametrization && x.order() == 1) return true;
        return std::ranges::any_of(system_.initial, [&](const auto& p) { return p.first == x; }) ||
               (x.order() < 2 && system_.constraints.empty()) || x.order() == 0;
    }

    void require_expected_velocities() {
        for (const Expr& v : system_.v)
            if (const auto form = expected(system_, v)) require({v - *form}, v);
    }

    // Accelerations, reactions and what follows from them: R is what the motion leaves of M a − f.
    void require_expected_forces() {
        ExprVector quantities;
        for (const auto& [quantity, form] : system_.expect)
            if (!is_constant_of_motion(form) && quantity.order() != 1 &&
                std::ranges::find(system_.q, quantity) == system_.q.end())
                quantities.push_back(quantity);
        if (quantities.empty()) return;
        const FreeMotion free = free_motion(system_);
        std::vector<Replacement> none;
        for (const HigherConstraint& h : system_.higher)
            for (const Expr& mu : h.latent) none.emplace_back(mu, 0);
        const ExprVector reactions =
            difference(product(free.mass, system_.a), substitute(free.force, none));
        std::vector<Replacement> forces;
        Sentence obstacle;
        try {
            forces = closed_quantities(system_, {system_.a, reactions}, quantities, limits_);
        } catch (const DerivationError& error) {
            obstacle = said_by(error);
        }
        for (const Expr& quantity : quantities) {
            const Expr found = substitute(substitute(quantity, forces), motion_);
            const bool is_known = obstacle.empty() && symbols_are_known(found);
            note(is_known ? is_zero_always(found - *expected(system_, quantity)) : Answer::Unknown,
                 quantity);
        }
    }

    // Of time and parameters.
    bool symbols_are_known(const Expr& e) const {
        return std::ranges::all_of(symbols_of(e), [&](const Expr& s) {
            return s == system_.t || std::ranges::find(system_.parameters, s, &Parameter::symbol) !=
                                         system_.parameters.end();
        });
    }

    void note(Answer holds, const Sentence& what) {
        result_.hold = both(result_.hold, holds);
        auto& list = holds == Answer::No ? violated_ : undecided_;
        if (holds != Answer::Yes && std::ranges::find(list, what) == list.end())
            list.push_back(what);
    }

    void conclude() {
        Sentence text;
        if (!violated_.empty())
            text = "The expected closed form is not the motion: it violates " + listed(violated_) +
                   ".";
        else if (!undecided_.empty())
            text = "Whether the expected closed form is the motion was not decided: " +
                   listed(undecided_) + " could not be proved.";
        else if (exists())
            text = "The expected closed form is the motion: proved.";
        else
            text =
                "The expected closed form is the motion as long as its integrals exist: proved. An "
                "integrand may be infinite between the bounds.";
        result_.sentences.push_back(std::move(text));
    }

    bool exists() const {
        ExprVector forms;
        for (const auto& [variable, form] : motion_) forms.push_back(form);
        return has_regular_integrands(forms, system_.parameters);
    }

    const System& system_;
    Limits limits_;
    std::vector<Replacement> motion_;
    Sentences violated_, undecided_;
    ClosedForms result_;
};

}  // namespace

ClosedForms closed_forms(const System& system, const Limits& limits) {
    auto [result, scope] = asked_twice(
        system, [&](const System& s) { return Proof(s, limits).run(); },
        [](const ClosedForms& c) { return Verdicts{yes_or_no(c.hold)}; },
        [](const ClosedForms& c) { return c.sentences; });
    result.sentences = worded(scope, result.sentences);
    result.scope = std::move(scope);
    return std::move(result);
}

}  // namespace rattleback

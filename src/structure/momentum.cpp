#include "structure/momentum.hpp"

#include <algorithm>

#include "exact/linear_algebra.hpp"
#include "exact/simplify.hpp"
#include "expr/graph.hpp"
#include "expr/matrices.hpp"
#include "rattleback/errors.hpp"
#include "structure/energy_balance.hpp"
#include "structure/motion_at_point.hpp"
#include "structure/wording.hpp"

namespace rattleback {
namespace {

class MomentumEquations {
public:
    MomentumEquations(const System& system, const Limits& limits)
        : system_(system),
          limits_(limits),
          manifold_(constraint_manifold(system)),
          lagrangian_(lagrangian_of_motion(system)),
          momenta_(gradient(lagrangian_, system.v)) {}

    Momenta run() {
        Momenta result{.symmetries = {}, .sections = {}, .branch = manifold_.branch};
        for (const Symmetry& s : system_.symmetries)
            result.symmetries.push_back(of_field("The symmetry '" + s.name + "'", s.generator));
        add_sections(result);
        return result;
    }

private:
    Momentum of_field(const Sentence& name, const ExprVector& field) {
        Momentum m;
        m.name = name;
        m.field = field;
        m.momentum = simplify(dot(momenta_, field));
        const Expr prolonged = lagrangian_rate(field);
        // For vakonomic motion invariance is needed only where the constraints hold.
        m.symmetry_of_lagrangian = system_.principle == Principle::Vakonomic
                                       ? vanishes_on(manifold_, prolonged, limits_)
                                       : vanishes(prolonged, limits_);
        m.lagrangian_rate = simplify(manifold_.on(prolonged));
        m.force_rate = simplify(manifold_.on(dot(system_.force, field)));
        find_reaction_rate(m);
        if (m.reaction_rate) {
            m.rate = simplify(m.lagrangian_rate + m.force_rate + *m.reaction_rate);
            m.conserved = vanishes(*m.rate, limits_);
            if (m.conserved == Answer::Yes) m.rate = 0;
            if (m.conserved == Answer::No && !manifold_.is_whole()) m.conserved = Answer::Unknown;
        }
        describe(m);
        return m;
    }

    // ξ⁽¹⁾L, for ξ(t, q).
    Expr lagrangian_rate(const ExprVector& field) const {
        const ExprVector field_rate =
            derivative_along(field, system_.by_time_without_accelerations());
        return dot(gradient(lagrangian_, system_.q), field) + dot(momenta_, field_rate);
    }

    void find_reaction_rate(Momentum& m) {
        const bool free = system_.principle == Principle::Vakonomic ||
                          (system_.constraints.empty() && !system_.parametrization);
        m.in_w = free ? Answer::Yes : is_in_w(system_, manifold_, m.field, limits_);
        if (m.in_w == Answer::Yes) {
            m.reaction_rate = 0;
            return;
        }
        if (!manifold_.is_whole()) return;
        if (!motion_) motion_ = closed_motion(system_, manifold_, limits_);
        if (*motion_)
            m.reaction_rate = simplify(dot((*motion_)->reactions, manifold_.on(m.field)));
        else
            look_at_a_point(m);
    }

    // Without a closed form, dJ/dt at one state may still prove that J is not conserved.
    void look_at_a_point(Momentum& m) const {
        try {
            const CoreSystem core = whole_core_system(system_);
            ExprVector asked = product(core.n, m.field);
            asked.push_back(m.lagrangian_rate + m.force_rate);
            auto at = motion_at_point(core, manifold_, asked);
            if (!at) return;
            const Ball rest = at->others.back();
            at->others.pop_back();
            const Ball rate = sum(inner_product(at->multipliers, at->others), rest);
            if (is_certainly_not_zero(rate)) m.conserved = Answer::No;
        } catch (const TooLarge&) {
        } catch (const NumericalError&) {
        }
    }

    // ξ = Σ cₐ(t, q) ξₐ with N ξ = 0, for symmetries ξₐ of L that do not lie in W themselves.
    void add_sections(Momenta& result) {
        if (system_.principle == Principle::Vakonomic) return;
        ExprMatrix fields;
        for (const Momentum& m : result.symmetries)
            if (m.symmetry_of_lagrangian == Answer::Yes && m.in_w == Answer::No)
                fields.push_back(m.field);
        if (fields.size() < 2) return;
        try {
            const ExprMatrix n = manifold_.on(whole_core_system(system_).n);
            const ExprMatrix values = product(n, transposed(fields));
            for (const auto& c : kernel(values, limits_)) {
                if (!is_positional(c))
                    continue;  // a section over the states: its rate needs accelerations
                ExprVector field = product(transposed(fields), c);
                for (Expr& e : field) e = simplify(e);
                result.sections.push_back(of_field(
                    "The combination " + direction_text(system_, field) + " of symmetries", field));
            }
        } catch (const TooLarge&) {
        } catch (const NumericalError&) {
        }
    }

    bool is_positional(const ExprVector& coefficients) const {
        const auto symbols = symbols_of(coefficients);
        return std::ranges::none_of(symbols, [&](const Expr& s) {
            return std::ranges::find(manifold_.z, s) != manifold_.z.end() ||
                   std::ranges::find(system_.v, s) != system_.v.end();
        });
    }

    void describe(Momentum& m) const {
        const Sentence j = m.name + " has the momentum " + shown(m.momentum);
        switch (m.conserved) {
            case Answer::Yes: m.sentences.push_back(j + ", which is conserved."); break;
            case Answer::No:
                m.sentences.push_back(j + ", which is not conserved" +
                                      (m.rate ? ": its rate is " + shown(*m.rate)
                                              : "; its rate has no closed form within the limits") +
                                      ".");
                break;
            case Answer::Unknown:
                m.sentences.push_back(j + "; whether it is conserved was not decided.");
                break;
        }
        Sentences reasons;
        if (m.symmetry_of_lagrangian == Answer::No)
            reasons.push_back(
                "the Lagrangian is not invariant" +
                (m.lagrangian_rate == m.rate ? Sentence() : ", " + shown(m.lagrangian_rate)));
        if (!m.force_rate.is_zero())
            reasons.push_back("the forces act along it, " + shown(m.force_rate));
        if (m.in_w == Answer::No)
            reasons.push_back("it does not lie in W, so the reactions act along it" +
                              (m.reaction_rate && m.reaction_rate != m.rate
                                   ? ", " + shown(*m.reaction_rate)
                                   : Sentence()));
        if (!reasons.empty()) m.sentences.push_back("Of this field: " + listed(reasons) + ".");
    }

    const System& system_;
    Limits limits_;
    ConstraintManifold manifold_;
    Expr lagrangian_;
    ExprVector momenta_;
    std::optional<std::optional<ClosedMotion>> motion_;  // asked for once, and perhaps in vain
};

Verdicts verdicts(const Momenta& found) {
    Verdicts result;
    for (const auto* list : {&found.symmetries, &found.sections})
        for (const Momentum& m : *list)
            for (const Answer answer : {m.conserved, m.symmetry_of_lagrangian, m.in_w})
                result.push_back(yes_or_no(answer));
    return result;
}

}  // namespace

Sentences Momenta::sentences() const {
    Sentences all;
    for (const auto* list : {&symmetries, &sections})
        for (const Momentum& m : *list)
            all.insert(all.end(), m.sentences.begin(), m.sentences.end());
    if (!all.empty() && !branch.empty()) all.push_back("This is said of " + branch + ".");
    return worded(scope, all);
}

Momenta momenta(const System& system, const Limits& limits) {
    auto [result, scope] = asked_twice(
        system, [&](const System& s) { return MomentumEquations(s, limits).run(); }, verdicts,
        [](const Momenta& m) { return m.sentences(); });
    result.scope = std::move(scope);
    return std::move(result);
}

}  // namespace rattleback

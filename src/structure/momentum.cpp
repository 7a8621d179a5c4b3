#include "structure/momentum.hpp"

#include <algorithm>

#include "exact/linear_algebra.hpp"
#include "exact/simplify.hpp"
#include "expr/graph.hpp"
#include "expr/matrices.hpp"
#include "expr/occurrence.hpp"
#include "expr/substitute.hpp"
#include "rattleback/errors.hpp"
#include "structure/energy_balance.hpp"
#include "structure/motion_at_point.hpp"
#include "structure/wording.hpp"

namespace rattleback {
namespace {

Expr without(const Expr& e, const ExprVector& symbols) {
    std::vector<Replacement> zeros;
    for (const Expr& s : symbols) zeros.emplace_back(s, 0);
    return substitute(e, zeros);
}

// Is ξ = Σ cₐ ξₐ, with coefficients of any kind?
bool is_combination(const ExprVector& field, const ExprMatrix& algebra, const Limits& limits) {
    ExprMatrix all = algebra;
    all.push_back(field);
    try {
        const ExprMatrix relations = kernel(transposed(all), limits);
        return std::ranges::any_of(relations, [](const auto& c) { return !c.back().is_zero(); });
    } catch (const TooLarge&) {
        return false;
    }
}

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
        find_algebra();
        for (const Symmetry& s : system_.symmetries) {
            Momentum m = of_field(s.generator);
            if (m.symmetry_of_lagrangian == Answer::No)
                m.is_section = is_combination(s.generator, algebra_, limits_);
            m.name = (m.is_section ? "The section '" : "The symmetry '") + s.name + "'";
            describe(m);
            result.symmetries.push_back(std::move(m));
        }
        add_sections(result);
        return result;
    }

private:
    // Symmetries of L: those of the model that are fields on the configurations, and translations
    // along coordinates that L does not depend on.
    void find_algebra() {
        for (const Symmetry& s : system_.symmetries)
            if (!has_velocities(s.generator) &&
                vanishes(lagrangian_rate(s.generator), limits_) == Answer::Yes)
                algebra_.push_back(s.generator);
        for (std::size_t i = 0; i < system_.size(); ++i) {
            if (depends_on(lagrangian_, system_.q[i])) continue;
            algebra_.emplace_back(system_.size());
            algebra_.back()[i] = 1;
        }
    }

    Momentum of_field(const ExprVector& field) {
        Momentum m;
        m.field = field;
        m.momentum = simplify(dot(momenta_, field));
        const Expr prolonged = lagrangian_rate(field);
        // For vakonomic motion invariance is needed only where the constraints hold.
        m.symmetry_of_lagrangian = system_.principle == Principle::Vakonomic
                                       ? vanishes_on(manifold_, prolonged, limits_)
                                       : vanishes(prolonged, limits_);
        m.lagrangian_rate = on_motion(prolonged);
        m.force_rate = simplify(manifold_.on(dot(system_.force, field)));
        find_reaction_rate(m);
        if (m.lagrangian_rate && m.reaction_rate) {
            m.rate = simplify(*m.lagrangian_rate + m.force_rate + *m.reaction_rate);
            m.conserved = vanishes(*m.rate, limits_);
            if (m.conserved == Answer::Yes) m.rate = 0;
            if (m.conserved == Answer::No && !manifold_.is_whole()) m.conserved = Answer::Unknown;
        } else if (manifold_.is_whole() && system_.principle != Principle::Vakonomic) {
            look_at_a_point(m, prolonged);
        }
        return m;
    }

    // ξ⁽¹⁾L, for ξ(t, q, v).
    Expr lagrangian_rate(const ExprVector& field) const {
        return dot(gradient(lagrangian_, system_.q), field) +
               dot(momenta_, derivative_along(field, system_.by_time()));
    }

    // With the accelerations of the motion; nothing when they have no closed form.
    std::optional<Expr> on_motion(const Expr& e) {
        const Expr there = manifold_.on(e);
        if (!depends_on_any(there, system_.a)) return simplify(there);
        if (system_.principle == Principle::Vakonomic || !manifold_.is_whole() || !motion())
            return std::nullopt;
        std::vector<Replacement> accelerations;
        for (std::size_t i = 0; i < system_.size(); ++i)
            accelerations.emplace_back(system_.a[i], motion()->accelerations[i]);
        return simplify(substitute(there, accelerations));
    }

    const std::optional<ClosedMotion>& motion() {
        if (!motion_) motion_ = closed_motion(system_, manifold_, limits_);
        return *motion_;
    }

    void find_reaction_rate(Momentum& m) {
        const bool free =
            system_.principle == Principle::Vakonomic ||
            (system_.constraints.empty() && system_.higher.empty() && !system_.parametrization);
        m.in_w = free ? Answer::Yes : is_in_w(system_, manifold_, m.field, limits_);
        if (m.in_w == Answer::Yes) {
            m.reaction_rate = 0;
            return;
        }
        if (!manifold_.is_whole()) return;
        if (motion()) m.reaction_rate = simplify(dot(motion()->reactions, manifold_.on(m.field)));
    }

    // Without a closed form, dJ/dt at one state may still prove that J is not conserved.
    // It is (Nξ)·μ + (∂L/∂v · ∂ξ/∂v)·a and what is free of both.
    void look_at_a_point(Momentum& m, const Expr& prolonged) const {
        try {
            const CoreSystem core = whole_core_system(system_);
            ExprVector asked = product(core.n, m.field);
            const std::size_t k = asked.size();
            for (const Expr& by_a : gradient(prolonged, system_.a)) asked.push_back(by_a);
            const ExprVector latent = latent_reaction(system_);
            asked.push_back(without(prolonged, system_.a) + dot(system_.force, m.field) +
                            (latent.empty() ? Expr(0) : dot(latent, m.field)));
            const auto at = motion_at_point(core, manifold_, asked);
            if (!at) return;
            const auto first = at->others.begin(), middle = first + static_cast<std::ptrdiff_t>(k);
            const Ball rate =
                sum(sum(inner_product(at->multipliers, {first, middle}),
                        inner_product(at->accelerations, {middle, at->others.end() - 1})),
                    at->others.back());
            if (is_certainly_not_zero(rate)) m.conserved = Answer::No;
        } catch (const TooLarge&) {
        } catch (const NumericalError&) {
        }
    }

    // ξ = Σ cₐ(t, q, v) ξₐ with N ξ = 0, for symmetries ξₐ of L that do not lie in W themselves.
    void add_sections(Momenta& result) {
        if (system_.principle == Principle::Vakonomic) return;
        ExprMatrix fields;
        for (const Momentum& m : result.symmetries)
            if (m.symmetry_of_lagrangian == Answer::Yes && m.in_w == Answer::No &&
                !has_velocities(m.field))
                fields.push_back(m.field);
        if (fields.size() < 2) return;
        try {
            const ExprMatrix n = manifold_.on(reaction_directions(system_));
            const ExprMatrix values = product(n, transposed(fields));
            for (const auto& c : kernel(values, limits_)) {
                if (!is_of_the_state(c)) continue;
                ExprVector field = product(transposed(fields), c);
                for (Expr& e : field) e = simplify(e);
                Momentum m = of_field(field);
                m.is_section = m.symmetry_of_lagrangian == Answer::No;
                m.name = "The combination " + direction_text(system_, field) + " of symmetries";
                describe(m);
                result.sections.push_back(std::move(m));
            }
        } catch (const TooLarge&) {
        } catch (const NumericalError&) {
        }
    }

    // Not with auxiliary variables, which are no functions of the state that could be written.
    bool is_of_the_state(const ExprVector& coefficients) const {
        return std::ranges::all_of(manifold_.z, [&](const Expr& z) {
            return std::ranges::find(system_.v, z) != system_.v.end() ||
                   std::ranges::none_of(coefficients,
                                        [&](const Expr& c) { return depends_on(c, z); });
        });
    }

    bool has_velocities(const ExprVector& field) const {
        return std::ranges::any_of(field,
                                   [&](const Expr& e) { return depends_on_any(e, system_.v); });
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
        if (m.is_section && m.lagrangian_rate)
            reasons.push_back("D_vL([dξ/dt]_Q) is " + shown(*m.lagrangian_rate));
        else if (m.symmetry_of_lagrangian == Answer::No)
            reasons.push_back("the Lagrangian is not invariant" +
                              (!m.lagrangian_rate || m.lagrangian_rate == m.rate
                                   ? Sentence()
                                   : ", " + shown(*m.lagrangian_rate)));
        if (!m.force_rate.is_zero())
            reasons.push_back("the forces act along it, " + shown(m.force_rate));
        if (m.in_w == Answer::No)
            reasons.push_back("it does not lie in W, so the reactions act along it" +
                              (m.reaction_rate && m.reaction_rate != m.rate
                                   ? ", " + shown(*m.reaction_rate)
                                   : Sentence()));
        if (!reasons.empty())
            m.sentences.push_back((m.is_section ? "Of this section: " : "Of this field: ") +
                                  listed(reasons) + ".");
    }

    const System& system_;
    Limits limits_;
    ConstraintManifold manifold_;
    Expr lagrangian_;
    ExprVector momenta_;
    ExprMatrix algebra_;
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

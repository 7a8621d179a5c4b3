#include "structure/classification.hpp"

#include <algorithm>

#include "exact/simplify.hpp"
#include "expr/graph.hpp"
#include "expr/print_text.hpp"
#include "geometry/branches_beside.hpp"
#include "geometry/one_sided.hpp"
#include "model/dependence.hpp"
#include "rattleback/errors.hpp"
#include "structure/branch_sets.hpp"
#include "structure/implied_constraints.hpp"
#include "structure/wording.hpp"

namespace rattleback {
namespace {

System with_constraints(const System& system, std::vector<Constraint> constraints) {
    System result = system;
    result.constraints = std::move(constraints);
    result.parametrization.reset();
    return result;
}

ExprVector expressions(const Branch& branch) {
    ExprVector result;
    for (const Constraint& c : branch.equations) result.push_back(c.expression);
    return result;
}

std::string write_instead(const Branch& branch) {
    return branch.has_gradient()
               ? ". Write that instead: where it holds, the gradient of the "
                 "constraint as written vanishes."
               : ". Write that instead: where it holds, the constraint as written "
                 "has no gradient.";
}

std::string kind_text(const Constraint& c) {
    if (c.order == 0) return "positional";
    if (c.order == 2) return "of second order, linear in the accelerations";
    switch (c.dependence) {
        case Dependence::Linear: return "linear in the velocities";
        case Dependence::Affine: return "affine in the velocities, not homogeneous";
        case Dependence::Homogeneous:
            return "nonlinear in the velocities, homogeneous of degree " + c.degree.to_text();
        case Dependence::Nonlinear: break;
    }
    return "nonlinear in the velocities, not homogeneous";
}

Sentence integrability_text(const Integrability& alone, const System& system) {
    switch (alone.is_integrable()) {
        case Answer::Yes:
            return alone.integrals.empty() ? "integrable, though its integral was not found"
                                           : "integrable: " + constants_text(alone, system);
        case Answer::No: return "nonholonomic";
        case Answer::Unknown: break;
    }
    return "not decided";
}

class Classifier {
public:
    // `known` is what was found with other parameters as letters, if anything.
    Classifier(const System& system, const Limits& limits, const Classification* known)
        : system_(system), limits_(limits), known_(known) {}

    Classification run() {
        for (std::size_t i = 0; i < system_.constraints.size(); ++i)
            result_.constraints.push_back(classify(i));
        result_.relations = relations(system_, limits_);
        const System read = as_read();
        if (std::ranges::any_of(result_.constraints, &ConstraintClass::is_disguised))
            if (Relations among = relations(read, limits_); !can_hold(among))
                result_.relations = std::move(among);
        for (const std::size_t i : result_.relations.redundant()) forget_branches(i);
        const bool may_move =
            can_hold(result_.relations) &&
            std::ranges::none_of(result_.constraints, &ConstraintClass::leaves_no_motion);
        if (may_move && !result_.relations.has(RelationKind::Undecided)) add_sets();
        if (may_move) result_.chaplygin = chaplygin_type(read, limits_);
        for (const HigherConstraint& h : system_.higher) result_.higher.push_back(words_of(h));
        return std::move(result_);
    }

private:
    static bool can_hold(const Relations& among) {
        return !among.has(RelationKind::Inconsistent) && !among.has(RelationKind::Hidden);
    }

    // No motion stays on one of the branches of a product that the others make vanish.
    void forget_branches(std::size_t i) {
        ConstraintClass& c = result_.constraints[i];
        if (c.constraint.order == 1 && c.is_product()) c.sentences.resize(1);
    }

    // Without what is redundant, and with what the others say in their place.
    System as_read() const {
        const std::vector<std::size_t> redundant = result_.relations.redundant();
        System result = system_;
        for (std::size_t i = system_.constraints.size(); i-- > 0;) {
            const ConstraintClass& c = result_.constraints[i];
            if (std::ranges::find(redundant, i) != redundant.end())
                result = without_constraints(result, {i});
            else if (c.is_disguised())
                result = on_branch(result, i, c.branches[0].branch);
        }
        return result;
    }

    ConstraintClass classify(std::size_t i) const {
        const Constraint& c = system_.constraints[i];
        ConstraintClass result{.constraint = c, .branches = {}, .sentences = {}};
        if (order_of(c.expression, system_) < 0) return without_coordinates(std::move(result));
        result.depends_on_time = is_constant_in(c.expression, system_.t, limits_) != Answer::Yes;
        if (const auto region = region_without_restriction(system_, c))
            result.inequality_where = *region;
        else if (c.order < 2)
            find_branches(i, result);
        describe(result);
        return result;
    }

    // With the numbers of the model a constraint may have become 1 = 0.
    static ConstraintClass without_coordinates(ConstraintClass result) {
        result.sentences.push_back("The constraint " + quoted(result.constraint) +
                                   " has no coordinate left in it, and does not hold.");
        return result;
    }

    Sentence words_of(const HigherConstraint& h) const {
        return sentence(
            "The constraint {} is of order {}, linear in its highest derivatives: it restricts no "
            "state and no acceleration, but how its reaction goes on, {} along {}.",
            quoted(h.constraint), std::to_string(h.constraint.order), h.latent[0],
            direction_text(system_, h.direction));
    }

    void find_branches(std::size_t i, ConstraintClass& result) const {
        try {
            const Branches found = branches_beside_others(system_, i, limits_);
            result.with_the_others = found.beside_others;
            for (const Branch& branch : found.branches) {
                std::optional<Integrability> alone;
                if (branch.is_affine())
                    alone = integrability(with_constraints(system_, branch.equations),
                                          {.limits = limits_, .at_start = false});
                result.branches.push_back({branch, std::move(alone)});
            }
            if (found.is_product()) result.wanted = wanted_branch(system_, i, found);
        } catch (const TooLarge&) {
            result.undecided = true;
        } catch (const NumericalError&) {
            result.undecided = true;
        }
    }

    void describe(ConstraintClass& c) const {
        const std::string name = "The constraint " + quoted(c.constraint);
        Sentence text = name + " is " + kind_text(c.constraint);
        if (c.depends_on_time) text += ", and depends on time";
        if (c.constraint.explicit_for)
            text += sentence("; it gives {} explicitly", system_.v[*c.constraint.explicit_for]);
        if (c.is_affine() && c.constraint.order == 1 && !c.branches.empty())
            text += "; alone it is " + integrability_text(*c.branches[0].alone, system_);
        c.sentences.push_back(text + ".");
        if (are_told_by_forces())
            c.sentences.push_back(sentence(
                "It exerts the force by which the model tells it, with the multiplier 1: {}.",
                c.constraint.written));
        if (!c.inequality_where.empty())
            c.sentences.push_back("It is an inequality, and no equation: it holds " +
                                  c.inequality_where + ", and restricts nothing there.");
        else if (c.undecided)
            c.sentences.emplace_back(
                "Whether it is a product of simpler constraints was not decided: it is too large.");
        else if (c.is_impossible() && c.constraint.order == 0)
            c.sentences.emplace_back("No real position satisfies it.");
        else if (c.is_impossible())
            c.sentences.emplace_back(c.with_the_others
                                         ? "No real velocity satisfies it together with the affine "
                                           "constraints."
                                         : "No real velocity satisfies it.");
        else if (c.constraint.order == 0 && c.is_disguised())
            c.sentences.push_back("It says " + equations_text(expressions(c.branches[0].branch)) +
                                  write_instead(c.branches[0].branch));
        else if (c.constraint.order == 1 && !c.is_affine())
            describe_branches(c);
    }

    // All of them are, or none.
    bool are_told_by_forces() const {
        const auto& written = system_.description.constraints;
        return !written.empty() && !written[0].force.empty();
    }

    void describe_branches(ConstraintClass& c) const {
        const std::string given =
            c.with_the_others ? "Together with the affine constraints it" : "It";
        if (c.is_linear_in_disguise()) {
            const Sentence equations = equations_text(expressions(c.branches[0].branch));
            c.sentences.push_back(given + " is linear in disguise: it says " + equations +
                                  ", which is " +
                                  integrability_text(*c.branches[0].alone, system_) +
                                  (c.with_the_others  ? "."
                                   : c.is_disguised() ? write_instead(c.branches[0].branch)
                                                      : ". Write that instead."));
        } else if (c.is_product()) {
            c.sentences.push_back(given + " is a product, and a motion stays on one of " +
                                  std::to_string(c.branches.size()) + " branches:");
            for (std::size_t i = 0; i < c.branches.size(); ++i) {
                const BranchClass& b = c.branches[i];
                c.sentences.push_back("branch " + std::to_string(i + 1) + ": " +
                                      equations_text(expressions(b.branch)) + ", " +
                                      (b.alone ? kind_text(b.branch.equations[0]) + ", " +
                                                     integrability_text(*b.alone, system_)
                                               : "nonlinear") +
                                      ".");
            }
            if (c.wanted)
                c.sentences.push_back("The model chooses branch " + std::to_string(*c.wanted + 1) +
                                      ".");
        }
    }

    void add_sets() {
        const std::vector<std::size_t> redundant = result_.relations.redundant();
        std::vector<BranchedConstraint> branched;
        for (std::size_t i = 0; i < result_.constraints.size(); ++i) {
            const ConstraintClass& c = result_.constraints[i];
            if (c.constraint.order > 1 || std::ranges::find(redundant, i) != redundant.end())
                continue;
            branched.push_back({.constraint = i, .branches = {}, .wanted = c.wanted});
            for (const BranchClass& b : c.branches) branched.back().branches.push_back(b.branch);
        }
        auto [choices, nonlinear] = branch_sets(system_, branched, limits_);
        result_.nonlinear = std::move(nonlinear);
        for (std::size_t s = 0; s < choices.size(); ++s) {
            System set = with_constraints(system_, choices[s].constraints);
            if (choices[s].constraints.empty()) set.parametrization = system_.parametrization;
            if (!choices[s].branch.empty() && add_contradiction(choices[s].branch, set)) continue;
            const bool same = known_ != nullptr && known_->sets.size() == choices.size() &&
                              known_->sets[s].branch == choices[s].branch;
            auto together = integrability(
                set, {.limits = limits_, .known = same ? &known_->sets[s].together : nullptr});
            if (together)
                result_.sets.push_back(
                    {.branch = choices[s].branch, .together = std::move(*together)});
        }
    }

    // Branches that cannot hold together leave no motion, and nothing to integrate.
    bool add_contradiction(const Sentence& branch, const System& set) {
        const Relations among = relations(set, limits_);
        const auto found = std::ranges::find_if(
            among.found, [](const Relation& r) { return r.kind != RelationKind::Redundant; });
        if (found == among.found.end()) return false;
        SetClass none{.branch = branch, .together = {}, .can_hold = false};
        none.together.sentences = {found->sentence};
        result_.sets.push_back(std::move(none));
        return true;
    }

    const System& system_;
    Limits limits_;
    const Classification* known_;
    Classification result_;
};

std::string growth_verdict(const SetClass& set) {
    if (!set.can_hold) return "contradictory";
    const Integrability& together = set.together;
    if (!together.flag) return {};
    return growth_text(together.flag->growth) + (together.with_time ? " with time" : "") +
           std::to_string(together.flag->integrals());
}

Verdicts verdicts(const Classification& found) {
    Verdicts result;
    for (const ConstraintClass& c : found.constraints) {
        result.push_back(kind_text(c.constraint) + (c.depends_on_time ? " in time" : ""));
        result.push_back(c.undecided ? "" : std::to_string(c.branches.size()));
        for (const BranchClass& b : c.branches)
            result.push_back(b.alone ? yes_or_no(b.alone->is_integrable()) : "nonlinear");
    }
    std::string related;
    for (const Relation& r : found.relations.found)
        related +=
            std::to_string(r.constraint) + "is" + std::to_string(static_cast<int>(r.kind)) + ";";
    result.push_back(found.relations.undecided.empty() ? "related: " + related : "");
    for (const SetClass& s : found.sets) result.push_back(growth_verdict(s));
    result.push_back(yes_or_no(found.chaplygin.answer));
    return result;
}

}  // namespace

Classification classification(const System& system, const Limits& limits) {
    std::optional<Classification> first;
    const auto classified_once = [&](const System& s) {
        Classification found = Classifier(s, limits, first ? &*first : nullptr).run();
        if (!first) first = found;
        return found;
    };
    auto [result, scope] =
        asked_twice(system, classified_once, verdicts,
                    [](const Classification& c) { return c.general_sentences(); });
    result.scope = std::move(scope);
    return std::move(result);
}

}  // namespace rattleback

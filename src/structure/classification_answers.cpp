// What a classification says: its answers to single questions, and its sentences in reading order.
#include "model/dependence.hpp"
#include "structure/classification.hpp"
#include "structure/wording.hpp"

namespace rattleback {

bool ConstraintClass::is_affine() const { return rattleback::is_affine(constraint); }

bool ConstraintClass::is_linear_in_disguise() const {
    return constraint.order == 1 && !is_affine() && branches.size() == 1 &&
           branches[0].branch.is_affine();
}

bool ConstraintClass::is_impossible() const {
    return constraint.order < 2 && !undecided && branches.empty() && inequality_where.empty();
}

Answer ConstraintClass::is_integrable() const {
    if (branches.empty() || undecided) return Answer::Unknown;
    if (is_product() || with_the_others) return Answer::No;
    return branches[0].alone ? branches[0].alone->is_integrable() : Answer::No;
}

namespace {

Sentences all_sentences(const Classification& found, bool with_start) {
    const auto& [constraints, relations, sets, nonlinear, chaplygin, higher, scope] = found;
    Sentences all;
    const auto append = [&](const Sentences& more) {
        all.insert(all.end(), more.begin(), more.end());
    };
    for (const ConstraintClass& c : constraints) append(c.sentences);
    append(higher);
    for (const Relation& r : relations.found) all.push_back(r.sentence);
    append(relations.undecided);
    for (const SetClass& s : sets) {
        if (!s.branch.empty()) all.push_back("On the branch " + s.branch + ":");
        append(s.together.sentences);
        if (with_start && !s.together.start_sentence.empty())
            all.push_back(s.together.start_sentence);
    }
    if (!nonlinear.empty() && !sets.empty()) {
        Sentences names;
        for (const auto i : nonlinear) names.push_back(quoted(constraints[i].constraint));
        all.push_back("This is said of the other constraints; " + listed(names) +
                      (names.size() == 1 ? " is" : " are") +
                      " nonlinear, and no function of the coordinates alone can replace " +
                      (names.size() == 1 ? "it" : "them") + ".");
    }
    Sentences of_second_order;
    for (const ConstraintClass& c : constraints)
        if (c.constraint.order == 2) of_second_order.push_back(quoted(c.constraint));
    if (!of_second_order.empty() && !sets.empty())
        all.push_back("This is said without " + listed(of_second_order) +
                      ", of second order, which may keep the motion from some configurations.");
    if (!chaplygin.sentence.empty()) all.push_back(chaplygin.sentence);
    return all;
}

}  // namespace

Sentences Classification::sentences() const {
    Sentences all = all_sentences(*this, true);
    if (constraints.empty() && higher.empty() && !scope.is_general())
        all = {"No constraint is left."};
    return worded(scope, all);
}

Sentences Classification::general_sentences() const { return all_sentences(*this, false); }

}  // namespace rattleback

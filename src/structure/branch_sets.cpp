#include "structure/branch_sets.hpp"

#include <algorithm>

#include "geometry/branches_beside.hpp"
#include "rattleback/errors.hpp"
#include "structure/wording.hpp"

namespace rattleback {
namespace {

constexpr std::size_t most_sets = 8;

bool all_affine(const std::vector<Branch>& branches) {
    return !branches.empty() &&
           std::ranges::all_of(branches, [](const Branch& b) { return b.is_affine(); });
}

BranchSet with_branch(BranchSet set, const Branch& branch, bool is_choice) {
    if (is_choice) {
        ExprVector equations;
        for (const Constraint& c : branch.equations) equations.push_back(c.expression);
        set.branch += (set.branch.empty() ? "" : ", ") + equations_text(equations);
    }
    set.constraints.insert(set.constraints.end(), branch.equations.begin(), branch.equations.end());
    return set;
}

void choose(std::vector<BranchSet>& sets, const BranchedConstraint& c) {
    std::vector<BranchSet> more;
    for (const BranchSet& set : sets)
        for (std::size_t k = 0; k < c.branches.size(); ++k)
            if (!c.wanted || k == *c.wanted)
                more.push_back(with_branch(set, c.branches[k], c.branches.size() > 1));
    sets = std::move(more);
}

// The sets with constraint i on them; nothing where it stays nonlinear on one.
std::optional<std::vector<BranchSet>> opened(const System& system,
                                             const std::vector<BranchSet>& sets, std::size_t i,
                                             const Limits& limits) {
    std::vector<BranchSet> more;
    for (const BranchSet& set : sets) {
        System there = system;
        there.constraints = set.constraints;
        there.constraints.push_back(system.constraints[i]);
        there.contacts.clear();
        there.parametrization.reset();
        if (follows_from_affine(there, set.constraints.size(), limits)) {
            more.push_back(set);
            continue;
        }
        const Branches found = branches_beside_others(there, set.constraints.size(), limits);
        if (!all_affine(found.branches)) return {};
        for (const Branch& branch : found.branches)
            more.push_back(with_branch(set, branch, found.is_product()));
    }
    return more.size() > most_sets ? std::nullopt : std::optional(std::move(more));
}

bool open_next(const System& system, BranchSets& result, const Limits& limits) {
    for (std::size_t k = 0; k < result.nonlinear.size(); ++k) {
        auto more = opened(system, result.sets, result.nonlinear[k], limits);
        if (!more) continue;
        result.sets = std::move(*more);
        result.nonlinear.erase(result.nonlinear.begin() + static_cast<std::ptrdiff_t>(k));
        return true;
    }
    return false;
}

}  // namespace

BranchSets branch_sets(const System& system, const std::vector<BranchedConstraint>& constraints,
                       const Limits& limits) {
    BranchSets result{.sets = {{}}, .nonlinear = {}};
    for (const BranchedConstraint& c : constraints) {
        if (all_affine(c.branches) && result.sets.size() * c.branches.size() <= most_sets)
            choose(result.sets, c);
        else
            result.nonlinear.push_back(c.constraint);
    }
    try {
        while (open_next(system, result, limits)) continue;
    } catch (const TooLarge&) {
    } catch (const NumericalError&) {
    }
    return result;
}

}  // namespace rattleback

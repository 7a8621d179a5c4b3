#include "structure/run_branch.hpp"

#include "exact/simplify.hpp"
#include "geometry/branches.hpp"
#include "geometry/core_system.hpp"
#include "geometry/range.hpp"
#include "model/dependence.hpp"
#include "model/specialized.hpp"
#include "rattleback/errors.hpp"
#include "start/initial_state.hpp"
#include "structure/implied_constraints.hpp"
#include "structure/physics.hpp"
#include "structure/wording.hpp"

namespace rattleback {
namespace {

// The only branch, where it consists of several equations or of one that is a power; one without
// equations where there is none.
std::optional<Branch> plain_branch(const System& system, const Constraint& c) {
    if (c.order != 1 || is_affine(c)) return {};
    try {
        Branches found = branches_of(system, c);
        if (found.branches.empty()) return Branch{};
        if (found.branches.size() != 1) return {};
        Branch& branch = found.branches[0];
        const bool disguised = branch.multiplicity > 1 || branch.equations.size() > 1;
        if ((disguised && branch.is_affine()) || found.squared) return std::move(branch);
    } catch (const TooLarge&) {
    } catch (const NumericalError&) {
    }
    return {};
}

[[noreturn]] void refuse(const Constraint& c) { throw NumericalError(to_text(impossible(c))); }

// With letters, or else with the numbers of the model.
std::optional<Branch> plain_branch(const System& system, std::size_t i) {
    const Constraint& c = system.constraints[i];
    if (auto branch = plain_branch(system, c)) return branch;
    if (c.order != 1 || is_affine(c) || system.parameters.empty()) return {};
    const System numbers = specialized(system, all_fixed(system));
    for (const Constraint& there : numbers.constraints)
        if (there.name == c.name) return plain_branch(numbers, there);
    return {};
}

void leave_out_implied(BranchChoice& choice) {
    const std::vector<std::size_t> implied = implied_constraints(choice.system);
    for (const auto i : implied)
        choice.notes.push_back("The constraint " + quoted(choice.system.constraints[i]) +
                               " holds wherever the others do, and is left out.");
    choice.system = without_constraints(choice.system, implied);
}

// A constraint that depends on others and does not follow from them would be left out.
void require_relations(const System& system) {
    try {
        if (constraint_rows(system).independent.size() == system.constraints.size()) return;
    } catch (const TooLarge&) {
        return;
    }
    for (const Finding& finding : relation_findings(system))
        if (finding.no_motion) throw NumericalError(to_text(finding.sentence));
}

BranchChoice undisguised(const System& system) {
    BranchChoice result{system, {}};
    for (std::size_t i = system.constraints.size(); i-- > 0;) {
        if (holds_nowhere(system, system.constraints[i])) refuse(system.constraints[i]);
        const auto branch = plain_branch(system, i);
        if (!branch) continue;
        if (branch->equations.empty()) refuse(system.constraints[i]);
        ExprVector equations;
        for (const Constraint& e : branch->equations) equations.push_back(e.expression);
        result.notes.push_back("The constraint " + quoted(system.constraints[i]) + " says " +
                               equations_text(equations) +
                               ": the motion is computed with that in its place.");
        result.system = on_branch(result.system, i, *branch);
    }
    require_relations(system);
    return result;
}

}  // namespace

bool holds_nowhere(const System& system, const Constraint& c) {
    return c.order == 0 && range_of(simplify(c.expression), system.parameters).nonzero;
}

Sentence impossible(const Constraint& c) {
    return std::string(c.order == 0 ? "No real position" : "No real velocity") +
           " satisfies the constraint " + quoted(c) + ".";
}

BranchChoice understood(const System& system) {
    BranchChoice result = undisguised(system);
    try {
        CompletedSystem start = with_completed_start(result.system);
        result.system = std::move(start.system);
        result.notes.insert(result.notes.end(), start.notes.begin(), start.notes.end());
    } catch (const NumericalError&) {  // the constraints have no value there
    }
    leave_out_implied(result);
    return result;
}

BranchChoice run_branch(const System& system) {
    BranchChoice plain = undisguised(system);
    BranchChoice result = on_initial_branch(plain.system);
    result.notes.insert(result.notes.begin(), plain.notes.begin(), plain.notes.end());
    leave_out_implied(result);
    return result;
}

}  // namespace rattleback

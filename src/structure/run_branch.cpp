#include "structure/run_branch.hpp"

#include <algorithm>

#include "base/made_once.hpp"
#include "exact/simplify.hpp"
#include "expr/sentence_error.hpp"
#include "geometry/branches_beside.hpp"
#include "geometry/core_system.hpp"
#include "geometry/one_sided.hpp"
#include "geometry/range.hpp"
#include "model/branch_wish.hpp"
#include "model/decisions.hpp"
#include "model/dependence.hpp"
#include "model/specialized.hpp"
#include "rattleback/errors.hpp"
#include "start/initial_state.hpp"
#include "structure/implied_constraints.hpp"
#include "structure/physics.hpp"
#include "structure/wording.hpp"

namespace rattleback {
namespace {

// The only branch, where it is disguised or has lost a root; one without equations where there is none.
std::optional<Branch> plain_branch(const System& system, const Constraint& c) {
    if (c.order > 1) return {};
    try {
        Branches found = branches_of(system, c);
        if (found.branches.empty()) return Branch{};
        if (found.disguised() != nullptr || (found.squared && !found.is_product()))
            return std::move(found.branches[0]);
    } catch (const TooLarge&) {
    } catch (const NumericalError&) {
    }
    return {};
}

bool may_say_more_by_numbers(const System& system, const Constraint& c) {
    return !system.parameters.empty() && (c.order == 0 || (c.order == 1 && !is_affine(c)));
}

std::optional<Branch> branch_by_numbers(const System& numbers, const std::string& constraint) {
    const auto there = std::ranges::find(numbers.constraints, constraint, &Constraint::name);
    return there == numbers.constraints.end() ? std::nullopt : plain_branch(numbers, *there);
}

// Of the constraints that have such a branch with the numbers of the model, their names.
std::vector<std::string> plain_by_numbers(const System& system) {
    std::vector<std::string> result;
    try {
        const System numbers = constraints_by_numbers(system);
        for (const Constraint& c : system.constraints)
            if (may_say_more_by_numbers(system, c) && branch_by_numbers(numbers, c.name))
                result.push_back(c.name);
    } catch (const NumericalError&) {  // the numbers leave no meaning
    }
    return result;
}

// With letters, or else with the numbers of the model.
std::optional<Branch> plain_branch(const System& system, const Constraint& c,
                                   const MadeOnce<std::vector<std::string>>& by_numbers) {
    if (auto branch = plain_branch(system, c)) return branch;
    if (!may_say_more_by_numbers(system, c)) return {};
    const auto& names = by_numbers.value([&] { return decided(system, &plain_by_numbers); });
    if (std::ranges::find(names, c.name) == names.end()) return {};
    return branch_by_numbers(constraints_by_numbers(system), c.name);
}

void leave_out(BranchChoice& choice, const std::vector<std::size_t>& implied) {
    for (const auto i : implied)
        choice.notes.push_back("The constraint " + quoted(choice.system.constraints[i]) +
                               " holds wherever the others do, and is left out.");
    choice.system = without_constraints(choice.system, implied);
}

// That constraints agree only where an equation holds that nobody wrote; empty where they agree.
Sentence contradiction(const System& system) {
    for (const Finding& finding : relation_findings(system))
        if (finding.no_motion) return finding.sentence;
    return {};
}

// A constraint that depends on others and does not follow from them would be left out.
void require_relations(const System& system) {
    try {
        if (constraint_rows(system).independent.size() == system.constraints.size()) return;
    } catch (const TooLarge&) {
        return;
    }
    const bool agree = decided(system, [](const System& s) { return contradiction(s).empty(); });
    if (!agree) throw SentenceError<NumericalError>(contradiction(system));
}

void leave_out_repeated(BranchChoice& choice, const System& written) {
    const std::vector<std::size_t> repeated = repeated_constraints(choice.system, written);
    if (!repeated.empty()) require_relations(written);
    leave_out(choice, repeated);
}

// What is to be done with a constraint that nothing satisfies, or a whole region.
enum class Impossible : std::uint8_t { Stays, IsRefused };

BranchChoice read(const System& system, Impossible what) {
    BranchChoice result = on_wanted_branches(system);
    const MadeOnce<std::vector<std::string>> by_numbers;
    for (std::size_t i = result.system.constraints.size(); i-- > 0;) {
        const Constraint c = result.system.constraints[i];
        if (const auto region = region_without_restriction(result.system, c)) {
            if (what == Impossible::IsRefused)
                throw SentenceError<NumericalError>(is_inequality(c, *region));
            continue;
        }
        const auto branch = plain_branch(system, c, by_numbers);
        const bool is_impossible =
            holds_nowhere(system, c) || (branch && branch->equations.empty());
        if (is_impossible && what == Impossible::IsRefused)
            throw SentenceError<NumericalError>(impossible(c));
        if (!branch || is_impossible) continue;
        result.notes.push_back(read_as(c, *branch));
        result.system = on_branch(result.system, i, *branch);
    }
    return result;
}

void require_no_contradiction(const System& system) {
    for (std::size_t i = 0; i < system.constraints.size(); ++i) {
        if (!contradicts_affine(system, i)) continue;
        const Sentence why = contradiction(system);
        throw SentenceError<NumericalError>(why.empty() ? impossible(system.constraints[i]) : why);
    }
}

BranchChoice possible(const System& system) {
    BranchChoice result = read(system, Impossible::IsRefused);
    leave_out_repeated(result, system);
    leave_out(result, implied_by_affine(result.system));
    require_no_contradiction(result.system);
    require_relations(result.system);
    return result;
}

}  // namespace

Sentence read_as(const Constraint& constraint, const Branch& branch) {
    ExprVector equations;
    for (const Constraint& e : branch.equations) equations.push_back(e.expression);
    return "The constraint " + quoted(constraint) + " says " + equations_text(equations) +
           ": the motion is computed with that in its place.";
}

bool holds_nowhere(const System& system, const Constraint& c) {
    return c.order == 0 && range_of(simplify(c.expression), system.parameters).nonzero;
}

Sentence impossible(const Constraint& c) {
    return std::string(c.order == 0 ? "No real position" : "No real velocity") +
           " satisfies the constraint " + quoted(c) + ".";
}

Sentence is_inequality(const Constraint& c, const Sentence& region) {
    return "The constraint " + quoted(c) + " is an inequality, and no equation: it holds " +
           region + ", and restricts nothing there.";
}

BranchChoice undisguised(const System& system) { return read(system, Impossible::Stays); }

BranchChoice on_all_branches(const System& system) {
    BranchChoice result = possible(system);
    try {
        CompletedSystem start = with_completed_start(result.system);
        result.system = std::move(start.system);
        result.notes.insert(result.notes.end(), start.notes.begin(), start.notes.end());
    } catch (const NumericalError&) {  // the constraints have no value there
    }
    leave_out(result, implied_constraints(result.system));
    return result;
}

BranchChoice understood(const System& system) {
    BranchChoice result = on_all_branches(system);
    if (!result.system.functions.empty() || !names_its_start(result.system)) return result;
    BranchChoice branch = on_open_branches(result.system);
    branch.notes.insert(branch.notes.begin(), result.notes.begin(), result.notes.end());
    leave_out_repeated(branch, result.system);
    leave_out(branch, implied_constraints(branch.system));
    return branch;
}

Sentences branch_notes(const System& system) {
    Sentences notes = on_wanted_branches(system).notes;
    if (!system.functions.empty() || !names_its_start(system)) return notes;
    const Sentences open = on_open_branches(on_all_branches(system).system).notes;
    notes.insert(notes.end(), open.begin(), open.end());
    return notes;
}

BranchChoice run_branch(const System& system) {
    BranchChoice plain = possible(system);
    BranchChoice result = on_initial_branch(plain.system);
    result.notes.insert(result.notes.begin(), plain.notes.begin(), plain.notes.end());
    leave_out_repeated(result, plain.system);
    leave_out(result, implied_constraints(result.system));
    return result;
}

}  // namespace rattleback

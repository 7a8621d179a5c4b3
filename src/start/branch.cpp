#include "start/branch.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "exact/factor.hpp"
#include "expr/derivative.hpp"
#include "expr/evaluate.hpp"
#include "expr/print_text.hpp"
#include "geometry/branches_beside.hpp"
#include "geometry/denominators.hpp"
#include "geometry/pivot_choice.hpp"
#include "geometry/special_numbers.hpp"
#include "model/branch_wish.hpp"
#include "model/decisions.hpp"
#include "model/dependence.hpp"
#include "rattleback/errors.hpp"
#include "start/initial_state.hpp"
#include "start/least_constraint.hpp"

namespace rattleback {
namespace {

// The factors of a positional constraint, each as what it says.
Branches positional_branches(const System& system, const Constraint& c) {
    Branches result;
    for (const auto& [f, power] : factor(c.expression, system.q, interactive_limits).factors) {
        if (power <= 0) continue;
        Constraint one = classified({f, 0}, quick_normal_form(f), system);
        one.name = c.name;
        one.reaction = c.reaction;
        for (Branch& branch : branches_of(system, one).branches) {
            branch.power *= power;
            result.branches.push_back(std::move(branch));
        }
    }
    return result;
}

Branches possible_branches(const System& system, std::size_t i) {
    if (system.constraints[i].order > 1) return {};
    try {
        if (system.constraints[i].order == 0)
            return positional_branches(system, system.constraints[i]);
        // Latent variables are those of the constraints as they are written.
        return system.principle == Principle::Nonholonomic
                   ? branches_beside_others(system, i)
                   : branches_of(system, system.constraints[i]);
    } catch (const TooLarge&) {
        return {};
    } catch (const NumericalError&) {
        return {};
    }
}

// Of each affine constraint on velocities, whether it has a value at the start; of others that is so.
std::vector<bool> have_values_at_start(const System& system) {
    const Values start = numbers_at_start(system);
    std::vector<bool> result;
    for (const Constraint& c : system.constraints)
        result.push_back(c.order != 1 || !is_affine(c) ||
                         std::isfinite(evaluate(c.expression, start)));
    return result;
}

// x' = y'/tan φ says nothing at φ = 0; x' sin φ = y' cos φ does, and means the same elsewhere.
void clear_at_start(BranchChoice& choice) {
    if (!choice.system.functions.empty()) return;  // which have no values at all
    const std::vector<bool> have_values = decided(choice.system, &have_values_at_start);
    if (std::ranges::find(have_values, false) == have_values.end()) return;
    const System cleared = with_cleared_constraints(choice.system);
    const std::vector<bool> have_then = decided(cleared, &have_values_at_start);
    for (std::size_t i = 0; i < cleared.constraints.size(); ++i) {
        Constraint& constraint = choice.system.constraints[i];
        if (have_values[i] || !have_then[i]) continue;
        constraint = cleared.constraints[i];
        choice.notes.push_back(
            sentence("The constraint '{}' has no value at the initial state as it is written; "
                     "cleared of its denominators it is {}.",
                     constraint.name, Equation{constraint.expression, 0}));
    }
}

// Velocities, or coordinates, and how large each of them is.
struct Sizes {
    const ExprVector& symbols;
    std::vector<double> numbers;
};

// |f| beside its terms ∂f/∂vᵢ·vᵢ at the state, or beside those that velocities of the state's energy
// make: x' alone is its only term, and 10⁻¹⁹ is none beside y' = 1.
bool vanishes_at(const Expr& factor, const Values& values, const Sizes& sizes) {
    constexpr double rounding = 1e-9;
    const double size = std::abs(evaluate(factor, values));
    double terms = size;
    for (std::size_t i = 0; i < sizes.symbols.size(); ++i)
        terms = std::max(terms, std::abs(evaluate(derivative(factor, sizes.symbols[i]), values) *
                                         sizes.numbers[i]));
    return size <= rounding * terms;
}

Sizes own_sizes(const ExprVector& symbols, const Values& values) {
    Sizes result{symbols, {}};
    for (const Expr& x : symbols) result.numbers.push_back(values.at(x));
    return result;
}

// Each velocity as large as it is where all of the energy is in it; coordinates likewise.
Sizes possible_sizes(const System& system, const ExprVector& symbols, const Values& values) {
    const PivotChoice metric(system);
    double all = 0;
    for (std::size_t i = 0; i < system.size(); ++i)
        all = std::hypot(all, metric.weights()[i] * values.at(symbols[i]));
    Sizes result{symbols, {}};
    for (const double weight : metric.weights()) result.numbers.push_back(all / weight);
    return result;
}

std::vector<std::size_t> branches_at(const Branches& found, const Values& values,
                                     const Sizes& sizes) {
    std::vector<std::size_t> result;
    for (std::size_t k = 0; k < found.branches.size(); ++k)
        if (std::ranges::all_of(found.branches[k].equations, [&](const Constraint& c) {
                return vanishes_at(c.expression, values, sizes);
            }))
            result.push_back(k);
    return result;
}

Sentence equations_of(const Branch& branch) {
    Sentences equations;
    for (const Constraint& c : branch.equations) equations.emplace_back(Equation{c.expression, 0});
    return listed(equations, ", ", ", ");
}

// Formulas with more characters than this are not read in a sentence: a branch has a number too, by which
// the model may choose it.
constexpr std::size_t longest_told = 160;

bool is_long(const Sentence& equations) { return to_text(equations).size() > longest_told; }

Sentence told(const Branches& found, std::size_t k) {
    const Sentence equations = equations_of(found.branches[k]);
    return is_long(equations) ? sentence("number {} of {}", k + 1, found.branches.size())
                              : equations;
}

// What holds where a motion could change to the branch.
Sentence condition(const Branches& found, std::size_t k) {
    const Sentence equations = equations_of(found.branches[k]);
    return is_long(equations) ? sentence("the equation of branch {} holds too", k + 1) : equations;
}

// What is said of the branch that was taken; `before` and `after` say why it was.
struct Telling {
    std::string_view before = "the motion is on its branch ";
    Sentence after = {};
};

// Puts a branch in the place of constraint i, and makes events of the others.
void take(BranchChoice& choice, std::size_t i, const Branches& found, std::size_t taken,
          const Telling& telling) {
    const Constraint constraint = choice.system.constraints[i];
    choice.system = on_branch(choice.system, i, found.branches[taken]);
    const std::string name =
        std::string(found.beside_others ? "Together with the affine constraints"
                                          " the constraint '"
                                        : "The constraint '") +
        constraint.name + "'";
    if (!found.is_product()) {  // the other factors never vanish
        if (found.beside_others)
            choice.notes.push_back(name + " says " + equations_of(found.branches[taken]) + ".");
        return;
    }
    Sentences others;
    for (std::size_t k = 0; k < found.branches.size(); ++k) {
        if (k == taken) continue;
        others.push_back(condition(found, k));
        if (found.branches[k].equations.size() == 1)
            choice.system.events.push_back(
                {.name =
                     to_text(sentence("transition of '{}': {}", constraint.name, others.back())),
                 .expression = found.branches[k].equations[0].expression});
    }
    choice.notes.push_back(name + " is a product; " + std::string(telling.before) +
                           told(found, taken) + ". Transition states are where " +
                           listed(others, " or ", " or ") + "." + telling.after);
}

// Numbers and start as the run has them.
BranchChoice prepared(const System& given) {
    BranchChoice choice{given, {}};
    auto [system, fixed] = with_special_numbers(given);
    if (!fixed.empty())
        choice.notes.push_back(
            sentence("The equations are those with {}: for other values the constraints are of "
                     "another kind.",
                     listed(fixed, ", ", ", ")));
    choice.system = std::move(system);
    clear_at_start(choice);
    CompletedSystem completed = with_completed_start(choice.system);
    choice.system = std::move(completed.system);
    choice.notes.insert(choice.notes.end(), completed.notes.begin(), completed.notes.end());
    return choice;
}

// Of a positional constraint, beside what it is at a distance.
bool gradient_vanishes(const System& system, const Expr& f) {
    constexpr double rounding = 1e-9;
    const Values here = numbers_at_start(system);
    const Sizes sizes = possible_sizes(system, system.q, here);
    Values there = here;
    for (std::size_t i = 0; i < system.size(); ++i)
        there[system.q[i]] += sizes.numbers[i] / static_cast<double>(i + 2);
    return std::ranges::all_of(system.q, [&](const Expr& q) {
        const Expr slope = derivative(f, q);
        return std::abs(evaluate(slope, here)) <= rounding * std::abs(evaluate(slope, there));
    });
}

// The branches of a constraint on which the start is.
struct AtStart {
    std::size_t constraint;
    Branches found;
    std::vector<std::size_t> on;
};

std::optional<AtStart> at_start(const System& system, std::size_t i) {
    const bool is_positional = system.constraints[i].order == 0;
    // As it is written it goes on by itself where it has a gradient.
    if (is_positional && !decided(system, [i](const System& s) {
            return gradient_vanishes(s, s.constraints[i].expression);
        }))
        return {};
    AtStart result{i, possible_branches(system, i), {}};
    const Branches& found = result.found;
    const bool says_more = found.is_product() || found.left_out || found.beside_others;
    if (!says_more) return {};
    result.on = decided(system, [found, is_positional](const System& s) {
        const Values values = numbers_at_start(s);
        const ExprVector& symbols = is_positional ? s.q : s.v;
        const auto on = branches_at(found, values, own_sizes(symbols, values));
        return on.empty() ? branches_at(found, values, possible_sizes(s, symbols, values)) : on;
    });
    if (result.on.empty()) return {};
    if (is_positional && result.on.size() > 1)
        return {};  // which one, velocities would have to tell
    return result;
}

bool wants_the_least(const System& system, std::size_t i) {
    const auto wish = branch_wish(system, system.constraints[i]);
    return wish && wish->by == BranchBy::Gauss;
}

// Which products a choice is about: all, or those of which a form does not see its branch by itself.
enum class Products : std::uint8_t { All, Open };

// One constraint that is not yet on its branch; those that Gauss is to decide between are left.
bool take_next(BranchChoice& choice, Products which) {
    for (std::size_t i = choice.system.constraints.size(); i-- > 0;) {
        const auto found = at_start(choice.system, i);
        if (!found) continue;
        const bool is_transition = found->on.size() > 1,
                   by_gauss = wants_the_least(choice.system, i);
        if (is_transition && by_gauss) continue;
        const bool is_open = is_transition || found->found.beside_others || by_gauss ||
                             choice.system.constraints[i].order == 0;
        if (which == Products::Open && !is_open) continue;
        Telling telling;
        if (is_transition)
            telling.after = " The start is one: the motion could as well begin on another branch.";
        take(choice, i, found->found, found->on[0], telling);
        return true;
    }
    return false;
}

// The first constraint of which Gauss is to decide.
std::optional<AtStart> undecided(const System& system) {
    for (std::size_t i = system.constraints.size(); i-- > 0;)
        if (wants_the_least(system, i))
            if (auto found = at_start(system, i)) return found;
    return {};
}

// Over the branches of all constraints of which Gauss is to decide.
std::optional<double> least_constraint(const System& system) {
    const auto found = undecided(system);
    if (!found) return constraint_at_start(system);
    std::optional<double> least;
    for (const auto k : found->on) {
        const auto g =
            least_constraint(on_branch(system, found->constraint, found->found.branches[k]));
        if (g && (!least || *g < *least)) least = g;
    }
    return least;
}

bool take_least(BranchChoice& choice) {
    const auto found = undecided(choice.system);
    if (!found) return false;
    std::optional<std::size_t> best;
    double least = 0;
    Sentences values;
    for (const auto k : found->on) {
        const Branch& branch = found->found.branches[k];
        const auto g = least_constraint(on_branch(choice.system, found->constraint, branch));
        const Sentence on = told(found->found, k);
        values.push_back(g ? sentence("{:.6g} on {}", *g, on)
                           : sentence("not determined on {}", on));
        if (!g || (best && *g >= least)) continue;
        best = k;
        least = *g;
    }
    const char* const before = best ? "the motion begins on its branch with the least constraint, "
                                    : "the motion is on its branch ";
    take(choice, found->constraint, found->found, best.value_or(found->on[0]),
         {.before = before,
          .after = " The start is one, and there the constraint ½ ‖a − a_free‖²_M is " +
                   listed(values, ", ", " and ") + "."});
    return true;
}

}  // namespace

BranchChoice on_wanted_branches(const System& system) {
    BranchChoice choice{system, {}};
    for (std::size_t i = system.constraints.size(); i-- > 0;) {
        if (!branch_wish(system, system.constraints[i])) continue;
        const Branches found = possible_branches(choice.system, i);
        const auto wanted = wanted_branch(choice.system, i, found);
        if (wanted) take(choice, i, found, *wanted, {.before = "the model chooses its branch "});
    }
    return choice;
}

BranchChoice on_initial_branch(const System& given) {
    BranchChoice choice = prepared(given);
    while (take_next(choice, Products::All) || take_least(choice)) continue;
    return choice;
}

BranchChoice on_open_branches(const System& system) {
    BranchChoice choice{system, {}};
    while (take_next(choice, Products::Open) || take_least(choice)) continue;
    return choice;
}

}  // namespace rattleback

#include "report/written_equations.hpp"

#include <algorithm>

#include "base/errors.hpp"
#include "equations/normal_equations.hpp"
#include "exact/linear_algebra.hpp"
#include "exact/reading_cost.hpp"
#include "exact/simplify.hpp"
#include "expr/graph.hpp"
#include "expr/substitute.hpp"
#include "report/abbreviations.hpp"

namespace rattleback {
namespace {

// Beyond this a solved equation is no longer read but scrolled past.
constexpr double longest_readable = 400;

constexpr auto too_long =
    "The unknowns are left as a linear system: solved, they would be too long to read.";
constexpr auto not_determined =
    "The unknowns are left as a linear system: it does not determine all of them.";
constexpr auto no_reaction = "The reaction is left out: it would be too long to read.";

double total_cost(const ExprVector& expressions) {
    double total = 0;
    for (const Expr& e : expressions) total += reading_cost(e);
    return total;
}

// Whether the exact solution was refused because there is none, not because it is too large.
bool is_singular(const Equations& equations) {
    constexpr Limits quick{.terms = 20'000, .time = std::chrono::milliseconds(500)};
    try {
        return rank(equations.matrix, quick) < equations.unknowns.size();
    } catch (const std::exception&) {
        return false;
    }
}

void write_kinematics(const Equations& equations, WrittenEquations& written) {
    for (std::size_t i = 0; i < equations.q.size(); ++i) {
        const Expr velocity = symbol(equations.q[i].name(), 1);
        const bool is_speed =
            std::ranges::find(equations.speeds, velocity) != equations.speeds.end();
        if (!is_speed) written.kinematics.push_back({velocity, simplify(equations.velocities[i])});
    }
}

Expr reaction_name(const Equations& equations, std::size_t i) {
    return symbol("R_" + std::string(equations.q[i].name()));
}

void write_solved(const Equations& equations, const ExprVector& solution,
                  WrittenEquations& written) {
    written.solved = true;
    std::vector<Replacement> known;
    for (std::size_t i = 0; i < solution.size(); ++i) {
        auto& group = i < equations.speeds.size() ? written.dynamics : written.multipliers;
        group.push_back({equations.unknowns[i], solution[i]});
        known.emplace_back(equations.unknowns[i], solution[i]);
    }
    for (std::size_t i = 0; i < equations.reactions.size(); ++i)
        written.reactions.push_back(
            {reaction_name(equations, i), simplify(substitute(equations.reactions[i], known))});
}

// R = Nᵀμ is short whatever the solution is; other forms have R = M a − f, which may not be.
void write_unsolved(const Equations& equations, WrittenEquations& written) {
    for (const Row& row : rows(equations)) written.dynamics.push_back({row.left, row.right});
    if (equations.reactions.empty()) return;
    ExprVector reactions;
    if (written_size(equations.reactions) <= longest_unabbreviated)
        for (const Expr& e : equations.reactions) reactions.push_back(simplify(e));
    if (reactions.empty() || total_cost(reactions) > longest_readable) {
        written.remarks.emplace_back(no_reaction);
        return;
    }
    for (std::size_t i = 0; i < reactions.size(); ++i)
        written.reactions.push_back({reaction_name(equations, i), reactions[i]});
}

}  // namespace

WrittenEquations write_in_full(const Equations& equations) {
    WrittenEquations written;
    write_kinematics(equations, written);
    const auto solution = solve_for_unknowns(equations);
    if (solution && total_cost(*solution) <= longest_readable) {
        write_solved(equations, *solution, written);
    } else {
        const bool singular = !solution && is_singular(equations);
        written.remarks.emplace_back(singular ? not_determined : too_long);
        write_unsolved(equations, written);
    }
    return written;
}

WrittenEquations abbreviated(WrittenEquations written) {
    std::vector<Expr*> sides;
    for (auto* group :
         {&written.kinematics, &written.dynamics, &written.multipliers, &written.reactions})
        for (Equation& e : *group) sides.insert(sides.end(), {&e.left, &e.right});
    ExprVector formulas;
    for (const Expr* side : sides) formulas.push_back(*side);
    if (written_size(formulas) <= longest_unabbreviated) return written;
    Abbreviated found = abbreviate(formulas);
    for (std::size_t i = 0; i < sides.size(); ++i) *sides[i] = found.formulas[i];
    written.abbreviations = std::move(found.definitions);
    return written;
}

WrittenEquations write_out(const Equations& equations) {
    return abbreviated(write_in_full(equations));
}

std::optional<Expr> shown_entry(const Expr& entry) {
    Expr simple = simplify(entry);
    if (tree_size(simple) > longest_unabbreviated) return {};
    return simple;
}

}  // namespace rattleback

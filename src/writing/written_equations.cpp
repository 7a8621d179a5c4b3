#include "writing/written_equations.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/interruption.hpp"
#include "equations/formulations.hpp"
#include "equations/normal_equations.hpp"
#include "exact/linear_algebra.hpp"
#include "exact/reading_cost.hpp"
#include "exact/simplify.hpp"
#include "exact/unit_circles.hpp"
#include "expr/as_written.hpp"
#include "expr/flattened.hpp"
#include "expr/graph.hpp"
#include "expr/matrices.hpp"
#include "expr/substitute.hpp"
#include "rattleback/errors.hpp"
#include "writing/abbreviations.hpp"

namespace rattleback {
namespace {

// Beyond this a solved equation is no longer read but scrolled past.
constexpr double longest_readable = 400;

constexpr auto too_long =
    "The unknowns are left as a linear system: solved, they would be too long to read.";
constexpr auto not_determined =
    "The unknowns are left as a linear system: it does not determine all of them.";
constexpr auto no_reaction = "The reaction is left out: it would be too long to read.";

constexpr std::size_t largest_solved_graph = 300;  // nodes of the linear system
constexpr double longest_kinematics = 60;          // nodes
constexpr double longest_lettered = 6'000;         // nodes of all that letters stand for
constexpr double shortest_lettered = 8;  // nodes; what is as short as that is its own name

double total_cost(const ExprVector& expressions) {
    double total = 0;
    for (const Expr& e : expressions) total += reading_cost(e);
    return total;
}

// Whether the exact solution was refused because there is none, not because it is too large.
bool is_singular(const Equations& equations) {
    constexpr Limits quick{.terms = 20'000, .work = 500};
    try {
        return independent_rows(equations.matrix, quick).size() < equations.unknowns.size();
    } catch (const Interrupted&) {
        throw;
    } catch (const std::exception&) {
        return false;
    }
}

std::size_t size_of_system(const Equations& equations) {
    return graph_size(joined({equations.right, flattened(equations.matrix)}));
}

// A large system is left as it was derived: its parts are shared, so that abbreviations make it
// shorter than simplification could, which takes long and undoes the sharing.
SimplifyOptions simplification(const Equations& equations) {
    if (size_of_system(equations) > largest_solved_graph) return {.largest_graph = 1};
    return {.limits = {.terms = 1'000, .work = 100}};
}

// The unknowns, where they are short enough to read; what is clearly too long is not even solved.
std::optional<ExprVector> short_solution(const Equations& equations) {
    if (size_of_system(equations) > largest_solved_graph) return {};
    return solve_for_unknowns(equations, longest_readable);
}

void write_kinematics(const Equations& equations, WrittenEquations& written) {
    const SimplifyOptions options = simplification(equations);
    for (std::size_t i = 0; i < equations.q.size(); ++i) {
        const Expr velocity = symbol(equations.q[i].name(), 1);
        const bool is_speed =
            std::ranges::find(equations.speeds, velocity) != equations.speeds.end();
        if (!is_speed)
            written.kinematics.push_back({velocity, simplify(equations.velocities[i], options)});
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

// The rows with letters for entries that are not short: M₁₁ ẍ + M₁₂ ÿ = f₁; and what these stand for.
Outline outline_of(const Equations& equations) {
    const ExprVector all =
        joined({equations.right, flattened(equations.matrix), equations.unknowns});
    const std::string entry = unused_stem("M", all), side = unused_stem("f", all);
    const bool many = equations.unknowns.size() > 9;  // M1_12 is not M11_2
    Outline outline;
    const auto lettered = [&](const Expr& e, const std::string& name) {
        if (tree_size(e) <= shortest_lettered) return e;
        outline.letters.push_back({symbol(name), e});
        return symbol(name);
    };
    for (std::size_t i = 0; i < equations.matrix.size(); ++i) {
        const std::string row = std::to_string(i + 1);
        SumBuilder left;
        for (std::size_t j = 0; j < equations.unknowns.size(); ++j)
            left.add(lettered(equations.matrix[i][j],
                              entry + row + (many ? "_" : "") + std::to_string(j + 1)) *
                     equations.unknowns[j]);
        outline.rows.push_back({left.build(), lettered(equations.right[i], side + row)});
    }
    return outline;
}

// R = Nᵀμ is short whatever the solution is; other forms have R = M a − f, which may not be.
void write_rows(const Equations& equations, WrittenEquations& written) {
    for (const Row& row : rows(equations, simplification(equations)))
        written.dynamics.push_back({with_unit_circles(row.left), with_unit_circles(row.right)});
    written.outline = outline_of(equations);
    if (equations.reactions.empty()) return;
    ExprVector reactions;
    if (written_size(equations.reactions) <= longest_unabbreviated)
        for (const Expr& e : equations.reactions)
            reactions.push_back(with_unit_circles(simplify(e, simplification(equations))));
    if (reactions.empty() || total_cost(reactions) > longest_readable) {
        written.remarks.emplace_back(no_reaction);
        return;
    }
    for (std::size_t i = 0; i < reactions.size(); ++i)
        written.reactions.push_back({reaction_name(equations, i), reactions[i]});
}

double written_size(const WrittenEquations& written) {
    double total = 0;
    for (const auto* group : {&written.abbreviations, &written.kinematics, &written.dynamics,
                              &written.multipliers, &written.reactions})
        for (const Equation& e : *group) total += tree_size(e.left) + tree_size(e.right);
    return total;
}

Sentence letters_text(bool of_velocities) {
    return sentence(
        "Letters stand for what is long: {} for the coefficients of the unknowns, {} for the right "
        "sides{}. ",
        symbol("M"), symbol("f"),
        of_velocities ? sentence(", {} for velocities", symbol("V")) : Sentence());
}

std::string not_written(std::size_t operations) {
    return fmt::format(
        "They have {} different operations and are not written here; as text, in the notation of "
        "formulas, they are whole, and so they are in an exported program.",
        operations);
}

}  // namespace

WrittenEquations write_in_full(const Equations& equations) {
    WrittenEquations written;
    write_kinematics(equations, written);
    const auto solution = short_solution(equations);
    if (solution) {
        write_solved(equations, *solution, written);
    } else {
        written.solved = equations.matrix == identity(equations.unknowns.size());
        if (!written.solved)
            written.remarks.emplace_back(is_singular(equations) ? not_determined : too_long);
        write_rows(equations, written);
    }
    if (kind_of(equations) == FormKind::Vakonomic && !written.reactions.empty())
        written.remarks.push_back(
            sentence("{} is {}, the force that would move the free system alike; vakonomic motion "
                     "has no reaction of its own.",
                     symbol("R"), as_written("M*a - f")));
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

WrittenEquations readable(WrittenEquations written) {
    WrittenEquations complete = abbreviated(written);
    if (written_size(complete) <= longest_read || written.outline.rows.empty()) return complete;
    std::vector<Equation>& letters = written.outline.letters;
    bool lettered_velocities = false;
    for (std::size_t i = 0; i < written.kinematics.size(); ++i) {
        Expr& right = written.kinematics[i].right;
        if (tree_size(right) <= longest_kinematics) continue;
        const Expr letter = symbol("V" + std::to_string(i + 1));
        letters.push_back({letter, right});
        right = letter;
        lettered_velocities = true;
    }
    written.dynamics = written.outline.rows;
    if (!written.reactions.empty()) written.remarks.emplace_back(no_reaction);
    written.reactions.clear();
    ExprVector entries;
    for (const Equation& letter : letters) entries.push_back(letter.right);
    Abbreviated short_entries = abbreviate(entries);
    const bool is_short = written_size(short_entries) <= longest_lettered;
    written.remarks.push_back(letters_text(lettered_velocities) +
                              (is_short ? "They are written among the abbreviations."
                                        : not_written(graph_size(entries))));
    if (!is_short) return written;
    written.abbreviations = std::move(short_entries.definitions);
    for (std::size_t i = 0; i < letters.size(); ++i)
        written.abbreviations.push_back({letters[i].left, short_entries.formulas[i]});
    return written;
}

WrittenEquations write_out(const Equations& equations) {
    return readable(write_in_full(equations));
}

}  // namespace rattleback

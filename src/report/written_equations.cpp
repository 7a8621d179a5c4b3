#include "report/written_equations.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "equations/normal_equations.hpp"
#include "exact/reading_cost.hpp"
#include "exact/simplify.hpp"
#include "expr/graph.hpp"
#include "expr/print_latex.hpp"
#include "expr/print_text.hpp"
#include "expr/substitute.hpp"
#include "report/abbreviations.hpp"

namespace rattleback {
namespace {

// Beyond this a solved equation is no longer read but scrolled past.
constexpr double longest_readable = 400;

// Nodes of all formulas of a form; beyond this, parts that repeat get names.
constexpr double longest_unabbreviated = 3'000;

double total_cost(const ExprVector& expressions) {
    double total = 0;
    for (const Expr& e : expressions) total += reading_cost(e);
    return total;
}

std::vector<std::string> texts(const ExprVector& expressions) {
    std::vector<std::string> result;
    for (const Expr& e : expressions) result.push_back(to_text(e));
    return result;
}

void add_lines(std::string& text, const std::vector<Equation>& equations) {
    std::vector<std::string> left;
    std::size_t width = 0;
    for (const Equation& e : equations) {
        left.push_back(to_text(e.left));
        width = std::max(width, left.back().size());
    }
    for (std::size_t i = 0; i < equations.size(); ++i)
        text += fmt::format("  {:<{}} = {}\n", left[i], width, to_text(equations[i].right));
}

std::string step_entry(const Expr& e) {
    const Expr simple = simplify(e);
    return tree_size(simple) > longest_unabbreviated ? "(too long to show)" : to_text(simple);
}

void add_step(std::string& text, const Step& step) {
    text += fmt::format("  {}: {}\n", step.symbol, step.meaning);
    for (const auto& row : step.value) {
        std::string line;
        for (const Expr& e : row) line += (line.empty() ? "" : ",  ") + step_entry(e);
        text += fmt::format("      [ {} ]\n", line);
    }
}

void abbreviate(WrittenEquations& written) {
    std::vector<Expr*> sides;
    for (auto* group : {&written.kinematics, &written.dynamics, &written.reactions})
        for (Equation& e : *group) sides.insert(sides.end(), {&e.left, &e.right});
    ExprVector formulas;
    for (const Expr* side : sides) formulas.push_back(*side);
    if (written_size(formulas) <= longest_unabbreviated) return;
    Abbreviated found = abbreviate(formulas);
    for (std::size_t i = 0; i < sides.size(); ++i) *sides[i] = found.formulas[i];
    written.abbreviations = std::move(found.definitions);
}

WrittenEquations write_out_in_full(const Equations& equations) {
    WrittenEquations written;
    for (std::size_t i = 0; i < equations.q.size(); ++i) {
        const Expr velocity = symbol(equations.q[i].name(), 1);
        const bool is_speed =
            std::ranges::find(equations.speeds, velocity) != equations.speeds.end();
        if (!is_speed) written.kinematics.push_back({velocity, simplify(equations.velocities[i])});
    }
    const auto solution = solve_for_unknowns(equations);
    if (!solution || total_cost(*solution) > longest_readable) {
        for (const Row& row : rows(equations)) written.dynamics.push_back({row.left, row.right});
        return written;
    }
    written.solved = true;
    std::vector<Replacement> known;
    for (std::size_t i = 0; i < solution->size(); ++i) {
        written.dynamics.push_back({equations.unknowns[i], (*solution)[i]});
        known.emplace_back(equations.unknowns[i], (*solution)[i]);
    }
    for (std::size_t i = 0; i < equations.reactions.size(); ++i)
        written.reactions.push_back({symbol("R_" + std::string(equations.q[i].name())),
                                     simplify(substitute(equations.reactions[i], known))});
    return written;
}

// Every formula of the equations with names for the parts that repeat, where it is long.
std::vector<Equation> abbreviate(Equations& equations) {
    std::vector<ExprVector*> vectors{&equations.velocities, &equations.right,
                                     &equations.accelerations, &equations.reactions};
    for (ExprVector& row : equations.matrix) vectors.push_back(&row);
    for (Step& step : equations.steps)
        for (ExprVector& row : step.value) vectors.push_back(&row);
    ExprVector formulas;
    for (const ExprVector* vector : vectors)
        formulas.insert(formulas.end(), vector->begin(), vector->end());
    if (written_size(formulas) <= longest_unabbreviated) return {};
    Abbreviated found = abbreviate(formulas);
    std::size_t next = 0;
    for (ExprVector* vector : vectors)
        for (Expr& e : *vector) e = found.formulas[next++];
    return std::move(found.definitions);
}

}  // namespace

WrittenEquations write_out(const Equations& equations) {
    WrittenEquations written = write_out_in_full(equations);
    abbreviate(written);
    return written;
}

std::string equations_text(const Formulation& form, const Equations& equations, bool with_steps) {
    const WrittenEquations written = write_out(equations);
    std::string text = fmt::format("{}: {}  [{}]\n", form.name, form.title, form.source);
    for (const std::string& note : equations.notes) text += fmt::format("  Note: {}\n", note);
    if (with_steps)
        for (const Step& step : equations.steps) add_step(text, step);
    if (!written.abbreviations.empty()) {
        text += "  abbreviations\n";
        add_lines(text, written.abbreviations);
        text += "  equations\n";
    }
    add_lines(text, written.kinematics);
    add_lines(text, written.dynamics);
    if (!written.reactions.empty()) {
        text += "  reaction\n";
        add_lines(text, written.reactions);
    }
    return text;
}

std::string equations_latex(const Formulation& form, const Equations& equations) {
    const WrittenEquations written = write_out(equations);
    std::string text = fmt::format("% {} ({})\n\\begin{{align*}}\n", form.title, form.source);
    std::string lines;
    for (const auto* group :
         {&written.abbreviations, &written.kinematics, &written.dynamics, &written.reactions})
        for (const Equation& e : *group)
            lines += fmt::format("{}  {} &= {}", lines.empty() ? "" : " \\\\\n", to_latex(e.left),
                                 to_latex(e.right));
    return text + lines + "\n\\end{align*}\n";
}

std::string equations_json(const Formulation& form, Equations equations) {
    const std::vector<Equation> abbreviations = abbreviate(equations);
    nlohmann::ordered_json json;
    json["form"] = form.name;
    json["title"] = form.title;
    json["source"] = form.source;
    json["notes"] = equations.notes;
    json["coordinates"] = texts(equations.q);
    json["speeds"] = texts(equations.speeds);
    if (!abbreviations.empty()) {
        json["abbreviations"] = nlohmann::json::array();
        for (const Equation& e : abbreviations)
            json["abbreviations"].push_back({to_text(e.left), to_text(e.right)});
    }
    json["velocities"] = texts(equations.velocities);
    json["unknowns"] = texts(equations.unknowns);
    json["matrix"] = nlohmann::json::array();
    for (const auto& row : equations.matrix) json["matrix"].push_back(texts(row));
    json["right"] = texts(equations.right);
    json["accelerations"] = texts(equations.accelerations);
    json["reactions"] = texts(equations.reactions);
    json["steps"] = nlohmann::json::array();
    for (const Step& step : equations.steps) {
        nlohmann::ordered_json shown{{"symbol", step.symbol}, {"meaning", step.meaning}};
        shown["value"] = nlohmann::json::array();
        for (const auto& row : step.value) shown["value"].push_back(texts(row));
        json["steps"].push_back(shown);
    }
    return json.dump();
}

}  // namespace rattleback

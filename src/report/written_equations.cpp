#include "report/written_equations.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "equations/normal_equations.hpp"
#include "exact/reading_cost.hpp"
#include "exact/simplify.hpp"
#include "expr/print_latex.hpp"
#include "expr/print_text.hpp"
#include "expr/substitute.hpp"

namespace rattleback {
namespace {

// Beyond this a solved equation is no longer read but scrolled past.
constexpr double longest_readable = 400;

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

void add_step(std::string& text, const Step& step) {
    text += fmt::format("  {}: {}\n", step.symbol, step.meaning);
    for (const auto& row : step.value) {
        std::string line;
        for (const Expr& e : row) line += (line.empty() ? "" : ",  ") + to_text(simplify(e));
        text += fmt::format("      [ {} ]\n", line);
    }
}

}  // namespace

WrittenEquations write_out(const Equations& equations) {
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

std::string equations_text(const Formulation& form, const Equations& equations, bool with_steps) {
    const WrittenEquations written = write_out(equations);
    std::string text = fmt::format("{}: {}  [{}]\n", form.name, form.title, form.source);
    for (const std::string& note : equations.notes) text += fmt::format("  Note: {}\n", note);
    if (with_steps)
        for (const Step& step : equations.steps) add_step(text, step);
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
    for (const auto* group : {&written.kinematics, &written.dynamics, &written.reactions})
        for (const Equation& e : *group)
            lines += fmt::format("{}  {} &= {}", lines.empty() ? "" : " \\\\\n", to_latex(e.left),
                                 to_latex(e.right));
    return text + lines + "\n\\end{align*}\n";
}

std::string equations_json(const Formulation& form, const Equations& equations) {
    nlohmann::ordered_json json;
    json["form"] = form.name;
    json["title"] = form.title;
    json["source"] = form.source;
    json["notes"] = equations.notes;
    json["coordinates"] = texts(equations.q);
    json["speeds"] = texts(equations.speeds);
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

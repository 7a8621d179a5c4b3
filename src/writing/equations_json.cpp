#include "writing/equations_json.hpp"

#include <nlohmann/json.hpp>

#include "expr/print_text.hpp"
#include "writing/abbreviations.hpp"
#include "writing/written_equations.hpp"

namespace rattleback {
namespace {

std::vector<std::string> texts(const ExprVector& expressions) {
    std::vector<std::string> result;
    for (const Expr& e : expressions) result.push_back(to_text(e));
    return result;
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

std::string equations_json(const Formulation& form, Equations equations) {
    equations.steps = equations.all_steps();
    const std::vector<Equation> abbreviations = abbreviate(equations);
    nlohmann::ordered_json json;
    json["form"] = form.name;
    json["title"] = form.title;
    json["source"] = form.source;
    json["notes"] = to_texts(equations.notes);
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
        nlohmann::ordered_json shown{{"symbol", step.symbol.text()},
                                     {"meaning", to_text(step.meaning)}};
        shown["value"] = nlohmann::json::array();
        for (const auto& row : step.value) shown["value"].push_back(texts(row));
        json["steps"].push_back(shown);
    }
    return json.dump();
}

}  // namespace rattleback

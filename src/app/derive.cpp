#include <fmt/format.h>

#include <map>
#include <memory>

#include "app/commands.hpp"
#include "app/find_model.hpp"
#include "report/written_equations.hpp"

namespace rattleback {
namespace {

enum class Output { Text, Latex, Json };

struct Given {
    std::string model, form = "all";
    Output output = Output::Text;
    bool steps = false;
};

std::vector<const Formulation*> chosen(const System& system, const std::string& form) {
    if (form == "all") return applicable(system);
    return {&formulation(form)};
}

std::string shown(const Formulation& form, const Equations& equations, const Given& given) {
    switch (given.output) {
        case Output::Text: return equations_text(form, equations, given.steps);
        case Output::Latex: return equations_latex(form, equations);
        case Output::Json: return equations_json(form, equations);
    }
    return {};
}

int run(const Given& given) {
    const System system = load_model(given.model);
    std::string separator = given.output == Output::Json ? "[" : "\n";
    if (given.output == Output::Text) separator = system.title() + "\n\n";
    for (const Formulation* form : chosen(system, given.form)) {
        fmt::print("{}{}", separator, shown(*form, derive(system, form->name), given));
        separator = given.output == Output::Json ? ",\n" : "\n";
    }
    if (given.output == Output::Json) fmt::print("]\n");
    return 0;
}

}  // namespace

Action declare_derive(CLI::App& arguments) {
    static const std::map<std::string, Output> outputs{
        {"text", Output::Text}, {"latex", Output::Latex}, {"json", Output::Json}};
    auto given = std::make_shared<Given>();
    arguments.add_option("MODEL", given->model, "A model file, or the name of a gallery model")
        ->required();
    arguments.add_option("--form", given->form, "A formulation, or all that apply")
        ->option_text("NAME");
    arguments.add_option("--as", given->output, "How to write them: text, latex or json")
        ->transform(CLI::CheckedTransformer(outputs, CLI::ignore_case))
        ->option_text("FORM");
    arguments.add_flag("--steps", given->steps, "Show the intermediate results too");
    return [given] { return run(*given); };
}

}  // namespace rattleback

#include <fmt/format.h>

#include <array>
#include <memory>

#include "app/commands.hpp"
#include "app/find_model.hpp"
#include "app/long_work.hpp"
#include "app/message.hpp"
#include "app/settings.hpp"
#include "app/terminal.hpp"
#include "app/usage.hpp"
#include "study/derive_forms.hpp"
#include "writing/derived_text.hpp"

namespace rattleback {
namespace {

enum class Output { Pretty, Text, Latex, Mathml, Json };
constexpr std::array<std::string_view, 5> output_names{"pretty", "text", "latex", "mathml", "json"};

struct Given {
    std::string model, form = "all", output;
    bool json = false, steps = false;
};

Output output_of(const Given& given) {
    if (given.output.empty() && given.json) return Output::Json;
    if (given.output.empty()) return is_terminal_for_mathematics() ? Output::Pretty : Output::Text;
    const auto output = static_cast<Output>(place_among(output_names, "--as", given.output));
    if (given.json && output != Output::Json)
        throw UsageError(fmt::format("--json and --as {} contradict each other", given.output));
    return output;
}

// Nothing is printed before all of it is there: a form that fails leaves no half of an output.
int run(const Given& given, LongWork& work) {
    const bool is_all = given.form == "all";
    if (!is_all) check_form_name(given.form);
    const Output output = output_of(given);
    const Description description = described_model(given.model, {});
    const DerivedForms derived = is_all ? derive_forms(description, work.attention())
                                        : derive_form(description, given.form, work.attention());
    switch (output) {
        case Output::Pretty:
        case Output::Text:
            say("{}", derived_text(derived, {.steps = given.steps,
                                             .mathematics = output == Output::Pretty,
                                             .width = terminal_width()}));
            break;
        case Output::Latex: say("{}", derived_latex(derived, given.steps)); break;
        case Output::Mathml: say("{}", derived_mathml(derived, given.steps)); break;
        case Output::Json: say("{}", derived_json(derived)); break;
    }
    return 0;
}

std::string list_of_formulations() {
    std::size_t width = 0;
    for (const Formulation& f : formulations()) width = std::max(width, f.name.size());
    std::string text = "Formulations, and what they accept:\n";
    for (const Formulation& f : formulations())
        text += fmt::format("  {:<{}}  {}\n", f.name, width, f.accepts);
    return text;
}

}  // namespace

Action declare_derive(Arguments& arguments) {
    auto given = std::make_shared<Given>();
    add_model_argument(arguments, given->model);
    arguments.option("--form", given->form,
                     "One of the formulations below; 'all', the default, writes each that applies",
                     {.name = "NAME", .choices = form_names()});
    arguments.option("--as", given->output,
                     "How to write them: " + alternatives(output_names) +
                         "; pretty is the default in a terminal, text elsewhere",
                     {.name = "FORM", .choices = output_names});
    arguments.flag("--json", given->json, "The same as --as json");
    arguments.flag("--steps", given->steps, "Show the intermediate results too");
    arguments.remark(list_of_formulations());
    return [given](LongWork& work) { return run(*given, work); };
}

}  // namespace rattleback

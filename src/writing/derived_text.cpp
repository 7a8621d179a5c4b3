#include "writing/derived_text.hpp"

#include <fmt/format.h>

#include "study/changed_model.hpp"
#include "writing/equations_json.hpp"
#include "writing/equations_latex.hpp"
#include "writing/equations_mathml.hpp"
#include "writing/equations_text.hpp"

namespace rattleback {
namespace {

std::string title(const DerivedForms& derived) { return title_of(derived.system.description); }

}  // namespace

std::string derived_text(const DerivedForms& derived, const TextOptions& options) {
    std::string text = title(derived) + "\n\n";
    for (const Sentence& note : derived.notes) text += fmt::format("Note: {}\n", to_text(note));
    if (!derived.notes.empty()) text += "\n";
    return text + equations_text(derived.forms, options);
}

std::string derived_latex(const DerivedForms& derived, bool with_steps) {
    std::string text = latex_comment(title(derived));
    for (const Sentence& note : derived.notes) text += latex_comment("Note: " + to_latex(note));
    for (const auto& [form, equations] : derived.forms)
        text += "\n" + equations_latex(*form, equations, with_steps);
    return text;
}

std::string derived_mathml(const DerivedForms& derived, bool with_steps) {
    std::string text = mathml_comment(title(derived));
    for (const Sentence& note : derived.notes) text += mathml_comment("Note: " + to_text(note));
    for (const auto& [form, equations] : derived.forms)
        text += "\n" + equations_mathml(*form, equations, with_steps);
    return text;
}

std::string derived_json(const DerivedForms& derived) {
    std::string text;
    for (auto [form, equations] : derived.forms) {
        equations.notes.insert(equations.notes.begin(), derived.notes.begin(), derived.notes.end());
        text += (text.empty() ? "[" : ",\n") + equations_json(*form, std::move(equations));
    }
    return text + "]\n";
}

}  // namespace rattleback

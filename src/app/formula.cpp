#include "app/formula.hpp"

#include <array>

#include "app/message.hpp"
#include "app/usage.hpp"
#include "expr/print_latex.hpp"
#include "expr/print_mathml.hpp"
#include "expr/print_text.hpp"

namespace rattleback {
namespace {

constexpr std::array<std::string_view, 3> language_names{"text", "latex",
                                                         "mathml"};  // as in FormulaLanguage

FormulaLanguage language_of(const GivenFormula& given) {
    return static_cast<FormulaLanguage>(place_among(language_names, "--as", given.form));
}

std::string written(const Expr& e, FormulaLanguage language) {
    switch (language) {
        case FormulaLanguage::Text: return to_text(e);
        case FormulaLanguage::Latex: return to_latex(e);
        case FormulaLanguage::Mathml: return mathml_root(to_mathml(e), MathDisplay::Block);
    }
    return {};
}

}  // namespace

FormulaRequest request_of(const GivenFormula& given) {
    static_cast<void>(language_of(given));
    return {.text = SourceText{.text = given.text},
            .functions = given.functions,
            .function_option = "--function"};
}

void tell_notes(const Sentences& notes) {
    for (const Sentence& note : notes) tell("Note: {}\n", to_text(note));
}

void print_answer(const FormulaAnswer& answer, const GivenFormula& given) {
    tell_notes(answer.notes);
    say("{}\n", written(answer.formula, language_of(given)));
}

void add_function_option(Arguments& arguments, GivenFormula& given) {
    arguments.option("--function", given.functions,
                     "Take NAME(…) as an unspecified function; may be repeated", {"NAME"});
}

void add_writing_option(Arguments& arguments, GivenFormula& given) {
    arguments.option("--as", given.form, "How to write it: " + alternatives(language_names),
                     {.name = "FORM", .choices = language_names});
}

}  // namespace rattleback

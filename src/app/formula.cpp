#include "app/formula.hpp"

#include <fmt/format.h>

#include <array>
#include <cstdio>

#include "app/message.hpp"
#include "app/usage.hpp"
#include "expr/parse.hpp"
#include "expr/parts.hpp"
#include "expr/print_latex.hpp"
#include "expr/print_mathml.hpp"
#include "expr/print_text.hpp"
#include "expr/tokens.hpp"

namespace rattleback {
namespace {

constexpr std::array<std::string_view, 3> language_names{"text", "latex",
                                                         "mathml"};  // as in FormulaLanguage

FormulaLanguage language_of(const FormulaOptions& options) {
    return static_cast<FormulaLanguage>(place_among(language_names, "--as", options.form));
}

Names names_of(const FormulaOptions& options) {
    Names names{.function_option = "--function"};
    for (const std::string& name : options.functions) {
        if (!is_name(name) || is_reserved_name(name))
            throw UsageError(
                fmt::format("--function takes the name of a function of your own, "
                            "such as A, not '{}'",
                            name));
        names.functions[name] = any_arity;
    }
    return names;
}

// e^x reads well and means a power of the symbol e, which is not the exponential function.
void note_powers_of_e(const std::string& text) {
    const SourceText source{text};
    Tokens tokens(source);
    for (Token last, next = tokens.next(); next.kind != TokenKind::End; next = tokens.next()) {
        if (next.kind == TokenKind::Power && tokens.text(last.range) == "e") {
            tell("Note: e is a symbol like any other; exp(u) is the exponential.\n");
            return;
        }
        last = next;
    }
}

}  // namespace

Expr read_formula(const std::string& text, const FormulaOptions& options) {
    static_cast<void>(language_of(options));  // wrong usage is said before anything is computed
    Expr result = parse(text, names_of(options));
    note_powers_of_e(text);
    return result;
}

Equation read_equation(const std::string& text, const FormulaOptions& options) {
    Equation result = parse_equation(text, names_of(options));
    note_powers_of_e(text);
    return result;
}

std::vector<Expr> parts_of_equation(const std::string& text, const FormulaOptions& options) {
    return parts_of_equation(text, names_of(options));
}

std::string write(const Expr& e, const FormulaOptions& options) {
    switch (language_of(options)) {
        case FormulaLanguage::Text: return to_text(e);
        case FormulaLanguage::Latex: return to_latex(e);
        case FormulaLanguage::Mathml: return mathml_root(to_mathml(e), MathDisplay::Block);
    }
    return {};
}

void add_function_option(Arguments& arguments, FormulaOptions& options) {
    arguments.option("--function", options.functions,
                     "Take NAME(…) as an unspecified function; may be repeated", {"NAME"});
}

void add_writing_option(Arguments& arguments, FormulaOptions& options) {
    arguments.option("--as", options.form, "How to write it: " + alternatives(language_names),
                     {.name = "FORM", .choices = language_names});
}

}  // namespace rattleback

#include "app/formula.hpp"

#include <map>

#include "base/suggest.hpp"
#include "expr/functions.hpp"
#include "expr/graph.hpp"
#include "expr/parse.hpp"
#include "expr/print_latex.hpp"
#include "expr/print_mathml.hpp"
#include "expr/print_text.hpp"

namespace rattleback {
namespace {

// sine(x) is a slip, A(x) is a function.
bool has_misspelt_function(const Expr& e) {
    std::vector<std::string> known;
    for (const Function& f : functions()) known.emplace_back(f.name);
    const Graph graph(e);
    for (std::size_t i = 0; i < graph.size(); ++i)
        if (graph.node(i).kind() == Kind::Unspecified &&
            !nearest_name(graph.node(i).name(), known).empty())
            return true;
    return false;
}

const Names any_names{.any = true, .any_function = true};

}  // namespace

Expr read_formula(const std::string& text) {
    const Expr e = parse(text, any_names);
    return has_misspelt_function(e) ? parse(text) : e;  // the second reading says what is wrong
}

Equation read_equation(const std::string& text) {
    const Equation equation = parse_equation(text, any_names);
    const bool misspelt =
        has_misspelt_function(equation.left) || has_misspelt_function(equation.right);
    return misspelt ? parse_equation(text) : equation;
}

void add_form_option(CLI::App& arguments, Form& form) {
    static const std::map<std::string, Form> forms{
        {"text", Form::Text}, {"latex", Form::Latex}, {"mathml", Form::Mathml}};
    arguments.add_option("--as", form, "How to write it: text, latex or mathml")
        ->transform(CLI::CheckedTransformer(forms, CLI::ignore_case))
        ->option_text("FORM");
}

std::string write(const Expr& e, Form form) {
    switch (form) {
        case Form::Text: return to_text(e);
        case Form::Latex: return to_latex(e);
        case Form::Mathml: return mathml_root(to_mathml(e), MathDisplay::Block);
    }
    return {};
}

}  // namespace rattleback

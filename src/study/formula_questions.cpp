#include "study/formula_questions.hpp"

#include "base/interruption.hpp"
#include "exact/simplify.hpp"
#include "expr/derivative.hpp"
#include "expr/parse.hpp"
#include "expr/parts.hpp"
#include "expr/tokens.hpp"
#include "rattleback/errors.hpp"

namespace rattleback {
namespace {

Names names_of(const FormulaRequest& request) {
    Names names{.function_option = request.function_option};
    for (const std::string& name : request.functions) {
        if (!is_name(name) || is_reserved_name(name))
            throw RequestError(
                "function",
                "it takes the name of a function of your own, such as A, not '" + name + "'");
        names.functions[name] = any_arity;
    }
    return names;
}

// e^x reads well and means a power of the symbol e, which is not the exponential function.
Sentences notes_on(const SourceText& source) {
    Tokens tokens(source);
    for (Token last, next = tokens.next(); next.kind != TokenKind::End; next = tokens.next()) {
        if (next.kind == TokenKind::Power && tokens.text(last.range) == "e")
            return {"e is a symbol like any other; exp(u) is the exponential."};
        last = next;
    }
    return {};
}

}  // namespace

FormulaAnswer read_formula(const FormulaRequest& request) {
    Expr formula = parse(request.text, names_of(request));
    return {std::move(formula), notes_on(request.text)};
}

FormulaAnswer simplify_formula(const FormulaRequest& request, const Attention& attention) {
    const StopScope scope(attention.stop);
    FormulaAnswer answer = read_formula(request);
    answer.formula = simplify(answer.formula);
    return answer;
}

FormulaAnswer differentiate_formula(const FormulaRequest& request, const SourceText& by,
                                    const Attention& attention) {
    const StopScope scope(attention.stop);
    const Expr symbol = parse(by);
    if (!symbol.is_symbol())
        throw RequestError("by", "it takes a symbol such as x or x', not '" + by.text + "'");
    FormulaAnswer answer = read_formula(request);
    answer.formula = simplify(derivative(answer.formula, symbol));
    return answer;
}

ZeroTest compare_formulas(const Expr& left, const Expr& right, const Attention& attention) {
    const StopScope scope(attention.stop);
    return are_equal(left, right);
}

EquationAnswer prove_equation(const FormulaRequest& request, const Attention& attention) {
    const StopScope scope(attention.stop);
    const Names names = names_of(request);
    EquationAnswer answer{.equation = parse_equation(request.text, names),
                          .test = {},
                          .notes = notes_on(request.text)};
    answer.test = are_equal(answer.equation.left, answer.equation.right,
                            {.parts = parts_of_equation(request.text.text, names)});
    return answer;
}

}  // namespace rattleback

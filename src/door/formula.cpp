#include "rattleback/formula.hpp"

#include <cmath>

#include "door/door.hpp"
#include "exact/is_zero.hpp"
#include "exact/simplify.hpp"
#include "expr/derivative.hpp"
#include "expr/evaluate.hpp"
#include "expr/parse.hpp"
#include "expr/print_latex.hpp"
#include "expr/print_mathml.hpp"
#include "expr/print_text.hpp"
#include "expr/print_unicode.hpp"
#include "expr/substitute.hpp"
#include "study/formula_questions.hpp"
#include "writing/proof_text.hpp"

namespace rattleback {

struct Formula::Held {
    Expr expression;
};

Formula Door::formula(const Expr& e) { return made<Formula>(e); }
const Expr& Door::expression(const Formula& formula) { return formula.held_->expression; }

FormulaVector Door::formulas(const ExprVector& expressions) {
    FormulaVector result;
    for (const Expr& e : expressions) result.push_back(formula(e));
    return result;
}

FormulaMatrix Door::formulas(const ExprMatrix& rows) {
    FormulaMatrix result;
    for (const ExprVector& row : rows) result.push_back(formulas(row));
    return result;
}

Formula::Formula() : Formula(Door::formula(Expr())) {}
Formula::Formula(int number) : Formula(Door::formula(Expr(number))) {}
Formula::Formula(const char* text) : Formula(Door::formula(parse(text))) {}
Formula::Formula(const std::string& text) : Formula(Door::formula(parse(text))) {}

Formula Formula::with_functions(const std::string& text,
                                const std::vector<std::string>& functions) {
    return Door::formula(
        read_formula({.text = SourceText{.text = text}, .functions = functions}).formula);
}

std::string Formula::text() const { return to_text(held_->expression); }
std::string Formula::unicode() const { return to_unicode(held_->expression); }
std::string Formula::latex() const { return to_latex(held_->expression); }
std::string Formula::mathml() const { return mathml_root(to_mathml(held_->expression)); }

Formula Formula::derivative(const Formula& symbol) const {
    return Door::formula(rattleback::derivative(held_->expression, Door::expression(symbol)));
}

Formula Formula::replaced(const Formula& what, const Formula& by) const {
    const Replacement one[]{{Door::expression(what), Door::expression(by)}};
    return Door::formula(substitute(held_->expression, one));
}

Formula Formula::simplified() const { return Door::formula(simplify(held_->expression)); }

double Formula::value(const std::map<std::string, double>& of) const {
    Values values;
    for (const auto& [name, number] : of) values.emplace(parse(name), number);
    return evaluate(held_->expression, values);
}

bool operator==(const Formula& a, const Formula& b) {
    return a.held_->expression == b.held_->expression;
}
Formula operator+(const Formula& a, const Formula& b) {
    return Door::formula(a.held_->expression + b.held_->expression);
}
Formula operator-(const Formula& a, const Formula& b) {
    return Door::formula(a.held_->expression - b.held_->expression);
}
Formula operator*(const Formula& a, const Formula& b) {
    return Door::formula(a.held_->expression * b.held_->expression);
}
Formula operator/(const Formula& a, const Formula& b) {
    return Door::formula(a.held_->expression / b.held_->expression);
}
Formula operator-(const Formula& a) { return Door::formula(-a.held_->expression); }
Formula pow(const Formula& base, int exponent) {
    return Door::formula(pow(base.held_->expression, exponent));
}

namespace {

Equality::Verdict verdict_of(const ZeroTest& test) {
    switch (test.verdict) {
        case Verdict::Zero: return Equality::Verdict::Proved;
        case Verdict::Certified: return Equality::Verdict::Certified;
        case Verdict::NonZero: return Equality::Verdict::Refuted;
        case Verdict::Unknown: break;
    }
    return Equality::Verdict::Undecided;
}

Equality equality(const ZeroTest& test) {
    Equality result{.verdict = verdict_of(test), .text = proof_text(test)};
    if (test.verdict == Verdict::Certified)
        result.error_probability = std::pow(10, test.log_probability);
    if (test.verdict != Verdict::NonZero) return result;
    result.difference = test.value.midpoint;
    for (const auto& [symbol, value] : test.witness)
        result.at.emplace(to_text(symbol), value.to_text());
    return result;
}

}  // namespace

Equality are_equal(const Formula& a, const Formula& b, const Attention& attention) {
    return equality(compare_formulas(Door::expression(a), Door::expression(b), attention));
}

Equality prove(const std::string& equation, const std::vector<std::string>& functions,
               const Attention& attention) {
    return equality(
        prove_equation({.text = SourceText{.text = equation}, .functions = functions}, attention)
            .test);
}

}  // namespace rattleback

#include "rattleback/formula.hpp"

#include <cmath>

#include "exact/is_zero.hpp"
#include "exact/simplify.hpp"
#include "expr/evaluate.hpp"
#include "expr/parse.hpp"
#include "expr/print_latex.hpp"
#include "expr/print_mathml.hpp"
#include "expr/print_text.hpp"
#include "expr/print_unicode.hpp"
#include "expr/substitute.hpp"

namespace rattleback {

Formula::Formula() : Formula(Expr()) {}
Formula::Formula(int number) : Formula(Expr(number)) {}
Formula::Formula(const char* text) : Formula(parse(text)) {}
Formula::Formula(const std::string& text) : Formula(parse(text)) {}
Formula::Formula(const Expr& expression) : expression_(std::make_shared<const Expr>(expression)) {}

std::string Formula::text() const { return to_text(*expression_); }
std::string Formula::unicode() const { return to_unicode(*expression_); }
std::string Formula::latex() const { return to_latex(*expression_); }
std::string Formula::mathml() const { return mathml_root(to_mathml(*expression_)); }

Formula Formula::derivative(const Formula& symbol) const {
    return Formula(rattleback::derivative(*expression_, *symbol.expression_));
}

Formula Formula::replaced(const Formula& what, const Formula& by) const {
    const Replacement one[]{{*what.expression_, *by.expression_}};
    return Formula(substitute(*expression_, one));
}

Formula Formula::simplified() const { return Formula(simplify(*expression_)); }

double Formula::value(const std::map<std::string, double>& of) const {
    Values values;
    for (const auto& [name, number] : of) values.emplace(parse(name), number);
    return evaluate(*expression_, values);
}

bool operator==(const Formula& a, const Formula& b) { return *a.expression_ == *b.expression_; }
Formula operator+(const Formula& a, const Formula& b) {
    return Formula(*a.expression_ + *b.expression_);
}
Formula operator-(const Formula& a, const Formula& b) {
    return Formula(*a.expression_ - *b.expression_);
}
Formula operator*(const Formula& a, const Formula& b) {
    return Formula(*a.expression_ * *b.expression_);
}
Formula operator/(const Formula& a, const Formula& b) {
    return Formula(*a.expression_ / *b.expression_);
}
Formula operator-(const Formula& a) { return Formula(-*a.expression_); }
Formula pow(const Formula& base, int exponent) { return Formula(pow(*base.expression_, exponent)); }

Equality are_equal(const Formula& a, const Formula& b) {
    const ZeroTest test = are_equal(a.expression(), b.expression());
    switch (test.verdict) {
        case Verdict::Zero: return {.verdict = Equality::Verdict::Proved};
        case Verdict::Certified:
            return {.verdict = Equality::Verdict::Certified,
                    .error_probability = std::pow(10, test.log_probability)};
        case Verdict::NonZero: return {.verdict = Equality::Verdict::Refuted};
        case Verdict::Unknown: break;
    }
    return {.verdict = Equality::Verdict::Undecided, .why = test.reason};
}

}  // namespace rattleback

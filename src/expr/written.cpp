#include "expr/written.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "expr/decimal.hpp"
#include "expr/functions.hpp"
#include "expr/graph.hpp"
#include "expr/input.hpp"
#include "expr/parse.hpp"
#include "rattleback/errors.hpp"

namespace rattleback {
namespace {

using Part = const Notation*;
using Parts = std::vector<Part>;

bool is_derivative(const Expr& unspecified) {
    return std::ranges::any_of(unspecified.partials(), [](auto count) { return count != 0; });
}

// Two numbers as one sign, or nothing where there is none.
std::string_view vulgar_fraction(const Notation& above, const Notation& below) {
    struct Row {
        std::string_view above, below, sign;
    };
    constexpr std::array<Row, 5> table{
        {{"1", "2", "½"}, {"1", "3", "⅓"}, {"2", "3", "⅔"}, {"1", "4", "¼"}, {"3", "4", "¾"}}};
    if (above.form != Form::Number || below.form != Form::Number) return {};
    for (const Row& row : table)
        if (row.above == above.digits && row.below == below.digits) return row.sign;
    return {};
}

// Writes the nodes of a graph, children first.
class Writer {
public:
    Writer(const Graph& graph, Layout layout, std::deque<Notation>& made)
        : graph_(graph),
          page_(layout == Layout::Page),
          screen_(layout == Layout::Screen),
          made_(made) {}

    Part write_all() {
        for (std::size_t i = 0; i < graph_.size(); ++i) done_.push_back(write(i));
        return done_.back();
    }

private:
    Part write(std::size_t i);
    Part sum(std::size_t i);
    Part scaled(const Number& magnitude, std::size_t i);
    Part fraction(Parts above, Parts below);
    Part product(Parts factors);
    Part power(Part base, Part exponent);
    Part general_power(std::size_t i);
    Part whole_power(std::size_t i, std::int64_t n);
    Part exponent(const Number& value);
    Part function_call(std::size_t i);
    Part unspecified(std::size_t i);
    Part number(const Number& magnitude);
    Part floating(double magnitude);
    Part digits(const std::string& text);

    Part add(Notation n);
    Part integer(const Number& value) {
        return add({.form = Form::Number, .digits = value.to_text()});
    }
    Part minus(Part n) { return add({.form = Form::Sum, .parts = {n}, .marks = {true}}); }
    Part group(Part n) { return add({.form = Form::Group, .parts = {n}}); }
    Part bracketed_argument(Part call);
    Part side_of_slash(Part whole, bool lower);
    Part before_what_follows(Part factor);
    bool is_typeset() const { return page_ || screen_; }
    Parts children(std::size_t i) const;

    const Graph& graph_;
    const bool page_;    // fractions with bars
    const bool screen_;  // what a page has, but on one line
    std::deque<Notation>& made_;
    Parts done_;
};

Part Writer::add(Notation n) {
    measure(n);
    return &made_.emplace_back(std::move(n));
}

Parts Writer::children(std::size_t i) const {
    Parts parts;
    for (const auto child : graph_.children(i)) parts.push_back(done_[child]);
    return parts;
}

Part Writer::write(std::size_t i) {
    const Expr& e = graph_.node(i);
    switch (e.kind()) {
        case Kind::Number:
            return e.number().sign() < 0 ? minus(number(-e.number())) : number(e.number());
        case Kind::Pi: return add({.form = Form::Pi});
        case Kind::Symbol:
            return is_decimal(e) ? digits(std::string(e.name()))
                                 : add({.form = Form::Symbol, .leaf = e});
        case Kind::Unspecified: return unspecified(i);
        case Kind::Call: return function_call(i);
        case Kind::Power: return general_power(i);
        case Kind::Sum: return sum(i);
        case Kind::Product: return scaled(1, i);
    }
    return nullptr;
}

Part Writer::sum(std::size_t i) {
    struct Term {
        bool subtracted;
        Part written;
    };
    const Expr& e = graph_.node(i);
    std::vector<Term> terms;
    for (std::size_t k = 0; k < e.args().size(); ++k) {
        const Number& c = e.coefficients()[k];
        terms.push_back({c.sign() < 0, scaled(abs(c), graph_.children(i)[k])});
    }
    std::ranges::stable_sort(terms, std::greater{}, [](const Term& t) { return t.written->order; });
    if (const Number& c = e.number(); c != Number(0))
        terms.push_back({c.sign() < 0, number(abs(c))});
    const auto positive = std::ranges::find(terms, false, &Term::subtracted);
    if (positive != terms.end()) std::rotate(terms.begin(), positive, positive + 1);

    if (terms.size() == 1 && !terms[0].subtracted) return terms[0].written;
    Notation n{.form = Form::Sum};
    for (const auto& [subtracted, written] : terms) {
        n.parts.push_back(written);
        n.marks.push_back(subtracted);
    }
    return add(std::move(n));
}

// magnitude · node i, the magnitude being positive.
Part Writer::scaled(const Number& magnitude, std::size_t i) {
    const Expr& e = graph_.node(i);
    Parts above, below;
    if (e.kind() == Kind::Product) {
        for (std::size_t k = 0; k < e.args().size(); ++k) {
            const std::int64_t exponent = e.exponents()[k];
            (exponent > 0 ? above : below)
                .push_back(whole_power(graph_.children(i)[k], std::abs(exponent)));
        }
    } else {
        above.push_back(done_[i]);
    }
    std::ranges::stable_sort(above, {}, &Notation::place);
    std::ranges::stable_sort(below, {}, &Notation::place);
    if (!magnitude.is_exact()) {
        above.insert(above.begin(), number(magnitude));
    } else {
        const Number p = magnitude.numerator(), q = magnitude.denominator();
        if (!p.is_one()) above.insert(above.begin(), integer(p));
        if (!q.is_one()) below.insert(below.begin(), integer(q));
    }
    return fraction(std::move(above), std::move(below));
}

Part Writer::fraction(Parts above, Parts below) {
    if (below.empty()) return product(std::move(above));
    if (screen_ && above.size() > 1 && below.size() == 1)
        if (const auto sign = vulgar_fraction(*above[0], *below[0]); !sign.empty()) {
            above[0] = add({.form = Form::Number, .digits = std::string(sign)});
            return product(std::move(above));
        }
    if (screen_ && !above.empty() && below.size() == 1 && above[0]->form != Form::Number)
        if (const auto sign = vulgar_fraction(*integer(1), *below[0]); !sign.empty()) {
            above.insert(above.begin(), add({.form = Form::Number, .digits = std::string(sign)}));
            return product(std::move(above));
        }
    if (page_ && below.size() == 1 && below[0]->form == Form::Number) {
        // ½m(ẋ² + ẏ²) reads better than a long sum over 2.
        const auto is_sum = [](Part p) { return p->form == Form::Sum; };
        const auto first_sum = std::ranges::find_if(above, is_sum);
        if (first_sum != above.end()) {
            Parts factors(first_sum, above.end());
            above.erase(first_sum, above.end());
            factors.insert(factors.begin(), fraction(std::move(above), std::move(below)));
            return product(std::move(factors));
        }
    }
    Part upper = product(std::move(above)), lower = product(std::move(below));
    if (!page_) {
        upper = side_of_slash(upper, false);
        lower = side_of_slash(lower, true);
    }
    return add({.form = Form::Fraction, .parts = {upper, lower}});
}

Part Writer::side_of_slash(Part whole, bool lower) {
    const bool needs_brackets = whole->form == Form::Sum || whole->form == Form::Derivative ||
                                (lower && whole->form == Form::Product);
    if (needs_brackets) return group(whole);
    if (!screen_ || lower) return whole;
    // "sin φ/m" would read as the sine of a fraction.
    if (whole->form != Form::Product) return before_what_follows(whole);
    Notation n = *whole;
    n.parts.back() = before_what_follows(n.parts.back());
    return add(std::move(n));
}

Part Writer::before_what_follows(Part factor) {
    return factor->form == Form::Call ? bracketed_argument(factor) : factor;
}

Part Writer::product(Parts factors) {
    if (factors.empty()) return integer(1);
    if (factors.size() == 1) return factors[0];
    Notation n{.form = Form::Product};
    for (std::size_t k = 0; k < factors.size(); ++k) {
        Part factor = factors[k]->form == Form::Sum ? group(factors[k]) : factors[k];
        // "sin φ x" would read as the sine of a product.
        const bool runs_on = k + 1 < factors.size() && factors[k + 1]->form != Form::Call;
        if (is_typeset() && runs_on) factor = before_what_follows(factor);
        if (screen_ && factor->form == Form::Derivative) factor = group(factor);
        n.marks.push_back(k > 0 && begins_with_digit(*factor));
        n.parts.push_back(factor);
    }
    return add(std::move(n));
}

Part Writer::bracketed_argument(Part call) {
    if (call->parts.size() != 1 || call->parts[0]->form == Form::Group) return call;
    Notation n = *call;
    n.parts[0] = group(call->parts[0]);
    return add(std::move(n));
}

Part Writer::power(Part base, Part exponent) {
    const bool plain_call =
        base->form == Form::Call && base->parts.size() == 1 && base->exponent == nullptr;
    if (is_typeset() && plain_call && exponent->form == Form::Number) {
        Notation n = *base;
        n.exponent = exponent;
        return add(std::move(n));
    }
    const auto stands_alone = [this](Part n) {
        switch (n->form) {
            case Form::Number:
            case Form::Pi:
            case Form::Euler:
            case Form::Bars:
            case Form::Group: return true;
            case Form::Symbol: return n->leaf.order() <= 4;  // beyond dots: x⁽⁵⁾
            case Form::Call: return !is_typeset();
            case Form::Unspecified:
                return !is_typeset() || n->parts.size() == 1 || !is_derivative(n->leaf);
            default: return false;
        }
    };
    if (!stands_alone(base)) base = group(base);
    if (!page_ && !stands_alone(exponent)) exponent = group(exponent);
    return add({.form = Form::Power, .parts = {base, exponent}});
}

Part Writer::general_power(std::size_t i) {
    const Expr& top = graph_.node(i).args()[1];
    const auto parts = children(i);
    return power(parts[0], top.is_number() ? exponent(top.number()) : parts[1]);
}

// node i to a positive whole power n. A root b^(1/d) gives b^(n/d), unless that can be reduced:
// (b^(1/4))^2 and √b are different expressions.
Part Writer::whole_power(std::size_t i, std::int64_t n) {
    if (n == 1) return done_[i];
    const Expr& e = graph_.node(i);
    if (e.kind() == Kind::Power && e.args()[1].is_number() && e.args()[1].number().is_exact()) {
        const Number& root = e.args()[1].number();
        const Number whole = root * Number(n);
        if (whole.denominator() == root.denominator())
            return power(children(i)[0], exponent(whole));
    }
    return power(done_[i], integer(n));
}

// Page: 2/3 on one line, as a bar is hard to read in small print.
Part Writer::exponent(const Number& value) {
    const Number size = abs(value);
    const bool broken = size.is_exact() && !size.is_integer();
    const Part written = page_ && broken ? integer(size) : number(size);
    return value.sign() < 0 ? minus(written) : written;
}

Part Writer::number(const Number& magnitude) {
    if (!magnitude.is_exact()) return floating(magnitude.to_double());
    if (magnitude.is_integer()) return integer(magnitude);
    return add({.form = Form::Fraction,
                .parts = {integer(magnitude.numerator()), integer(magnitude.denominator())}});
}

Part Writer::floating(double magnitude) {
    const std::string text = Number::floating(magnitude).to_text();
    if (!is_typeset()) return add({.form = Form::Number, .digits = "float(" + text + ")"});
    return digits(text);
}

// A decimal number; where there is room for it, with a power of ten for 1.5e-12.
Part Writer::digits(const std::string& text) {
    const auto e = text.find_first_of("eE");
    if (e == std::string::npos || !is_typeset()) return add({.form = Form::Number, .digits = text});
    const Part mantissa = add({.form = Form::Number, .digits = text.substr(0, e)});
    const int tens = std::stoi(text.substr(e + 1));
    if (tens == 0) return mantissa;
    const Part scale = power(integer(10), exponent(tens));
    if (e == 1 && text[0] == '1') return scale;
    return add({.form = Form::Product, .parts = {mantissa, scale}, .marks = {false, true}});
}

Part Writer::function_call(std::size_t i) {
    const Expr& e = graph_.node(i);
    Parts parts = children(i);
    if (is_typeset() && parts.size() == 1) {
        const Part argument = parts[0];
        switch (e.function()) {
            case FunctionId::Sqrt:
                if (screen_ && !is_one_sign(*argument)) parts[0] = group(argument);
                return add({.form = Form::Root, .parts = parts});
            case FunctionId::Abs: return add({.form = Form::Bars, .parts = parts});
            case FunctionId::Exp:
                if (page_ && !argument->tall) return power(add({.form = Form::Euler}), argument);
                break;
            case FunctionId::Acos:
            case FunctionId::Asin:
            case FunctionId::Atan:
            case FunctionId::Atan2:
            case FunctionId::Cos:
            case FunctionId::Cosh:
            case FunctionId::Erf:
            case FunctionId::Log:
            case FunctionId::Sign:
            case FunctionId::Sin:
            case FunctionId::Sinh:
            case FunctionId::Tan:
            case FunctionId::Tanh: break;
        }
        const bool bare = screen_ ? is_one_sign(*argument) : is_simple_argument(*argument);
        if (!bare) parts[0] = group(argument);
    }
    return add({.form = Form::Call, .leaf = e, .parts = std::move(parts)});
}

Part Writer::unspecified(std::size_t i) {
    const Expr& e = graph_.node(i);
    if (is_input(e))
        return add({.form = Form::Symbol, .leaf = symbol(input_name(e), input_order(e))});
    const auto args = e.args();
    bool clear = is_typeset() && args.size() > 1 && is_derivative(e);  // one argument: f'(x)
    for (std::size_t k = 0; k < args.size() && clear; ++k)
        clear =
            args[k].is_symbol() && std::ranges::find(args.first(k), args[k]) == args.first(k).end();
    return add(
        {.form = clear ? Form::Derivative : Form::Unspecified, .leaf = e, .parts = children(i)});
}

}  // namespace

WrittenExpression::WrittenExpression(const Expr& expression, Layout layout) {
    if (expression.height() > static_cast<std::uint32_t>(deepest_nesting))
        throw NumericalError(
            fmt::format("the expression is {} levels deep; at most {} can be written out",
                        expression.height(), deepest_nesting));
    const Graph graph(expression);
    root_ = Writer(graph, layout, notations_).write_all();
    if (!(root_->size <= largest_written))
        throw NumericalError(fmt::format(
            "written out, the expression has about {:.2g} parts; at most {:.0f} can be written",
            root_->size, largest_written));
}

bool begins_with_minus(const Expr& e) {
    const WrittenExpression written(e, Layout::Line);
    return written.root().form == Form::Sum && written.root().marks.front();
}

}  // namespace rattleback

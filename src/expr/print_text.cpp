#include "expr/print_text.hpp"
#include "expr/line_text.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "expr/functions.hpp"
#include "expr/written.hpp"

namespace rattleback {
namespace {

void print(const Notation& n, LineText& out);

void print_factors(const Notation& n, char sign, LineText& out) {
    for (std::size_t k = 0; k < n.parts.size(); ++k) {
        if (k > 0) {
            out.may_break_before_factor();
            out += sign;
        }
        print(*n.parts[k], out);
    }
}

void print_power(const Notation& n, LineText& out) {
    print(*n.parts[0], out);
    out += '^';
    print(*n.parts[1], out);
}

void print_sum(const Notation& n, LineText& out) {
    for (std::size_t k = 0; k < n.parts.size(); ++k) {
        if (k > 0) {
            out.may_break_before_term();
            out += n.marks[k] ? " - " : " + ";
        } else if (n.marks[k]) {
            out += '-';
        }
        print(*n.parts[k], out);
    }
}

void print_arguments(const Notation& n, LineText& out) {
    out.open('(');
    for (std::size_t k = 0; k < n.parts.size(); ++k) {
        if (k > 0) out.comma();
        print(*n.parts[k], out);
    }
    out.close(')');
}

void print(const Notation& n, LineText& out) {
    switch (n.form) {
        case Form::Number: out += n.digits; return;
        case Form::Pi: out += "pi"; return;
        case Form::Symbol:
            out += n.leaf.name();
            out += std::string(static_cast<std::size_t>(n.leaf.order()), '\'');
            return;
        case Form::Sum: print_sum(n, out); return;
        case Form::Product: print_factors(n, '*', out); return;
        case Form::Fraction: print_factors(n, '/', out); return;
        case Form::Power: return print_power(n, out);
        case Form::Group: print_arguments(n, out); return;
        case Form::Call:
            out += function(n.leaf.function()).name;
            print_arguments(n, out);
            return;
        case Form::Unspecified:
            out += n.leaf.name();
            if (std::ranges::any_of(n.leaf.partials(), [](auto count) { return count != 0; }))
                out += fmt::format("[{}]", fmt::join(n.leaf.partials(), ","));
            print_arguments(n, out);
            return;
        case Form::Euler:
        case Form::Root:
        case Form::Bars:
        case Form::Derivative: return;  // not in Layout::Line
    }
}

}  // namespace

LineText text_line(const Expr& e) {
    LineText out;
    print(WrittenExpression(e, Layout::Line).root(), out);
    return out;
}

std::string to_text(const Expr& e) { return text_line(e).text(); }

std::string to_text(const Equation& equation) {
    return to_text(equation.left) + " = " + to_text(equation.right);
}

}  // namespace rattleback

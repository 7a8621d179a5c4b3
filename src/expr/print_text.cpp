#include "expr/print_text.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "expr/functions.hpp"
#include "expr/written.hpp"

namespace rattleback {
namespace {

void print(const Notation& n, std::string& out);

void print_list(const std::vector<const Notation*>& parts, std::string_view separator,
                std::string& out) {
    for (std::size_t k = 0; k < parts.size(); ++k) {
        if (k > 0) out += separator;
        print(*parts[k], out);
    }
}

void print_sum(const Notation& n, std::string& out) {
    for (std::size_t k = 0; k < n.parts.size(); ++k) {
        if (k > 0)
            out += n.marks[k] ? " - " : " + ";
        else if (n.marks[k])
            out += '-';
        print(*n.parts[k], out);
    }
}

void print_arguments(const Notation& n, std::string& out) {
    out += '(';
    print_list(n.parts, ", ", out);
    out += ')';
}

void print(const Notation& n, std::string& out) {
    switch (n.form) {
        case Form::Number: out += n.digits; return;
        case Form::Pi: out += "pi"; return;
        case Form::Symbol:
            out += n.leaf.name();
            out.append(static_cast<std::size_t>(n.leaf.order()), '\'');
            return;
        case Form::Sum: print_sum(n, out); return;
        case Form::Product: print_list(n.parts, "*", out); return;
        case Form::Fraction: print_list(n.parts, "/", out); return;
        case Form::Power: print_list(n.parts, "^", out); return;
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

std::string to_text(const Expr& e) {
    std::string out;
    print(WrittenExpression(e, Layout::Line).root(), out);
    return out;
}

std::string to_text(const Equation& equation) {
    return to_text(equation.left) + " = " + to_text(equation.right);
}

}  // namespace rattleback

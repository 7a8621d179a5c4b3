#include "expr/print_latex.hpp"

#include <fmt/format.h>

#include <cctype>
#include <numeric>

#include "expr/functions.hpp"
#include "expr/letters.hpp"
#include "expr/written.hpp"

namespace rattleback {
namespace {

std::string escaped(std::string_view text) {
    std::string result;
    for (const char c : text) {
        if (std::string_view("_%#&{}$").find(c) != std::string_view::npos) result += '\\';
        result += c;
    }
    return result;
}

std::string piece(std::string_view text) {
    if (const auto* letter = find_greek(text)) return std::string(letter->latex);
    return is_word(text) ? "\\mathrm{" + escaped(text) + "}" : escaped(text);
}

// Adjacent words would run into one another.
bool is_set_as_word(const Notation& n) {
    switch (n.form) {
        case Form::Symbol:
        case Form::Unspecified: return is_word(split_name(n.leaf.name()).base);
        case Form::Power: return is_set_as_word(*n.parts[0]);
        default: return false;
    }
}

void print(const Notation& n, std::string& out);

void print_sum(const Notation& n, std::string& out) {
    for (std::size_t k = 0; k < n.parts.size(); ++k) {
        if (k > 0)
            out += n.marks[k] ? " - " : " + ";
        else if (n.marks[k])
            out += '-';
        print(*n.parts[k], out);
    }
}

void print_product(const Notation& n, std::string& out) {
    for (std::size_t k = 0; k < n.parts.size(); ++k) {
        if (n.marks[k])
            out += " \\cdot ";
        else if (k > 0)
            out += is_set_as_word(*n.parts[k - 1]) || is_set_as_word(*n.parts[k]) ? " \\, " : " ";
        print(*n.parts[k], out);
    }
}

void print_braced(std::string_view before, const Notation& n, std::string& out) {
    out += before;
    out += '{';
    print(n, out);
    out += '}';
}

void print_arguments(const Notation& n, std::string& out) {
    out += n.tall ? "\\left(" : "(";
    for (std::size_t k = 0; k < n.parts.size(); ++k) {
        if (k > 0) out += ", ";
        print(*n.parts[k], out);
    }
    out += n.tall ? "\\right)" : ")";
}

void print_call(const Notation& n, std::string& out) {
    out += function(n.leaf.function()).latex;
    if (n.exponent != nullptr) print_braced("^", *n.exponent, out);
    if (n.parts.size() != 1) return print_arguments(n, out);
    const std::size_t begin = out.size();
    print(*n.parts[0], out);
    if (std::isalnum(static_cast<unsigned char>(out[begin])) != 0) out.insert(begin, 1, ' ');
}

std::string superscript(std::int64_t count) {
    return count == 1 ? "" : fmt::format("^{{{}}}", count);
}

// ∂²A/∂x∂y
void print_derivative(const Notation& n, std::string& out) {
    const auto partials = n.leaf.partials();
    const auto total = std::accumulate(partials.begin(), partials.end(), std::int64_t{0});
    out += fmt::format("\\frac{{\\partial{} {}}}{{", superscript(total), latex_name(n.leaf.name()));
    const char* space = "";
    for (std::size_t k = 0; k < partials.size(); ++k) {
        if (partials[k] == 0) continue;
        out += fmt::format("{}\\partial ", space);
        print(*n.parts[k], out);
        out += superscript(partials[k]);
        space = " ";
    }
    out += '}';
}

// f''(x), or ∂₁²∂₂A(…) for derivatives by the first argument and the second.
void print_unspecified(const Notation& n, std::string& out) {
    const auto partials = n.leaf.partials();
    const bool primes = partials.size() == 1;
    for (std::size_t k = 0; k < partials.size() && !primes; ++k)
        if (partials[k] != 0)
            out += fmt::format("\\partial_{{{}}}{}", k + 1, superscript(partials[k]));
    out += latex_name(n.leaf.name());
    if (primes)
        out += partials[0] <= 3
                   ? std::string(static_cast<std::size_t>(std::max(partials[0], 0)), '\'')
                   : fmt::format("^{{({})}}", partials[0]);
    print_arguments(n, out);
}

void print(const Notation& n, std::string& out) {
    switch (n.form) {
        case Form::Number: out += n.digits; return;
        case Form::Pi: out += "\\pi"; return;
        case Form::Euler: out += 'e'; return;
        case Form::Symbol: out += latex_name(n.leaf.name(), n.leaf.order()); return;
        case Form::Sum: return print_sum(n, out);
        case Form::Product: return print_product(n, out);
        case Form::Fraction:
            print_braced("\\frac", *n.parts[0], out);
            return print_braced("", *n.parts[1], out);
        case Form::Power: print(*n.parts[0], out); return print_braced("^", *n.parts[1], out);
        case Form::Root: return print_braced("\\sqrt", *n.parts[0], out);
        case Form::Bars:
            out += "\\left|";
            print(*n.parts[0], out);
            out += "\\right|";
            return;
        case Form::Call: return print_call(n, out);
        case Form::Unspecified: return print_unspecified(n, out);
        case Form::Derivative: return print_derivative(n, out);
        case Form::Group: return print_arguments(n, out);
    }
}

}  // namespace

std::string latex_name(std::string_view name, int primes) {
    const auto [base, subscript] = split_name(name);
    std::string result = piece(base);
    const bool dotted = primes >= 1 && primes <= 4;
    if (dotted)
        result =
            fmt::format("\\{}ot{{{}}}", std::string(static_cast<std::size_t>(primes), 'd'), result);
    if (!subscript.empty()) {
        result += "_{";
        for (const auto& [text, below] : subscript)
            result += piece(text) + (below.empty() ? "" : "_{" + piece(below) + "}");
        result += '}';
    }
    if (primes > 4) result += fmt::format("^{{({})}}", primes);
    return result;
}

std::string to_latex(const Expr& e) {
    std::string out;
    print(WrittenExpression(e, Layout::Page).root(), out);
    return out;
}

std::string to_latex(const Equation& equation) {
    return to_latex(equation.left) + " = " + to_latex(equation.right);
}

}  // namespace rattleback

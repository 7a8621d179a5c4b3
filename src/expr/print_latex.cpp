#include "expr/print_latex.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <limits>
#include <numeric>

#include "expr/functions.hpp"
#include "expr/letters.hpp"
#include "expr/written.hpp"

namespace rattleback {
namespace {

constexpr double unbounded = std::numeric_limits<double>::infinity();

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

// How wide things are, in letters.
constexpr double sign_width = 2, function_width = 3, bracket_width = 1, small = 0.7;

double width_of_piece(std::string_view text) {
    if (find_greek(text) != nullptr) return 1.1;
    return static_cast<double>(text.size());
}

double width_of_name(std::string_view name) {
    const auto [base, subscript] = split_name(name);
    double width = width_of_piece(base);
    for (const auto& [text, below] : subscript)
        width += small * (width_of_piece(text) + small * width_of_piece(below));
    return width;
}

double width_of_digits(std::string_view digits) { return static_cast<double>(digits.size()); }

// What has been written.
class Text {
public:
    explicit Text(double room) : room_(room) {}

    void add(std::string_view text, double width) {
        out_.text += text;
        out_.width += width;
    }
    // Another text, in a part of its size, in which there is no place for a break.
    void add_closed(const LatexText& part, double size = 1) { add(part.text, size * part.width); }
    void may_break() {
        if (!out_.text.empty()) out_.breaks.push_back({out_.text.size(), out_.width, depth_});
    }
    void open(std::string_view bracket) {
        add(bracket, bracket_width);
        ++depth_;
    }
    void close(std::string_view bracket) {
        add(bracket, bracket_width);
        --depth_;
    }
    // A command and the letter behind it: \sin x.
    void set_apart(std::size_t at) {
        if (at >= out_.text.size() || std::isalnum(static_cast<unsigned char>(out_.text[at])) == 0)
            return;
        out_.text.insert(at, 1, ' ');
        for (LatexText::Break& place : out_.breaks) place.at += place.at > at ? 1 : 0;
    }
    std::size_t size() const { return out_.text.size(); }
    double room() const { return room_; }
    LatexText& written() { return out_; }

private:
    double room_;
    LatexText out_;
    int depth_ = 0;  // of brackets that may span rows
};

void print(const Notation& n, Text& out);

// In one row.
LatexText whole(const Notation& n) {
    Text out(unbounded);
    print(n, out);
    return std::move(out.written());
}

bool is_too_wide(const Notation& n, const Text& out) {
    return out.room() < unbounded && whole(n).width > out.room();
}

void print_sum(const Notation& n, Text& out) {
    for (std::size_t k = 0; k < n.parts.size(); ++k) {
        if (k > 0) {
            out.may_break();
            out.add(n.marks[k] ? " - " : " + ", sign_width);
        } else if (n.marks[k]) {
            out.add("-", sign_width);
        }
        print(*n.parts[k], out);
    }
}

void print_product(const Notation& n, Text& out) {
    for (std::size_t k = 0; k < n.parts.size(); ++k) {
        if (n.marks[k])
            out.add(" \\cdot ", 1.1);
        else if (k > 0 && (is_set_as_word(*n.parts[k - 1]) || is_set_as_word(*n.parts[k])))
            out.add(" \\, ", 0.3);
        else if (k > 0)
            out.add(" ", 0);
        print(*n.parts[k], out);
    }
}

void print_braced(std::string_view before, const Notation& n, Text& out, double size = 1) {
    out.add(before, 0);
    out.add("{", 0);
    out.add_closed(whole(n), size);
    out.add("}", 0);
}

// Brackets of a fixed height, which may span rows.
void print_in_big_brackets(const Notation& n, Text& out) {
    out.open("\\bigl(");
    print(n, out);
    out.close("\\bigr)");
}

// \left( and \right) must be in one row.
void print_arguments(const Notation& n, Text& out) {
    if (n.tall && n.parts.size() == 1 && is_too_wide(*n.parts[0], out))
        return print_in_big_brackets(*n.parts[0], out);
    if (n.tall) {
        out.add("\\left(", bracket_width);
    } else {
        out.open("(");
    }
    for (std::size_t k = 0; k < n.parts.size(); ++k) {
        if (k > 0) out.add(", ", 1);
        if (n.tall)
            out.add_closed(whole(*n.parts[k]));
        else
            print(*n.parts[k], out);
    }
    if (n.tall)
        out.add("\\right)", bracket_width);
    else
        out.close(")");
}

// Where it is too wide, as 1/b before its numerator.
void print_fraction(const Notation& n, Text& out) {
    const Notation &above = *n.parts[0], &below = *n.parts[1];
    const LatexText lower = whole(below);
    if (is_too_wide(above, out)) {
        out.add("\\frac{1}{" + lower.text + "} ", 0.5 + std::max(1.0, lower.width));
        return above.form == Form::Sum ? print_in_big_brackets(above, out) : print(above, out);
    }
    const LatexText upper = whole(above);
    out.add("\\frac{" + upper.text + "}{" + lower.text + "}",
            0.5 + std::max(upper.width, lower.width));
}

// Where it is too wide, as a power.
void print_root(const Notation& n, Text& out) {
    if (is_too_wide(*n.parts[0], out)) {
        print_in_big_brackets(*n.parts[0], out);
        return out.add("^{1/2}", 3 * small);
    }
    out.add("", 1.1);
    print_braced("\\sqrt", *n.parts[0], out);
}

void print_call(const Notation& n, Text& out) {
    out.add(function(n.leaf.function()).latex, function_width);
    if (n.exponent != nullptr) print_braced("^", *n.exponent, out, small);
    if (n.parts.size() != 1) return print_arguments(n, out);
    const std::size_t begin = out.size();
    print(*n.parts[0], out);
    out.set_apart(begin);
}

std::string superscript(std::int64_t count) {
    return count == 1 ? "" : fmt::format("^{{{}}}", count);
}

// ∂²A/∂x∂y
void print_derivative(const Notation& n, Text& out) {
    const auto partials = n.leaf.partials();
    const auto total = std::accumulate(partials.begin(), partials.end(), std::int64_t{0});
    constexpr double d = 1.1;  // ∂
    const auto width_of_count = [](std::int64_t count) { return count == 1 ? 0 : small; };
    std::string below;
    double width = 0;
    for (std::size_t k = 0; k < partials.size(); ++k) {
        if (partials[k] == 0) continue;
        const LatexText by = whole(*n.parts[k]);
        below += fmt::format("{}\\partial {}{}", below.empty() ? "" : " ", by.text,
                             superscript(partials[k]));
        width += d + by.width + width_of_count(partials[k]);
    }
    width = std::max(width, d + width_of_count(total) + width_of_name(n.leaf.name()));
    out.add(fmt::format("\\frac{{\\partial{} {}}}{{{}}}", superscript(total),
                        latex_name(n.leaf.name()), below),
            0.5 + width);
}

// f''(x), or ∂₁²∂₂A(…) for derivatives by the first argument and the second.
void print_unspecified(const Notation& n, Text& out) {
    const auto partials = n.leaf.partials();
    const bool primes = partials.size() == 1;
    for (std::size_t k = 0; k < partials.size() && !primes; ++k)
        if (partials[k] != 0)
            out.add(fmt::format("\\partial_{{{}}}{}", k + 1, superscript(partials[k])), 2);
    out.add(latex_name(n.leaf.name()), width_of_name(n.leaf.name()));
    if (primes)
        out.add(partials[0] <= 3
                    ? std::string(static_cast<std::size_t>(std::max(partials[0], 0)), '\'')
                    : fmt::format("^{{({})}}", partials[0]),
                small * static_cast<double>(partials[0]));
    print_arguments(n, out);
}

void print(const Notation& n, Text& out) {
    switch (n.form) {
        case Form::Number: return out.add(n.digits, width_of_digits(n.digits));
        case Form::Pi: return out.add("\\pi", 1.1);
        case Form::Euler: return out.add("e", 1);
        case Form::Symbol:
            return out.add(latex_name(n.leaf.name(), n.leaf.order()), width_of_name(n.leaf.name()));
        case Form::Sum: return print_sum(n, out);
        case Form::Product: return print_product(n, out);
        case Form::Fraction: return print_fraction(n, out);
        case Form::Power:
            print(*n.parts[0], out);
            return print_braced("^", *n.parts[1], out, small);
        case Form::Root: return print_root(n, out);
        case Form::Bars:
            out.add("\\left|", 1);
            out.add_closed(whole(*n.parts[0]));
            return out.add("\\right|", 1);
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

LatexText latex_text(const Expr& e, double room) {
    Text out(room);
    print(WrittenExpression(e, Layout::Page).root(), out);
    return std::move(out.written());
}

std::string to_latex(const Expr& e) { return latex_text(e).text; }

std::string to_latex(const Equation& equation) {
    return to_latex(equation.left) + " = " + to_latex(equation.right);
}

}  // namespace rattleback

#include "expr/print_mathml.hpp"

#include <fmt/format.h>

#include <array>
#include <numeric>

#include "expr/functions.hpp"
#include "expr/letters.hpp"
#include "expr/written.hpp"

namespace rattleback {
namespace {

constexpr std::string_view invisible_times = "<mo>&#x2062;</mo>";
constexpr std::string_view apply_function = "<mo>&#x2061;</mo>";
// g sin φ, not gsinφ: browsers set no space where a function is applied or multiplied by.
constexpr std::string_view space = "<mspace width=\"0.17em\"/>";

std::string escaped(std::string_view text) {
    std::string result;
    for (const char c : text) {
        switch (c) {
            case '<': result += "&lt;"; break;
            case '>': result += "&gt;"; break;
            case '&': result += "&amp;"; break;
            default: result += c;
        }
    }
    return result;
}

std::string piece(std::string_view text) {
    if (const auto* letter = find_greek(text)) return fmt::format("<mi>{}</mi>", letter->unicode);
    if (text == ",") return "<mo>,</mo>";
    const bool digits = text[0] >= '0' && text[0] <= '9';
    return fmt::format("<{0}>{1}</{0}>", digits ? "mn" : "mi", escaped(text));
}

// A name taken apart: its letter with dots, and one element for the subscript or nothing.
struct Pieces {
    std::string letter, subscript;
};

Pieces split(std::string_view name, int primes) {
    constexpr std::array<std::string_view, 5> dots{"", "˙", "¨", "&#x20DB;", "&#x20DC;"};
    const auto [base, subscript] = split_name(name);
    Pieces result{piece(base), ""};
    if (primes >= 1 && primes <= 4)
        result.letter = fmt::format("<mover accent=\"true\">{}<mo>{}</mo></mover>", result.letter,
                                    dots[static_cast<std::size_t>(primes)]);
    for (const auto& [text, below] : subscript)
        result.subscript += below.empty()
                                ? piece(text)
                                : fmt::format("<msub>{}{}</msub>", piece(text), piece(below));
    if (subscript.size() > 1) result.subscript = fmt::format("<mrow>{}</mrow>", result.subscript);
    return result;
}

// Opens an element now and closes it at the end of the scope.
class Element {
public:
    Element(std::string_view tag, std::string& out) : tag_(tag), out_(out) {
        out_ += fmt::format("<{}>", tag_);
    }
    Element(const Element&) = delete;
    Element& operator=(const Element&) = delete;
    ~Element() { out_ += fmt::format("</{}>", tag_); }

private:
    std::string_view tag_;
    std::string& out_;
};

void print(const Notation& n, std::string& out);

void print_element(std::string_view tag, const std::vector<const Notation*>& parts,
                   std::string& out) {
    const Element element(tag, out);
    for (const Notation* part : parts) print(*part, out);
}

// 12, or 2/3 in an exponent.
void print_number(std::string_view digits, std::string& out) {
    const auto slash = digits.find('/');
    if (slash == std::string_view::npos)
        out += fmt::format("<mn>{}</mn>", digits);
    else
        out += fmt::format("<mrow><mn>{}</mn><mo>/</mo><mn>{}</mn></mrow>", digits.substr(0, slash),
                           digits.substr(slash + 1));
}

void print_sum(const Notation& n, std::string& out) {
    const Element row("mrow", out);
    for (std::size_t k = 0; k < n.parts.size(); ++k) {
        if (n.marks[k])
            out += "<mo>−</mo>";
        else if (k > 0)
            out += "<mo>+</mo>";
        print(*n.parts[k], out);
    }
}

// Several letters, which would run into what stands before them.
bool begins_with_word(const Notation& n) {
    switch (n.form) {
        case Form::Call: return true;
        case Form::Symbol:
        case Form::Unspecified: return is_word(split_name(n.leaf.name()).base);
        case Form::Power: return begins_with_word(*n.parts[0]);
        default: return false;
    }
}

void print_product(const Notation& n, std::string& out) {
    const Element row("mrow", out);
    for (std::size_t k = 0; k < n.parts.size(); ++k) {
        if (k > 0) out += n.marks[k] ? "<mo>⋅</mo>" : invisible_times;
        if (k > 0 && !n.marks[k] && begins_with_word(*n.parts[k])) out += space;
        print(*n.parts[k], out);
    }
}

void print_fenced(const std::array<std::string_view, 2>& fences, const Notation& n,
                  std::string& out) {
    const Element row("mrow", out);
    out += fmt::format("<mo>{}</mo>", fences[0]);
    for (std::size_t k = 0; k < n.parts.size(); ++k) {
        if (k > 0) out += "<mo>,</mo>";
        print(*n.parts[k], out);
    }
    out += fmt::format("<mo>{}</mo>", fences[1]);
}

// The exponent of x₁² stands above the subscript.
void print_power(const Notation& n, std::string& out) {
    const Notation& base = *n.parts[0];
    const auto name =
        base.form == Form::Symbol ? split(base.leaf.name(), base.leaf.order()) : Pieces{};
    if (name.subscript.empty()) return print_element("msup", n.parts, out);
    const Element power("msubsup", out);
    out += name.letter + name.subscript;
    print(*n.parts[1], out);
}

void print_call(const Notation& n, std::string& out) {
    const Element row("mrow", out);
    const auto name = fmt::format("<mi>{}</mi>", function(n.leaf.function()).mathml);
    if (n.exponent == nullptr) {
        out += name;
    } else {
        const Element power("msup", out);
        out += name;
        print(*n.exponent, out);
    }
    out += apply_function;
    if (n.parts.size() == 1) {
        if (n.parts[0]->form != Form::Group) out += space;
        print(*n.parts[0], out);
        return;
    }
    print_fenced({"(", ")"}, n, out);
}

std::string with_superscript(const std::string& base, std::int64_t count) {
    return count == 1 ? base : fmt::format("<msup>{}<mn>{}</mn></msup>", base, count);
}

// ∂²A/∂x∂y
void print_derivative(const Notation& n, std::string& out) {
    const auto partials = n.leaf.partials();
    const std::string d = "<mo>∂</mo>";
    const auto total = std::accumulate(partials.begin(), partials.end(), std::int64_t{0});
    const Element fraction("mfrac", out);
    out += fmt::format("<mrow>{}{}</mrow>", with_superscript(d, total), mathml_name(n.leaf.name()));
    const Element below("mrow", out);
    for (std::size_t k = 0; k < partials.size(); ++k) {
        const Expr& argument = n.parts[k]->leaf;
        if (partials[k] != 0)
            out +=
                d + with_superscript(mathml_name(argument.name(), argument.order()), partials[k]);
    }
}

// f″, f⁽⁴⁾
std::string primed(const std::string& name, std::int32_t count) {
    constexpr std::array<std::string_view, 4> primes{"", "′", "″", "‴"};
    if (count <= 0) return name;
    if (count > 3)
        return fmt::format("<msup>{}<mrow><mo>(</mo><mn>{}</mn><mo>)</mo></mrow></msup>", name,
                           count);
    return fmt::format("<msup>{}<mo>{}</mo></msup>", name, primes[static_cast<std::size_t>(count)]);
}

// f''(x), or ∂₁²∂₂A(…) for derivatives by the first argument and the second.
void print_unspecified(const Notation& n, std::string& out) {
    const Element row("mrow", out);
    const auto partials = n.leaf.partials();
    const bool primes = partials.size() == 1;
    for (std::size_t k = 0; k < partials.size() && !primes; ++k) {
        if (partials[k] == 1)
            out += fmt::format("<msub><mo>∂</mo><mn>{}</mn></msub>", k + 1);
        else if (partials[k] != 0)
            out += fmt::format("<msubsup><mo>∂</mo><mn>{}</mn><mn>{}</mn></msubsup>", k + 1,
                               partials[k]);
    }
    out += primed(mathml_name(n.leaf.name()), primes ? partials[0] : 0);
    out += apply_function;
    print_fenced({"(", ")"}, n, out);
}

void print(const Notation& n, std::string& out) {
    switch (n.form) {
        case Form::Number: return print_number(n.digits, out);
        case Form::Pi: out += "<mi>π</mi>"; return;
        case Form::Euler: out += "<mi>e</mi>"; return;
        case Form::Symbol: out += mathml_name(n.leaf.name(), n.leaf.order()); return;
        case Form::Sum: return print_sum(n, out);
        case Form::Product: return print_product(n, out);
        case Form::Fraction: return print_element("mfrac", n.parts, out);
        case Form::Power: return print_power(n, out);
        case Form::Root: return print_element("msqrt", n.parts, out);
        case Form::Bars: return print_fenced({"|", "|"}, n, out);
        case Form::Call: return print_call(n, out);
        case Form::Unspecified: return print_unspecified(n, out);
        case Form::Derivative: return print_derivative(n, out);
        case Form::Group: return print_fenced({"(", ")"}, n, out);
    }
}

}  // namespace

std::string mathml_name(std::string_view name, int primes) {
    const auto [letter, subscript] = split(name, primes);
    const std::string result =
        subscript.empty() ? letter : fmt::format("<msub>{}{}</msub>", letter, subscript);
    return primes > 4 ? primed(result, primes) : result;
}

std::string to_mathml(const Expr& e) {
    std::string out;
    print(WrittenExpression(e, Layout::Page).root(), out);
    return out;
}

std::string to_mathml(const Equation& equation) {
    return "<mrow>" + to_mathml(equation.left) + "<mo>=</mo>" + to_mathml(equation.right) +
           "</mrow>";
}

std::string mathml_root(std::string_view content, MathDisplay display) {
    return fmt::format(
        "<math xmlns=\"http://www.w3.org/1998/Math/MathML\" display=\"{}\">{}</math>",
        display == MathDisplay::Block ? "block" : "inline", content);
}

}  // namespace rattleback

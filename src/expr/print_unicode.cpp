#include "expr/print_unicode.hpp"
#include "expr/line_text.hpp"

#include <algorithm>
#include <array>
#include <numeric>

#include "expr/functions.hpp"
#include "expr/letters.hpp"
#include "expr/written.hpp"

namespace rattleback {
namespace {

struct Sign {
    char plain;
    std::string_view sign;
};

constexpr std::array<Sign, 25> low{{{'0', "₀"}, {'1', "₁"}, {'2', "₂"}, {'3', "₃"}, {'4', "₄"},
                                    {'5', "₅"}, {'6', "₆"}, {'7', "₇"}, {'8', "₈"}, {'9', "₉"},
                                    {'a', "ₐ"}, {'e', "ₑ"}, {'h', "ₕ"}, {'i', "ᵢ"}, {'j', "ⱼ"},
                                    {'k', "ₖ"}, {'l', "ₗ"}, {'m', "ₘ"}, {'n', "ₙ"}, {'o', "ₒ"},
                                    {'p', "ₚ"}, {'r', "ᵣ"}, {'s', "ₛ"}, {'t', "ₜ"}, {'u', "ᵤ"}}};

constexpr std::array<Sign, 11> high{{{'0', "⁰"},
                                     {'1', "¹"},
                                     {'2', "²"},
                                     {'3', "³"},
                                     {'4', "⁴"},
                                     {'5', "⁵"},
                                     {'6', "⁶"},
                                     {'7', "⁷"},
                                     {'8', "⁸"},
                                     {'9', "⁹"},
                                     {'-', "⁻"}}};

// Letters that Unicode has with their dots; the others are followed by a combining sign.
constexpr std::array<Sign, 22> dotted{
    {{'a', "ȧ"}, {'b', "ḃ"}, {'c', "ċ"}, {'d', "ḋ"}, {'e', "ė"}, {'f', "ḟ"}, {'g', "ġ"}, {'h', "ḣ"},
     {'m', "ṁ"}, {'n', "ṅ"}, {'o', "ȯ"}, {'p', "ṗ"}, {'r', "ṙ"}, {'s', "ṡ"}, {'t', "ṫ"}, {'w', "ẇ"},
     {'x', "ẋ"}, {'y', "ẏ"}, {'z', "ż"}, {'X', "Ẋ"}, {'Y', "Ẏ"}, {'Z', "Ż"}}};
constexpr std::array<Sign, 12> twice_dotted{{{'a', "ä"},
                                             {'e', "ë"},
                                             {'h', "ḧ"},
                                             {'i', "ï"},
                                             {'o', "ö"},
                                             {'t', "ẗ"},
                                             {'u', "ü"},
                                             {'w', "ẅ"},
                                             {'x', "ẍ"},
                                             {'y', "ÿ"},
                                             {'X', "Ẍ"},
                                             {'Y', "Ÿ"}}};

template <std::size_t size>
std::string_view find(const std::array<Sign, size>& table, char plain) {
    const auto row = std::ranges::find(table, plain, &Sign::plain);
    return row == table.end() ? std::string_view{} : row->sign;
}

// All of the text in small signs; empty where one of them is missing.
template <std::size_t size>
std::string in_signs(const std::array<Sign, size>& table, std::string_view text) {
    std::string result;
    for (const char c : text) {
        const auto sign = find(table, c);
        if (sign.empty()) return {};
        result += sign;
    }
    return result;
}

std::string with_dots(std::string_view base, int primes, UnicodeStyle style) {
    constexpr std::array<std::string_view, 5> combining{"", "\u0307", "\u0308", "\u20DB", "\u20DC"};
    if (is_word(base))
        return std::string(base) + std::string(static_cast<std::size_t>(primes), '\'');
    const auto* greek = find_greek(base);
    const bool may_be_one = style == UnicodeStyle::Terminal && greek == nullptr;
    if (may_be_one && base.size() == 1 && (primes == 1 || primes == 2)) {
        const auto sign = primes == 1 ? find(dotted, base[0]) : find(twice_dotted, base[0]);
        if (!sign.empty()) return std::string(sign);
    }
    return std::string(greek != nullptr ? greek->unicode : base) +
           std::string(combining[static_cast<std::size_t>(primes)]);
}

// m₁, v₁₂, R_φ, R_θ₁, x₁,ₐ → x_1,A where not all of it can stand low.
std::string subscript_of(const std::vector<SubscriptPiece>& pieces, UnicodeStyle style) {
    std::string small, plain;
    bool all_small = !pieces.empty();
    for (const auto& [text, below] : pieces) {
        const auto* greek = find_greek(text);
        const bool is_number = text[0] >= '0' && text[0] <= '9';
        const bool may_be_small = style == UnicodeStyle::Terminal || is_number;
        const std::string signs =
            greek != nullptr || !may_be_small ? std::string() : in_signs(low, text);
        const std::string under = in_signs(low, below);
        all_small = all_small && !signs.empty() && (below.empty() || !under.empty());
        small += signs + under;
        plain += greek != nullptr ? greek->unicode : text;
        plain += under.empty() ? below : under;
    }
    if (all_small) return small;
    return pieces.empty() ? "" : "_" + plain;
}

std::string name_of(std::string_view name, int primes, UnicodeStyle style) {
    const auto [base, subscript] = split_name(name);
    const bool dots = primes <= 4;
    std::string result = with_dots(base, dots ? primes : 0, style) + subscript_of(subscript, style);
    if (!dots) result += "⁽" + in_signs(high, std::to_string(primes)) + "⁾";
    return result;
}

// What has been written, and how.
struct Text : LineText {
    UnicodeStyle style;
};

void print(const Notation& n, Text& out);

void print_sum(const Notation& n, Text& out) {
    for (std::size_t k = 0; k < n.parts.size(); ++k) {
        if (k > 0) {
            out.may_break_before_term();
            out += n.marks[k] ? " − " : " + ";
        } else if (n.marks[k]) {
            out += "−";
        }
        print(*n.parts[k], out);
    }
}

void print_product(const Notation& n, Text& out) {
    for (std::size_t k = 0; k < n.parts.size(); ++k) {
        if (n.marks[k]) {
            out += "·";
        } else if (k > 0 && !holds_tight(*n.parts[k - 1], *n.parts[k])) {
            out.may_break_before_factor();
            out += thin_space;
        }
        print(*n.parts[k], out);
    }
}

void print_arguments(const Notation& n, Text& out) {
    out.open('(');
    for (std::size_t k = 0; k < n.parts.size(); ++k) {
        if (k > 0) out.comma();
        print(*n.parts[k], out);
    }
    out.close(')');
}

// x², x⁻¹ where Unicode has the signs, x^(n + 1) where not.
void print_exponent(const Notation& n, Text& out) {
    const Notation& inside = n.form == Form::Group ? *n.parts[0] : n;
    const bool is_negative =
        inside.form == Form::Sum && inside.parts.size() == 1 && inside.marks[0];
    const Notation& size = is_negative ? *inside.parts[0] : inside;
    const std::string signs =
        size.form == Form::Number ? in_signs(high, (is_negative ? "-" : "") + size.digits) : "";
    if (!signs.empty()) {
        out += signs;
        return;
    }
    out += '^';
    const bool bare = n.form == Form::Symbol || n.form == Form::Group;
    if (!bare) out.open('(');
    print(n, out);
    if (!bare) out.close(')');
}

void print_call(const Notation& n, Text& out) {
    out += function(n.leaf.function()).mathml;
    if (n.exponent != nullptr) print_exponent(*n.exponent, out);
    if (n.parts.size() != 1) return print_arguments(n, out);
    if (n.parts[0]->form != Form::Group) out += ' ';
    print(*n.parts[0], out);
}

std::string raised(std::int64_t count) {
    return count == 1 ? "" : in_signs(high, std::to_string(count));
}

// ∂²A/∂x∂y
void print_derivative(const Notation& n, Text& out) {
    const auto partials = n.leaf.partials();
    const auto total = std::accumulate(partials.begin(), partials.end(), std::int64_t{0});
    out += "∂" + raised(total) + name_of(n.leaf.name(), 0, out.style) + "/";
    for (std::size_t k = 0; k < partials.size(); ++k) {
        if (partials[k] == 0) continue;
        out += "∂";
        print(*n.parts[k], out);
        out += raised(partials[k]);
    }
}

// f″(x), or ∂₁²∂₂A(…) for derivatives by the first argument and the second.
void print_unspecified(const Notation& n, Text& out) {
    const auto partials = n.leaf.partials();
    const bool primes = partials.size() == 1;
    for (std::size_t k = 0; k < partials.size() && !primes; ++k)
        if (partials[k] != 0)
            out += "∂" + in_signs(low, std::to_string(k + 1)) + raised(partials[k]);
    out += name_of(n.leaf.name(), 0, out.style);
    if (primes && partials[0] <= 3)
        for (int i = 0; i < partials[0]; ++i) out += "′";
    else if (primes)
        out += "⁽" + in_signs(high, std::to_string(partials[0])) + "⁾";
    print_arguments(n, out);
}

void print(const Notation& n, Text& out) {
    switch (n.form) {
        case Form::Number: out += n.digits; return;
        case Form::Pi: out += "π"; return;
        case Form::Symbol: out += name_of(n.leaf.name(), n.leaf.order(), out.style); return;
        case Form::Sum: return print_sum(n, out);
        case Form::Product: return print_product(n, out);
        case Form::Fraction:
            print(*n.parts[0], out);
            out.may_break_before_factor();
            out += '/';
            return print(*n.parts[1], out);
        case Form::Power: print(*n.parts[0], out); return print_exponent(*n.parts[1], out);
        case Form::Root: out += "√"; return print(*n.parts[0], out);
        case Form::Bars:
            out += '|';
            print(*n.parts[0], out);
            out += '|';
            return;
        case Form::Call: return print_call(n, out);
        case Form::Unspecified: return print_unspecified(n, out);
        case Form::Derivative: return print_derivative(n, out);
        case Form::Group: return print_arguments(n, out);
        case Form::Euler: return;  // not in Layout::Screen
    }
}

}  // namespace

std::string unicode_name(std::string_view name, int primes, UnicodeStyle style) {
    return name_of(name, primes, style);
}

std::string to_unicode(const Expr& e, UnicodeStyle style) {
    Text out{{}, style};
    print(WrittenExpression(e, Layout::Screen).root(), out);
    return out.text();
}

LineText unicode_line(const Expr& e) {
    Text out{{}, UnicodeStyle::Terminal};
    print(WrittenExpression(e, Layout::Screen).root(), out);
    return out;
}

std::string to_unicode(const Equation& equation) {
    return to_unicode(equation.left) + " = " + to_unicode(equation.right);
}

}  // namespace rattleback

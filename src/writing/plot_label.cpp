#include "writing/plot_label.hpp"

#include <array>

#include "base/errors.hpp"
#include "expr/letters.hpp"
#include "expr/tokens.hpp"

namespace rattleback {
namespace {

constexpr std::array<const char*, 10> subscripts{"₀", "₁", "₂", "₃", "₄", "₅", "₆", "₇", "₈", "₉"};
constexpr std::array<const char*, 10> superscripts{"⁰", "¹", "²", "³", "⁴",
                                                   "⁵", "⁶", "⁷", "⁸", "⁹"};
constexpr std::array<const char*, 3> dots{"", "\u0307", "\u0308"};  // over the letter before
constexpr const char* thin_space = "\u2009";

bool is_digits(std::string_view text) {
    return text.find_first_not_of("0123456789") == std::string_view::npos;
}

std::string in_digits(std::string_view number, const std::array<const char*, 10>& digits) {
    std::string text;
    for (const char c : number) text += digits[static_cast<std::size_t>(c - '0')];
    return text;
}

std::string letter(std::string_view name) {
    const GreekLetter* const greek = find_greek(name);
    return std::string(greek == nullptr ? name : greek->unicode);
}

std::string subscript(const std::vector<SubscriptPiece>& pieces) {
    if (pieces.size() == 1 && is_digits(pieces[0].text))
        return in_digits(pieces[0].text, subscripts);
    std::string all = pieces.empty() ? "" : "_";
    for (const auto& [text, below] : pieces)
        all += letter(text) + (is_digits(below) ? in_digits(below, subscripts) : letter(below));
    return all;
}

std::string named(std::string_view name, std::size_t primes) {
    if (name == "sqrt") return "√";
    const SplitName split = split_name(name);
    std::string text = letter(split.base);
    const bool takes_dots = primes < dots.size() && !is_word(split.base);
    if (takes_dots) text += dots[primes];
    text += subscript(split.subscript);
    for (std::size_t i = 0; i < primes && !takes_dots; ++i) text += "′";
    return text;
}

bool ends_operand(TokenKind kind) {
    return kind == TokenKind::Number || kind == TokenKind::Name || kind == TokenKind::Close;
}

class Label {
public:
    explicit Label(const SourceText& source) : tokens_(source) {}

    std::string text() {
        for (Token token = tokens_.next(); token.kind != TokenKind::End; token = tokens_.next())
            add(token);
        return text_;
    }

private:
    void add(const Token& token) {
        const std::string word(tokens_.text(token.without_primes()));
        if (before_ == TokenKind::Times) text_ += product_sign(token.kind);
        if (before_ == TokenKind::Power)
            text_ += token.kind == TokenKind::Number && is_digits(word)
                         ? in_digits(word, superscripts)
                         : "^" + operand(token, word);
        else
            text_ += operand(token, word);
        if (token.kind != TokenKind::Times && token.kind != TokenKind::Power) last_ = token.kind;
        before_ = token.kind;
    }

    std::string operand(const Token& token, const std::string& word) const {
        const bool is_binary = ends_operand(last_) && ends_operand(before_);
        switch (token.kind) {
            case TokenKind::Name: return named(word, token.primes);
            case TokenKind::Plus: return is_binary ? " + " : "+";
            case TokenKind::Minus: return is_binary ? " − " : "−";
            case TokenKind::Times:
            case TokenKind::Power:
            case TokenKind::End: return "";
            case TokenKind::Comma: return ", ";
            case TokenKind::Equals: return " = ";
            case TokenKind::Number:
            case TokenKind::Divide:
            case TokenKind::Open:
            case TokenKind::Close:
            case TokenKind::OpenBracket:
            case TokenKind::CloseBracket: return word;
        }
        return word;
    }

    // 2x and 2(x + y), but m ẋ, which is no word, and m (x + y), which is no function.
    std::string product_sign(TokenKind next) const {
        if (next == TokenKind::Number) return "·";
        return last_ == TokenKind::Number ? "" : thin_space;
    }

    Tokens tokens_;
    std::string text_;
    TokenKind before_ = TokenKind::Open;  // the last token
    TokenKind last_ = TokenKind::Open;    // the last that was no * or ^
};

}  // namespace

std::string plot_label(const std::string& formula) {
    const SourceText source{.text = formula};
    try {
        return Label(source).text();
    } catch (const ModelError&) {
        return formula;
    }
}

}  // namespace rattleback

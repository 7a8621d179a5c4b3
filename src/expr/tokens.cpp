#include "expr/tokens.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "expr/letters.hpp"
#include "rattleback/errors.hpp"

namespace rattleback {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool begins_name(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
bool continues_name(char c) { return begins_name(c) || is_digit(c); }

struct Lookalike {
    std::string_view seen, meant;
};

constexpr std::array<Lookalike, 24> lookalikes{{
    {"**", "^"}, {"==", "="},   {"{", "("},   {"}", ")"},     {"×", "*"},       {"·", "*"},
    {"⋅", "*"},  {"∗", "*"},    {"•", "*"},   {"÷", "/"},     {"∕", "/"},       {"⁄", "/"},
    {"−", "-"},  {"–", "-"},    {"—", "-"},   {"‐", "-"},     {"‑", "-"},       {"²", "^2"},
    {"³", "^3"}, {"√", "sqrt"}, {"ϕ", "phi"}, {"ϑ", "theta"}, {"ϵ", "epsilon"}, {"µ", "mu"},
}};

constexpr std::array<std::string_view, 8> like_primes{"'", "\"", "′", "″", "’", "‘", "”", "´"};

// What to write for the characters that the text begins with, or nothing.
std::string_view meant_by(std::string_view text) {
    for (const auto& [seen, meant] : lookalikes)
        if (text.starts_with(seen)) return meant;
    for (const auto& letter : greek_letters())
        if (text.starts_with(letter.unicode)) return letter.name;
    return {};
}

// Bytes of the well-formed UTF-8 character that the text begins with; 0 if it is not one.
std::size_t character_length(std::string_view text) {
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
    const unsigned lead = byte(0);
    const std::size_t length = lead < 0x80   ? 1
                               : lead < 0xC2 ? 0
                               : lead < 0xE0 ? 2
                               : lead < 0xF0 ? 3
                               : lead < 0xF5 ? 4
                                             : 0;
    if (length > text.size()) return 0;
    for (std::size_t i = 1; i < length; ++i)
        if ((byte(i) & 0xC0U) != 0x80U) return 0;
    return length;
}

// Bytes of the sign of comparison that the text begins with.
std::size_t comparison_length(std::string_view text) {
    for (const std::string_view sign : {"<=", ">=", "<", ">", "≤", "≥", "⩽", "⩾"})
        if (text.starts_with(sign)) return sign.size();
    return 0;
}

struct Complaint {
    std::size_t width;
    std::string message;
};

// Why the text cannot begin a token.
Complaint complaint_about(std::string_view text) {
    const std::size_t length = character_length(text);
    const auto first = static_cast<unsigned char>(text[0]);
    if (length == 0)
        return {1, fmt::format("unexpected byte 0x{:02X}; a formula is UTF-8 text", first)};
    if (first < 0x20 || first == 0x7F)
        return {1, fmt::format("unexpected control character 0x{:02X}", first)};
    const std::size_t width = text.starts_with("**") || text.starts_with("==") ? 2 : length;
    const std::string unexpected = fmt::format("unexpected '{}'", text.substr(0, width));
    if (const auto meant = meant_by(text); !meant.empty())
        return {width, fmt::format("{}; write '{}' instead", unexpected, meant)};
    for (const auto prime : like_primes)
        if (text.starts_with(prime))
            return {width,
                    "unexpected " + std::string(prime) +
                        " here; primes are apostrophes directly after a name, as in x' and x''"};
    if (const auto sign = comparison_length(text); sign > 0)
        return {sign, "unexpected " + quoted(text.substr(0, sign)) +
                          "; one-sided constraints are not treated, an equation has one '='"};
    if (first == '|') return {1, "unexpected '|'; write abs(x) for an absolute value"};
    if (length > 1)
        return {length, unexpected + "; names are made of the letters a-z and A-Z, digits and '_'"};
    return {1, unexpected};
}

TokenKind operator_kind(char c) {
    switch (c) {
        case '+': return TokenKind::Plus;
        case '-': return TokenKind::Minus;
        case '*': return TokenKind::Times;
        case '/': return TokenKind::Divide;
        case '^': return TokenKind::Power;
        case '(': return TokenKind::Open;
        case ')': return TokenKind::Close;
        case '[': return TokenKind::OpenBracket;
        case ']': return TokenKind::CloseBracket;
        case ',': return TokenKind::Comma;
        case '=': return TokenKind::Equals;
        default: return TokenKind::End;
    }
}

}  // namespace

char Tokens::peek(std::size_t ahead) const {
    const auto& text = source_->text;
    return at_ + ahead < text.size() ? text[at_ + ahead] : '\0';
}

std::string_view Tokens::text(SourceRange range) const {
    return std::string_view(source_->text).substr(range.begin, range.end - range.begin);
}

void Tokens::skip_space() {
    constexpr std::string_view no_break_space = "\u00A0";  // invisible, and common in pasted text
    const std::string_view text = source_->text;
    for (;;) {
        const char c = peek();
        if (c == ' ' || (c >= '\t' && c <= '\r'))
            ++at_;
        else if (text.substr(at_).starts_with(no_break_space))
            at_ += no_break_space.size();
        else
            return;
    }
}

Token Tokens::next() {
    skip_space();
    const std::size_t begin = at_;
    if (begin == source_->text.size()) return {TokenKind::End, {begin, begin}};
    const char c = peek();
    if (is_digit(c) || (c == '.' && is_digit(peek(1)))) return number(begin);
    if (begins_name(c)) return name(begin);
    const TokenKind kind = operator_kind(c);
    const bool doubled = (c == '*' || c == '=') && peek(1) == c;
    if (kind == TokenKind::End || doubled) {
        const auto [width, message] =
            complaint_about(std::string_view(source_->text).substr(begin));
        throw ModelError(message, *source_, {begin, begin + width});
    }
    ++at_;
    return {kind, {begin, at_}};
}

Token Tokens::number(std::size_t begin) {
    const auto digits = [this] {
        while (is_digit(peek())) ++at_;
    };
    digits();
    if (peek() == '.') ++at_;
    digits();
    if (peek() == 'e' || peek() == 'E') {
        const std::size_t sign = peek(1) == '+' || peek(1) == '-' ? 1 : 0;
        if (is_digit(peek(1 + sign))) {
            at_ += 1 + sign;
            digits();
        }
    }
    if (peek() == '.') {
        while (is_digit(peek()) || peek() == '.') ++at_;
        throw ModelError(quoted(text({begin, at_})) + " is not a number", *source_, {begin, at_});
    }
    return {TokenKind::Number, {begin, at_}};
}

Token Tokens::name(std::size_t begin) {
    while (continues_name(peek())) ++at_;
    const std::size_t end = at_;
    while (peek() == '\'') ++at_;
    return {TokenKind::Name, {begin, at_}, at_ - end};
}

bool is_name(std::string_view text) {
    return !text.empty() && begins_name(text[0]) && std::ranges::all_of(text, continues_name);
}

std::string quoted(std::string_view text) {
    constexpr std::size_t longest = 40;
    if (text.size() <= longest) return fmt::format("'{}'", text);
    std::size_t end = longest;
    while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0U) == 0x80U) --end;
    return fmt::format("'{}…'", text.substr(0, end));
}

}  // namespace rattleback

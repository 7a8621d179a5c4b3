// A sentence: words and mathematics, which each printer writes in its own notation.
//
//     sentence("The energy {} is conserved to {:.1e}.", energy, error)
//
// is "The energy m*x'^2/2 is conserved to 1.5e-12." as text, while a page sets ½mẋ² and 1.5·10⁻¹². What
// is found out about a system is said in sentences; whoever shows them never has to look for formulas
// in English. Text makes a sentence of words only. Names stand in words, in quotes.
//
// Mathematics is an expression, or several with signs between them: t = 10, ẋ − ẏ = 0, u < 0. Numbers
// that were computed are decimals (decimal.hpp), in as many digits as the format says.
#pragma once

#include <array>
#include <concepts>
#include <iosfwd>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <variant>
#include <vector>

#include "expr/equation.hpp"

namespace rattleback {

// Words, or mathematics: sides with a sign between each two.
struct SentencePart {
    std::string words = {};
    std::vector<Expr> sides = {};
    std::vector<std::string> signs = {};  // "=", "<"
    // Mathematics as its author wrote it, which text repeats; else empty.
    std::string as_written = {};

    bool is_formula() const { return !sides.empty(); }
    bool operator==(const SentencePart&) const = default;
};

class Sentence {
public:
    Sentence() = default;
    Sentence(std::string words);
    Sentence(std::string_view words) : Sentence(std::string(words)) {}
    Sentence(const char* words) : Sentence(std::string(words)) {}
    Sentence(const Expr& formula) : Sentence(SentencePart{.sides = {formula}}) {}
    Sentence(const Equation& equation)
        : Sentence(SentencePart{.sides = {equation.left, equation.right}, .signs = {"="}}) {}
    Sentence(SentencePart part);

    bool empty() const { return parts_.empty(); }
    std::span<const SentencePart> parts() const { return parts_; }

    Sentence& operator+=(const Sentence& more);
    friend Sentence operator+(Sentence a, const Sentence& b) { return std::move(a += b); }
    bool operator==(const Sentence&) const = default;

private:
    std::vector<SentencePart> parts_;  // no two of words in a row, and none empty
};

using Sentences = std::vector<Sentence>;

// "a, b and c"; with other separators as they are given.
Sentence listed(std::span<const Sentence> items, std::string_view separator = ", ",
                std::string_view last = " and ");

// x' = 0.7, in so many significant digits.
Equation valued(const Expr& left, double value, int digits = 10);

// t = 10
Equation time_is(double t, int digits = 10);

template <typename Part>
concept ReadAsSentence = std::convertible_to<const Part&, Sentence>;

// What takes the place of {} in a sentence: text, mathematics, or a number.
class SentenceArgument {
public:
    template <std::integral Integer>
    SentenceArgument(Integer number) : value_(std::to_string(number)) {}
    SentenceArgument(double number) : value_(number) {}
    template <ReadAsSentence Part>
    SentenceArgument(const Part& part) : value_(Sentence(part)) {}

    // With what stands behind the colon of {:…}.
    Sentence written(std::string_view format) const;

private:
    std::variant<Sentence, double> value_;
};

// Text with as many places {} or {:…} as there are arguments, which the compiler checks.
template <typename... Arguments>
class SentenceFormat {
public:
    consteval SentenceFormat(const char* text) : text_(text) {
        std::size_t places = 0;
        for (const char c : text_) places += c == '{' ? 1U : 0U;
        if (places != sizeof...(Arguments)) throw "as many {} as arguments";
    }
    std::string_view text() const { return text_; }

private:
    std::string_view text_;
};

Sentence filled_sentence(std::string_view format, std::span<const SentenceArgument> arguments);

template <typename... Arguments>
Sentence sentence(SentenceFormat<std::type_identity_t<Arguments>...> format,
                  const Arguments&... arguments) {
    const std::array<SentenceArgument, sizeof...(Arguments)> list{SentenceArgument(arguments)...};
    return filled_sentence(format.text(), list);
}

// In the formula language; what is too long to be written says so.
std::string to_text(const Sentence& sentence);
std::string to_latex(const Sentence& sentence);  // formulas between dollars
std::string to_label(const Sentence& sentence);  // of a plot: see UnicodeStyle
std::vector<std::string> to_texts(std::span<const Sentence> sentences);
std::ostream& operator<<(std::ostream& out, const Sentence& sentence);  // as text

}  // namespace rattleback

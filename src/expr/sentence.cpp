#include "expr/sentence.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <ostream>

#include "expr/decimal.hpp"
#include "expr/print_latex.hpp"
#include "expr/print_text.hpp"
#include "expr/print_unicode.hpp"
#include "rattleback/errors.hpp"

namespace rattleback {
namespace {

constexpr auto too_long = "(a formula too long to show)";

// Each side as print(side) writes it.
template <typename Print>
std::string joined(const SentencePart& part, const Print& print) {
    std::string text = print(part.sides[0]);
    for (std::size_t i = 0; i < part.signs.size(); ++i)
        text += " " + part.signs[i] + " " + print(part.sides[i + 1]);
    return text;
}

// Formulas as formula(part) writes them, words as words(text) does.
template <typename Formula, typename Words>
std::string written(const Sentence& sentence, const Formula& formula, const Words& words) {
    std::string text;
    for (const SentencePart& part : sentence.parts()) {
        try {
            text += part.is_formula() ? formula(part) : words(part.words);
        } catch (const NumericalError&) {
            text += too_long;
        }
    }
    return text;
}

std::string as_they_are(const std::string& words) { return words; }

std::string latex_escaped(const std::string& words) {
    std::string result;
    for (const char c : words) {
        if (std::string_view("_%#&{}$").find(c) != std::string_view::npos) result += '\\';
        result += c;
    }
    return result;
}

}  // namespace

Sentence::Sentence(std::string words) {
    if (!words.empty()) parts_.push_back({.words = std::move(words)});
}

Sentence::Sentence(SentencePart part) { parts_.push_back(std::move(part)); }

Sentence& Sentence::operator+=(const Sentence& more) {
    for (const SentencePart& part : more.parts()) {
        if (!part.is_formula() && !parts_.empty() && !parts_.back().is_formula())
            parts_.back().words += part.words;
        else
            parts_.push_back(part);
    }
    return *this;
}

Sentence listed(std::span<const Sentence> items, std::string_view separator,
                std::string_view last) {
    Sentence all;
    for (std::size_t i = 0; i < items.size(); ++i) {
        if (i > 0) all += i + 1 == items.size() ? last : separator;
        all += items[i];
    }
    return all;
}

Equation valued(const Expr& left, double value, int digits) {
    return {left, decimal(fmt::format("{:.{}g}", value, digits))};
}

Equation time_is(double t, int digits) { return valued(symbol("t"), t, digits); }

Sentence SentenceArgument::written(std::string_view format) const {
    const std::string place = fmt::format("{{:{}}}", format);
    if (const double* const number = std::get_if<double>(&value_))
        return decimal(fmt::format(fmt::runtime(place), *number));
    const Sentence& sentence = std::get<Sentence>(value_);
    return format.empty() ? sentence : fmt::format(fmt::runtime(place), to_text(sentence));
}

Sentence filled_sentence(std::string_view format, std::span<const SentenceArgument> arguments) {
    Sentence result;
    for (const SentenceArgument& argument : arguments) {
        const std::size_t open = format.find('{'), close = format.find('}', open);
        result += format.substr(0, open);
        const std::string_view inside = format.substr(open + 1, close - open - 1);
        result += argument.written(inside.substr(std::min<std::size_t>(1, inside.size())));
        format.remove_prefix(close + 1);
    }
    return result += format;
}

std::string to_text(const Sentence& sentence) {
    const auto formula = [](const SentencePart& part) {
        if (!part.as_written.empty()) return part.as_written;
        return joined(part, [](const Expr& e) { return to_text(e); });
    };
    return written(sentence, formula, as_they_are);
}

std::string to_label(const Sentence& sentence) {
    const auto formula = [](const SentencePart& part) {
        return joined(part, [](const Expr& e) { return to_unicode(e, UnicodeStyle::Label); });
    };
    return written(sentence, formula, as_they_are);
}

std::string to_latex(const Sentence& sentence) {
    const auto formula = [](const SentencePart& part) {
        return "$" + joined(part, [](const Expr& e) { return to_latex(e); }) + "$";
    };
    return written(sentence, formula, latex_escaped);
}

std::vector<std::string> to_texts(std::span<const Sentence> sentences) {
    std::vector<std::string> texts;
    for (const Sentence& sentence : sentences) texts.push_back(to_text(sentence));
    return texts;
}

std::ostream& operator<<(std::ostream& out, const Sentence& sentence) {
    return out << to_text(sentence);
}

}  // namespace rattleback

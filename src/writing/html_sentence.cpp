#include "writing/html_sentence.hpp"
#include "expr/print_mathml.hpp"

#include <fmt/format.h>

#include "expr/as_written.hpp"
#include "expr/decimal.hpp"
#include "rattleback/errors.hpp"
#include "writing/html_text.hpp"

namespace rattleback {
namespace {

constexpr std::size_t longest_in_line = 60;  // characters, as text

std::string mathml(const SentencePart& part) {
    std::string row = to_mathml(part.sides[0]);
    if (part.signs.empty()) return row;
    for (std::size_t i = 0; i < part.signs.size(); ++i)
        row += fmt::format("<mo>{}</mo>", html(part.signs[i])) + to_mathml(part.sides[i + 1]);
    return "<mrow>" + row + "</mrow>";
}

// 0.25 and −3, but not 10⁻⁴.
bool is_plain_number(const SentencePart& part) {
    const Expr& e = part.sides[0];
    const auto is_plain = [](const Expr& number) {
        return is_decimal(number) && number.name().find('e') == std::string_view::npos;
    };
    return part.signs.empty() && (is_plain(e) || is_plain(-e));
}

std::string formula(const SentencePart& part) {
    const std::string text = to_text(Sentence(part));
    if (is_plain_number(part)) return text.starts_with('-') ? "−" + text.substr(1) : text;
    const bool is_long = text.size() > longest_in_line;
    try {
        const std::string math =
            mathml_root(mathml(part), is_long ? MathDisplay::Block : MathDisplay::Inline);
        return is_long ? fmt::format("<span class=\"equation\">{}</span>", math) : math;
    } catch (const NumericalError&) {  // too long to be written out
        return html(text);
    }
}

}  // namespace

std::string html_sentence(const Sentence& sentence) {
    std::string result;
    for (const SentencePart& part : sentence.parts())
        result += part.is_formula() ? formula(part) : html(part.words);
    return result;
}

std::string html_sentences(std::span<const Sentence> sentences) {
    if (sentences.size() == 1) return fmt::format("<p>{}</p>\n", html_sentence(sentences[0]));
    std::string items;
    for (const Sentence& sentence : sentences)
        items += fmt::format("<li>{}</li>\n", html_sentence(sentence));
    return items.empty() ? "" : "<ul>\n" + items + "</ul>\n";
}

std::string html_formulas(std::span<const Written> texts) {
    std::string result;
    for (const Written& text : texts) {
        const Sentence written = as_written(text.text());
        const bool is_formula = !written.empty() && written.parts()[0].is_formula();
        result += (result.empty() ? "" : ", ") +
                  (is_formula ? html_sentence(written)
                              : fmt::format("<code>{}</code>", html(text.text())));
    }
    return result;
}

}  // namespace rattleback

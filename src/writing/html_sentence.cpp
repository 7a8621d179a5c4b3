#include "writing/html_sentence.hpp"

#include <fmt/format.h>

#include "writing/html_formula.hpp"
#include "writing/html_text.hpp"
#include "writing/plot_label.hpp"
#include "writing/sentence_parts.hpp"

namespace rattleback {
namespace {

constexpr std::size_t longest_in_line = 60;  // characters, as written

std::string formula(const std::string& text) {
    const bool is_long = text.size() > longest_in_line;
    const auto math = html_formula(text, is_long ? MathDisplay::Block : MathDisplay::Inline);
    if (!math) return html(text);
    return is_long ? fmt::format("<span class=\"equation\">{}</span>", *math) : *math;
}

// 1.5e-12 with its power of ten set high; the rest escaped.
std::string words(std::string_view text) {
    std::string result;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find_first_of(" ,;:"), text.size());
        const std::string_view word = text.substr(0, end);
        const bool ends_sentence = word.ends_with('.');
        const auto number =
            html_power_of_ten(word.substr(0, word.size() - (ends_sentence ? 1 : 0)));
        result += number ? *number + (ends_sentence ? "." : "") : html(word);
        if (end < text.size()) result += text[end];
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return result;
}

}  // namespace

std::string html_sentence(std::string_view sentence, const System& system) {
    std::string result;
    for (const auto& [text, is_formula] : sentence_parts(sentence, system))
        result += is_formula ? formula(text) : words(text);
    return result;
}

std::string html_sentences(std::span<const std::string> sentences, const System& system) {
    if (sentences.size() == 1)
        return fmt::format("<p>{}</p>\n", html_sentence(sentences[0], system));
    std::string items;
    for (const std::string& sentence : sentences)
        items += fmt::format("<li>{}</li>\n", html_sentence(sentence, system));
    return items.empty() ? "" : "<ul>\n" + items + "</ul>\n";
}

std::string unicode_sentence(std::string_view sentence, const System& system) {
    std::string result;
    for (const auto& [text, is_formula] : sentence_parts(sentence, system))
        result += is_formula ? plot_label(text) : text;
    return result;
}

}  // namespace rattleback

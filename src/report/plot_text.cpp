#include "report/plot_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

#include "report/html_text.hpp"

namespace rattleback {
namespace {

constexpr double small = 0.72;  // of a subscript, to the letter's size
// Ordinary spaces at the ends of a <tspan> may be dropped.
constexpr const char* no_break_space = "\u00a0";
constexpr double lowered = 0.22, raised = -0.36;  // in letters' sizes
constexpr std::array<std::string_view, 11> low{"₀", "₁", "₂", "₃", "₄", "₅",
                                               "₆", "₇", "₈", "₉", "₋"};
constexpr std::array<std::string_view, 11> high{"⁰", "¹", "²", "³", "⁴", "⁵",
                                                "⁶", "⁷", "⁸", "⁹", "⁻"};
constexpr std::array<std::string_view, 11> plain{"0", "1", "2", "3", "4", "5",
                                                 "6", "7", "8", "9", "−"};

// One character with the accents above it.
struct Glyph {
    std::string text;
    int level = 0;  // −1 subscript, +1 superscript
    bool italic = false;
};

std::size_t length_of_character(char lead) {
    const auto byte = static_cast<unsigned char>(lead);
    if (byte >= 0xF0U) return 4;
    if (byte >= 0xE0U) return 3;
    return byte >= 0xC0U ? 2 : 1;
}

std::vector<std::string> characters(const std::string& text) {
    std::vector<std::string> result;
    for (std::size_t i = 0; i < text.size();) {
        const std::string character = text.substr(i, length_of_character(text[i]));
        i += character.size();
        const bool is_accent = character == "\u0307" || character == "\u0308";
        if (is_accent && !result.empty())
            result.back() += character;
        else
            result.push_back(character);
    }
    return result;
}

bool is_latin(const std::string& c) {
    return !c.empty() && ((c[0] >= 'a' && c[0] <= 'z') || (c[0] >= 'A' && c[0] <= 'Z'));
}

bool is_greek(const std::string& c) {
    return c.size() >= 2 &&
           (static_cast<unsigned char>(c[0]) == 0xCEU || static_cast<unsigned char>(c[0]) == 0xCFU);
}

bool is_alphanumeric(const std::string& c) {
    return is_latin(c) || is_greek(c) || (c[0] >= '0' && c[0] <= '9');
}

bool moved(const std::array<std::string_view, 11>& from, Glyph& glyph, int level) {
    const auto* const found = std::ranges::find(from, glyph.text);
    if (found == from.end()) return false;
    glyph = {std::string(plain[static_cast<std::size_t>(found - from.begin())]), level};
    return true;
}

// Single letters of one level are symbols, several are a word.
void set_italics(std::vector<Glyph>& glyphs) {
    for (std::size_t i = 0; i < glyphs.size(); ++i) {
        const auto is_neighbour = [&](std::size_t k) {
            return k < glyphs.size() && glyphs[k].level == glyphs[i].level &&
                   is_latin(glyphs[k].text);
        };
        const bool in_word = is_neighbour(i + 1) || (i > 0 && is_neighbour(i - 1));
        glyphs[i].italic = is_greek(glyphs[i].text) || (is_latin(glyphs[i].text) && !in_word);
    }
}

std::vector<Glyph> glyphs_of(const std::string& label, TextKind kind) {
    const std::vector<std::string> all = characters(label);
    std::vector<Glyph> glyphs;
    for (std::size_t i = 0; i < all.size(); ++i) {
        Glyph glyph{.text = all[i] == " " ? no_break_space : all[i]};
        if (all[i] == "_" && i + 1 < all.size() && is_alphanumeric(all[i + 1])) {
            const auto goes_on = [&](std::size_t k) {
                return k < all.size() &&
                       (is_alphanumeric(all[k]) ||
                        (all[k] == "," && k + 1 < all.size() && is_alphanumeric(all[k + 1])));
            };
            while (goes_on(i + 1)) glyphs.push_back({.text = all[++i], .level = -1});
            continue;
        }
        if (!moved(low, glyph, -1)) moved(high, glyph, 1);
        glyphs.push_back(glyph);
    }
    if (kind == TextKind::Formula) set_italics(glyphs);
    return glyphs;
}

double width_of(const std::string& c) {
    constexpr std::string_view narrow = "iljtfI.,:;|!'()[]/ ", wide = "mwMW%@";
    if (c == "\u2009") return 0.2;
    if (c == no_break_space) return 0.4;
    if (c.size() > 1 && !is_greek(c) && !is_latin(c)) return 0.84;  // − × √
    if (narrow.find(c[0]) != std::string_view::npos) return 0.4;
    if (wide.find(c[0]) != std::string_view::npos) return 0.98;
    return c[0] >= 'A' && c[0] <= 'Z' ? 0.76 : 0.64;
}

}  // namespace

// Control characters are not allowed in XML, not even escaped.
std::string xml_escaped(std::string text) {
    std::ranges::replace_if(
        text, [](char c) { return static_cast<unsigned char>(c) < 0x20U; }, ' ');
    return html(text);
}

std::string svg_text(const std::string& label, TextKind kind, double font_size) {
    const std::vector<Glyph> glyphs = glyphs_of(label, kind);
    std::string text;
    double at = 0;  // how far below the line
    for (std::size_t i = 0; i < glyphs.size();) {
        const Glyph& first = glyphs[i];
        std::string run;
        for (; i < glyphs.size() && glyphs[i].level == first.level &&
               glyphs[i].italic == first.italic;
             ++i)
            run += glyphs[i].text;
        const double place = font_size * (first.level < 0 ? lowered : first.level > 0 ? raised : 0);
        std::string attributes;
        if (place != at) attributes += fmt::format(" dy=\"{:.4g}\"", place - at);
        if (first.level != 0) attributes += fmt::format(" font-size=\"{:.4g}\"", small * font_size);
        if (first.italic) attributes += " font-style=\"italic\"";
        at = place;
        text += attributes.empty()
                    ? xml_escaped(run)
                    : fmt::format("<tspan{}>{}</tspan>", attributes, xml_escaped(run));
    }
    return text;
}

double text_width(const std::string& label, double font_size) {
    double width = 0;
    for (const Glyph& glyph : glyphs_of(label, TextKind::Prose))
        width += width_of(glyph.text) * (glyph.level == 0 ? 1 : small);
    return width * font_size;
}

}  // namespace rattleback

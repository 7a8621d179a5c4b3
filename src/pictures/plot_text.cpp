#include "pictures/plot_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <cstdint>
#include <sstream>
#include <string_view>
#include <vector>

#include "writing/html_text.hpp"

namespace rattleback {
namespace {

constexpr std::array<double, 4> sizes{1, 0.72, 0.72, 0.58};  // by level, see Glyph
// Ordinary spaces at the ends of a <tspan> may be dropped.
constexpr const char* no_break_space = "\u00a0";
constexpr std::array<double, 4> lowered{0, -0.36, 0.22, 0.34};  // in letters' sizes
constexpr std::array<std::string_view, 11> low{"₀", "₁", "₂", "₃", "₄", "₅",
                                               "₆", "₇", "₈", "₉", "₋"};
constexpr std::array<std::string_view, 11> high{"⁰", "¹", "²", "³", "⁴", "⁵",
                                                "⁶", "⁷", "⁸", "⁹", "⁻"};
constexpr std::array<std::string_view, 11> plain{"0", "1", "2", "3", "4", "5",
                                                 "6", "7", "8", "9", "−"};

enum class Level : std::uint8_t { Line, Raised, Lowered, TwiceLowered };

// One character, and how many dots stand above it.
struct Glyph {
    std::string text;
    Level level = Level::Line;
    bool italic = false;
    int dots = 0;

    double size() const { return sizes[static_cast<std::size_t>(level)]; }
    double depth() const { return lowered[static_cast<std::size_t>(level)]; }
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
        result.push_back(character);
    }
    return result;
}

int dots_of(const std::string& c) { return c == "\u0307" ? 1 : c == "\u0308" ? 2 : 0; }

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

bool moved(const std::array<std::string_view, 11>& from, Glyph& glyph, Level level) {
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
        if (const int dots = dots_of(all[i]); dots > 0 && !glyphs.empty()) {
            glyphs.back().dots = dots;
            continue;
        }
        Glyph glyph{.text = all[i] == " " ? no_break_space : all[i]};
        if (all[i] == "_" && i + 1 < all.size() && is_alphanumeric(all[i + 1])) {
            const auto goes_on = [&](std::size_t k) {
                return k < all.size() &&
                       (is_alphanumeric(all[k]) ||
                        (all[k] == "," && k + 1 < all.size() && is_alphanumeric(all[k + 1])));
            };
            while (goes_on(i + 1)) glyphs.push_back({.text = all[++i], .level = Level::Lowered});
            for (; i + 1 < all.size(); ++i) {  // R_θ₁
                Glyph below{.text = all[i + 1]};
                if (!moved(low, below, Level::TwiceLowered)) break;
                glyphs.push_back(below);
            }
            continue;
        }
        if (!moved(low, glyph, Level::Lowered)) moved(high, glyph, Level::Raised);
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

bool is_tall(const std::string& c) {
    constexpr std::array<std::string_view, 7> greek{"β", "δ", "ζ", "θ", "λ", "ξ", "Θ"};
    return (is_latin(c) && c.find_first_of("acegmnopqrsuvwxyz") == std::string::npos) ||
           std::ranges::find(greek, c) != greek.end();
}

// Places text, one <tspan> after the other.
class Line {
public:
    explicit Line(double font_size) : size_(font_size) {}

    void add(const std::string& run, const Glyph& like) {
        place(run, like.depth(), 0, like.size(), like.italic);
    }

    // Full stops, moved back over the letter and up. Fonts set U+0307 on Greek letters anywhere.
    void add_dots(const Glyph& letter) {
        constexpr double stop = 0.28, lean = 0.1;  // a full stop's width; how far italics lean
        const double dots = stop * letter.dots, half = letter_width(letter.text) / 2;
        const double height = is_tall(letter.text) ? 0.8 : 0.64;
        const double right = letter.italic ? lean * height : 0;
        const double back = half + dots / 2 - right;
        place(std::string(static_cast<std::size_t>(letter.dots), '.'),
              letter.depth() - height * letter.size(), -back * letter.size(), letter.size(), false);
        ahead_ = (back - dots) * letter.size();
    }

    const std::string& text() const { return text_; }

private:
    // How wide it is indeed, not at most.
    static double letter_width(const std::string& c) {
        return c == "r" || c == "s" || c == "z" ? 0.42 : 0.86 * width_of(c);
    }

    void place(const std::string& run, double depth, double dx, double size, bool italic) {
        std::string attributes;
        dx += ahead_;
        ahead_ = 0;
        if (std::abs(dx) > 1e-9) attributes += fmt::format(" dx=\"{:.4g}\"", dx * size_);
        if (depth != at_) attributes += fmt::format(" dy=\"{:.4g}\"", (depth - at_) * size_);
        if (size != 1) attributes += fmt::format(" font-size=\"{:.4g}\"", size * size_);
        if (italic) attributes += " font-style=\"italic\"";
        at_ = depth;
        text_ += attributes.empty()
                     ? xml_escaped(run)
                     : fmt::format("<tspan{}>{}</tspan>", attributes, xml_escaped(run));
    }

    double size_;
    double at_ = 0, ahead_ = 0;  // how far below the line, and how far right, the next begins
    std::string text_;
};

// Words, and equations and "Fig. 21" as if they were one, where they have room.
std::vector<std::string> words_of(const std::string& text, double font_size, double room) {
    std::vector<std::string> result;
    std::istringstream words(text);
    const auto belongs = [](const std::string& before, const std::string& word) {
        const bool is_number = std::isdigit(static_cast<unsigned char>(word[0])) != 0;
        return word == "=" || before.ends_with(" =") || (is_number && before.ends_with("."));
    };
    for (std::string word; words >> word;)
        if (!result.empty() && belongs(result.back(), word) &&
            text_width(result.back() + " " + word, font_size) <= room)
            result.back() += " " + word;
        else
            result.push_back(word);
    return result;
}

// As many words to a line as it takes.
std::vector<std::string> filled(const std::string& text, double font_size, double room) {
    std::vector<std::string> lines;
    for (const std::string& word : words_of(text, font_size, room)) {
        const std::string longer = lines.empty() ? word : lines.back() + " " + word;
        if (!lines.empty() && text_width(longer, font_size) <= room)
            lines.back() = longer;
        else
            lines.push_back(word);
    }
    return lines;
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
    Line line(font_size);
    for (std::size_t i = 0; i < glyphs.size();) {
        const Glyph& first = glyphs[i];
        std::string run;
        do {
            run += glyphs[i++].text;
        } while (glyphs[i - 1].dots == 0 && i < glyphs.size() && glyphs[i].level == first.level &&
                 glyphs[i].italic == first.italic);
        line.add(run, first);
        if (glyphs[i - 1].dots > 0) line.add_dots(glyphs[i - 1]);
    }
    return line.text();
}

double text_width(const std::string& label, double font_size) {
    double width = 0;
    for (const Glyph& glyph : glyphs_of(label, TextKind::Prose))
        width += width_of(glyph.text) * glyph.size();
    return width * font_size;
}

std::vector<std::string> wrapped(const std::string& text, double font_size, double room) {
    std::vector<std::string> lines = filled(text, font_size, room);
    constexpr double least = 0.5;  // of the room
    for (double part = 0.95; part >= least && lines.size() > 1; part -= 0.05) {
        std::vector<std::string> narrower = filled(text, font_size, part * room);
        if (narrower.size() > lines.size()) break;
        lines = std::move(narrower);
    }
    return lines;
}

double fitting_size(const std::string& label, double font_size, double room) {
    const double width = text_width(label, font_size);
    return width <= room ? font_size : font_size * std::max(room, 0.0) / width;
}

}  // namespace rattleback

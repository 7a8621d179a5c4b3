#include "writing/wrapped_line.hpp"

#include <algorithm>
#include <limits>
#include <optional>

#include "expr/print_unicode.hpp"
#include "writing/display_width.hpp"

namespace rattleback {
namespace {

// How much a break before text[at] hurts: the depth of brackets, and at one depth more at a product.
struct Places {
    std::string_view text;
    int depth = 0;

    std::optional<int> cost_of(std::size_t at) const {
        const std::string_view rest = text.substr(at);
        if (rest.starts_with(" = ")) return -1;
        const bool after_comma = at > 0 && text[at - 1] == ',' && rest.starts_with(' ');
        const bool is_sum =
            rest.starts_with(" + ") || rest.starts_with(" - ") || rest.starts_with(" − ");
        if (is_sum || after_comma) return 2 * depth;
        const bool is_product =
            rest.starts_with('*') || rest.starts_with('/') || rest.starts_with(thin_space);
        if (at > 0 && is_product) return 2 * depth + 1;
        return {};
    }
    void pass(std::size_t at) {
        if (text[at] == '(' || text[at] == '[') ++depth;
        if (text[at] == ')' || text[at] == ']') --depth;
    }
};

// Where to break a text of which `room` characters fit into a line: at the cheapest place of the
// second half of the line, the last of several; else the last before, or the first beyond. Nowhere,
// npos, where all of it fits.
std::size_t break_of(std::string_view text, std::size_t room) {
    constexpr std::size_t nowhere = std::string_view::npos;
    Places places{text};
    std::size_t best = nowhere, early = nowhere, late = nowhere, column = 0;
    int least = std::numeric_limits<int>::max();
    for (std::size_t at = 0; at < text.size(); ++at) {
        if (column > room && (best != nowhere || late != nowhere)) break;
        if (const auto cost = places.cost_of(at)) {
            if (column > room) {
                late = at;
            } else if (column < room / 2) {
                early = at;
            } else if (*cost <= least) {
                least = *cost;
                best = at;
            }
        }
        places.pass(at);
        if (takes_column(text, at)) ++column;
    }
    if (column <= room) return nowhere;
    if (best != nowhere) return best;
    return early != nowhere && early > room / 4 ? early : late;
}

}  // namespace

std::string wrapped_line(std::string_view line, std::size_t indent, std::size_t width) {
    std::string result;
    std::size_t room = width;
    for (;;) {
        const std::size_t at = break_of(line, room);
        if (at == std::string_view::npos) return result + std::string(line);
        result += std::string(line.substr(0, at)) + "\n" + std::string(indent, ' ');
        line.remove_prefix(at);
        if (line.starts_with(thin_space)) {  // a factor that opens a line says that it is one
            line.remove_prefix(thin_space.size());
            result += "· ";
        }
        line.remove_prefix(std::min(line.find_first_not_of(' '), line.size()));
        room = width > indent ? width - indent : 1;
    }
}

}  // namespace rattleback

#include "writing/wrapped_line.hpp"

#include <algorithm>
#include <limits>

#include "expr/print_unicode.hpp"
#include "writing/display_width.hpp"

namespace rattleback {
namespace {

// What is left of a line, from a place on.
struct Rest {
    const LineText& line;
    std::size_t from = 0;

    std::string_view text() const { return std::string_view(line.text()).substr(from); }
};

// Where to break a text of which `room` columns fit into a line: at the cheapest place of the
// second half of the line, the last of several; else the last before, or the first beyond. Nowhere,
// npos, where all of it fits.
std::size_t break_of(const Rest& rest, std::size_t room) {
    constexpr std::size_t nowhere = std::string_view::npos;
    const std::string& text = rest.line.text();
    std::size_t best = nowhere, early = nowhere, late = nowhere, column = 0;
    int least = std::numeric_limits<int>::max();
    auto next =
        std::ranges::lower_bound(rest.line.breaks(), rest.from + 1, {}, &LineText::Break::at);
    for (std::size_t at = rest.from; at < text.size(); ++at) {
        if (column > room && (best != nowhere || late != nowhere)) break;
        if (next != rest.line.breaks().end() && next->at == at) {
            if (column > room) {
                late = at;
            } else if (column < room / 2) {
                early = at;
            } else if (next->cost <= least) {
                least = next->cost;
                best = at;
            }
            ++next;
        }
        if (takes_column(text, at)) ++column;
    }
    if (column <= room) return nowhere;
    if (best != nowhere) return best;
    return early != nowhere && early - rest.from > room / 4 ? early : late;
}

}  // namespace

std::string wrapped_line(const LineText& line, std::size_t indent, std::size_t width) {
    std::string result;
    Rest rest{line};
    std::size_t room = width;
    for (;;) {
        const std::size_t at = break_of(rest, room);
        if (at == std::string_view::npos) return result + std::string(rest.text());
        result += line.text().substr(rest.from, at - rest.from) + "\n" + std::string(indent, ' ');
        rest.from = at;
        if (rest.text().starts_with(
                thin_space)) {  // a factor that opens a line says that it is one
            rest.from += thin_space.size();
            result += "· ";
        }
        rest.from += std::min(rest.text().find_first_not_of(' '), rest.text().size());
        room = width > indent ? width - indent : 1;
    }
}

}  // namespace rattleback

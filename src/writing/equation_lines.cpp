#include "writing/equation_lines.hpp"

#include <algorithm>

#include "writing/display_width.hpp"

namespace rattleback {
namespace {

// Left sides up to this are aligned; behind a longer one the equals sign follows where it ends.
constexpr std::size_t widest_left = 24;

}  // namespace

std::size_t aligned_width(std::initializer_list<const std::vector<Equation>*> groups,
                          const TextOptions& options) {
    std::size_t width = 0;
    for (const auto* group : groups)
        for (const Equation& e : *group)
            if (const auto size = display_width(written(e.left, options)); size <= widest_left)
                width = std::max(width, size);
    return width;
}

std::string equation_lines(const std::vector<Equation>& group, std::size_t width,
                           const TextOptions& options) {
    std::string text;
    for (const Equation& e : group) {
        const std::size_t left = display_width(written(e.left, options));
        LineText line;
        line += "  ";
        line += written_line(e.left, options);
        line += std::string(width - std::min(width, left), ' ');
        line.may_break_before_equals();
        line += " = ";
        line += written_line(e.right, options);
        text += wrapped_line(line, left <= widest_left ? width + 5 : 6, options.width) + "\n";
    }
    return text;
}

}  // namespace rattleback

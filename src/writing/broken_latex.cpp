#include "writing/broken_latex.hpp"

#include <algorithm>
#include <string_view>
#include <vector>

namespace rattleback {
namespace {

using Break = LatexText::Break;

constexpr double rounding = 1e-9;  // of widths, which are sums

struct Part {
    std::string_view text;
    double width;
};

// The formula in parts no wider than a row, where it has signs enough: cut outside brackets first.
class Parts {
public:
    Parts(const LatexText& formula, double width) : formula_(formula), width_(width) {
        cut({0, 0, 0}, {formula.text.size(), formula.width, 0}, 0);
    }

    const std::vector<Part>& all() const { return parts_; }

private:
    void cut(const Break& from, const Break& to, int depth) {
        Break begin = from;
        for (const Break& next : formula_.breaks) {
            if (next.at <= from.at || next.at >= to.at || next.depth > depth) continue;
            add(begin, next, depth);
            begin = next;
        }
        add(begin, to, depth);
    }

    void add(const Break& from, const Break& to, int depth) {
        const bool has_breaks = std::ranges::any_of(formula_.breaks, [&](const Break& next) {
            return next.at > from.at && next.at < to.at;
        });
        const double width = to.width - from.width;
        if (width > width_ + rounding && has_breaks)
            cut(from, to, depth + 1);
        else
            parts_.push_back(
                {std::string_view(formula_.text).substr(from.at, to.at - from.at), width});
    }

    const LatexText& formula_;
    double width_;
    std::vector<Part> parts_;
};

}  // namespace

std::string broken_latex(const Expr& formula, double used, double width) {
    const LatexText whole = latex_text(formula);
    if (used + whole.width <= width + rounding) return whole.text;
    constexpr double indent = 4;
    const LatexText loose = latex_text(formula, width - indent);
    const Parts parts(loose, width - indent);
    std::string result;
    double column = used;
    for (const auto& [text, wide] : parts.all()) {
        if (!result.empty() && column + wide > width + rounding) {
            result += " \\\\\n  &\\qquad {}";
            column = indent;
        }
        result += text;
        column += wide;
    }
    return result;
}

}  // namespace rattleback

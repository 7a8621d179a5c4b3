#include "writing/matrix_text.hpp"

#include <algorithm>
#include <array>
#include <numeric>

#include "writing/display_width.hpp"

namespace rattleback {
namespace {

std::vector<std::size_t> column_widths(const TextMatrix& entries) {
    std::vector<std::size_t> widths;
    for (const auto& row : entries) {
        widths.resize(std::max(widths.size(), row.size()));
        for (std::size_t j = 0; j < row.size(); ++j)
            widths[j] = std::max(widths[j], display_width(row[j]));
    }
    return widths;
}

// The left and right bracket of row i of `rows`.
std::array<std::string, 2> brackets(std::size_t i, std::size_t rows) {
    if (rows == 1) return {"[", "]"};
    if (i == 0) return {"⎡", "⎤"};
    if (i + 1 == rows) return {"⎣", "⎦"};
    return {"⎢", "⎥"};
}

}  // namespace

std::size_t matrix_width(const TextMatrix& entries) {
    const auto widths = column_widths(entries);
    const std::size_t between = widths.empty() ? 0 : 2 * (widths.size() - 1);
    return std::accumulate(widths.begin(), widths.end(), between + 4);
}

std::string matrix_text(const std::string& name, const TextMatrix& entries, std::size_t indent) {
    const auto widths = column_widths(entries);
    const std::string lead = name + " = ";
    std::string text;
    for (std::size_t i = 0; i < entries.size(); ++i) {
        const auto [left, right] = brackets(i, entries.size());
        const bool named = i == (entries.size() - 1) / 2;
        text += std::string(indent, ' ') + padded(named ? lead : "", display_width(lead)) + left;
        for (std::size_t j = 0; j < widths.size(); ++j)
            text += (j == 0 ? " " : "  ") +
                    padded(j < entries[i].size() ? entries[i][j] : "", widths[j]);
        text += " " + right + "\n";
    }
    return text;
}

}  // namespace rattleback

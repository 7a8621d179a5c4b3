#include "pictures/plot_wishes.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "expr/as_written.hpp"
#include "expr/decimal.hpp"
#include "expr/letters.hpp"
#include "expr/print_unicode.hpp"
#include "expr/rebuild.hpp"

namespace rattleback {
namespace {

using PlotKind = PlotData::Kind;

// By its name: x, y2, z_A; or against it, -x.
bool is_length(const Expr& e) {
    const Expr symbol = e.is_symbol() ? e : -e;
    if (!symbol.is_symbol() || symbol.order() != 0) return false;
    const std::string_view base = split_name(symbol.name()).base;
    return base == "x" || base == "y" || base == "z";
}

bool has_equal_axes(const Plot& plot) {
    if (plot.axes != PlotAxes::AsSuits) return plot.axes == PlotAxes::Equal;
    return std::ranges::all_of(plot.curves, [](const PlottedCurve& curve) {
        return is_length(curve.x) && is_length(curve.y);
    });
}

// P1 as P₁; words as they are.
std::string label_of_name(const std::string& text) {
    const bool is_name = std::ranges::all_of(text, [](const char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
               c == '_';
    });
    return is_name ? unicode_name(text, 0, UnicodeStyle::Label) : text;
}

PlotWish wish_of(const Plot& plot, const PlotDescription& written, const Expr& t) {
    const bool is_shared = std::ranges::all_of(
        plot.curves, [&](const PlottedCurve& c) { return c.x == plot.curves[0].x; });
    PlotWish wish{.plot = PlotData{.title = plot.title,
                                   .kind = is_shared && plot.curves[0].x == t ? PlotKind::Time
                                                                              : PlotKind::Phase,
                                   .window = plot.window,
                                   .equal_axes = has_equal_axes(plot)},
                  .x = {},
                  .y = {},
                  .axes = plot.axes};
    for (std::size_t i = 0; i < plot.curves.size(); ++i) {
        if (i == 0 || !is_shared)
            wish.x.push_back({as_written(written.x[std::min(i, written.x.size() - 1)].text()),
                              plot.curves[i].x});
        wish.y.push_back({as_written(written.y[i].text()), plot.curves[i].y});
    }
    for (const Written& name : written.name) wish.names.push_back(label_of_name(name.text()));
    return wish;
}

bool are_one_plot(const PlotWish& a, const PlotWish& b) {
    return !a.plot.title.empty() && a.plot.title == b.plot.title && a.x.size() == 1 &&
           b.x.size() == 1 && a.x[0].value == b.x[0].value && a.plot.window.x == b.plot.window.x &&
           a.plot.window.y == b.plot.window.y && a.axes == b.axes &&
           a.names.empty() == b.names.empty();
}

bool is_number(std::string_view text) {
    return text.find_first_not_of("0123456789") == std::string_view::npos;
}

// x of x1, and R_x of R_x1.
Expr without_number(const Expr& symbol) {
    const SplitName name = split_name(symbol.name());
    if (name.subscript.size() != 1) return symbol;
    const auto& [text, below] = name.subscript[0];
    if (is_number(text)) return rattleback::symbol(name.base, symbol.order());
    if (below.empty() || !is_number(below)) return symbol;
    return rattleback::symbol(fmt::format("{}_{}", name.base, text), symbol.order());
}

Sentence without_numbers(const Sentence& written) {
    Sentence result;
    for (SentencePart part : written.parts()) {
        for (Expr& side : part.sides)
            side = rebuilt(side, [](const Expr& node, std::span<const Expr> args) {
                return node.is_symbol() && !is_decimal(node) ? without_number(node)
                                                             : with_children(node, args);
            });
        result += part;
    }
    return result;
}

}  // namespace

std::vector<PlotWish> wishes_of_model(const System& system) {
    std::vector<PlotWish> wishes;
    for (std::size_t i = 0; i < system.plots.size(); ++i) {
        PlotWish wish = wish_of(system.plots[i], system.description.plots[i], system.t);
        const auto same = std::ranges::find_if(
            wishes, [&](const PlotWish& earlier) { return are_one_plot(earlier, wish); });
        if (same == wishes.end()) {
            wishes.push_back(std::move(wish));
            continue;
        }
        same->plot.equal_axes = same->plot.equal_axes && wish.plot.equal_axes;
        std::ranges::move(wish.y, std::back_inserter(same->y));
        std::ranges::move(wish.names, std::back_inserter(same->names));
    }
    return wishes;
}

std::string common_label(const std::vector<WishedCurve>& curves) {
    Sentences all, bare;
    for (const WishedCurve& curve : curves) {
        all.push_back(curve.written);
        bare.push_back(without_numbers(curve.written));
    }
    const bool is_common = std::ranges::all_of(
        bare, [&](const Sentence& each) { return to_label(each) == to_label(bare[0]); });
    return to_label(curves.size() > 1 && is_common ? bare[0] : listed(all, ", ", ", "));
}

}  // namespace rattleback

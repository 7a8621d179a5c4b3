#include "pictures/plot_layout.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "pictures/plot_text.hpp"

namespace rattleback {
namespace {

constexpr double gap = 7;            // between the box and its numbers
constexpr double title_height = 24;  // with the room below it
constexpr double note_height = 17;
constexpr double bottom_height = 46;  // numbers and label of the x axis
constexpr double upright_label = 40;  // wider ones are turned
constexpr double inset = 9;           // of the legend
constexpr double least_aspect = 0.3, largest_aspect = 0.85, least_width = 0.45;
constexpr double tolerance = 0.06;  // pixels
constexpr std::size_t most_ticks = 8;

std::string y_label_of(const PlotData& plot) {
    if (!plot.y_label.empty() || plot.series.size() != 1) return plot.y_label;
    return plot.series[0].label;
}

// Of the part that is shown: what stands beside the window says nothing about its height.
std::vector<double> shown_values(const PlotData& plot, const AxisRange& x) {
    std::vector<double> values;
    for (const PlotSeries& s : plot.series)
        for (std::size_t i = 0; i < std::min(plot.x.size(), s.values.size()); ++i)
            if (x.low <= plot.x[i] && plot.x[i] <= x.high) values.push_back(s.values[i]);
    return values;
}

AxisRange x_range(const PlotData& plot) {
    if (const auto& window = plot.window.x) return {window->first, window->second};
    return axis_range(plot.x, false, plot.kind == PlotData::Kind::Time ? 0 : 0.05);
}

AxisRange y_range(const PlotData& plot, const AxisRange& x) {
    if (const auto& window = plot.window.y)
        return axis_range(std::array{window->first, window->second}, plot.log_y, 0);
    return axis_range(shown_values(plot, x), plot.log_y, 0.06);
}

// Around its middle.
AxisRange widened(const AxisRange& range, double span) {
    const double middle = (range.low + range.high) / 2;
    return {middle - span / 2, middle + span / 2};
}

// A high path gets a narrow box.
void make_equal(PlotLayout& layout, const AxisRange& x, const AxisRange& y) {
    const double aspect = y.span() / x.span();
    layout.box_height = layout.box_width * std::clamp(aspect, least_aspect, largest_aspect);
    layout.box_width =
        std::clamp(layout.box_height / aspect, least_width * layout.box_width, layout.box_width);
    const double unit = std::max(x.span() / layout.box_width, y.span() / layout.box_height);
    layout.x = widened(x, unit * layout.box_width);
    layout.y = widened(y, unit * layout.box_height);
}

// As many as have room.
AxisTicks x_ticks(const PlotLayout& layout) {
    for (std::size_t most = most_ticks; most > 1; --most) {
        AxisTicks ticks = linear_ticks(layout.x, most);
        double end = -1e300;
        const bool fit = std::ranges::all_of(ticks.major, [&](const Tick& tick) {
            const double half = text_width(tick.label, tick_font) / 2,
                         at = layout.x_pixel(tick.value);
            const bool is_free = at - half > end + tick_font;
            end = at + half;
            return is_free;
        });
        if (fit) return ticks;
    }
    return linear_ticks(layout.x, 1);
}

// As many as have room, but at least two: one number is no scale.
AxisTicks y_ticks(const PlotLayout& layout) {
    auto most = static_cast<std::size_t>(std::max(layout.box_height / (2.6 * tick_font), 2.0));
    if (layout.log_y) return log_ticks(layout.y, most);
    most = std::min(most, most_ticks);
    AxisTicks ticks = linear_ticks(layout.y, most);
    while (ticks.major.size() < 2) ticks = linear_ticks(layout.y, ++most);
    return ticks;
}

double widest(const std::vector<Tick>& ticks) {
    double width = 0;
    for (const Tick& tick : ticks) width = std::max(width, text_width(tick.label, tick_font));
    return width;
}

double room_for_label(const PlotLayout& layout) {
    if (layout.y_label.empty()) return 0;
    return layout.is_y_label_upright ? text_width(layout.y_label, label_font) + gap
                                     : 1.4 * label_font;
}

Curve curve_of(const PlotLayout& layout, std::span<const double> x, const PlotSeries& series) {
    Curve pieces(1);
    const std::size_t count = std::min(x.size(), series.values.size());
    for (std::size_t i = 0; i < count; ++i) {
        const double y = series.values[i];
        if (std::isfinite(x[i]) && std::isfinite(y) && !(layout.log_y && y <= 0))
            pieces.back().push_back({layout.x_pixel(x[i]), layout.y_pixel(y)});
        else if (!pieces.back().empty())
            pieces.emplace_back();
    }
    if (pieces.back().empty()) pieces.pop_back();
    for (auto& piece : pieces) piece = thinned(piece, tolerance);
    return pieces;
}

struct Box {
    double left = 0, top = 0, right = 0, bottom = 0;
    bool has(const PlotPoint& p) const {
        return left < p.x && p.x < right && top < p.y && p.y < bottom;
    }
};

// Liang and Barsky: what part of the line from a to b is inside.
bool meets(const Box& box, const PlotPoint& a, const PlotPoint& b) {
    double enters = 0, leaves = 1;
    const auto clip = [&](double distance, double rate) {  // inside where distance + s·rate ≥ 0
        if (rate == 0) return distance >= 0;
        const double s = -distance / rate;
        if (rate > 0)
            enters = std::max(enters, s);
        else
            leaves = std::min(leaves, s);
        return enters <= leaves;
    };
    return clip(a.x - box.left, b.x - a.x) && clip(box.right - a.x, a.x - b.x) &&
           clip(a.y - box.top, b.y - a.y) && clip(box.bottom - a.y, a.y - b.y);
}

bool is_free(const Box& box, const PlotLayout& layout) {
    const double zero = layout.log_y ? box.top : layout.y_pixel(0);  // where a line is drawn
    if (box.top < zero && zero < box.bottom) return false;
    for (const Curve& curve : layout.curves)
        for (const auto& piece : curve) {
            if (box.has(piece.front())) return false;
            for (std::size_t i = 1; i < piece.size(); ++i)
                if (meets(box, piece[i - 1], piece[i])) return false;
        }
    return true;
}

double entry_width(const PlotSeries& series, double font) {
    return legend_line + gap + text_width(series.label, font);
}

// One size for all of them.
double legend_font_of(const PlotData& plot, double room) {
    double font = label_font;
    for (const PlotSeries& s : plot.series)
        font = std::min(font, fitting_size(s.label, label_font, room - legend_line - gap));
    return font;
}

bool legend_in_corner(const PlotData& plot, PlotLayout& layout) {
    double width = 0;
    for (const PlotSeries& s : plot.series)
        width = std::max(width, entry_width(s, layout.legend_font));
    const double height = legend_row * static_cast<double>(plot.series.size());
    const double right = layout.right() - inset - width, low = layout.bottom() - inset - height;
    const double left = layout.left + inset, high = layout.top + inset;
    if (right < left || low < high) return false;
    const std::array<PlotPoint, 4> corners{
        {{right, high}, {left, high}, {right, low}, {left, low}}};
    for (const PlotPoint& at : corners) {
        const Box box{at.x - gap, at.y - gap / 2, at.x + width + gap, at.y + height + gap / 2};
        if (!is_free(box, layout)) continue;
        for (std::size_t i = 0; i < plot.series.size(); ++i)
            layout.legend.push_back({at.x, at.y + (static_cast<double>(i) + 0.5) * legend_row});
        return true;
    }
    return false;
}

// Row after row from the left; gives their height.
double legend_above(const PlotData& plot, PlotLayout& layout, double top) {
    double x = layout.left, y = top + legend_row / 2;
    for (const PlotSeries& s : plot.series) {
        if (x > layout.left && x + entry_width(s, layout.legend_font) > layout.right()) {
            x = layout.left;
            y += legend_row;
        }
        layout.legend.push_back({x, y});
        x += entry_width(s, layout.legend_font) + 2 * gap;
    }
    return y + legend_row / 2 + 4 - top;
}

void place_curves(const PlotData& plot, PlotLayout& layout) {
    layout.curves.clear();
    for (const PlotSeries& s : plot.series) layout.curves.push_back(curve_of(layout, plot.x, s));
}

}  // namespace

double PlotLayout::x_pixel(double value) const {
    return left + (value - x.low) / x.span() * box_width;
}

double PlotLayout::y_pixel(double value) const {
    const double part =
        log_y ? std::log(value / y.low) / std::log(y.high / y.low) : (value - y.low) / y.span();
    return bottom() - part * box_height;
}

PlotLayout layout_of(const PlotData& plot, const PlotStyle& style, double left) {
    PlotLayout layout;
    const AxisRange x = x_range(plot), y = y_range(plot, x);
    layout.width = style.width;
    layout.x_label = plot.x_label;
    layout.y_label = y_label_of(plot);
    layout.log_y = plot.log_y;
    layout.is_y_label_upright = text_width(layout.y_label, label_font) <= upright_label;
    layout.box_height = style.height - title_height - bottom_height;
    layout.x = x;
    layout.y = y;
    layout.left = std::max(left, 60.0);
    for (int pass = 0; pass < 3; ++pass) {  // the room for numbers depends on the numbers
        const double end = layout.x_ticks.major.empty()
                               ? 0
                               : text_width(layout.x_ticks.major.back().label, tick_font) / 2;
        layout.box_width = style.width - layout.left - std::max(14.0, end + 2);
        if (plot.equal_axes && !plot.log_y) make_equal(layout, x, y);
        layout.y_ticks = y_ticks(layout);
        layout.tick_width = widest(layout.y_ticks.major);
        layout.x_ticks = x_ticks(layout);
        layout.left = std::max(left, 4 + room_for_label(layout) + layout.tick_width + gap);
    }
    if (style.with_title) layout.title = wrapped(plot.title, label_font, style.width - layout.left);
    const double title =
        layout.title.empty()
            ? 8
            : title_height + title_row * static_cast<double>(layout.title.size() - 1);
    layout.legend_font = legend_font_of(plot, layout.box_width);
    layout.top = title + (layout.y_ticks.note.empty() ? 0 : note_height);
    place_curves(plot, layout);
    if (plot.series.size() > 1 && !legend_in_corner(plot, layout)) {
        layout.top += legend_above(plot, layout, title);
        place_curves(plot, layout);
    }
    layout.height = layout.bottom() + bottom_height;
    return layout;
}

}  // namespace rattleback

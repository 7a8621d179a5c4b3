// Where everything of a plot stands, in pixels, before it is drawn.
//
// The box of the axes is as high as the style says, or, with equal axes, as high as the path needs.
// Around it is the room that its numbers and labels need, by estimate. Ticks are as many as do not
// touch. The legend stands in a corner of the box that no curve enters; where there is none, in rows
// above it. A title has as many lines as it needs; other labels that are too long are set smaller.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "pictures/axis_ticks.hpp"
#include "pictures/plot_svg.hpp"
#include "pictures/thinned_curve.hpp"

namespace rattleback {

inline constexpr double tick_font = 12, label_font = 14, legend_row = 18, legend_line = 22;
inline constexpr double title_row = 18,
                        title_base = 15;  // of its lines; where the first one stands

// Pieces without gaps; a piece may be one point.
using Curve = std::vector<std::vector<PlotPoint>>;

struct PlotLayout {
    double width = 0, height = 0;                             // of all
    double left = 0, top = 0, box_width = 0, box_height = 0;  // of the axes
    AxisRange x, y;
    AxisTicks x_ticks, y_ticks;
    bool log_y = false;
    std::vector<std::string> title;  // its lines
    std::string x_label, y_label;
    double tick_width = 0;            // of the numbers of the y axis
    bool is_y_label_upright = false;  // a short one need not be turned
    std::vector<Curve> curves;        // in pixels, one per series
    double legend_font = label_font;
    std::vector<PlotPoint> legend;  // where the line of each entry begins; empty: no legend

    double right() const { return left + box_width; }
    double bottom() const { return top + box_height; }
    double x_pixel(double value) const;
    double y_pixel(double value) const;
};

// `left`: at least so much room at the left, so that boxes stand exactly below one another.
PlotLayout layout_of(const PlotData& plot, const PlotStyle& style, double left = 0);

}  // namespace rattleback

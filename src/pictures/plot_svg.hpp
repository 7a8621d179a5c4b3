// A plot as SVG, drawn to be printed: one panel, or several of them below one another,
// in two columns where they are many.
//
// Ticks are at 1, 2 or 5 times a power of ten, with small ones between; a power of ten common to an
// axis is written once, at its end, and so is a large offset that all numbers share. Letters are
// italic, words and digits upright. A legend stands where the curves leave room, or else beside them.
// Colours are those of Okabe and Ito, told apart also by the colour-blind, and with lines that differ
// in their dashes where there are more than six. Curves are thinned to what can be seen.
//
// A file of its own has black lines on white. Inside HTML, lines and letters take the colour of the
// text around them (currentColor), so that the plot is right in the light and in the dark.
#pragma once

#include <span>
#include <string>

#include "pictures/plot_data.hpp"

namespace rattleback {

struct PlotStyle {
    double width = 480, height = 300;  // of one panel, in pixels of 1/96 inch
    bool embedded = false;             // in HTML: currentColor, no background, no XML declaration
    bool with_title = true;            // an embedded plot may have a caption instead
};

std::string plot_svg(const PlotData& plot, const PlotStyle& style = {});

// All plots in one picture.
std::string plots_svg(std::span<const PlotData> plots, const PlotStyle& style = {});

}  // namespace rattleback

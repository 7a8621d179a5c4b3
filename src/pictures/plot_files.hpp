// Plots as a file, by the ending of its name: .svg, .png or .pdf.
//
// All plots are panels of one picture, one below the other. PNG has two pixels for each of the SVG, for
// screens whose dots are that small.
#pragma once

#include <optional>
#include <span>
#include <string>

#include "pictures/plot_data.hpp"

namespace rattleback {

// Why plots could not be written to a file of this name, in a sentence: another ending, a folder that
// is not there.
std::optional<std::string> obstacle_to_plot_file(const std::string& path);

// Throws std::runtime_error with a sentence when it cannot be written.
void write_plots(const std::string& path, std::span<const PlotData> plots);

}  // namespace rattleback

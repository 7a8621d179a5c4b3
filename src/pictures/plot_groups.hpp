// Which curves belong into one plot: those of like size, a few to a plot.
//
// A curve twenty times larger than another would flatten it. What is no more than rounding errors
// beside the largest curve fits anywhere.
#pragma once

#include "pictures/plot_data.hpp"

namespace rattleback {

// Against time. Where there are several plots, each title ends with the labels of its curves.
std::vector<PlotData> grouped(const std::string& title, PlotData::About about,
                              std::vector<PlotSeries> all, const std::vector<double>& times);

// Forces that act: what is zero or unknown at all times is left out.
std::vector<PlotData> force_plots(const std::string& title, std::vector<PlotSeries> series,
                                  const std::vector<double>& times);

double largest_of(std::span<const PlotSeries> series);
bool is_seen(const PlotSeries& series, double largest);  // more than rounding errors

std::string list_of_labels(std::span<const PlotSeries> series);

}  // namespace rattleback

#include "pictures/plot_groups.hpp"

#include <algorithm>
#include <cmath>

namespace rattleback {
namespace {

constexpr std::size_t most_curves = 4;
constexpr double unlike = 20;     // times larger or smaller: another plot
constexpr double nothing = 1e-9;  // of the largest: rounding errors

double size_of(const PlotSeries& series) {
    double size = 0;
    for (const double x : series.values)
        if (std::isfinite(x)) size = std::max(size, std::abs(x));
    return size;
}

}  // namespace

double largest_of(std::span<const PlotSeries> series) {
    double largest = 0;
    for (const PlotSeries& s : series) largest = std::max(largest, size_of(s));
    return largest;
}

bool is_seen(const PlotSeries& series, double largest) {
    return size_of(series) > nothing * largest && size_of(series) > nothing;
}

std::string list_of_labels(std::span<const PlotSeries> series) {
    std::string text;
    for (const PlotSeries& s : series) text += (text.empty() ? "" : ", ") + s.label;
    return text;
}

std::vector<PlotData> grouped(const std::string& title, PlotData::About about,
                              std::vector<PlotSeries> all, const std::vector<double>& times) {
    const double largest = largest_of(all);
    std::vector<PlotData> groups;
    std::vector<double> sizes;
    for (PlotSeries& s : all) {
        const double size = size_of(s);
        const bool is_nothing = size <= nothing * largest;
        std::size_t i = 0;
        const auto fits = [&] {
            const double ratio = size / sizes[i];
            return groups[i].series.size() < most_curves &&
                   (is_nothing || (ratio < unlike && ratio > 1 / unlike));
        };
        while (i < groups.size() && !fits()) ++i;
        if (i == groups.size()) {
            groups.push_back({.title = title, .about = about, .x_label = "t", .x = times});
            sizes.push_back(is_nothing ? largest : size);
        }
        groups[i].series.push_back(std::move(s));
    }
    if (groups.size() > 1)
        for (PlotData& plot : groups) plot.title += " " + list_of_labels(plot.series);
    return groups;
}

std::vector<PlotData> force_plots(const std::string& title, std::vector<PlotSeries> series,
                                  const std::vector<double>& times) {
    const double largest = largest_of(series);
    std::erase_if(series, [&](const PlotSeries& s) { return !is_seen(s, largest); });
    return grouped(title, PlotData::About::Forces, std::move(series), times);
}

}  // namespace rattleback

// Nonholonomic against vakonomic motion, from the same state.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "report/comparison_text.hpp"
#include "report/html_sections.hpp"
#include "report/html_sentence.hpp"
#include "report/html_text.hpp"
#include "report/plot_label.hpp"
#include "report/scene.hpp"

namespace rattleback {
namespace {

constexpr std::size_t points = 600;
constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();

// Both motions at the same times, as columns of coordinates.
class BothMotions {
public:
    explicit BothMotions(const ComparedMotions& compared) : system_(compared.first.system) {
        const double until = compared.comparison.until;
        for (std::size_t i = 0; i < points; ++i)
            times_.push_back(until * static_cast<double>(i) / (points - 1));
        times_.back() = until;
        first_ = columns(compared.first.trajectory);
        second_ = columns(compared.second.trajectory);
    }

    PlotData over_time(std::size_t i) const {
        const std::string label = plot_label(std::string(system_.q[i].name()));
        return {.title = label,
                .about = PlotData::About::Motion,
                .x_label = "t",
                .y_label = label,
                .x = times_,
                .series = {{"nonholonomic", first_[i]}, {"vakonomic", second_[i]}}};
    }

    PlotData path(std::size_t x, std::size_t y) const {
        PlotData plot{.title = "Paths",
                      .kind = PlotData::Kind::Phase,
                      .about = PlotData::About::Motion,
                      .x_label = plot_label(std::string(system_.q[x].name())),
                      .y_label = plot_label(std::string(system_.q[y].name())),
                      .x = first_[x],
                      .equal_axes = true};
        plot.x.insert(plot.x.end(), second_[x].begin(), second_[x].end());
        PlotSeries first{"nonholonomic", first_[y]};
        first.values.resize(2 * points, not_a_number);
        PlotSeries second{"vakonomic", std::vector<double>(points, not_a_number)};
        second.values.insert(second.values.end(), second_[y].begin(), second_[y].end());
        plot.series = {std::move(first), std::move(second)};
        return plot;
    }

private:
    std::vector<std::vector<double>> columns(const Trajectory& run) const {
        std::vector<std::vector<double>> result(system_.size());
        for (const double t : times_) {
            const std::vector<double> q = configuration(run, t, system_.size());
            for (std::size_t i = 0; i < q.size(); ++i) result[i].push_back(q[i]);
        }
        return result;
    }

    const System& system_;
    std::vector<double> times_;
    std::vector<std::vector<double>> first_, second_;
};

PlotData distance_plot(const Comparison& found) {
    PlotData plot{.title = "Distance of the configurations",
                  .about = PlotData::About::Motion,
                  .x_label = "t",
                  .y_label = "distance",
                  .x = found.times,
                  .log_y = true};
    std::vector<double> seen = found.distances;
    for (double& d : seen)
        if (!(d > 0)) d = not_a_number;
    plot.series = {{"distance", seen}};
    return plot;
}

// One picture with both, where they are seen over the same time; else two.
std::string scenes(const ComparedMotions& compared, Figures& figures) {
    auto first = scene_of(compared.first.system, compared.first.trajectory, "Nonholonomic motion");
    auto second = scene_of(compared.second.system, compared.second.trajectory, "Vakonomic motion");
    if (!first || !second) return {};
    if (first->times != second->times)
        return figures.scene(std::move(*first)) + figures.scene(std::move(*second));
    first->name = "Both motions";
    for (SceneItem& item : first->items)
        item.name = item.name.empty() ? "nonholonomic" : item.name + ", nonholonomic";
    for (SceneItem& item : second->items) {
        item.name = item.name.empty() ? "vakonomic" : item.name + ", vakonomic";
        first->items.push_back(std::move(item));
    }
    return figures.scene(std::move(*first));
}

// What the state of the vakonomic motion has beside positions and velocities.
std::string latent_start(const ComputedMotion& vakonomic) {
    const Trajectory& run = vakonomic.trajectory;
    std::string text;
    for (std::size_t i = 2 * vakonomic.system.size(); i < run.columns.size(); ++i)
        text += fmt::format("{}{} = {:.6g}", text.empty() ? "" : ", ", run.columns[i],
                            run.states[0][i]);
    return text.empty() ? "" : ", the vakonomic one with " + html_sentence(text, vakonomic.system);
}

}  // namespace

std::string html_comparison(const Report& report, Figures& figures) {
    const std::string begin =
        "<section id=\"comparison\">\n<h2>Nonholonomic against vakonomic</h2>\n";
    if (!report.no_comparison.empty())
        return begin + fmt::format("<p>{}</p>\n</section>\n",
                                   html_sentence(report.no_comparison, report.system));
    if (!report.compared) return {};
    const ComparedMotions& compared = *report.compared;
    const System& system = compared.first.system;
    std::string text =
        begin +
        fmt::format("<p>Both motions begin at the same state{}. ", latent_start(compared.second)) +
        "In the nonholonomic motion the reaction does no "
        "work on the virtual displacements; in the vakonomic one the action is stationary among "
        "the "
        "motions that satisfy the constraints. Their distance is that of the configurations, in "
        "the metric of the kinetic energy.</p>\n" +
        html_sentences(comparison_sentences(compared.comparison), system) +
        scenes(compared, figures);
    const BothMotions both(compared);
    text += "<div class=\"figures\">\n" + figures.plot(distance_plot(compared.comparison));
    const auto place = [&](const char* name) {
        return static_cast<std::size_t>(std::ranges::find(system.q, symbol(name)) -
                                        system.q.begin());
    };
    if (place("x") < system.size() && place("y") < system.size())
        text += figures.plot(both.path(place("x"), place("y")));
    for (std::size_t i = 0; i < system.size(); ++i) text += figures.plot(both.over_time(i));
    return text + "</div>\n</section>\n";
}

}  // namespace rattleback

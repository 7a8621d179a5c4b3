// The motion of the report against another one: of the other principle, of other values, of another model.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "expr/print_unicode.hpp"
#include "page/html_sections.hpp"
#include "pictures/scene.hpp"
#include "writing/comparison_text.hpp"
#include "writing/html_sentence.hpp"
#include "writing/html_text.hpp"
#include "writing/run_comparison_text.hpp"

namespace rattleback {
namespace {

constexpr std::size_t points = 600;
constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();

std::string label_of(const Expr& q) { return to_unicode(q, UnicodeStyle::Label); }

// Both motions at the same times, as columns of coordinates.
class BothMotions {
public:
    explicit BothMotions(const RunComparison& compared)
        : system_(compared.sides[0].run.system),
          names_{compared.sides[0].name, compared.sides[1].name} {
        const double until = compared.comparison.until;
        for (std::size_t i = 0; i < points; ++i)
            times_.push_back(until * static_cast<double>(i) / (points - 1));
        times_.back() = until;
        first_ = columns(compared.sides[0].run.trajectory);
        second_ = columns(compared.sides[1].run.trajectory);
    }

    PlotData over_time(std::size_t i) const {
        const std::string label = label_of(system_.q[i]);
        return {.title = label,
                .about = PlotData::About::Motion,
                .x_label = "t",
                .y_label = label,
                .x = times_,
                .series = {{names_[0], first_[i]}, {names_[1], second_[i]}}};
    }

    PlotData path(std::size_t x, std::size_t y) const {
        PlotData plot{.title = "Paths",
                      .kind = PlotData::Kind::Phase,
                      .about = PlotData::About::Motion,
                      .x_label = label_of(system_.q[x]),
                      .y_label = label_of(system_.q[y]),
                      .x = first_[x],
                      .equal_axes = true};
        plot.x.insert(plot.x.end(), second_[x].begin(), second_[x].end());
        PlotSeries first{names_[0], first_[y]};
        first.values.resize(2 * points, not_a_number);
        PlotSeries second{names_[1], std::vector<double>(points, not_a_number)};
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
    std::array<std::string, 2> names_;
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

void call(std::vector<SceneItem>& items, const std::string& name) {
    for (SceneItem& item : items) item.name = item.name.empty() ? name : item.name + ", " + name;
}

// One picture with both, where they are seen over the same time; else two.
std::string scenes(const RunComparison& compared, Figures& figures) {
    const auto& [one, other] = compared.sides;
    auto first = scene_of(one.run.system, one.run.trajectory, "Motion: " + one.name);
    auto second = scene_of(other.run.system, other.run.trajectory, "Motion: " + other.name);
    if (!first || !second) return {};
    if (first->times != second->times)
        return figures.scene(std::move(*first)) + figures.scene(std::move(*second));
    first->name = "Both motions";
    call(first->items, one.name);
    call(second->items, other.name);
    std::ranges::move(second->items, std::back_inserter(first->items));
    return figures.scene(std::move(*first));
}

// What the state of a vakonomic motion has beside positions and velocities.
std::string latent_start(const RunComparison& compared) {
    const bool is_first = compared.sides[0].run.system.principle == Principle::Vakonomic;
    const Run& vakonomic = compared.sides[is_first ? 0 : 1].run;
    const std::size_t n = vakonomic.system.size();
    const ExprVector& speeds = vakonomic.equations.speeds;
    Sentences latent;
    for (std::size_t i = n; i < speeds.size(); ++i)
        latent.emplace_back(valued(speeds[i], vakonomic.trajectory.states[0][n + i], 6));
    if (latent.empty()) return {};
    return html_sentence(", the vakonomic one with " + listed(latent, ", ", ", "));
}

bool is_of_two_principles(const RunComparison& compared) {
    return compared.sides[0].run.system.principle != compared.sides[1].run.system.principle;
}

bool is_vakonomic_first(const Report& report) {
    return report.compared &&
           report.compared->sides[0].run.system.principle == Principle::Vakonomic;
}

std::string heading(const Report& report) {
    const bool has_names = report.compared && !is_of_two_principles(*report.compared);
    return fmt::format("<section id=\"comparison\">\n<h2>{}</h2>\n",
                       has_names ? html(report.compared->sides[0].name + " against " +
                                        report.compared->sides[1].name)
                       : is_vakonomic_first(report) ? "Vakonomic against nonholonomic"
                                                    : "Nonholonomic against vakonomic");
}

std::string introduction(const RunComparison& compared) {
    constexpr auto distance =
        "Their distance is that of the configurations, in the metric of the kinetic energy.";
    if (!is_of_two_principles(compared)) return fmt::format("<p>{}</p>\n", distance);
    return fmt::format(
        "<p>{}{}. In the nonholonomic motion the reaction does no work on the virtual "
        "displacements; in the vakonomic one the action is stationary among the motions that "
        "satisfy the constraints. {}</p>\n",
        begin_alike(compared) ? "Both motions begin at the same state"
                              : "The motions begin at two states",
        latent_start(compared), distance);
}

}  // namespace

std::string html_comparison(const Report& report, Figures& figures) {
    if (!report.no_comparison.empty())
        return heading(report) +
               fmt::format("<p>{}</p>\n</section>\n", html_sentence(report.no_comparison));
    if (!report.compared) return {};
    const RunComparison& compared = *report.compared;
    const System& system = compared.sides[0].run.system;
    std::string text = heading(report) + introduction(compared) +
                       html_sentences(comparison_sentences(compared.comparison)) +
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

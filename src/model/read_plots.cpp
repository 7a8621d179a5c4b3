#include <fmt/format.h>

#include <array>
#include <cmath>

#include "base/suggest.hpp"
#include "expr/evaluate.hpp"
#include "expr/meaning.hpp"
#include "expr/parse.hpp"
#include "model/build_steps.hpp"
#include "model/quantities.hpp"
#include "rattleback/errors.hpp"

namespace rattleback {
namespace {

constexpr Scope of_plot{.what = "a plot",
                        .order = 2,
                        .time = true,
                        .auxiliary = true,
                        .latent = true,
                        .quantities = true};

// Of a name that is not known, and for which there is no other advice, says what there is.
Expr plotted(const Written& formula, const Vocabulary& names, const System& system) {
    try {
        return asked_formula(formula, names, of_plot, system);
    } catch (const UnknownName& error) {
        if (error.has_advice()) throw;
        std::string coordinates, quantities;
        for (const Expr& q : system.q) coordinates += fmt::format(", {}", q.name());
        for (const Quantity& q : quantities_of(system))
            if (q.kind != QuantityKind::GaussSlope && q.kind != QuantityKind::GaussCurvature)
                quantities += fmt::format(", {}", q.symbol.name());
        throw ModelError(
            fmt::format("{}; what can be drawn are formulas of t{}, their velocities and "
                        "accelerations{}, the energy, parameters and definitions",
                        error.message(), coordinates, quantities),
            formula.source, error.where());
    }
}

// From and to, of an axis that has them.
std::optional<std::pair<double, double>> interval(const std::vector<Written>& ends,
                                                  std::string_view axis) {
    if (ends.empty()) return {};
    if (ends.size() != 2)
        refuse(ends.back(),
               fmt::format("the window of {} has {} number{}; expected two, from and to", axis,
                           ends.size(), ends.size() == 1 ? "" : "s"));
    std::array<double, 2> numbers{};
    for (std::size_t i = 0; i < 2; ++i) {
        constexpr const char* fault =
            "the ends of a window are numbers, or formulas of numbers as \"2*pi\"";
        numbers[i] = located(ends[i], fault, [&] {
            return evaluate(parse(ends[i].source, {.any = false}), Values{});
        });
        if (!std::isfinite(numbers[i])) refuse(ends[i], fault);
    }
    if (numbers[0] >= numbers[1])
        refuse(ends[1], fmt::format("the window of {} is empty: it goes from {} to {}", axis,
                                    ends[0].text(), ends[1].text()));
    return std::pair(numbers[0], numbers[1]);
}

PlotWindow window_of(const PlotDescription& written, const Description& description) {
    if (!written.window) return {};
    if (written.window->x.empty() && written.window->y.empty())
        refuse(place_of(written.window->place, description, "[[plot]]"),
               "the window says nothing; give intervals, as in { x = [0, 1], y = [-1, 1] }");
    return {interval(written.window->x, "x"), interval(written.window->y, "y")};
}

PlotAxes axes_of(const Written& written) {
    if (written.empty()) return PlotAxes::AsSuits;
    const std::array<std::string, 2> known{"equal", "free"};
    if (written.text() == known[0]) return PlotAxes::Equal;
    if (written.text() == known[1]) return PlotAxes::Free;
    const std::string near = did_you_mean(written.text(), known);
    refuse(written, fmt::format("there are no {} axes{}", quoted(written.text()),
                                near.empty() ? "; they are equal or free" : near));
}

// One x for all y, or one for each; and a name for each, or none.
void check_lists(const PlotDescription& written, const Written& place) {
    const auto &x = written.x, &y = written.y;
    if (x.empty() || y.empty())
        refuse(place, fmt::format("the plot has no '{}'", x.empty() ? "x" : "y"));
    if (x.size() != 1 && x.size() != y.size())
        refuse(x.back(),
               fmt::format("there are {} x and {} y; give one x for all, or one for each y",
                           x.size(), y.size()));
    if (!written.name.empty() && written.name.size() != y.size())
        refuse(written.name.back(),
               fmt::format("there are {} y and {} name{}; give one for each y", y.size(),
                           written.name.size(), written.name.size() == 1 ? "" : "s"));
}

}  // namespace

void read_plots(const Description& description, const Vocabulary& names, System& system) {
    for (const PlotDescription& written : description.plots) {
        check_lists(written, place_of(written.place, description, "[[plot]]"));
        Plot plot{.title = written.title.text(),
                  .curves = {},
                  .window = window_of(written, description),
                  .axes = axes_of(written.axes)};
        for (std::size_t i = 0; i < written.y.size(); ++i)
            plot.curves.push_back(
                {plotted(written.x.size() == 1 ? written.x[0] : written.x[i], names, system),
                 plotted(written.y[i], names, system)});
        system.plots.push_back(std::move(plot));
    }
}

}  // namespace rattleback

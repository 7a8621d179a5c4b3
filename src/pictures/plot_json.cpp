// Plots as the page's script reads them; web/CONTRACT.md says how.
#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "pictures/plot_data.hpp"

namespace rattleback {
namespace {

std::string numbers(const std::vector<double>& values) {
    std::string text;
    for (const double x : values) {
        text += text.empty() ? "" : ",";
        text += std::isfinite(x) ? fmt::format("{:.9g}", x) : "null";
    }
    return "[" + text + "]";
}

std::string json_text(const std::string& text) { return nlohmann::json(text).dump(); }

std::string interval(const std::optional<std::pair<double, double>>& ends) {
    return ends ? fmt::format("[{},{}]", ends->first, ends->second) : "null";
}

std::string object(const PlotData& plot) {
    std::string series;
    for (const PlotSeries& s : plot.series)
        series += fmt::format(R"({}{{"label":{},"values":{}}})", series.empty() ? "" : ",",
                              json_text(s.label), numbers(s.values));
    return fmt::format(R"({{"title":{},"kind":"{}","x":{{"label":{},"values":{}}},"y_label":{},)"
                       R"("series":[{}],"window":{{"x":{},"y":{}}},"equal_axes":{},"log_y":{}}})",
                       json_text(plot.title), plot.kind == PlotData::Kind::Time ? "time" : "phase",
                       json_text(plot.x_label), numbers(plot.x), json_text(plot.y_label), series,
                       interval(plot.window.x), interval(plot.window.y), plot.equal_axes,
                       plot.log_y);
}

}  // namespace

std::string plots_json(std::span<const PlotData> plots) {
    std::string text;
    for (const PlotData& plot : plots) text += (text.empty() ? "" : ",\n") + object(plot);
    return "[" + text + "]";
}

}  // namespace rattleback

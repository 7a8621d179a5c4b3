// Plots and scenes of the page: what is seen at once, and the numbers that the script reads.
#include <fmt/format.h>

#include "page/html_sections.hpp"
#include "pictures/plot_svg.hpp"
#include "writing/html_text.hpp"

namespace rattleback {

std::string Figures::plot(PlotData data) {
    const std::string text = fmt::format("<figure class=\"plot\" data-plot=\"{}\">\n{}</figure>\n",
                                         plots_.size(), plot_svg(data, {.embedded = true}));
    plots_.push_back(std::move(data));
    return text;
}

std::string Figures::scene(Scene scene) {
    const std::string text = fmt::format(
        "<figure class=\"scene\" data-scene=\"{}\"><figcaption>{}</figcaption></figure>\n",
        scenes_.size(), html(scene.name));
    scenes_.push_back(std::move(scene));
    return text;
}

std::string Figures::json() const {
    return script_json(
        fmt::format("{{\"plots\":{},\n\"scenes\":{}}}", plots_json(plots_), scenes_json(scenes_)));
}

}  // namespace rattleback

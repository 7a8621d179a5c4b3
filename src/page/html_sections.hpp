// The sections of the report, one function each; html_report.cpp puts them together.
//
// A section that has nothing to say is empty text, and has no place in the contents. Plots and scenes
// go through Figures, which gives each its number in the page's JSON.
#pragma once

#include <stop_token>
#include <string>

#include "page/html_report.hpp"
#include "pictures/plot_data.hpp"
#include "pictures/scene.hpp"

namespace rattleback {

class Figures {
public:
    std::string plot(PlotData data);
    std::string scene(Scene scene);
    std::string json() const;  // {"plots": […], "scenes": […]}, to stand inside a script element

private:
    std::vector<PlotData> plots_;
    std::vector<Scene> scenes_;
};

std::string html_model(const Report& report);
std::string html_constraints(const Report& report);
std::string html_equations(const Report& report, const std::stop_token& stop);
std::string html_agreement(const Report& report);
// With those of the plots that belong there.
struct DrawnPlots {
    std::vector<PlotData> plots;
    Sentence without = {};  // why those that the model asks for are not among them
};
std::string html_motion(const Report& report, const DrawnPlots& drawn, Figures& figures);
std::string html_reactions(const Report& report, const std::vector<PlotData>& plots,
                           Figures& figures);
std::string html_invariants(const Report& report, Figures& figures);
std::string html_comparison(const Report& report, Figures& figures);
std::string html_reproduce(const Report& report);

// <h3> and the sentences of the finding of this name; nothing where it has none.
std::string html_finding(const Report& report, const std::string& name, const std::string& heading);

// "Gibbs–Appell" for gibbs_appell.
std::string form_label(std::string_view name);

}  // namespace rattleback

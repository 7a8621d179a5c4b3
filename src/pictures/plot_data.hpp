// What is drawn of a motion: curves as numbers, before anybody draws them.
//
//     for (const PlotData& plot : plots_of(system, equations, trajectory))
//         write_file(name, plot_svg(plot));
//
// A model says in [[plot]] what it wants to see, as formulas in t, q, v and, where there are any, z
// and λ, each over an x of its own or all over one; tables with the same title and the same x are
// curves of one plot, if their window and axes are the same too. A model that asks for
// nothing gets the usual: coordinates and velocities against time, a few to a plot and those of like
// size together; the paths of its points; multipliers, reactions and contact forces; and, in the
// report, phase portraits (q, q̇). Curves are taken from dense output, at most 2000 points each: enough
// to be smooth. What has no value is NaN, a gap.
//
// Labels are Unicode: ẋ₁, φ̇, λ₁; a subscript that Unicode has not stands behind an underscore: R_φ.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "equations/equations.hpp"
#include "model/system.hpp"
#include "study/run_motion.hpp"

namespace rattleback {

struct PlotSeries {
    std::string label;
    std::vector<double> values;  // one per x
};

struct PlotData {
    enum class Kind : std::uint8_t { Time, Phase };
    // Who wants it: the model; or it shows the motion, or the forces, of any model.
    enum class About : std::uint8_t { Asked, Motion, Forces };

    std::string title = {};  // may be empty
    Kind kind = Kind::Time;  // Time: x only grows, or only falls
    About about = About::Asked;
    std::string x_label = {};
    std::string y_label = {};  // empty: the label of the only series, or none
    std::vector<double> x = {};
    // Where series have an x of their own: x is one after the other, and each has values along its own.
    std::vector<PlotSeries> series = {};
    PlotWindow window = {};   // what of it is shown first
    bool equal_axes = false;  // a metre is as long on both
    bool log_y = false;
};

// The title, or "ẏ over x" where there is none.
std::string heading_of(const PlotData& plot);

// What the model asks for, then the motion with its phase portraits, then the forces.
std::vector<PlotData> all_plots(const System& system, const Equations& equations,
                                const Trajectory& trajectory);

// What the model asks for; all that is usual where it asks for nothing.
std::vector<PlotData> plots_of(const System& system, const Equations& equations,
                               const Trajectory& trajectory);

// What is asked for, instead of what the model asks for; that where nothing is. Throws ModelError where a
// formula cannot be read.
std::vector<PlotData> plots_of(const Run& run, std::span<const PlotDescription> asked = {});

// A JSON array of objects {"title", "kind": "time" | "phase", "x": {"label", "values"},
// "y_label", "series": [{"label", "values"}], "window": {"x": [from, to], "y"}, "equal_axes", "log_y"};
// NaN is null, numbers have 9 digits, an empty y_label is the label of the only series, and a window
// that is null shows all.
std::string plots_json(std::span<const PlotData> plots);

}  // namespace rattleback

// The curves that a plot is to have, as expressions: what a model asks for in [[plot]].
//
// Curves of one plot share their x, or each has its own. How a curve is called is its name, where the
// model gives one, else its formula as it is written. Axes are equal where all curves are those of
// lengths over lengths, by their names, unless the model says what it wants.
#pragma once

#include "pictures/plot_data.hpp"

namespace rattleback {

// An expression to be sampled, and how it is called.
struct WishedCurve {
    std::string label;
    Expr value;
};

// A plot of expressions: all over one x, or each over its own.
struct PlotWish {
    PlotData plot;
    std::vector<WishedCurve> x;
    std::vector<WishedCurve> y;
    std::vector<std::string> names = {};  // of the curves, where they are told
    PlotAxes axes = PlotAxes::AsSuits;    // as asked for
};

// Tables with the same title, x, window and axes are one plot.
std::vector<PlotWish> wishes_of_model(const System& system);

// What labels share but for the numbers below: x of x₁ and x₂. All of them where they share nothing.
std::string common_label(const std::vector<WishedCurve>& curves);

}  // namespace rattleback

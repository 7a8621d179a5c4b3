// The curves that a plot is to have, as expressions: what a model asks for in [[plot]].
//
// Curves of one plot share their x, or each has its own. How a curve is called is its name, where the
// model gives one, else its formula as it is written. Axes are equal where all curves are those of
// lengths over lengths, by their names, unless the model says what it wants.
#pragma once

#include "expr/sentence.hpp"
#include "pictures/plot_data.hpp"

namespace rattleback {

// An expression to be sampled, and how it is called.
struct WishedCurve {
    Sentence written;
    Expr value;

    std::string label() const { return to_label(written); }
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

// What the curves have in common but for the numbers of their names: x of x₁ and x₂. All of them where
// they have nothing in common.
std::string common_label(const std::vector<WishedCurve>& curves);

}  // namespace rattleback

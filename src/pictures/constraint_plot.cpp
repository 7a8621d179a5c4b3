#include "pictures/constraint_plot.hpp"

#include <fmt/format.h>

#include "expr/print_unicode.hpp"

namespace rattleback {

PlotData plot_of(const ConstraintCurves& curves, const std::string& title) {
    PlotData plot{.title = fmt::format("{}: Gauss's function at t = {:g}", title, curves.time),
                  .x_label = "s",
                  .y_label = curves.g_w ? "G, G_W" : "G",
                  .x = curves.s};
    for (const ConstraintCurve& curve : curves.curves) {
        const std::string name = to_unicode(curve.along, UnicodeStyle::Label);
        const std::string at = curves.along_speeds ? name + " + s" : "a + s " + name;
        plot.series.push_back({"G, " + at, curve.g});
        if (!curve.g_w.empty()) plot.series.push_back({"G_W, " + at, curve.g_w});
    }
    return plot;
}

}  // namespace rattleback

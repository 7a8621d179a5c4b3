// What must hold along the motion: in words, as a table, and as curves on a logarithmic axis.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "page/html_sections.hpp"
#include "writing/html_sentence.hpp"
#include "writing/html_text.hpp"

namespace rattleback {
namespace {

constexpr std::size_t most_points = 600;
constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();

std::string number(double x) { return x == 0 ? "0" : html_sentence(sentence("{:.1e}", x)); }

std::string table(const std::vector<MotionCheck>& checks) {
    std::vector<std::vector<std::string>> rows{
        {"What must hold", "Measured", "Largest", "at t", "Allowed", ""}};
    for (const MotionCheck& check : checks) {
        const bool required = std::isfinite(check.allowed);
        rows.push_back({html_sentence(check.watch.name()), html_sentence(check.watch.says),
                        number(check.largest), fmt::format("{:.4g}", check.time),
                        required ? number(check.allowed) : "–",
                        !check.holds()   ? "<span class=\"bad\">fails</span>"
                        : !check.decides ? "<span class=\"note\">decides nothing</span>"
                        : required       ? "<span class=\"good\">holds</span>"
                                         : "<span class=\"note\">not required</span>"});
    }
    return html_table(rows);
}

// How checks are called that share a plot, "constraint blade" and "constraint axle"; empty where each
// has its own.
std::string plural(WatchKind kind) {
    switch (kind) {
        case WatchKind::Constraint: return "constraints";
        case WatchKind::Momentum: return "momenta";
        case WatchKind::ClosedForm: return "closed forms";
        case WatchKind::Energy:
        case WatchKind::PartEnergy:
        case WatchKind::Constant:
        case WatchKind::ReactionPower:
        case WatchKind::Gauss: return {};
    }
    return {};
}

bool share_plot(const MotionCheck& a, const MotionCheck& b) {
    if (&a == &b) return true;
    return a.watch.kind == b.watch.kind && !plural(a.watch.kind).empty() && a.times == b.times;
}

// The largest value of each of at most `most_points` stretches; 0 has no place on the axis.
std::vector<double> largest_of_stretches(const std::vector<double>& values, std::size_t stretch) {
    std::vector<double> result;
    for (std::size_t i = 0; i < values.size(); i += stretch) {
        double largest = 0;
        for (std::size_t k = i; k < std::min(i + stretch, values.size()); ++k)
            largest = std::max(largest, values[k]);
        result.push_back(largest > 0 ? largest : not_a_number);
    }
    return result;
}

PlotData drift(const std::vector<const MotionCheck*>& checks) {
    const std::vector<double>& times = checks[0]->times;
    const std::size_t stretch = times.size() / most_points + 1;
    PlotData plot{.title = "Deviation: " + (checks.size() == 1 ? to_label(checks[0]->watch.name())
                                                               : plural(checks[0]->watch.kind)),
                  .about = PlotData::About::Motion,
                  .x_label = "t",
                  .y_label = "deviation",
                  .log_y = true};
    for (std::size_t i = 0; i < times.size(); i += stretch) plot.x.push_back(times[i]);
    double allowed = std::numeric_limits<double>::infinity();
    for (const MotionCheck* check : checks) {
        const std::string label = checks.size() == 1 ? "deviation" : to_label(check->watch.which);
        plot.series.push_back({label, largest_of_stretches(check->deviations, stretch)});
        allowed = std::min(allowed, check->allowed);
    }
    if (std::isfinite(allowed))
        plot.series.push_back({"allowed", std::vector<double>(plot.x.size(), allowed)});
    return plot;
}

// What has deviated at all; an exact zero has no curve.
bool is_seen(const MotionCheck& check) { return check.largest > 0 && check.times.size() > 1; }

std::string drifts(const std::vector<MotionCheck>& checks, Figures& figures) {
    std::string text;
    std::vector<const MotionCheck*> left;
    for (const MotionCheck& check : checks)
        if (is_seen(check)) left.push_back(&check);
    while (!left.empty()) {
        const MotionCheck& first = *left.front();
        const auto others = std::stable_partition(
            left.begin(), left.end(),
            [&](const MotionCheck* check) { return share_plot(*check, first); });
        text += figures.plot(drift({left.begin(), others}));
        left.erase(left.begin(), others);
    }
    return text;
}

}  // namespace

std::string html_invariants(const Report& report, Figures& figures) {
    std::string text = "<section id=\"invariants\">\n<h2>What is conserved</h2>\n";
    text += html_finding(report, "energy", "Energy") +
            html_finding(report, "momentum", "Momentum") +
            html_finding(report, "reversibility", "Reversibility") +
            html_finding(report, "closed form", "Closed form") +
            html_finding(report, "conserved", "Expected constants");
    if (report.motion.checks.empty()) return text + "</section>\n";
    text +=
        "<h3>Checked along the computed motion</h3>\n"
        "<p>Each quantity is computed from the model's own formulas, apart from the code that "
        "computed the motion. A deviation is allowed that the tolerance of the run can "
        "explain.</p>\n";
    text += table(report.motion.checks);
    const std::string curves = drifts(report.motion.checks, figures);
    if (!curves.empty())
        text +=
            "<p>Deviations over time; of every short stretch the largest is drawn, and where "
            "there is none at all the curve has a gap.</p>\n<div class=\"figures\">\n" +
            curves + "</div>\n";
    return text + "</section>\n";
}

}  // namespace rattleback

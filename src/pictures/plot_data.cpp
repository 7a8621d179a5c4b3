#include "pictures/plot_data.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "expr/print_unicode.hpp"
#include "pictures/fine_samples.hpp"
#include "pictures/plot_groups.hpp"
#include "pictures/plot_wishes.hpp"

namespace rattleback {
namespace {

using PlotKind = PlotData::Kind;
using About = PlotData::About;

// Phase portraits: of systems that are small enough to be seen in them.
constexpr std::size_t most_portraits = 4, most_portrayed = 6;

std::string label_of(const Expr& symbol) { return to_unicode(symbol, UnicodeStyle::Label); }

WishedCurve curve_of(const Expr& symbol) { return {symbol, symbol}; }

std::vector<WishedCurve> curves_of(const ExprVector& symbols) {
    std::vector<WishedCurve> curves;
    for (const Expr& s : symbols) curves.push_back(curve_of(s));
    return curves;
}

struct Path {
    std::string name;
    Expr x, y;
};

const Expr* coordinate(const System& system, const std::string& name) {
    const auto found =
        std::ranges::find_if(system.q, [&](const Expr& q) { return q.name() == name; });
    return found == system.q.end() ? nullptr : &*found;
}

// Coordinates x and y, or x1 and y1, x2 and y2; else particles.
std::vector<Path> paths_of(const System& system) {
    std::vector<Path> paths;
    const auto add = [&](const std::string& number) {
        const Expr *const x = coordinate(system, "x" + number), *const y = coordinate(system,
                                                                                      "y" + number);
        if (x == nullptr || y == nullptr) return false;
        paths.push_back({fmt::format("({}, {})", label_of(*x), label_of(*y)), *x, *y});
        return true;
    };
    if (!add(""))
        for (int i = 1; add(std::to_string(i)); ++i) {
        }
    if (!paths.empty()) return paths;
    for (const Particle& particle : system.particles)
        paths.push_back({particle.name, particle.position[0], particle.position[1]});
    return paths;
}

PlotSeries sampled(const WishedCurve& curve, const std::vector<Expr>& all,
                   const FineSamples& samples) {
    const auto at = std::ranges::find(all, curve.value) - all.begin();
    return {curve.label(), samples.value(static_cast<std::size_t>(at))};
}

void append(std::vector<PlotData> more, std::vector<PlotData>& plots) {
    std::ranges::move(more, std::back_inserter(plots));
}

std::vector<PlotSeries> columns(const std::vector<std::string>& names, const Rows& rows) {
    std::vector<PlotSeries> series;
    for (std::size_t i = 0; i < names.size() && rows.size() > 0; ++i)
        series.push_back({unicode_name(names[i], 0, UnicodeStyle::Label), column_of(rows, i)});
    return series;
}

std::vector<PlotData> contact_plots(const FineSamples& samples) {
    std::vector<PlotData> plots;
    const auto& names = samples.contact_names;
    if (samples.contacts.size() == 0) return plots;
    for (std::size_t i = 0; i < names.size(); ++i) {
        std::vector<PlotSeries> series;
        for (std::size_t k = 0; k < 3; ++k)
            series.push_back(
                {std::string("F_") + "xyz"[k], column_of(samples.contacts, 3 * i + k)});
        append(force_plots("Contact force at " + names[i], std::move(series), samples.times),
               plots);
    }
    return plots;
}

// All plots of one run.
class Plots {
public:
    Plots(const System& system, const Equations& equations, const Trajectory& trajectory)
        : system_(system), wishes_(wishes_of_model(system)), paths_(paths_of(system)) {
        for (const PlotWish& wish : wishes_) {
            for (const WishedCurve& x : wish.x) all_.push_back(x.value);
            for (const WishedCurve& y : wish.y) all_.push_back(y.value);
        }
        for (const Path& path : paths_) all_.insert(all_.end(), {path.x, path.y});
        all_.insert(all_.end(), system.q.begin(), system.q.end());
        all_.insert(all_.end(), system.v.begin(), system.v.end());
        if (system.principle == Principle::Vakonomic)
            for (const Expr& speed : equations.speeds)
                if (std::ranges::find(system.v, speed) == system.v.end()) latent_.push_back(speed);
        for (const HigherConstraint& h : system.higher) latent_.push_back(h.latent[0]);
        all_.insert(all_.end(), latent_.begin(), latent_.end());
        samples_ = fine_samples(system, equations, trajectory, all_);
    }

    std::vector<PlotData> made(bool with_portraits) const {
        std::vector<PlotData> plots = asked();
        append(grouped("Coordinates", About::Motion, sampled_all(curves_of(system_.q)), times()),
               plots);
        append(grouped("Velocities", About::Motion, sampled_all(curves_of(system_.v)), times()),
               plots);
        if (!paths_.empty()) plots.push_back(paths());
        if (with_portraits) append(portraits(), plots);
        append(force_plots("Multipliers", sampled_all(curves_of(latent_)), times()), plots);
        append(force_plots("Multipliers", columns(samples_.multiplier_names, samples_.multipliers),
                           times()),
               plots);
        append(
            force_plots("Reactions", columns(samples_.reaction_names, samples_.reactions), times()),
            plots);
        append(contact_plots(samples_), plots);
        return plots;
    }

private:
    const std::vector<double>& times() const { return samples_.times; }

    std::vector<PlotSeries> sampled_all(const std::vector<WishedCurve>& curves) const {
        std::vector<PlotSeries> series;
        for (const WishedCurve& curve : curves) series.push_back(sampled(curve, all_, samples_));
        return series;
    }

    std::vector<PlotData> asked() const {
        std::vector<PlotData> plots;
        for (const PlotWish& wish : wishes_) plots.push_back(granted(wish));
        return plots;
    }

    PlotData granted(const PlotWish& wish) const {
        PlotData plot = wish.plot;
        const bool is_joined = wish.x.size() > 1;
        plot.x_label = common_label(wish.x);
        if (is_joined || !wish.names.empty()) plot.y_label = common_label(wish.y);
        plot.x = sampled(wish.x[0], all_, samples_).values;
        plot.series = sampled_all(wish.y);
        for (std::size_t i = 0; i < plot.series.size(); ++i)
            if (!wish.names.empty())
                plot.series[i].label = wish.names[i];
            else if (is_joined)
                plot.series[i].label =
                    fmt::format("({}, {})", wish.x[i].label(), wish.y[i].label());
        if (is_joined) join(sampled_all(wish.x), plot);
        return plot;
    }

    // Series that have an x of their own, one after the other.
    void join(const std::vector<PlotSeries>& x, PlotData& plot) const {
        const std::size_t count = times().size();
        plot.x.clear();
        for (std::size_t i = 0; i < x.size(); ++i) {
            plot.x.insert(plot.x.end(), x[i].values.begin(), x[i].values.end());
            std::vector<double> values(count * x.size(), std::numeric_limits<double>::quiet_NaN());
            std::ranges::copy(plot.series[i].values,
                              values.begin() + static_cast<std::ptrdiff_t>(i * count));
            plot.series[i].values = std::move(values);
        }
    }

    PlotData paths() const {
        PlotWish wish{.plot = PlotData{.title = paths_.size() == 1 ? "Path" : "Paths",
                                       .kind = PlotKind::Phase,
                                       .about = About::Motion,
                                       .equal_axes = true},
                      .x = {},
                      .y = {}};
        for (const Path& path : paths_) {
            wish.x.push_back({"x", path.x});
            wish.y.push_back({"y", path.y});
            wish.names.push_back(path.name);
        }
        return granted(wish);
    }

    // (q, q̇) of the coordinates whose velocity changes.
    std::vector<PlotData> portraits() const {
        std::vector<PlotData> plots;
        if (system_.size() > most_portrayed) return plots;
        const auto q = sampled_all(curves_of(system_.q)), v = sampled_all(curves_of(system_.v));
        const double fastest = largest_of(v);
        const auto since_start = [](PlotSeries series) {
            const double first = series.values.front();
            for (double& x : series.values) x -= first;
            return series;
        };
        for (std::size_t i = 0; i < q.size() && plots.size() < most_portraits; ++i)
            if (is_seen(since_start(v[i]), fastest))
                plots.push_back({.title = "Phase",
                                 .kind = PlotKind::Phase,
                                 .about = About::Motion,
                                 .x_label = q[i].label,
                                 .x = q[i].values,
                                 .series = {v[i]}});
        if (plots.size() > 1)
            for (PlotData& plot : plots) plot.title += " " + plot.x_label;
        return plots;
    }

    const System& system_;
    std::vector<PlotWish> wishes_;
    std::vector<Path> paths_;
    ExprVector latent_, all_;
    FineSamples samples_;
};

}  // namespace

std::string heading_of(const PlotData& plot) {
    if (!plot.title.empty()) return plot.title;
    return list_of_labels(plot.series) + " over " + plot.x_label;
}

std::vector<PlotData> all_plots(const System& system, const Equations& equations,
                                const Trajectory& trajectory) {
    return Plots(system, equations, trajectory).made(true);
}

std::vector<PlotData> plots_of(const System& system, const Equations& equations,
                               const Trajectory& trajectory) {
    std::vector<PlotData> plots = Plots(system, equations, trajectory).made(false);
    if (!system.plots.empty())
        std::erase_if(plots, [](const PlotData& plot) { return plot.about != About::Asked; });
    return plots;
}

std::vector<PlotData> plots_of(const Run& run, std::span<const PlotDescription> asked) {
    if (asked.empty()) return plots_of(run.system, run.equations, run.trajectory);
    System system = run.system;
    system.description.plots.assign(asked.begin(), asked.end());
    system.plots = build(system.description).plots;
    return plots_of(system, run.equations, run.trajectory);
}

}  // namespace rattleback

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <memory>
#include <optional>

#include "app/commands.hpp"
#include "app/long_work.hpp"
#include "app/message.hpp"
#include "app/numbers.hpp"
#include "app/run_options.hpp"
#include "app/settings.hpp"
#include "app/usage.hpp"
#include "pictures/constraint_plot.hpp"
#include "pictures/plot_files.hpp"
#include "study/changed_model.hpp"
#include "study/gauss_lines.hpp"

namespace rattleback {
namespace {

struct Given {
    RunOptions run;
    std::vector<std::string> x, y;
    std::string file, window_x, window_y, axes, only;
    bool together = false, log = false, gauss = false;
};

constexpr std::array<std::string_view, 2> axes_words{"equal", "free"};

Written written(const char* option, const std::string& formula) {
    return SourceText{.text = formula, .file = option};
}

std::vector<Written> written(const char* option, const std::vector<std::string>& formulas) {
    std::vector<Written> result;
    for (const std::string& formula : formulas) result.push_back(written(option, formula));
    return result;
}

// One x for all y makes one plot, and pairs of x and y make one plot each, unless they are to be one.
std::vector<PlotDescription> wished(const Given& given, const std::string& title) {
    if (given.y.empty() && !given.x.empty())
        throw UsageError("--x is given without --y: what is to be drawn over it?");
    if (given.x.size() > 1 && given.x.size() != given.y.size())
        throw UsageError(
            fmt::format("there are {} --x and {} --y; give one --x for all, or one for each --y",
                        given.x.size(), given.y.size()));
    if (given.together && given.y.empty())
        throw UsageError("--together is given without --y: what is to be drawn in one plot?");
    if (given.together)
        return {{.x = written("--x", given.x.empty() ? std::vector<std::string>{"t"} : given.x),
                 .y = written("--y", given.y),
                 .title = title}};
    std::vector<PlotDescription> plots;
    for (std::size_t i = 0; i < given.y.size(); ++i) {
        const std::string x = given.x.empty() ? "t" : given.x[given.x.size() == 1 ? 0 : i];
        const bool is_titled = i == 0 || given.x.size() < 2;
        plots.push_back({.x = {written("--x", x)},
                         .y = {written("--y", given.y[i])},
                         .title = is_titled ? Written(title) : Written()});
    }
    return plots;
}

std::string file_of(const Given& given) {
    if (!given.file.empty()) return given.file;
    return std::filesystem::path(given.run.model).stem().string() + ".svg";
}

// How the plots are to be shown, as the options say it, before anything is computed.
class Shown {
public:
    explicit Shown(const Given& given) : log_(given.log) {
        if (!given.window_x.empty()) x_ = read_interval("--window-x", given.window_x);
        if (!given.window_y.empty()) y_ = read_interval("--window-y", given.window_y);
        if (!given.axes.empty()) equal_ = place_among(axes_words, "--axes", given.axes) == 0;
        if (!given.only.empty()) only_ = read_count("--only", given.only);
        if (only_ == 0) throw UsageError("--only counts from 1");
    }

    const std::optional<std::pair<double, double>>& window_x() const { return x_; }

    std::vector<PlotData> of(std::vector<PlotData> plots) const {
        if (only_ && *only_ > plots.size())
            throw UsageError(
                fmt::format("--only {}: there {} plot{}", *only_,
                            plots.size() == 1 ? "is 1" : fmt::format("are {}", plots.size()),
                            plots.size() == 1 ? "" : "s"));
        if (only_) plots = {std::move(plots[*only_ - 1])};
        for (PlotData& plot : plots) {
            plot.log_y = log_;
            if (x_) plot.window.x = x_;
            if (y_) plot.window.y = y_;
            plot.equal_axes = equal_.value_or(plot.equal_axes);
        }
        return plots;
    }

private:
    std::optional<std::pair<double, double>> x_, y_;
    std::optional<bool> equal_;
    std::optional<std::size_t> only_;
    bool log_;
};

// Gauss's function at the start, or where the run ends that is asked for.
int run_gauss(const Given& given, const std::string& file, const Shown& shown, LongWork& work) {
    if (given.together || !given.only.empty() || !given.x.empty() || !given.y.empty())
        throw UsageError(
            "--gauss draws one plot of its own, and does not go with --x, --y, --together or "
            "--only");
    const Description description = described_model(given.run.model, given.run.settings);
    const GaussLines found =
        gauss_lines(description, request_of(given.run), shown.window_x(), work.attention());
    work.clear();
    const Trajectory& trajectory = found.run.trajectory;
    if (!found.curves) {
        tell("rattleback plot: {}\n", to_text(*failure_of(trajectory)));
        return exit_code(trajectory, true);
    }
    const ConstraintCurves& curves = *found.curves;
    const std::string title = title_of(description);
    write_plots(file, shown.of({plot_of(curves, title)}));
    say("{}: a plot in '{}'.\n", title, file);
    say("At t = {:g} the motion has G = {:g}{}, at s = 0.\n", curves.time, curves.g,
        curves.g_w ? fmt::format(" and G_W = {:g}", *curves.g_w) : "");
    return exit_code(trajectory, false);
}

int run(const Given& given, LongWork& work) {
    const std::string file = file_of(given);
    if (const auto obstacle = obstacle_to_plot_file(file)) throw UsageError(*obstacle);
    const Shown shown(given);
    if (given.gauss) return run_gauss(given, file, shown, work);
    Description description = described_model(given.run.model, given.run.settings);
    const auto wishes = wished(given, title_of(description));
    if (!wishes.empty()) description.plots = wishes;
    const Run done = run_motion(description, request_of(given.run), work.attention());
    work.clear();
    const std::vector<PlotData> plots = shown.of(plots_of(done, {}));  // which has the wishes
    write_plots(file, plots);
    say("{}: {} in '{}'.\n", title_of(description),
        plots.size() == 1 ? "a plot" : fmt::format("{} plots", plots.size()), file);
    const auto failure = failure_of(done.trajectory);
    if (failure) tell("rattleback plot: {}\n", to_text(*failure));
    return exit_code(done.trajectory, failure.has_value());
}

}  // namespace

Action declare_plot(Arguments& arguments) {
    auto given = std::make_shared<Given>();
    add_run_options(arguments, given->run);
    arguments.option("--x", given->x, "What lies along the plot; t is the default", {"FORMULA"});
    arguments.option(
        "--y", given->y,
        "What is drawn, instead of what the model asks for, as x', x'', R_x or N_ball; may "
        "be repeated: with one --x the curves share a plot, with an --x for each they "
        "have their own",
        {"FORMULA"});
    arguments.flag("--together", given->together,
                   "All --y in one plot, also where each has an --x of its own");
    arguments.option("--window-x", given->window_x, "What is shown of the x axis", {"FROM:TO"});
    arguments.option("--window-y", given->window_y, "What is shown of the y axis", {"FROM:TO"});
    arguments.option("--axes", given->axes,
                     "equal: a unit is as long on both axes; free: each axis fills its side",
                     {.name = "HOW", .choices = axes_words});
    arguments.option("--only", given->only, "Draws the N-th plot and no other", {"N"});
    arguments.flag("--log", given->log, "A logarithmic y axis");
    arguments.flag(
        "--gauss", given->gauss,
        "Gauss's function along lines of accelerations through that of the motion, at its "
        "start or at the end of --until");
    arguments.option("-o,--output", given->file,
                     "Draw into FILE: .svg, .png or .pdf; MODEL.svg is the default", {"FILE"});
    return [given](LongWork& work) { return run(*given, work); };
}

}  // namespace rattleback

#include <fmt/format.h>

#include <filesystem>
#include <memory>

#include "app/commands.hpp"
#include "app/long_work.hpp"
#include "app/message.hpp"
#include "app/run_options.hpp"
#include "app/settings.hpp"
#include "app/usage.hpp"
#include "pictures/plot_files.hpp"
#include "study/changed_model.hpp"

namespace rattleback {
namespace {

struct Given {
    RunOptions run;
    std::vector<std::string> x, y;
    std::string file;
    bool log = false;
};

Written written(const char* option, const std::string& formula) {
    return SourceText{.text = formula, .file = option};
}

// One x for all y makes one plot, and pairs of x and y make one plot each.
std::vector<PlotDescription> wished(const Given& given, const std::string& title) {
    if (given.y.empty() && !given.x.empty())
        throw UsageError("--x is given without --y: what is to be drawn over it?");
    if (given.x.size() > 1 && given.x.size() != given.y.size())
        throw UsageError(
            fmt::format("there are {} --x and {} --y; give one --x for all, or one for each --y",
                        given.x.size(), given.y.size()));
    std::vector<PlotDescription> plots;
    for (std::size_t i = 0; i < given.y.size(); ++i) {
        const std::string x = given.x.empty() ? "t" : given.x[given.x.size() == 1 ? 0 : i];
        const bool is_titled = i == 0 || given.x.size() < 2;
        plots.push_back({.x = written("--x", x),
                         .y = written("--y", given.y[i]),
                         .title = is_titled ? Written(title) : Written()});
    }
    return plots;
}

std::string file_of(const Given& given) {
    if (!given.file.empty()) return given.file;
    return std::filesystem::path(given.run.model).stem().string() + ".svg";
}

int run(const Given& given) {
    const std::string file = file_of(given);
    if (const auto obstacle = obstacle_to_plot_file(file)) throw UsageError(*obstacle);
    Description description = described_model(given.run.model, given.run.settings);
    const auto wishes = wished(given, title_of(description));
    if (!wishes.empty()) description.plots = wishes;
    LongWork work;
    const Run done = run_motion(description, request_of(given.run), work.attention());
    work.clear();
    std::vector<PlotData> plots = plots_of(done);
    for (PlotData& plot : plots) plot.log_y = given.log;
    write_plots(file, plots);
    fmt::print("{}: {} in '{}'.\n", title_of(description),
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
    arguments.option("--y", given->y,
                     "What is drawn, instead of what the model asks for; may be repeated: with one "
                     "--x the curves share a plot, with an --x for each they have their own",
                     {"FORMULA"});
    arguments.flag("--log", given->log, "A logarithmic y axis");
    arguments.option("-o,--output", given->file,
                     "Draw into FILE: .svg, .png or .pdf; MODEL.svg is the default", {"FILE"});
    return [given] { return run(*given); };
}

}  // namespace rattleback

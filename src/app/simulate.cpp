#include "trajectory/simulate.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>

#include "analysis/physics.hpp"
#include "app/chosen_form.hpp"
#include "app/commands.hpp"
#include "app/find_model.hpp"
#include "app/interruption.hpp"
#include "app/numbers.hpp"
#include "app/progress_bar.hpp"
#include "app/settings.hpp"
#include "app/usage.hpp"
#include "base/suggest.hpp"
#include "equations/formulations.hpp"
#include "expr/print_text.hpp"
#include "model/vocabulary.hpp"
#include "report/trajectory_files.hpp"
#include "report/trajectory_text.hpp"
#include "trajectory/branch.hpp"
#include "trajectory/methods.hpp"

namespace rattleback {
namespace {

constexpr int all_is_well = 0, failed = 1, interrupted = 130;

struct Given {
    std::string model, form, method, until, at, rtol, atol, step, file;
    std::vector<std::string> settings;
    bool no_projection = false, json = false;
};

// A wrong name is the fault of the command line or of the file.
const Method& chosen_method(const Given& given, const SimulateDescription& file) {
    const bool from_file = given.method.empty() && !file.method.empty();
    const std::string name = from_file              ? file.method.text()
                             : given.method.empty() ? "auto"
                                                    : given.method;
    std::vector<std::string> names;
    for (const Method& m : methods()) names.emplace_back(m.name);
    if (std::ranges::find(names, name) != names.end()) return method(name);
    std::string near = did_you_mean(name, names);
    if (near.empty()) near = fmt::format("; the methods are {}", fmt::join(names, ", "));
    const std::string message = fmt::format("there is no method '{}'{}", name, near);
    if (from_file) refuse(file.method, message);
    throw UsageError(message);
}

std::string methods_with_equal_steps() {
    std::vector<std::string_view> names;
    for (const Method& m : methods())
        if (m.stepping != Stepping::Adaptive) names.push_back(m.name);
    return alternatives(names);
}

void set_steps(const Given& given, const Method& method, IntegrationOptions& options) {
    if (given.step.empty()) {
        if (method.stepping == Stepping::Fixed)
            throw UsageError(fmt::format(
                "the method '{}' makes steps of equal width; say which with --step", method.name));
        return;
    }
    if (method.stepping == Stepping::Adaptive)
        throw UsageError(
            fmt::format("the method '{}' chooses its steps itself; --step goes with "
                        "--method {}",
                        method.name, methods_with_equal_steps()));
    options.step = read_positive("--step", given.step);
    options.fixed = true;
}

void set_times(const Given& given, const SimulateDescription& file, IntegrationOptions& options) {
    if (!given.at.empty()) options.at = read_times("--at", given.at);
    if (!given.until.empty())
        options.until = read_number("--until", given.until);
    else if (!options.at.empty())
        options.until = options.at.back();
    else if (file.until)
        options.until = *file.until;
    else
        throw UsageError(
            "--until is missing: the model does not say in [simulate] how long it runs");
    if (options.at.empty() && file.output)
        options.at = times_between(options.from, options.until, *file.output);
    double before = options.from;
    for (const double t : options.at) {
        if ((t - before) * (options.until - options.from) < 0 ||
            std::abs(t) > std::abs(options.until))
            throw UsageError(fmt::format(
                "--at: the times must go from {} to {} in the order of the run, and {} does not "
                "fit in",
                options.from, options.until, t));
        before = t;
    }
}

IntegrationOptions options_of(const Given& given, const SimulateDescription& file) {
    IntegrationOptions options;
    const Method& method = chosen_method(given, file);
    options.method = method.name;
    options.dense = true;  // the checks look between the samples
    if (file.rtol) options.rtol = *file.rtol;
    if (file.atol) options.atol = *file.atol;
    if (!given.rtol.empty()) options.rtol = read_positive("--rtol", given.rtol);
    if (!given.atol.empty()) options.atol = read_positive("--atol", given.atol);
    set_steps(given, method, options);
    set_times(given, file, options);
    return options;
}

Description described(const Given& given) {
    Description description = with_settings(read_model(find_model(given.model)), given.settings);
    require_functions(description);
    if (given.form.empty()) return description;
    return with_principle(std::move(description), formulation(given.form).principle);
}

// Integrates, with a bar for whom it may concern, until the end or Ctrl-C.
Trajectory integrated(const System& system, const Equations& equations, SimulationOptions options) {
    const ProgressBar bar(options.integration.from);
    const Interruption interruption;
    if (bar.is_seen()) options.integration.progress = bar;
    options.integration.interrupt = &interruption.wished();
    return simulate(system, equations, options);
}

// Why the exit code will not be 0: sentences for stderr. Where the run failed, its last states may
// fail every check, and that is not the news.
std::vector<std::string> complaints(const CheckedRun& run) {
    const Stop& stop = run.trajectory.stop;
    if (!is_result(stop.reason)) return {stop.message + " What was computed until then is kept."};
    std::vector<std::string> sentences;
    for (const MotionCheck& check : run.checks)
        if (!check.holds())
            sentences.push_back(
                fmt::format("The check '{}' fails: {} is as large as {:.2g} at t = {:.6g}, and "
                            "{:.1g} is allowed.",
                            check.name, check.says, check.largest, check.time, check.allowed));
    return sentences;
}

int exit_code(const CheckedRun& run, const std::vector<std::string>& sentences) {
    if (run.trajectory.stop.reason == StopReason::Interrupted) return interrupted;
    return sentences.empty() ? all_is_well : failed;
}

// What is wrong with a model whose motion is not even determined where it begins.
void explain_singular_start(const System& system, const Trajectory& trajectory,
                            const IntegrationOptions& options,
                            std::vector<std::string>& sentences) {
    const Stop& stop = trajectory.stop;
    if (stop.reason == StopReason::ReachedEnd || stop.time != options.from) return;
    sentences.emplace_back("The motion is not determined at the start.");
    for (const Finding& finding : findings(system))
        if (finding.severity == Severity::Error) sentences.push_back(finding.sentence);
}

// What was computed is shown even when the file cannot be written.
int report(const Given& given, const System& system, const CheckedRun& run,
           const IntegrationOptions& options) {
    std::vector<std::string> sentences = complaints(run);
    explain_singular_start(system, run.trajectory, options, sentences);
    const std::string title = title_of(system.description);
    std::string text = given.json ? trajectory_json(run)
                                  : fmt::format("{}\n\n{}", title, trajectory_text(run, options));
    if (!given.file.empty()) {
        try {
            write_trajectory(given.file, run);
            if (!given.json)
                text += fmt::format("\nThe run is in '{}', with {} samples.\n", given.file,
                                    run.trajectory.times.size());
        } catch (const std::exception& error) {
            sentences.emplace_back(error.what());
        }
    }
    fmt::print("{}", text);
    for (const std::string& sentence : sentences)
        fmt::print(stderr, "rattleback simulate: {}\n", sentence);
    return exit_code(run, sentences);
}

// What speeds mean that the user has not named.
std::string meanings(const System& system, const Equations& equations) {
    constexpr std::size_t longest = 200;
    if (system.parametrization || equations.speeds_from_velocities.empty()) return {};
    std::string list;
    for (std::size_t i = 0; i < equations.speeds.size(); ++i) {
        const Expr& speed = equations.speeds[i];
        if (std::ranges::find(system.v, speed) != system.v.end()) continue;
        const std::string meaning = to_text(equations.speeds_from_velocities[i]);
        if (meaning.size() <= longest)
            list += fmt::format("{}{} is {}", list.empty() ? "" : ", ", to_text(speed), meaning);
    }
    return list.empty() ? list : list + ".";
}

int run(const Given& given) {
    if (!given.form.empty()) check_form_name(given.form);
    if (!given.file.empty())
        if (const auto obstacle = obstacle_to_trajectory_file(given.file))
            throw UsageError(*obstacle);
    const Description description = described(given);
    SimulationOptions options{.integration = options_of(given, description.simulate),
                              .motion = {.project = !given.no_projection}};
    const BranchChoice branch = on_initial_branch(build(description));
    const ChosenForm form =
        given.form.empty() ? default_form(branch.system) : ChosenForm{given.form, ""};
    const Equations equations = derive(branch.system, form.name);
    Trajectory trajectory = integrated(branch.system, equations, options);
    if (!form.why.empty()) trajectory.notes.insert(trajectory.notes.begin(), form.why);
    trajectory.notes.insert(trajectory.notes.end(), branch.notes.begin(), branch.notes.end());
    if (const auto speeds = meanings(branch.system, equations); !speeds.empty())
        trajectory.notes.push_back(speeds);
    const auto checks = check_motion(branch.system, equations, trajectory);
    return report(given, branch.system, {trajectory, checks}, options.integration);
}

std::string list_of_methods() {
    std::size_t width = 0;
    for (const Method& m : methods()) width = std::max(width, m.name.size());
    std::string text = "Methods:\n";
    for (const Method& m : methods())
        text += fmt::format("  {:<{}}  {}\n", m.name, width, m.summary);
    return text;
}

}  // namespace

Action declare_simulate(CLI::App& arguments) {
    auto given = std::make_shared<Given>();
    const auto option = [&](const char* name, std::string& value, const char* what,
                            const char* placeholder) {
        arguments.add_option(name, value, what)->option_text(placeholder);
    };
    add_model_argument(arguments, given->model);
    option("--form", given->form, "The formulation; benenti where it applies", "NAME");
    option("--method", given->method, "One of the methods below; auto is the default", "NAME");
    option("--until", given->until, "Where the run ends; it begins at t = 0, and may go backward",
           "T");
    option("--at", given->at, "Samples at these times, 1,2,5 or 0:20:0.5, not at every step",
           "TIMES");
    option("--rtol", given->rtol, "Relative tolerance; 1e-10 is the default", "R");
    option("--atol", given->atol, "Absolute tolerance; 1e-12 is the default", "A");
    option("--step", given->step, "Steps of this width, with methods that can", "H");
    add_set_option(arguments, given->settings);
    arguments.add_flag("--no-projection", given->no_projection,
                       "Let the state drift off the constraints, to see how far");
    option("-o,--output", given->file, "Write the run to FILE: .csv, .json, .npz or .h5", "FILE");
    arguments.add_flag("--json", given->json, "Write one JSON object");
    arguments.footer(list_of_methods() + "\n" + arguments.get_footer());
    return [given] { return run(*given); };
}

}  // namespace rattleback

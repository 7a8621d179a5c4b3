#include "app/run_options.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "analysis/run_branch.hpp"
#include "app/chosen_form.hpp"
#include "app/find_model.hpp"
#include "app/numbers.hpp"
#include "app/settings.hpp"
#include "app/usage.hpp"
#include "base/suggest.hpp"
#include "equations/formulations.hpp"
#include "expr/print_text.hpp"
#include "model/vocabulary.hpp"
#include "trajectory/methods.hpp"
#include "trajectory/simulate.hpp"

namespace rattleback {
namespace {

constexpr int all_is_well = 0, something_failed = 1;

// A wrong name is the fault of the command line or of the file.
const Method& chosen_method(const RunOptions& given, const SimulateDescription& file) {
    const bool from_file = given.method.empty() && !file.method.empty();
    const std::string name = from_file              ? file.method.text()
                             : given.method.empty() ? "auto"
                                                    : given.method;
    std::vector<std::string> names;
    for (const Method& m : methods()) names.emplace_back(m.name);
    if (std::ranges::find(names, name) != names.end()) return method(name);
    const std::string message =
        fmt::format("there is no method '{}'{}", name, did_you_mean_or_all(name, names, "methods"));
    if (from_file) refuse(file.method, message);
    throw UsageError(message);
}

std::string methods_with_equal_steps() {
    std::vector<std::string_view> names;
    for (const Method& m : methods())
        if (m.stepping != Stepping::Adaptive) names.push_back(m.name);
    return alternatives(names);
}

void set_steps(const RunOptions& given, const Method& method, IntegrationOptions& options) {
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

void set_times(const RunOptions& given, const SimulateDescription& file,
               IntegrationOptions& options) {
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

IntegrationOptions options_of(const RunOptions& given, const SimulateDescription& file) {
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

// What speeds mean that the user has not named.
std::string meanings(const System& system, const Equations& equations) {
    constexpr std::size_t longest = 200;
    if (system.parametrization || equations.speeds_from_velocities.empty()) return {};
    std::string list;
    for (std::size_t i = 0; i < equations.speeds.size(); ++i) {
        const Expr& speed = equations.speeds[i];
        if (std::ranges::find(system.v, speed) != system.v.end()) continue;
        const std::string meaning = to_text(equations.speeds_from_velocities[i]);
        if (meaning.size() <= longest && meaning != to_text(speed))
            list += fmt::format("{}{} is {}", list.empty() ? "" : ", ", to_text(speed), meaning);
    }
    return list.empty() ? list : list + ".";
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

void add_run_options(Arguments& arguments, RunOptions& given) {
    add_model_argument(arguments, given.model);
    std::vector<std::string_view> method_names;
    for (const Method& m : methods()) method_names.push_back(m.name);
    add_form_option(arguments, given.form);
    arguments.option("--method", given.method, "One of the methods below; auto is the default",
                     {.name = "NAME", .choices = method_names});
    arguments.option("--until", given.until,
                     "Where the run ends; it begins at t = 0, and may go backward", {"T"});
    arguments.option("--rtol", given.rtol, "Relative tolerance; 1e-10 is the default", {"R"});
    arguments.option(
        "--atol", given.atol,
        "Absolute tolerance; by default a hundredth of the relative one, of the size of each entry",
        {"A"});
    arguments.option("--step", given.step, "Steps of this width, with methods that can", {"H"});
    add_set_option(arguments, given.settings);
    arguments.flag("--no-projection", given.no_projection,
                   "Let the state drift off the constraints, to see how far");
    arguments.remark(list_of_methods());
}

Description described(const RunOptions& given) {
    Description description = described_model(given.model, given.settings, given.form);
    require_functions(description);
    return description;
}

ComputedRun computed_run(const RunOptions& given, const Description& description, LongWork& work) {
    SimulationOptions options{.integration = options_of(given, description.simulate),
                              .motion = {.project = !given.no_projection}};
    BranchChoice branch = run_branch(build(description));
    const ChosenForm form =
        given.form.empty() ? default_form(branch.system) : ChosenForm{given.form, ""};
    Equations equations = derive(branch.system, form.name);
    work.attend(options.integration);
    Trajectory trajectory = simulate(branch.system, equations, options);
    work.clear();
    if (!form.why.empty()) trajectory.notes.insert(trajectory.notes.begin(), form.why);
    const std::optional<double> until = description.simulate.until;
    if (!given.at.empty() && given.until.empty() && until && *until != options.integration.until)
        trajectory.notes.push_back(
            fmt::format("The run ends at the last time of --at, and not at t = {:.10g} as the "
                        "model says; --until says where else.",
                        *until));
    trajectory.notes.insert(trajectory.notes.end(), branch.notes.begin(), branch.notes.end());
    if (const auto speeds = meanings(branch.system, equations); !speeds.empty())
        trajectory.notes.push_back(speeds);
    return {std::move(branch.system), std::move(equations), options.integration,
            std::move(trajectory)};
}

std::optional<std::string> failure_of(const Trajectory& trajectory) {
    if (is_result(trajectory.stop.reason)) return std::nullopt;
    return trajectory.stop.message + " What was computed until then is kept.";
}

int exit_code(const Trajectory& trajectory, bool failed) {
    if (trajectory.stop.reason == StopReason::Interrupted) return interrupted;
    return failed ? something_failed : all_is_well;
}

}  // namespace rattleback

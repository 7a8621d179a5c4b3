#include "study/prepared_run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/suggest.hpp"
#include "expr/graph.hpp"
#include "expr/print_text.hpp"
#include "model/input_table.hpp"
#include "model/number_range.hpp"
#include "model/vocabulary.hpp"
#include "rattleback/errors.hpp"
#include "study/compiled_model.hpp"
#include "study/derive_motion.hpp"
#include "trajectory/methods.hpp"

namespace rattleback {
namespace {

// Of what lies between samples that were asked for: pictures and checks of most runs need less.
constexpr std::size_t most_bytes_between = std::size_t{1} << 28;
// Steps of such a run, which keeps nothing of them.
constexpr std::size_t most_steps_between = 1'000'000'000;
// Doubles have no more digits.
constexpr double least_rtol = 1e-15;

// A wrong name is the fault of the request or of the file.
const Method& chosen_method(const RunRequest& request, const SimulateDescription& file) {
    const bool from_file = request.method.empty() && !file.method.empty();
    const std::string name = from_file                ? file.method.text()
                             : request.method.empty() ? IntegrationOptions().method
                                                      : request.method;
    std::vector<std::string> names;
    for (const Method& m : methods()) names.emplace_back(m.name);
    if (std::ranges::find(names, name) != names.end()) return method(name);
    const std::string message =
        fmt::format("there is no method '{}'{}", name, did_you_mean_or_all(name, names, "methods"));
    if (from_file) refuse(file.method, message);
    throw RequestError(message);
}

std::string methods_with_equal_steps() {
    std::string text;
    for (const Method& m : methods())
        if (m.stepping != Stepping::Adaptive)
            text += (text.empty() ? "" : ", ") + std::string(m.name);
    return text;
}

void set_steps(const RunRequest& request, const Method& method, IntegrationOptions& options) {
    if (!request.step) {
        if (method.stepping == Stepping::Fixed)
            throw RequestError("step", fmt::format("it is missing, and the method '{}' makes steps "
                                                   "of equal width",
                                                   method.name));
        return;
    }
    if (method.stepping == Stepping::Adaptive)
        throw RequestError(
            "step", fmt::format("the method '{}' chooses its steps itself; those that make steps "
                                "of equal width are {}",
                                method.name, methods_with_equal_steps()));
    options.step = *request.step;
    options.fixed = true;
}

// Too many samples are the fault of whoever says how long the run is: the request, or the file.
std::vector<double> samples_of_file(const RunRequest& request, const Description& description,
                                    const IntegrationOptions& options) {
    try {
        return times_between(options.from, options.until, *description.simulate.output);
    } catch (const RequestError& error) {
        if (request.until) throw;
        throw ModelError("'output' in [simulate]: " + error.problem(), description.file);
    }
}

void set_times(const RunRequest& request, const Description& description,
               IntegrationOptions& options) {
    const SimulateDescription& file = description.simulate;
    options.at = request.at;
    options.until = !request.until && !options.at.empty() ? options.at.back()
                                                          : end_of_run(request.until, description);
    if (options.at.empty() && file.output)
        options.at = samples_of_file(request, description, options);
    double before = options.from;
    for (const double t : options.at) {
        if ((t - before) * (options.until - options.from) < 0 ||
            std::abs(t) > std::abs(options.until))
            throw RequestError(
                "at", fmt::format("the times must go from {} to {} in the order of the run, and {} "
                                  "does not fit in",
                                  options.from, options.until, t));
        before = t;
    }
}

void require(const char* option, std::optional<double> number, const NumberRange& range) {
    if (number && !range.has(*number))
        throw RequestError(option, fmt::format("it is {}, and has to be {}", *number, range.text));
}

// What speeds mean that the user has not named.
Sentence meanings(const System& system, const Equations& equations) {
    constexpr std::size_t longest = 200;
    if (system.parametrization || equations.speeds_from_velocities.empty()) return {};
    Sentences list;
    for (std::size_t i = 0; i < equations.speeds.size(); ++i) {
        const Expr& speed = equations.speeds[i];
        if (std::ranges::find(system.v, speed) != system.v.end()) continue;
        const Expr& meaning = equations.speeds_from_velocities[i];
        if (meaning != speed && tree_size(meaning) <= longest && to_text(meaning).size() <= longest)
            list.push_back(sentence("{} is {}", speed, meaning));
    }
    return list.empty() ? Sentence() : listed(list, ", ", ", ") + ".";
}

MotionWithCode with_own_code(const Description& description, const std::string& form) {
    DerivedMotion motion = derive_motion(description, form);
    auto code = std::make_shared<const CompiledMotion>(motion.system, motion.equations,
                                                       ParametersAs::Numbers);
    return {std::move(motion), std::move(code)};
}

// A run that leaves a table needs to know how that goes on.
void require_covered(const System& system, const IntegrationOptions& options) {
    const double begin = std::min(options.from, options.until),
                 end = std::max(options.from, options.until);
    for (const Input& each : system.inputs) {
        if (!each.table || each.table->beyond() == InputTable::Beyond::Periodic) continue;
        const double first = each.table->first(), last = each.table->last();
        if (first <= begin && end <= last) continue;
        if (each.table->beyond() == InputTable::Beyond::Error)
            throw RequestError(
                "until", fmt::format("the run goes from {} to {}, and the table of the input '{}' "
                                     "from {} to {}; in the model, beyond = \"hold\" or "
                                     "\"periodic\" says how it goes on",
                                     begin, end, each.name, first, last));
        if (each.needed > 1 && each.table->bends_at_ends())
            throw RequestError(
                "until", fmt::format("the run goes from {} to {}, and the table of the input '{}' "
                                     "from {} to {}: held beyond that its first derivative jumps, "
                                     "which would take an impact there",
                                     begin, end, each.name, first, last));
    }
}

Sentence finest_tolerance(const RunRequest& request, const SimulateDescription& file) {
    const double wished = request.rtol.value_or(file.rtol.value_or(least_rtol));
    if (wished >= least_rtol) return {};
    return sentence("The relative tolerance is {:g}, and not {:g}: doubles have no more digits.",
                    least_rtol, wished);
}

Sentence early_end(const RunRequest& request, const Description& description, double end) {
    const std::optional<double> until = description.simulate.until;
    if (request.at.empty() || request.until || !until || *until == end) return {};
    return sentence(
        "The run ends at the last of the times that were asked for, and not at {} as the model "
        "says.",
        time_is(*until));
}

}  // namespace

IntegrationOptions integration_of(const RunRequest& request, const Description& description) {
    const SimulateDescription& file = description.simulate;
    require("rtol", request.rtol, relative_tolerances);
    require("atol", request.atol, positive_numbers);
    require("step", request.step, positive_numbers);
    IntegrationOptions options;
    const Method& method = chosen_method(request, file);
    options.method = method.name;
    options.dense = true;  // the checks look between the samples
    options.rtol = std::max(request.rtol.value_or(file.rtol.value_or(options.rtol)), least_rtol);
    options.atol = request.atol.value_or(file.atol.value_or(options.atol));
    set_steps(request, method, options);
    set_times(request, description, options);
    if (!options.at.empty()) {
        options.most_bytes = most_bytes_between;
        options.most_steps = most_steps_between;
    }
    return options;
}

PreparedRun prepare_run(const Description& description, const RunRequest& request,
                        const Attention& attention, const CompiledMotions* motions) {
    PreparedRun result;
    result.options.integration = integration_of(request, description);
    result.options.motion.project = request.project;
    IntegrationOptions& options = result.options.integration;
    auto [motion, code] = motions != nullptr ? motions->of(description, request.form)
                                             : with_own_code(description, request.form);
    require_covered(motion.system, options);
    result.motion = std::move(code);
    result.of_branch = std::move(motion.notes);
    result.of_request = {early_end(request, description, options.until),
                         finest_tolerance(request, description.simulate)};
    result.run = {std::move(motion.system), std::move(motion.form), std::move(motion.equations),
                  options, Trajectory()};
    options.stop = attention.stop;
    return result;
}

void PreparedRun::add_notes(Sentences& notes) const {
    if (const Sentence why = run.form.sentence(); !why.empty()) notes.insert(notes.begin(), why);
    for (const Sentence& each : of_request)
        if (!each.empty()) notes.push_back(each);
    notes.insert(notes.end(), of_branch.begin(), of_branch.end());
    if (Sentence speeds = meanings(run.system, run.equations); !speeds.empty())
        notes.push_back(std::move(speeds));
}

void RunProgress::operator()(const Progress& at) const {
    attention.progress(std::clamp((at.time - from) / (until - from), 0.0, 1.0),
                       fmt::format("t = {:.6g} of {:.6g}", at.time, until));
}

}  // namespace rattleback

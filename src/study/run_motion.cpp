#include "study/run_motion.hpp"

#include <fmt/format.h>

#include <cmath>

#include "base/interruption.hpp"
#include "base/remembered.hpp"
#include "rattleback/errors.hpp"
#include "study/prepared_run.hpp"

namespace rattleback {
namespace {

// Samples of a run.
constexpr double most_times = 1e7;

}  // namespace

Run run_motion(const Description& description, const RunRequest& request,
               const Attention& attention, const CompiledMotions* motions) {
    const StopScope scope(attention.stop);
    const RememberScope remember;
    PreparedRun prepared = prepare_run(description, request, attention, motions);
    IntegrationOptions& options = prepared.options.integration;
    const RunProgress tell{attention, options.from, options.until};
    if (attention.progress) options.progress = tell;
    Trajectory trajectory = simulate(*prepared.motion, prepared.run.system, prepared.options);
    const StopScope to_the_end{std::stop_token()};  // what was computed is told whole
    prepared.add_notes(trajectory.notes);
    prepared.run.trajectory = std::move(trajectory);
    return std::move(prepared.run);
}

std::vector<MotionCheck> checks_of(const Run& run) {
    return check_motion(run.system, run.equations, run.trajectory);
}

RunWithChecks with_checks(Run run, const std::stop_token& stop) {
    const StopScope scope(stop);
    const RememberScope remember;
    RunWithChecks result{.run = std::move(run)};
    try {
        result.checks = checks_of(result.run);
    } catch (const std::exception&) {
        result.no_checks = std::current_exception();
    }
    return result;
}

double end_of_run(const std::optional<double>& asked, const Description& description) {
    const std::optional<double> until = asked ? asked : description.simulate.until;
    if (until) return *until;
    throw RequestError("until",
                       "it is missing, and the model does not say in [simulate] how long it runs");
}

std::optional<Sentence> obstacle_to_motion(const Description& description,
                                           const RunRequest& request) {
    if (!description.functions.empty())
        return "It was not computed: a function of the model has no definition.";
    if (!request.until && request.at.empty() && !description.simulate.until)
        return "It was not computed: the model does not say in [simulate] how long it runs.";
    return {};
}

std::optional<Sentence> failure_of(const Trajectory& trajectory) {
    if (is_result(trajectory.stop.reason)) return {};
    return trajectory.stop.message + " What was computed until then is kept.";
}

std::optional<Sentence> undetermined_start(const Run& run) {
    const Stop& stop = run.trajectory.stop;
    const bool undetermined =
        stop.reason == StopReason::SingularState || stop.reason == StopReason::NotFinite;
    if (!undetermined || stop.time != run.integration.from) return {};
    return "The motion is not determined at the start.";
}

std::vector<double> times_between(double from, double until, double step) {
    const double count = std::abs(until - from) / step;
    if (!(count <= most_times))
        throw RequestError(
            fmt::format("a sample every {} from {} to {} makes {:.2g} of them; at most {} are kept",
                        step, from, until, count, most_times));
    const auto whole = static_cast<std::size_t>(count + 1e-9);
    const double sign = until < from ? -1 : 1;
    std::vector<double> times;
    for (std::size_t i = 0; i <= whole; ++i)
        times.push_back(from + sign * static_cast<double>(i) * step);
    if (std::abs(count - static_cast<double>(whole)) < 1e-9 * (1 + count)) times.back() = until;
    return times;
}

}  // namespace rattleback

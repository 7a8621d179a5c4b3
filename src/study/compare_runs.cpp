#include "study/compare_runs.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/interruption.hpp"
#include "equations/formulations.hpp"
#include "model/number_range.hpp"
#include "model/same_formulas.hpp"
#include "rattleback/errors.hpp"
#include "study/changed_model.hpp"
#include "study/compiled_model.hpp"
#include "study/parts_of_work.hpp"

namespace rattleback {
namespace {

constexpr double rounding = 1e-13;

RunRequest run_request(const SideRequest& side, double until) {
    RunRequest request = side.run;
    if (request.method.empty()) request.method = IntegrationOptions().method;
    request.rtol = request.rtol.value_or(tolerance_of_comparisons);
    request.until = until;
    request.at.clear();
    return request;
}

// The run that measures the error of the other. Steps twice as wide change more than that error in a
// method of any order; where no tolerance is coarser, a finer one tells as well.
RunRequest coarser(RunRequest request) {
    if (request.step) *request.step *= 2;
    if (request.rtol) *request.rtol *= relative_tolerances.has(10 * *request.rtol) ? 10 : 0.1;
    if (request.atol) *request.atol *= 10;
    return request;
}

std::string how_of(const RunRequest& run) {
    std::string text;
    if (!run.method.empty()) text += ", " + run.method;
    if (run.rtol) text += fmt::format(", rtol {}", *run.rtol);
    if (run.atol) text += fmt::format(", atol {}", *run.atol);
    if (run.step) text += fmt::format(", step {}", *run.step);
    if (!run.project) text += ", without projection";
    return text;
}

// Sampled at every step and as sharp as it is asked for here, whatever the model says.
Description unsampled(Description description) {
    description.simulate.output.reset();
    description.simulate.atol.reset();
    return description;
}

ComparedSide computed(const SideRequest& side, double until, const Attention& attention,
                      const CompiledMotions& motions) {
    ComparedSide result;
    result.run =
        run_motion(unsampled(side.description), run_request(side, until), attention, &motions);
    result.how = how_of(side.run);
    result.name = side.name.empty() ? std::string(name_of(result.run.system.principle)) : side.name;
    return result;
}

// By a stop that came between the last look at it and the first step.
bool was_ended_at_once(const Trajectory& run) {
    return run.stop.reason == StopReason::Interrupted && run.statistics.steps == 0;
}

// How far a run may be wrong: what a coarser run changes, and rounding. Where nobody waited for that,
// what tolerances promise; steps of equal width promise nothing.
double noise_of(const ComparedSide& side) {
    const bool is_known = side.coarse && (!side.coarse->dense.empty() || side.coarse->rest);
    const Comparison found =
        compare_motions(side.run.motion(), is_known ? *side.coarse : side.run.trajectory);
    const IntegrationOptions& asked = side.run.integration;
    const double promised = asked.fixed ? 1 : 1e3 * asked.rtol;
    return found.largest.value + (is_known ? rounding : promised) * found.size;
}

void require_same_coordinates(const ComparisonRequest& request) {
    const auto names = [](const Description& description) {
        std::vector<std::string> result;
        for (const Written& q : description.coordinates) result.push_back(q.text());
        return result;
    };
    const auto first = names(request.sides[0].description),
               second = names(request.sides[1].description);
    if (first == second) return;
    throw RequestError(
        fmt::format("motions are compared coordinate by coordinate: one model has {}, the other {}",
                    fmt::join(first, ", "), fmt::join(second, ", ")));
}

// Whether both have the same formulas, values and start.
bool is_same_motion(const System& a, const System& b) {
    return a.principle == b.principle && same_formulas(a, b) &&
           std::ranges::equal(a.parameters, b.parameters, {}, &Parameter::value,
                              &Parameter::value) &&
           a.initial == b.initial;
}

// Two sides are run twice each.
Attention quarter(const Attention& attention, std::size_t i) {
    const auto done = static_cast<double>(i);
    return part_of(attention, done / 4, (done + 1) / 4);
}

// As far as the work comes before it is stopped.
void add_coarse(const ComparisonRequest& request, double until, const Attention& attention,
                const CompiledMotions& motions, RunComparison& found) {
    try {
        for (std::size_t i = 0; i < 2 && !attention.is_stopped(); ++i)
            found.sides[i].coarse = run_motion(unsampled(request.sides[i].description),
                                               coarser(run_request(request.sides[i], until)),
                                               quarter(attention, i + 2), &motions)
                                        .trajectory;
    } catch (const Interrupted&) {  // their error is then not known
    }
}

}  // namespace

std::string ComparedSide::label() const {
    return fmt::format("{} ({}{})", name, run.form.name, how);
}

std::optional<RunComparison> compare_runs(const ComparisonRequest& request,
                                          const Attention& attention) {
    require_same_coordinates(request);
    const double until = end_of_run(request.until, request.sides[0].description);
    RunComparison found;
    const CompiledMotions motions;  // compiled once: for both tolerances, and for other values
    try {
        for (std::size_t i = 0; i < 2; ++i) {
            if (attention.is_stopped()) return {};
            found.sides[i] = computed(request.sides[i], until, quarter(attention, i), motions);
            if (was_ended_at_once(found.sides[i].run.trajectory)) return {};
        }
    } catch (const Interrupted&) {
        return {};
    }
    add_coarse(request, until, attention, motions, found);
    const StopScope to_the_end{std::stop_token()};  // what was computed is compared
    const auto& [first, second] = found.sides;
    found.is_same_motion = is_same_motion(first.run.system, second.run.system);
    found.noise = noise_of(first) + noise_of(second);
    ComparisonOptions options;
    options.noise = found.noise;
    options.intervals = request.intervals;
    found.comparison = compare_motions(first.run.motion(), second.run.trajectory, options);
    return found;
}

std::array<SideRequest, 2> natural_comparison(const Description& description) {
    const Description first = with_principle(description, Principle::Nonholonomic);
    const System system = build(first);
    const std::string form = default_form(system).name;
    if (!system.constraints.empty() && !vakonomic_form().refusal(system))
        return {{SideRequest{.description = first, .run = RunRequest{.form = form}},
                 SideRequest{.description = with_principle(description, Principle::Vakonomic)}}};
    for (const Formulation* row : applicable(system))
        if (row->name != form)
            return {{SideRequest{.description = first, .run = RunRequest{.form = form}},
                     SideRequest{.description = first,
                                 .run = RunRequest{.form = std::string(row->name)}}}};
    throw RequestError(
        fmt::format("{} is the only formulation of this model: there is nothing to compare", form));
}

}  // namespace rattleback

#include "study/compare_runs.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/interruption.hpp"
#include "equations/formulations.hpp"
#include "model/same_formulas.hpp"
#include "rattleback/errors.hpp"
#include "study/changed_model.hpp"
#include "study/compiled_model.hpp"

namespace rattleback {
namespace {

constexpr double rtol = 1e-12;  // so that small distances mean something
constexpr double coarser = 10;  // the runs that measure the error of the others
constexpr double rounding = 1e-13;

double until_of(const ComparisonRequest& request) {
    if (request.until) return *request.until;
    if (const auto until = request.sides[0].description.simulate.until) return *until;
    throw RequestError("until",
                       "it is missing, and the model does not say in [simulate] how long it runs");
}

RunRequest run_request(const SideRequest& side, double until, double looseness) {
    RunRequest request{.form = side.form, .method = "auto"};
    request.until = until;
    request.rtol = looseness * rtol;
    return request;
}

// Sampled at every step, whatever the model says.
Description unsampled(Description description) {
    description.simulate.output.reset();
    return description;
}

ComparedSide computed(const SideRequest& side, double until, const Attention& attention,
                      const CompiledMotions& motions) {
    ComparedSide result;
    result.run =
        run_motion(unsampled(side.description), run_request(side, until, 1), attention, &motions);
    result.name = side.name.empty() ? std::string(name_of(result.run.system.principle)) : side.name;
    return result;
}

// How far a run may be wrong: what a coarser tolerance changes, and rounding. Where nobody waited for
// that, what tolerances promise.
double noise_of(const ComparedSide& side) {
    const bool is_known = side.coarse && (!side.coarse->dense.empty() || side.coarse->rest);
    const Comparison found =
        compare_motions(side.run.motion(), is_known ? *side.coarse : side.run.trajectory);
    return found.largest.value + (is_known ? rounding : 1e3 * rtol) * found.size;
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

// As far as the work is let come.
void add_coarse(const ComparisonRequest& request, double until, const Attention& attention,
                const CompiledMotions& motions, RunComparison& found) {
    try {
        for (std::size_t i = 0; i < 2 && !attention.is_stopped(); ++i)
            found.sides[i].coarse =
                run_motion(unsampled(request.sides[i].description),
                           run_request(request.sides[i], until, coarser), attention, &motions)
                    .trajectory;
    } catch (const Interrupted&) {  // their error is then not known
    }
}

}  // namespace

std::string ComparedSide::label() const { return fmt::format("{} ({})", name, run.form.name); }

std::optional<RunComparison> compare_runs(const ComparisonRequest& request,
                                          const Attention& attention) {
    require_same_coordinates(request);
    const double until = until_of(request);
    RunComparison found;
    const CompiledMotions motions;  // compiled once: for both tolerances, and for other values
    try {
        for (std::size_t i = 0; i < 2; ++i) {
            if (attention.is_stopped()) return {};
            found.sides[i] = computed(request.sides[i], until, attention, motions);
        }
    } catch (const Interrupted&) {
        return {};
    }
    add_coarse(request, until, attention, motions, found);
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
        return {{{.description = first, .form = form},
                 {.description = with_principle(description, Principle::Vakonomic)}}};
    for (const Formulation* row : applicable(system))
        if (row->name != form)
            return {{{.description = first, .form = form},
                     {.description = first, .form = std::string(row->name)}}};
    throw RequestError(
        fmt::format("{} is the only formulation of this model: there is nothing to compare", form));
}

}  // namespace rattleback

#include "study/linearize_model.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/interruption.hpp"
#include "base/suggest.hpp"
#include "structure/run_branch.hpp"
#include "study/parts_of_work.hpp"

namespace rattleback {
namespace {

// The state is set like initial values are; a parameter is no part of it.
Description at_state(const Description& description, const std::vector<NewValue>& at) {
    for (const NewValue& value : at)
        for (const Assignment& p : description.parameters)
            if (p.name.text() == value.name)
                throw RequestError(
                    "at", fmt::format("it names coordinates and velocities; '{}' is a parameter",
                                      value.name));
    return with_values(description, at);
}

void check_parameter(const std::string& name, const System& system) {
    std::vector<std::string> names;
    for (const Parameter& p : system.parameters) names.emplace_back(p.symbol.name());
    if (std::ranges::find(names, name) != names.end()) return;
    const std::string advice = did_you_mean(name, names);
    throw RequestError(
        "sweep",
        fmt::format("the model has no parameter '{}'{}", name,
                    advice.empty() ? fmt::format("; it has {}", fmt::join(names, ", ")) : advice));
}

}  // namespace

SmallMotions linearize_model(const Description& description, const LinearizeRequest& request,
                             const Attention& attention) {
    require_functions(description);
    require_no_tables(description);
    const StopScope scope(attention.stop);
    const System written = build(at_state(description, request.at));
    auto [system, notes] = understood(written);
    if (request.sweep) check_parameter(request.sweep->parameter, system);
    SmallMotions result{.title = title_of(description), .about = linearize(system)};
    result.about.notes.insert(result.about.notes.end(), notes.begin(), notes.end());
    if (!request.sweep) return result;
    std::vector<double> values = request.sweep->values;
    std::ranges::sort(values);
    system.initial = written.initial;  // each value of the parameter completes them in its own way
    result.locus = root_locus(system, request.sweep->parameter, values, result.about.form,
                              keep_going(attention));
    return result;
}

}  // namespace rattleback

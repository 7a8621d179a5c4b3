#include "trajectory/trajectory.hpp"

#include <fmt/format.h>

#include <set>

#include "rattleback/errors.hpp"

namespace rattleback {

void Trajectory::add_method(std::string_view name, double from) {
    method = name;
    if (!methods.empty() && methods.back().name == name) return;
    if (!methods.empty() && methods.back().from == from) methods.pop_back();  // it did no step
    methods.push_back({std::string(name), from});
}

void Trajectory::drop_samples(std::size_t count) {
    times.erase(times.begin(),
                times.begin() + static_cast<std::ptrdiff_t>(std::min(count, times.size())));
    for (Rows* rows : {&states, &velocities, &multipliers, &reactions, &contacts, &drives})
        rows->drop_first(count);
    for (TrajectoryPhase& phase : phases) phase.first_sample -= std::min(count, phase.first_sample);
}

Sentence Trajectory::methods_text() const {
    constexpr std::size_t most_changes = 4;
    Sentence text;
    if (methods.size() > most_changes) {
        std::set<std::string> names;
        for (const UsedMethod& used : methods) names.insert(used.name);
        return fmt::format("{} in turn", fmt::join(names, " and "));
    }
    for (const UsedMethod& used : methods)
        text += text.empty() ? used.name
                             : sentence(", and from {} on {}", time_is(used.from), used.name);
    return text.empty() ? method : text;
}

std::vector<double> Trajectory::at(double t) const {
    if (dense.empty())
        throw NumericalError(
            "The trajectory has no dense output; it is kept when 'dense' is set in the options.");
    if (!dense.covers(t))
        throw NumericalError(
            fmt::format("The trajectory has no state at t = {:.10g}: it goes from {} to {}.", t,
                        dense.from(), dense.until()));
    std::vector<double> y(states.width());
    dense.evaluate(t, y);
    return y;
}

}  // namespace rattleback

#include "trajectory/joined.hpp"

#include <algorithm>
#include <cmath>

namespace rattleback {
namespace {

double direction_of(const IntegrationOptions& options) {
    return options.until < options.from ? -1 : 1;
}

bool is_wanted_after(const IntegrationOptions& options, double t) {
    return options.at.empty() || direction_of(options) * (options.at.back() - t) > 0;
}

}  // namespace

IntegrationOptions rest_of_run(const IntegrationOptions& options, double t,
                               const Trajectory& so_far) {
    IntegrationOptions rest = options;
    if (so_far.columns.empty()) return rest;
    rest.from = t;
    rest.from_low = 0;
    if (!options.fixed) rest.step = 0;
    const double direction = direction_of(options);
    std::erase_if(rest.at, [&](double time) { return direction * (time - t) <= 0; });
    if (!is_wanted_after(options, t)) rest.at = {options.until};  // nothing but the end
    rest.most_steps -= std::min(rest.most_steps, so_far.statistics.steps);
    rest.dense = options.dense && !so_far.is_dense_given_up;
    rest.most_bytes -= std::min(rest.most_bytes, so_far.dense.bytes());
    rest.leg =
        options.leg.after(so_far.statistics.steps, so_far.times.size(), so_far.dense.bytes());
    return rest;
}

void join(Trajectory& whole, Trajectory part, TrajectoryPhase phase,
          const IntegrationOptions& options) {
    if (whole.columns.empty()) {
        whole = std::move(part);
        phase.first_sample = 0;
        whole.phases.push_back(std::move(phase));
        return;
    }
    phase.first_sample = whole.times.size();
    const std::size_t first = options.at.empty()                     ? 1
                              : is_wanted_after(options, phase.from) ? 0
                                                                     : part.times.size();
    for (std::size_t i = first; i < part.times.size(); ++i) {
        whole.times.push_back(part.times[i]);
        whole.states.append(part.states[i]);
    }
    whole.is_dense_given_up |= part.is_dense_given_up;
    if (whole.is_dense_given_up) whole.dense = {};
    for (std::size_t i = 0; i < part.dense.segments(); ++i)
        whole.dense.append(part.dense.segment(i), part.dense.end_of_segment(i));
    part.stop.step_events += whole.events.size();
    std::ranges::move(part.events, std::back_inserter(whole.events));
    for (const UsedMethod& used : part.methods) whole.add_method(used.name, used.from);
    for (Sentence& note : part.notes)
        if (std::ranges::find(whole.notes, note) == whole.notes.end())
            whole.notes.push_back(std::move(note));
    std::ranges::transform(whole.atol, part.atol, whole.atol.begin(),
                           [](double a, double b) { return std::max(a, b); });
    add_statistics(part.statistics, whole.statistics);
    whole.stop = std::move(part.stop);
    // The next piece of a table goes on with the same motion.
    if (whole.phases.back().motion != phase.motion) whole.phases.push_back(std::move(phase));
}

void add_statistics(const Statistics& more, Statistics& sum) {
    sum.steps += more.steps;
    sum.rejected += more.rejected;
    sum.evaluations += more.evaluations;
    sum.jacobians += more.jacobians;
    sum.factorizations += more.factorizations;
    sum.projections += more.projections;
    sum.seconds += more.seconds;
    sum.smallest_step = sum.smallest_step == 0 ? more.smallest_step
                                               : std::min(sum.smallest_step, more.smallest_step);
    sum.largest_step = std::max(sum.largest_step, more.largest_step);
}

}  // namespace rattleback

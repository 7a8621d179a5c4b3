#include "pictures/fine_samples.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "trajectory/continuation.hpp"
#include "trajectory/mechanics_of_samples.hpp"
#include "trajectory/values_along.hpp"

namespace rattleback {
namespace {

std::vector<double> fine_times(const Trajectory& part, std::size_t most) {
    const DenseOutput& dense = part.dense;
    const std::size_t steps = dense.segments(), even = steps < most / 2 ? most / 2 : most;
    std::vector<double> times;
    const auto share_out = [&](double from, double until, std::size_t count) {
        for (std::size_t i = 0; i < count; ++i)
            times.push_back(from +
                            (until - from) * static_cast<double>(i) / static_cast<double>(count));
    };
    share_out(dense.from(), dense.until(), even - 1);
    times.push_back(dense.until());
    for (std::size_t i = 0; i < steps; ++i)
        share_out(dense.segment(i).start.high, dense.end_of_segment(i), (most - even) / steps);
    if (dense.until() < dense.from())
        std::ranges::sort(times, std::greater{});
    else
        std::ranges::sort(times);
    times.erase(std::unique(times.begin(), times.end()), times.end());
    return times;
}

// The states between.
Trajectory refined(const Trajectory& part, std::size_t most) {
    Trajectory fine;
    if (part.dense.empty()) {
        fine.times = part.times;
        fine.states = part.states;
        return fine;
    }
    fine.times = fine_times(part, most);
    fine.states = Rows(part.states.width());
    std::vector<double> state(fine.states.width());
    for (const double t : fine.times) {
        part.dense.evaluate(t, state);
        fine.states.append(state);
    }
    return fine;
}

void append(const Rows& rows, Rows& all) {
    for (std::size_t i = 0; i < rows.size(); ++i) all.append(rows[i]);
}

void append_unknown(std::size_t count, Rows& all) {
    const std::vector<double> row(all.width(), std::numeric_limits<double>::quiet_NaN());
    for (std::size_t i = 0; i < count && !row.empty(); ++i) all.append(row);
}

void append_values(const ComputedMotion& part, const Trajectory& fine,
                   std::span<const Expr> expressions, FineSamples& samples) {
    ValuesAlong values(part, expressions);
    std::vector<double> row(expressions.size());
    for (std::size_t i = 0; i < fine.times.size(); ++i) {
        values(fine.times[i], fine.states[i], row.data());
        samples.values.append(row);
    }
    samples.times.insert(samples.times.end(), fine.times.begin(), fine.times.end());
}

void sample_form(const ComputedMotion& part, std::size_t most, std::span<const Expr> expressions,
                 FineSamples& samples) {
    Trajectory fine = refined(part.trajectory, most);
    fine.phases = part.trajectory.phases;
    add_mechanics(part.system, part.equations, std::stop_token(), fine);
    append_values(part, fine, expressions, samples);
    append(fine.multipliers, samples.multipliers);
    append(fine.reactions, samples.reactions);
    append(fine.contacts, samples.contacts);
}

// Multipliers belong to the way constraints are written, and so do the directions at contacts.
void sample_rest(const ComputedMotion& form, const Trajectory& rest,
                 std::span<const Expr> expressions, FineSamples& samples) {
    const InVelocities other = in_velocities(form.system);
    Trajectory fine = refined(rest, most_samples / 2);
    fine.phases = rest.phases;
    add_mechanics(other.system, other.equations, std::stop_token(), fine);
    append_values({form.system, other.equations, rest}, fine,
                  in_velocities_alone(form.equations, expressions), samples);
    append_unknown(fine.times.size(), samples.multipliers);
    append(fine.reactions, samples.reactions);
    if (has_same_constraints(form.system, other.system))
        append(fine.contacts, samples.contacts);
    else
        append_unknown(fine.times.size(), samples.contacts);
}

}  // namespace

std::vector<double> FineSamples::value(std::size_t expression) const {
    return column_of(values, expression);
}

std::vector<double> column_of(const Rows& rows, std::size_t column) {
    std::vector<double> result;
    result.reserve(rows.size());
    for (std::size_t i = 0; i < rows.size(); ++i) result.push_back(rows[i][column]);
    return result;
}

FineSamples fine_samples(const System& system, const Equations& equations,
                         const Trajectory& trajectory, std::span<const Expr> expressions) {
    FineSamples samples{.times = {},
                        .values = Rows(expressions.size()),
                        .multiplier_names = trajectory.multiplier_names,
                        .reaction_names = trajectory.reaction_names,
                        .contact_names = trajectory.contact_names,
                        .multipliers = Rows(trajectory.multiplier_names.size()),
                        .reactions = Rows(trajectory.reaction_names.size()),
                        .contacts = Rows(3 * trajectory.contact_names.size())};
    const ComputedMotion form{system, equations, trajectory};
    const bool has_rest = trajectory.rest && !trajectory.rest->dense.empty();
    if (!has_rest || !trajectory.dense.empty())  // else the form has not made a step
        sample_form(form, has_rest ? most_samples / 2 : most_samples, expressions, samples);
    if (has_rest) sample_rest(form, *trajectory.rest, expressions, samples);
    return samples;
}

}  // namespace rattleback

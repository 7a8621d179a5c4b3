#include "pictures/fine_samples.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "compiled/equations_of_motion.hpp"
#include "equations/formulations.hpp"
#include "expr/substitute.hpp"
#include "trajectory/continuation.hpp"
#include "trajectory/mechanics_of_samples.hpp"

namespace rattleback {
namespace {

struct Part {
    const System& system;
    const Equations& equations;
    const Trajectory& trajectory;
};

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

// The states between, with the forces there.
Trajectory refined(const Part& part, const EquationsOfMotion& motion, std::size_t most) {
    Trajectory fine;
    if (part.trajectory.dense.empty()) {
        fine.times = part.trajectory.times;
        fine.states = part.trajectory.states;
    } else {
        fine.times = fine_times(part.trajectory, most);
        fine.states = Rows(part.trajectory.states.width());
        std::vector<double> state(fine.states.width());
        for (const double t : fine.times) {
            part.trajectory.dense.evaluate(t, state);
            fine.states.append(state);
        }
    }
    add_mechanics(part.system, part.equations, motion, fine);
    return fine;
}

EquationsOfMotion interpreted(const Part& part) {
    MotionOptions options;
    options.solve.compile.backend = Backend::Interpreter;
    options.shorten = false;
    return EquationsOfMotion(part.system, part.equations, options);
}

void append(const Rows& rows, Rows& all) {
    for (std::size_t i = 0; i < rows.size(); ++i) all.append(rows[i]);
}

void append_unknown(std::size_t count, Rows& all) {
    const std::vector<double> row(all.width(), std::numeric_limits<double>::quiet_NaN());
    for (std::size_t i = 0; i < count && !row.empty(); ++i) all.append(row);
}

void append_values(const EquationsOfMotion& motion, const Trajectory& fine,
                   std::span<const Expr> expressions, FineSamples& samples) {
    const CompiledFunction code = motion.observed(expressions);
    std::vector<double> row(expressions.size());
    for (std::size_t i = 0; i < fine.times.size(); ++i) {
        code(motion.input(fine.states[i], fine.times[i]).data(), row.data());
        samples.values.append(row);
    }
    samples.times.insert(samples.times.end(), fine.times.begin(), fine.times.end());
}

// z in terms of t, q and v, for a form that has other speeds.
ExprVector without_auxiliaries(const System& system, const Equations& equations,
                               std::span<const Expr> expressions) {
    ExprVector result(expressions.begin(), expressions.end());
    const bool has_own = !system.parametrization || equations.form == form_in_speeds().name;
    if (has_own || form_in_speeds().refusal(system)) return result;
    const Equations other = derive(system, form_in_speeds().name);
    std::vector<Replacement> z;
    for (std::size_t i = 0; i < other.speeds.size(); ++i)
        if (std::ranges::find(equations.speeds, other.speeds[i]) == equations.speeds.end())
            z.emplace_back(other.speeds[i], other.speeds_from_velocities[i]);
    return substitute(result, z);
}

void sample_form(const Part& part, std::size_t most, std::span<const Expr> expressions,
                 FineSamples& samples) {
    const EquationsOfMotion motion = interpreted(part);
    const Trajectory fine = refined(part, motion, most);
    append_values(motion, fine, expressions, samples);
    append(fine.multipliers, samples.multipliers);
    append(fine.reactions, samples.reactions);
    append(fine.contacts, samples.contacts);
}

// Multipliers belong to the way constraints are written, and so do the directions at contacts.
void sample_rest(const Part& form, const Trajectory& rest, std::span<const Expr> expressions,
                 FineSamples& samples) {
    const InVelocities other = in_velocities(form.system);
    const Part part{other.system, other.equations, rest};
    const EquationsOfMotion motion = interpreted(part);
    const Trajectory fine = refined(part, motion, most_samples / 2);
    std::vector<Replacement> speeds;
    for (std::size_t i = 0; i < form.equations.speeds.size(); ++i)
        speeds.emplace_back(form.equations.speeds[i], form.equations.speeds_from_velocities[i]);
    append_values(motion, fine, substitute(expressions, speeds), samples);
    append_unknown(fine.times.size(), samples.multipliers);
    append(fine.reactions, samples.reactions);
    const bool same_contacts =
        std::ranges::equal(form.system.constraints, other.system.constraints, {},
                           &Constraint::expression, &Constraint::expression);
    if (same_contacts)
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
    const Part form{system, equations, trajectory};
    const ExprVector wanted = without_auxiliaries(system, equations, expressions);
    const bool has_rest = trajectory.rest && !trajectory.rest->dense.empty();
    if (!has_rest || !trajectory.dense.empty())  // else the form has not made a step
        sample_form(form, has_rest ? most_samples / 2 : most_samples, wanted, samples);
    if (has_rest) sample_rest(form, *trajectory.rest, wanted, samples);
    return samples;
}

}  // namespace rattleback

#include "trajectory/values_along.hpp"

#include <algorithm>
#include <limits>

#include "expr/substitute.hpp"
#include "trajectory/continuation.hpp"
#include "trajectory/smooth_motion.hpp"
#include "trajectory/while_waited_for.hpp"

namespace rattleback {

MotionOptions interpreted_motion() {
    MotionOptions result;
    result.solve.compile.backend = Backend::Interpreter;
    result.shorten = false;
    return result;
}

const SmoothMotion* phase_at(const std::vector<TrajectoryPhase>& phases, double t) {
    const SmoothMotion* phase = phases.empty() ? nullptr : phases.front().motion.get();
    const bool is_backward = phases.size() > 1 && phases.back().from < phases.front().from;
    for (const TrajectoryPhase& each : phases)
        if (is_backward ? each.from >= t : each.from <= t) phase = each.motion.get();
    return phase;
}

struct ValuesAlong::Code {
    Code(const System& system, const Equations& equations, std::span<const Expr> expressions)
        : motion(system, equations, interpreted_motion()),
          values(system, equations, motion, expressions, interpreted_motion().solve.compile) {}

    EquationsOfMotion motion;
    QuantityValues values;
};

ValuesAlong::ValuesAlong(const ComputedMotion& part, std::span<const Expr> expressions)
    : part_(part), expressions_(expressions.begin(), expressions.end()) {}

ValuesAlong::~ValuesAlong() = default;

ValuesAlong::Code& ValuesAlong::code_at(double t) {
    const SmoothMotion* const phase = phase_at(part_.trajectory.phases, t);
    std::unique_ptr<Code>& code = made_[phase];
    if (!code)
        code = phase == nullptr
                   ? std::make_unique<Code>(part_.system, part_.equations, expressions_)
                   : std::make_unique<Code>(phase->system, phase->equations, expressions_);
    return *code;
}

void ValuesAlong::operator()(double t, std::span<const double> state, double* out) {
    Code& code = code_at(t);
    code.values(code.motion.input(state, t).data(), out);
}

Rows values_at_samples(const ComputedMotion& run, std::span<const Expr> expressions) {
    WhileWaitedFor to_the_end{std::stop_token()};
    return values_at_samples(run, expressions, to_the_end);
}

Rows values_at_samples(const ComputedMotion& run, std::span<const Expr> expressions,
                       WhileWaitedFor& waited) {
    const Trajectory& whole = run.trajectory;
    std::size_t of_rest = 0;
    if (whole.rest) {
        const std::vector<double>& later = whole.rest->times;
        while (of_rest < std::min(later.size(), whole.times.size()) &&
               later[later.size() - 1 - of_rest] == whole.times[whole.times.size() - 1 - of_rest])
            ++of_rest;
    }
    Rows values(expressions.size());
    std::vector<double> row(expressions.size());
    const auto append = [&](ValuesAlong& of, const Trajectory& from, std::size_t first,
                            std::size_t end) {
        for (std::size_t i = first; i < end; ++i) {
            if (waited.goes_on())
                of(from.times[i], from.states[i], row.data());
            else
                std::ranges::fill(row, std::numeric_limits<double>::quiet_NaN());
            values.append(row);
        }
    };
    ValuesAlong in_form(run, expressions);
    append(in_form, whole, 0, whole.times.size() - of_rest);
    if (of_rest == 0) return values;
    const InVelocities other = in_velocities(run.system);
    ValuesAlong in_rest({run.system, other.equations, *whole.rest},
                        in_velocities_alone(run.equations, expressions));
    append(in_rest, *whole.rest, whole.rest->times.size() - of_rest, whole.rest->times.size());
    return values;
}

ExprVector in_velocities_alone(const Equations& equations, std::span<const Expr> expressions) {
    std::vector<Replacement> speeds;
    for (std::size_t i = 0; i < equations.speeds_from_velocities.size(); ++i)
        speeds.emplace_back(equations.speeds[i], equations.speeds_from_velocities[i]);
    return substitute(expressions, speeds);
}

}  // namespace rattleback

#include "trajectory/ended_root.hpp"

#include <algorithm>
#include <cmath>

#include "trajectory/continued_roots.hpp"

namespace rattleback {
namespace {

// Beside its largest value at so many samples: what counts as the end.
constexpr double end_part = 1e-6;
constexpr std::size_t most_samples = 100;

}  // namespace

std::optional<Sentence> ended_root(const MotionProblem& problem, const Trajectory& run) {
    const EquationsOfMotion& motion = problem.code().motion();
    const ExprVector roots = roots_in(motion.rates_problem());
    if (roots.empty()) return {};
    ExprVector arguments;
    for (const Expr& root : roots) arguments.push_back(root.args()[0]);
    const CompiledFunction code =
        compile(motion.inputs(), arguments, {.backend = Backend::Interpreter});
    std::vector<double> now(roots.size()), largest(roots.size());
    const auto look = [&](double t, std::span<const double> y) {
        code(problem.input(t, y.data()), now.data());
        for (std::size_t i = 0; i < now.size(); ++i)
            if (std::isfinite(now[i])) largest[i] = std::max(largest[i], std::abs(now[i]));
    };
    const std::size_t every = run.times.size() / most_samples + 1;
    for (std::size_t i = 0; i < run.times.size(); i += every) look(run.times[i], run.states[i]);
    look(run.stop.time, run.stop.state);
    for (std::size_t i = 0; i < roots.size(); ++i)
        if (std::abs(now[i]) <= end_part * largest[i])
            return sentence("{} has no value beyond {}", problem.in_numbers(roots[i]),
                            Equation{problem.in_numbers(arguments[i]), 0});
    return {};
}

}  // namespace rattleback

#include "trajectory/methods.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <new>

#include "base/suggest.hpp"
#include "model/number_range.hpp"
#include "rattleback/errors.hpp"
#include "trajectory/automatic.hpp"
#include "trajectory/cvode_methods.hpp"
#include "trajectory/discrete_mechanics.hpp"
#include "trajectory/explicit_runge_kutta.hpp"
#include "trajectory/gauss_legendre.hpp"
#include "trajectory/taylor.hpp"

namespace rattleback {
namespace {

std::optional<std::string> never(const OdeProblem&) { return {}; }

std::optional<std::string> without_discrete_mechanics(const OdeProblem& problem) {
    if (problem.discrete) return {};
    return problem.no_discrete.empty() ? "It needs a Lagrangian, not only a rate of change."
                                       : problem.no_discrete;
}

template <const RungeKuttaPair& (*pair)()>
void run_pair(const OdeProblem& problem, Recorder& recorder) {
    run_explicit(pair(), problem, recorder);
}

// clang-format off
constexpr auto either = Stepping::Either, adaptive = Stepping::Adaptive;

constexpr std::array<Method, 10> table{{
    {"auto", "taylor, or dop853 where there are no Taylor series; bdf from where the problem turns "
             "out to be stiff.",
     adaptive, never, run_auto},
    {"taylor", "Taylor series of the order that the tolerance asks for, for smooth problems and any "
               "tolerance.",
     adaptive, taylor_refusal, run_taylor},
    {"dopri5", "Dormand and Prince's explicit pair of order 5(4), for moderate tolerances.",
     either, never, run_pair<dopri5>},
    {"dop853", "Hairer's explicit pair of order 8(5,3), for smooth problems and tight tolerances.",
     either, never, run_pair<dop853>},
    {"vern9", "Verner's efficient explicit pair of order 9(8), for the tightest tolerances.",
     either, never, run_pair<vern9>},
    {"gauss4", "Implicit Gauss-Legendre of order 4: symmetric, for long runs.",
     either, never, run_gauss4},
    {"gauss6", "Implicit Gauss-Legendre of order 6: symmetric, for long runs.",
     either, never, run_gauss6},
    {"adams", "CVODE's Adams methods of orders 1 to 12, for costly right-hand sides.",
     adaptive, never, run_adams},
    {"bdf", "CVODE's backward differentiation formulas of orders 1 to 5, for stiff problems.",
     adaptive, never, run_bdf},
    {"lagrange_dalembert", "Discrete Lagrange-d'Alembert by the midpoint rule: symmetric, for very "
     "long runs of ideal linear constraints.",
     Stepping::Fixed, without_discrete_mechanics, run_lagrange_dalembert},
}};
// clang-format on

void require(bool condition, const std::string& message) {
    if (!condition) throw NumericalError(message);
}

void check(const OdeProblem& problem, std::span<const double> y0, const IntegrationOptions& options,
           const Method& row) {
    require(y0.size() == problem.size,
            fmt::format("The initial state has {} entries; the problem has {}.", y0.size(),
                        problem.size));
    require(std::isfinite(options.from) && std::isfinite(options.until),
            "The times 'from' and 'until' must be finite.");
    require(relative_tolerances.has(options.rtol),
            fmt::format("The tolerance 'rtol' is {}; it has to be {}.", options.rtol,
                        relative_tolerances.text));
    require(options.atol == 0 || positive_numbers.has(options.atol),
            fmt::format("The tolerance 'atol' is {}; it has to be {}, or 0 to have it chosen.",
                        options.atol, positive_numbers.text));
    require(options.sizes.empty() || options.sizes.size() == problem.size,
            "There must be as many 'sizes' as the state has entries.");
    require(options.untold.empty() || options.untold.size() == problem.size,
            "There must be as many 'untold' as the state has entries.");
    require(options.step >= 0 && std::isfinite(options.step),
            "The option 'step' must be a positive number, or 0 where the method may choose.");
    const bool fixed = options.fixed || row.stepping == Stepping::Fixed;
    require(!fixed || options.step > 0,
            fmt::format("The method '{}' needs the width of its steps; give it with 'step'.",
                        row.name));
    require(!options.fixed || row.stepping != Stepping::Adaptive,
            fmt::format("The method '{}' chooses its own steps and cannot fix them.", row.name));
    require(options.largest_step > 0, "The option 'largest_step' must be positive.");
    const bool backward = options.until < options.from;
    require(std::ranges::is_sorted(options.at,
                                   [&](double a, double b) { return backward ? a > b : a < b; }),
            "The times in 'at' must be in the order of the run.");
    require(std::ranges::all_of(options.at,
                                [&](double t) {
                                    return std::min(options.from, options.until) <= t &&
                                           t <= std::max(options.from, options.until);
                                }),
            "The times in 'at' must lie between 'from' and 'until'.");
    if (const auto why = row.refusal(problem))
        throw NumericalError(fmt::format("The method '{}' cannot be used: {}", row.name, *why));
}

}  // namespace

std::span<const Method> methods() { return table; }

const Method& method(std::string_view name) {
    const auto row = std::ranges::find(table, name, &Method::name);
    if (row != table.end()) return *row;
    std::vector<std::string> names;
    for (const Method& m : table) names.emplace_back(m.name);
    throw NumericalError(fmt::format("There is no method '{}'{}", name, did_you_mean(name, names)));
}

Trajectory integrate(const OdeProblem& problem, std::span<const double> y0,
                     const IntegrationOptions& options) {
    const Method& row = method(options.method);
    check(problem, y0, options, row);
    Trajectory trajectory;
    trajectory.add_method(row.name, options.from);
    if (!options.fixed && row.stepping != Stepping::Fixed) {
        trajectory.rtol = options.rtol;
    }
    trajectory.atol.resize(problem.size);
    trajectory.columns = problem.names;
    for (std::size_t i = trajectory.columns.size(); i < problem.size; ++i)
        trajectory.columns.push_back("y" + std::to_string(i + 1));
    Recorder recorder(problem, options, trajectory);
    try {
        if (recorder.start(y0)) do
                row.run(problem, recorder);
            while (recorder.begins_anew());
    } catch (const std::bad_alloc&) {
        recorder.stop_without_memory();
    }
    return trajectory;
}

}  // namespace rattleback

#include "dynamics/steady_family.hpp"

#include <algorithm>
#include <cmath>

#include "exact/linear_algebra.hpp"
#include "model/initial_values.hpp"
#include "start/decompositions.hpp"
#include "trajectory/continuation.hpp"

namespace rattleback {
namespace {

using State = SteadyEquations::State;
using Way = SteadyEquations::Way;

Eigen::Index at(std::size_t i) { return static_cast<Eigen::Index>(i); }
double length(const Way& way) { return SteadyEquations::length(way); }

}  // namespace

SteadyFamily::SteadyFamily(const System& system, const InVelocities& form,
                           const EssentialMotion& motion, const SteadyEquations& equations)
    : system_(system),
      motion_(motion),
      equations_(equations),
      exact_(form.system, form.equations, motion.variables()) {}

// By exact rates (exact_rates.hpp). Each entry is known relative to its size, or so far.
bool SteadyFamily::is_rounded_solution(const State& state, double apart) const {
    constexpr double few = 10;
    const EssentialRates now = equations_.at(state);
    if (!now.are_finite()) return false;
    const std::vector<Ball> exact = exact_.at(equations_.in_units(state));
    State rates;
    double noise = 0;  // of the rates by which it was found
    for (std::size_t i = 0; i < exact.size(); ++i) {
        rates.push_back(exact[i].midpoint / equations_.rate_size(i));
        noise = std::max(noise, std::abs(now.rates[i] - rates[i]));
    }
    for (std::size_t i = 0; i < exact.size(); ++i) {
        double rounding = noise;
        for (std::size_t k = 0; k < motion_.size(); ++k)
            rounding +=
                std::abs(now.rates_by_y[i * motion_.size() + k]) *
                std::max(SteadyEquations::converged * std::abs(state[motion_.variables()[k]]),
                         apart);
        // What is too small for a double is not what rounding has left of zero.
        const bool may_be_rounding =
            std::isnormal(exact[i].midpoint) && std::abs(rates[i]) < few * rounding;
        if (!exact[i].contains_zero && !may_be_rounding) return false;
    }
    return true;
}

// An upper bound of the dimension of the set of solutions near one of them: exact where it can be.
std::size_t SteadyFamily::nullity_at(const State& state) const {
    auto values = parameter_values(system_);
    values.emplace_back(system_.t, 0);
    const auto slopes = motion_.exact_slopes_at(equations_.in_units(state), values);
    if (!slopes) return equations_.kernel_at(state).size();
    ExprMatrix rows;
    for (const auto* const matrix : {&slopes->rates_by_y, &slopes->conditions_by_y})
        for (const std::vector<Number>& row : *matrix) rows.emplace_back(row.begin(), row.end());
    return motion_.size() - rank(rows);
}

// The solution that a walk along this way and back leads to, if it is another one, about as far;
// or what is close to one by the exact rates: steps to a degenerate one may end before.
std::optional<State> SteadyFamily::neighbour(const State& state, const Way& way,
                                             double step) const {
    constexpr double least = 0.3, close = 1e-3;
    const State there = equations_.moved(state, way, step / length(way));
    for (const auto& other : {equations_.degenerate_solution_near(there, std::abs(step)),
                              equations_.solution_near(there)}) {
        if (!other) continue;
        const double far = length(equations_.difference(state, *other)) / std::abs(step);
        const bool is_near = far >= least && far <= 1 / least;
        if (is_near && is_rounded_solution(*other, close * std::abs(step))) return other;
    }
    return {};
}

// Along each direction of the kernel, and between them; forward and back.
SteadyFamily::Around SteadyFamily::around(const State& state, double step) const {
    constexpr double flat = 0.2, aside = 0.3;
    const std::vector<Way> kernel = equations_.kernel_at(state);
    Around result;
    Eigen::MatrixXd ways(at(motion_.size()), 0);  // to other solutions, in units of the step
    for (std::size_t i = 0; i < 4 * kernel.size(); ++i) {
        Way way = kernel[(i / 2) % kernel.size()];
        const bool between = i >= 2 * kernel.size();
        for (std::size_t k = 0; between && k < kernel.size(); ++k)
            for (std::size_t j = 0; j < way.size(); ++j)
                way[j] += kernel[k][j] / static_cast<double>(k + 1);
        const double part = i % 2 == 0 ? step : -step;
        const auto other = neighbour(state, way, part);
        result.is_full = result.is_full && other;
        if (!other) continue;
        const Way apart = equations_.difference(state, *other);
        const State straight = equations_.moved(state, way, part / length(way));
        if (length(equations_.difference(straight, *other)) > aside * step) result.is_full = false;
        if (!is_rounded_solution(*other,
                                 SteadyEquations::converged * (1 + equations_.norm(*other))))
            result.are_exact = false;
        result.solutions.push_back(*other);
        ways.conservativeResize(Eigen::NoChange, ways.cols() + 1);
        for (std::size_t j = 0; j < apart.size(); ++j)
            ways(at(j), ways.cols() - 1) = apart[j] / step;
    }
    if (ways.cols() > 0)
        result.spanned =
            static_cast<std::size_t>((ways.jacobiSvd().singularValues().array() > flat).count());
    return result;
}

// The dimension of the set of solutions near one of them: where it is not a whole kernel that
// leads to others, solutions may branch, and it is that at one of the others.
FamilySeen SteadyFamily::through(const State& state) const {
    constexpr double width = 1e-2, closer = 0.1;
    const std::size_t nullity = nullity_at(state);
    if (nullity == 0) return {};
    const double step = width * (1 + equations_.norm(state));
    const Around here = around(state, step);
    FamilySeen result{.dimension = std::min(here.spanned, nullity),
                      .is_sure = here.is_full && here.are_exact && here.spanned == nullity};
    if (here.is_full || here.spanned < 2) return result;
    result.dimension = 0;
    for (const State& other : here.solutions)
        result.dimension =
            std::max(result.dimension, std::min(nullity, around(other, closer * step).spanned));
    return result;
}

}  // namespace rattleback

#include "dynamics/steady_search.hpp"

#include <Eigen/SVD>

#include <algorithm>
#include <cmath>

#include "dynamics/exact_rates.hpp"
#include "dynamics/steady_equations.hpp"
#include "equations/chart_denominators.hpp"
#include "exact/linear_algebra.hpp"
#include "expr/evaluate.hpp"
#include "model/initial_values.hpp"
#include "start/initial_state.hpp"
#include "trajectory/continuation.hpp"

namespace rattleback {
namespace {

using State = SteadyEquations::State;
using Way = SteadyEquations::Way;

constexpr double same = 1e-7;

Eigen::Index at(std::size_t i) { return static_cast<Eigen::Index>(i); }
double length(const Way& way) { return SteadyEquations::length(way); }

}  // namespace

// States are without units (steady_equations.hpp), but for those of a SteadyMotion.
class SteadySearch::Search {
public:
    Search(const System& system, const InVelocities& form, std::uint64_t seed)
        : system_(system),
          linearizer_(form),
          motion_(linearizer_.motion()),
          parameters_(parameter_numbers(system)),
          equations_(motion_, parameters_, model_sizes(form.system, form.equations),
                     initial_state(system, linearizer_.equations()).state, seed),
          exact_(form.system, form.equations, motion_.variables()) {
        find_usual_sizes(form);
    }

    const State& start() const { return equations_.start(); }
    State random_start() { return equations_.random_start(); }

    std::optional<SteadyMotion> from(State state) const {
        const auto found = equations_.solution_near(std::move(state));
        return found && is_in_chart(*found) ? described(*found) : std::optional<SteadyMotion>{};
    }

    // The same motion in the variables of this search; nothing where these have no value there.
    std::optional<SteadyMotion> in_form(const SteadyMotion& other) const {
        Values values = fixed_values();
        State given;
        for (std::size_t i = 0; i < system_.size(); ++i) {
            given.push_back(values[system_.q[i]] = other.small.at[i].second);
            values[system_.v[i]] = other.small.at[system_.size() + i].second;
        }
        for (const Expr& speed : linearizer_.equations().speeds_from_velocities)
            given.push_back(evaluate(speed, values));
        if (!std::ranges::all_of(given, [](double x) { return std::isfinite(x); })) return {};
        const State state = equations_.without_units(given);
        auto found = from(state);
        if (!found) return {};
        const State there = equations_.without_units(found->state);
        if (length(equations_.difference(state, there)) > 1e-3 * (1 + equations_.norm(state)))
            return {};
        return found;
    }

    // Whether a walk on solutions, each step a part of the way to b and back to a solution, arrives.
    bool are_connected(const SteadyMotion& a, const SteadyMotion& b) const {
        constexpr int most_walk = 60;
        constexpr double part = 0.25, least_progress = 0.95;
        State here = equations_.without_units(a.state);
        const State there = equations_.without_units(b.state);
        for (int step = 0; step < most_walk; ++step) {
            const Way way = equations_.difference(here, there);
            if (length(way) <= 1e-3 * (1 + equations_.norm(there))) return true;
            const auto next = equations_.solution_near(equations_.moved(here, way, part));
            if (!next || length(equations_.difference(*next, there)) > least_progress * length(way))
                return false;
            here = *next;
        }
        return false;
    }

    bool are_same(const SteadyMotion& a, const SteadyMotion& b) const {
        const State x = equations_.without_units(a.state), y = equations_.without_units(b.state);
        const Way apart = equations_.difference(x, y);
        for (std::size_t i = 0; i < motion_.size(); ++i)
            if (std::abs(apart[i]) > same * (1 + std::abs(x[motion_.variables()[i]]))) return false;
        return true;
    }

private:
    // What the search has left of a variable that vanishes in the solution is taken away; nothing
    // where the motion is not determined then: that solution was a limit and no state.
    std::optional<State> without_traces(const State& state) const {
        State clean = state;
        for (const auto i : motion_.variables())
            if (std::abs(clean[i]) < same) clean[i] = 0;
        if (!is_regular(equations_.at(clean))) return {};
        return equations_.residual_of(clean) <= equations_.residual_of(state) ? clean : state;
    }

    // By exact rates (exact_rates.hpp). Each entry is known relative to its size, or so far.
    bool is_rounded_solution(const State& state, double apart = 0) const {
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

    // Where f hardly changes along some direction, nothing has shown that it vanishes: it may only
    // be small. Where it does not vanish, a solution is looked for at round numbers close by, in the
    // units of the model.
    std::optional<State> settled(const State& state) const {
        if (equations_.kernel_at(state).empty() || is_rounded_solution(state)) return state;
        const State given = equations_.in_units(state);
        for (int digits = 6; digits >= 2; --digits) {
            State round = given;
            for (const auto i : motion_.variables()) {
                const double size = equations_.sizes().state[i];
                const double grid = std::pow(10, std::floor(std::log10(size)) - digits);
                round[i] = grid * std::round(round[i] / grid);
            }
            round = equations_.without_units(round);
            if (is_rounded_solution(round)) return round;
        }
        return {};
    }

    // An upper bound of the dimension of the set of solutions near one of them: exact where it can be.
    std::size_t nullity_at(const State& state) const {
        auto values = parameter_values(system_);
        values.emplace_back(system_.t, 0);
        const auto slopes = motion_.exact_slopes_at(equations_.in_units(state), values);
        if (!slopes) return equations_.kernel_at(state).size();
        ExprMatrix rows;
        for (const auto* const matrix : {&slopes->rates_by_y, &slopes->conditions_by_y})
            for (const std::vector<Number>& row : *matrix)
                rows.emplace_back(row.begin(), row.end());
        return motion_.size() - rank(rows);
    }

    // The solution that a walk along this way and back leads to, if it is another one, about as far;
    // or what is close to one by the exact rates: steps to a degenerate one may end before.
    std::optional<State> neighbour(const State& state, const Way& way, double step) const {
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

    struct Around {
        std::vector<State> solutions;
        std::size_t spanned = 0;  // dimensions of the ways to them
        bool is_full = true;      // each direction of the kernel is one to a solution
        bool are_exact = true;    // up to rounding
    };

    // Along each direction of the kernel, and between them; forward and back.
    Around around(const State& state, double step) const {
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
            if (length(equations_.difference(straight, *other)) > aside * step)
                result.is_full = false;
            if (!is_rounded_solution(*other,
                                     SteadyEquations::converged * (1 + equations_.norm(*other))))
                result.are_exact = false;
            result.solutions.push_back(*other);
            ways.conservativeResize(Eigen::NoChange, ways.cols() + 1);
            for (std::size_t j = 0; j < apart.size(); ++j)
                ways(at(j), ways.cols() - 1) = apart[j] / step;
        }
        if (ways.cols() > 0)
            result.spanned = static_cast<std::size_t>(
                (ways.jacobiSvd().singularValues().array() > flat).count());
        return result;
    }

    // The dimension of the set of solutions near one of them: where it is not a whole kernel that
    // leads to others, solutions may branch, and it is that at one of the others.
    void find_family(const State& state, SteadyMotion& into) const {
        constexpr double width = 1e-2, closer = 0.1;
        const std::size_t nullity = nullity_at(state);
        into.family = 0;
        into.family_is_sure = true;
        if (nullity == 0) return;
        const double step = width * (1 + equations_.norm(state));
        const Around here = around(state, step);
        into.family_is_sure = here.is_full && here.are_exact && here.spanned == nullity;
        if (here.is_full || here.spanned < 2) {
            into.family = std::min(here.spanned, nullity);
            return;
        }
        for (const State& other : here.solutions)
            into.family =
                std::max(into.family, std::min(nullity, around(other, closer * step).spanned));
    }

    std::optional<SteadyMotion> described(const State& found) const {
        const auto clean = without_traces(equations_.unwound(found));
        const auto sure = clean ? settled(*clean) : std::nullopt;
        if (!sure) return {};
        const EssentialRates now = equations_.at(*sure);
        if (!is_regular(now)) return {};
        SteadyMotion result{.state = equations_.in_units(*sure), .small = {}};
        try {
            result.small = linearizer_.about(result.state, system_);
        } catch (const NumericalError&) {  // it crept along without arriving
            return {};
        }
        for (const auto* const list : {&now.rates, &now.constraints})
            for (const double x : *list) result.residual = std::max(result.residual, std::abs(x));
        find_family(*sure, result);
        drop_traces(result.small);
        const auto velocities = std::span(result.small.at).subspan(system_.size(), system_.size());
        result.at_rest =
            std::ranges::all_of(velocities, [](const auto& entry) { return entry.second == 0; });
        return result;
    }

    // Of coordinates and velocities that are not variables of the form.
    void drop_traces(Linearization& small) const {
        constexpr double trace = 1e-9;
        const std::size_t n = system_.size();
        const ModelSizes& sizes = equations_.sizes();
        for (std::size_t i = 0; i < 2 * n; ++i)
            if (double& x = small.at[i].second;
                std::abs(x) < trace * (i < n ? sizes.q[i] : sizes.v[i - n]))
                x = 0;
    }

    // How well the accelerations are determined at random states, and how large the divisors of the
    // form are there: what vanishes is small beside these, in any units.
    void find_usual_sizes(const InVelocities& form) {
        divisors_ = chart_denominators(form.system, form.equations);
        SteadyEquations others = equations_;  // whose random states are looked at only
        std::vector<State> seen(divisors_.size() + 1);
        for (int i = 0; i < 9; ++i) {
            const State state = others.random_start();
            seen[0].push_back(equations_.at(state).determined);
            const std::vector<double> sizes = divisors_at(state);
            for (std::size_t k = 0; k < sizes.size(); ++k) seen[k + 1].push_back(sizes[k]);
        }
        for (State& sizes : seen) {
            std::ranges::sort(sizes);
            usual_.push_back(sizes[sizes.size() / 2]);
        }
    }
    std::vector<double> divisors_at(const State& without_units) const {
        const State state = equations_.in_units(without_units);
        Values values = fixed_values();
        for (std::size_t i = 0; i < state.size(); ++i)
            values[i < system_.size() ? system_.q[i]
                                      : linearizer_.equations().speeds[i - system_.size()]] =
                state[i];
        std::vector<double> sizes = evaluate(divisors_, values);
        for (double& size : sizes) size = std::isfinite(size) ? std::abs(size) : 0;
        return sizes;
    }
    // Where the variables of the form fail, its speeds may be constant though the motion is not: a
    // pendulum on a sphere, described by x' and y', where z = 0.
    bool is_in_chart(const State& state) const {
        constexpr double too_small = 1e-3;
        const std::vector<double> sizes = divisors_at(state);
        for (std::size_t k = 0; k < sizes.size(); ++k)
            if (sizes[k] <= too_small * usual_[k + 1]) return false;
        return true;
    }
    // Where the constraints lose rank the motion is not determined, though it may be on the way.
    bool is_regular(const EssentialRates& now) const {
        constexpr double too_small = 1e-9;
        return now.are_finite() && now.determined > too_small * usual_[0];
    }
    Values fixed_values() const {
        Values values{{system_.t, 0}};
        for (std::size_t i = 0; i < parameters_.size(); ++i)
            values[system_.parameters[i].symbol] = parameters_[i];
        return values;
    }

    const System& system_;
    Linearizer linearizer_;
    const EssentialMotion& motion_;
    std::vector<double> parameters_;
    SteadyEquations equations_;
    ExactRates exact_;
    ExprVector divisors_;        // by which the form fails
    std::vector<double> usual_;  // sizes at random states: the determination, then the divisors
};

SteadySearch::SteadySearch(const System& system, const InVelocities& form, std::uint64_t seed)
    : search_(std::make_unique<Search>(system, form, seed)) {}
SteadySearch::~SteadySearch() = default;

std::optional<SteadyMotion> SteadySearch::from_initial_state() const {
    return search_->from(search_->start());
}
std::optional<SteadyMotion> SteadySearch::from_random_state() {
    return search_->from(search_->random_start());
}
std::optional<SteadyMotion> SteadySearch::in_form(const SteadyMotion& other) const {
    return search_->in_form(other);
}
bool SteadySearch::are_connected(const SteadyMotion& a, const SteadyMotion& b) const {
    return search_->are_connected(a, b);
}
bool SteadySearch::are_same(const SteadyMotion& a, const SteadyMotion& b) const {
    return search_->are_same(a, b);
}

}  // namespace rattleback

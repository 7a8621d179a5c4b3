#include "dynamics/steady_search.hpp"

#include <algorithm>
#include <cmath>

#include "equations/chart_denominators.hpp"
#include "expr/evaluate.hpp"
#include "model/initial_values.hpp"
#include "start/initial_state.hpp"
#include "trajectory/continuation.hpp"

namespace rattleback {
namespace {

using State = SteadyEquations::State;
using Way = SteadyEquations::Way;

constexpr double same = 1e-7;
// Rates that are larger do not vanish, though the next of two doubles may have others: where branches of
// a product meet, rounding of the state decides what they are.
constexpr double steady = 1e-6;

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
          family_(system, form, motion_, equations_) {
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

    // Where f hardly changes along some direction, nothing has shown that it vanishes: it may only
    // be small. Where it does not vanish, a solution is looked for at round numbers close by, in the
    // units of the model.
    std::optional<State> settled(const State& state) const {
        if (equations_.kernel_at(state).empty() || family_.is_rounded_solution(state)) return state;
        const State given = equations_.in_units(state);
        for (int digits = 6; digits >= 2; --digits) {
            State round = given;
            for (const auto i : motion_.variables()) {
                const double size = equations_.sizes().state[i];
                const double grid = std::pow(10, std::floor(std::log10(size)) - digits);
                round[i] = grid * std::round(round[i] / grid);
            }
            round = equations_.without_units(round);
            if (family_.is_rounded_solution(round)) return round;
        }
        return {};
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
        if (result.residual > steady) return {};
        result.family = family_.through(*sure);
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
    SteadyFamily family_;
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

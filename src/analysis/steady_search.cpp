#include "analysis/steady_search.hpp"

#include <Eigen/LU>
#include <Eigen/QR>
#include <Eigen/SVD>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <random>

#include "analysis/exact_rates.hpp"
#include "equations/chart_denominators.hpp"
#include "expr/evaluate.hpp"
#include "trajectory/continuation.hpp"
#include "trajectory/initial_state.hpp"

namespace rattleback {
namespace {

using Dense = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
using State = std::vector<double>;

constexpr int most_steps = 100;
constexpr double converged = 1e-13, rank_threshold = 1e-9, same = 1e-7;
constexpr double turn = 2 * std::numbers::pi;

Eigen::Index at(std::size_t i) { return static_cast<Eigen::Index>(i); }

}  // namespace

class SteadySearch::Search {
public:
    Search(const System& system, const InVelocities& form, std::uint64_t seed)
        : system_(system),
          linearizer_(form),
          motion_(linearizer_.motion()),
          parameters_(parameter_numbers(system)),
          start_(initial_state(system, linearizer_.equations()).state),
          random_(seed),
          exact_(form.system, form.equations, motion_.variables()) {
        find_angles();
        find_usual_sizes(form);
    }

    const State& start() const { return start_; }

    State random_start() {
        State state = start_;
        for (const auto i : motion_.variables())
            state[i] = is_angle(i) ? turn * uniform() / 2 : start_[i] + 3 * uniform();
        return state;
    }

    std::optional<SteadyMotion> from(State state) const {
        const auto found = solution_near(std::move(state));
        return found && is_in_chart(*found) ? described(*found) : std::optional<SteadyMotion>{};
    }

    // The same motion in the variables of this search; nothing where these have no value there.
    std::optional<SteadyMotion> in_form(const SteadyMotion& other) const {
        Values values = fixed_values();
        State state;
        for (std::size_t i = 0; i < system_.size(); ++i) {
            state.push_back(values[system_.q[i]] = other.small.at[i].second);
            values[system_.v[i]] = other.small.at[system_.size() + i].second;
        }
        for (const Expr& speed : linearizer_.equations().speeds_from_velocities)
            state.push_back(evaluate(speed, values));
        if (!std::ranges::all_of(state, [](double x) { return std::isfinite(x); })) return {};
        auto found = from(state);
        if (!found || difference(state, found->state).norm() > 1e-3 * (1 + norm(state))) return {};
        return found;
    }

    // Whether a walk on solutions, each step a part of the way to b and back to a solution, arrives.
    bool are_connected(const SteadyMotion& a, const SteadyMotion& b) const {
        constexpr int most_walk = 60;
        constexpr double part = 0.25, least_progress = 0.95;
        State here = a.state;
        for (int step = 0; step < most_walk; ++step) {
            const Eigen::VectorXd way = difference(here, b.state);
            if (way.norm() <= 1e-3 * (1 + norm(b.state))) return true;
            const auto next = solution_near(moved(here, way, part));
            if (!next || difference(*next, b.state).norm() > least_progress * way.norm())
                return false;
            here = *next;
        }
        return false;
    }

    bool are_same(const SteadyMotion& a, const SteadyMotion& b) const {
        const Eigen::VectorXd apart = difference(a.state, b.state);
        for (std::size_t i = 0; i < motion_.size(); ++i)
            if (std::abs(apart(at(i))) > same * (1 + std::abs(a.state[motion_.variables()[i]])))
                return false;
        return true;
    }

private:
    // The solution that Gauss–Newton steps lead to; nothing where they do not converge.
    std::optional<State> solution_near(State state) const {
        double before = residual_of(state);
        for (int step = 0; step < most_steps; ++step) {
            const Eigen::VectorXd change = step_at(state, true);
            if (!change.allFinite()) return {};
            const State full = moved(state, change, 1);
            if (change.norm() <= converged * (1 + norm(state))) return full;
            double part = 1;
            State next = full;
            while (!(residual_of(next) < before) && part > 1e-4)
                next = moved(state, change, part /= 2);
            state = part > 1e-4 ? next : full;
            before = residual_of(state);
        }
        return {};
    }

    // From a to b in the essential variables, angles the shorter way.
    Eigen::VectorXd difference(const State& a, const State& b) const {
        Eigen::VectorXd result(at(motion_.size()));
        for (std::size_t i = 0; i < motion_.size(); ++i) {
            const std::size_t place = motion_.variables()[i];
            const double apart = b[place] - a[place];
            result(at(i)) = is_angle(place) ? std::remainder(apart, turn) : apart;
        }
        return result;
    }

    double uniform() {  // between −1 and 1, the same on every machine
        return static_cast<double>(random_() >> 11U) * 0x1p-52 - 1;
    }

    // f and c, and their derivatives by y below each other.
    Eigen::VectorXd values(const EssentialRates& now) const {
        Eigen::VectorXd result(at(now.rates.size() + now.constraints.size()));
        for (std::size_t i = 0; i < now.rates.size(); ++i) result(at(i)) = now.rates[i];
        for (std::size_t i = 0; i < now.constraints.size(); ++i)
            result(at(now.rates.size() + i)) = now.constraints[i];
        return result;
    }
    Dense slopes(const EssentialRates& now) const {
        const auto m = at(motion_.size()), k = at(now.constraints.size());
        Dense result(m + k, m);
        result.topRows(m) = Eigen::Map<const Dense>(now.rates_by_y.data(), m, m);
        result.bottomRows(k) = Eigen::Map<const Dense>(now.constraints_by_y.data(), k, m);
        return result;
    }

    // By steps that are not damped, which arrive at degenerate solutions too, from close by.
    std::optional<State> degenerate_solution_near(State state, double reach) const {
        constexpr int most_small_steps = 400;
        for (int step = 0; step < most_small_steps; ++step) {
            const Eigen::VectorXd change = step_at(state, false);
            if (!change.allFinite() || change.norm() > reach) return {};
            state = moved(state, change, 1);
            if (change.norm() <= converged * (1 + norm(state))) return state;
        }
        return {};
    }

    Eigen::VectorXd step_at(const State& state, bool is_damped) const {
        const EssentialRates now = motion_.at(state, parameters_);
        if (!now.are_finite()) return Eigen::VectorXd::Constant(1, std::nan(""));
        const Dense j = slopes(now);
        const Eigen::VectorXd f = values(now);
        // Damped as much as f is away from zero: undamped, rates that are quadratic in the speeds
        // halve them for ever, and a sleigh that glides would be taken for one at rest.
        const double damping = is_damped ? f.norm() * j.norm() / (1 + norm(state)) : 0;
        Dense damped(j.rows() + j.cols(), j.cols());
        damped << j, std::sqrt(damping) * Dense::Identity(j.cols(), j.cols());
        Eigen::VectorXd wanted = Eigen::VectorXd::Zero(damped.rows());
        wanted.head(f.size()) = -f;
        Eigen::CompleteOrthogonalDecomposition<Dense> factors;
        factors.setThreshold(rank_threshold);
        factors.compute(damped);
        return factors.solve(wanted);
    }

    double residual_of(const State& state) const {
        const EssentialRates now = motion_.at(state, parameters_);
        return now.are_finite() ? values(now).norm() : std::numeric_limits<double>::infinity();
    }

    State moved(State state, const Eigen::VectorXd& change, double part) const {
        for (std::size_t i = 0; i < motion_.size(); ++i)
            state[motion_.variables()[i]] += part * change(at(i));
        return state;
    }

    double norm(const State& state) const {
        double sum = 0;
        for (const auto i : motion_.variables()) sum += state[i] * state[i];
        return std::sqrt(sum);
    }

    // What the search has left of a variable that vanishes in the solution is taken away; nothing
    // where the motion is not determined then: that solution was a limit and no state.
    std::optional<State> without_traces(const State& state) const {
        State clean = state;
        for (const auto i : motion_.variables())
            if (std::abs(clean[i]) < same) clean[i] = 0;
        if (!is_regular(motion_.at(clean, parameters_))) return {};
        return residual_of(clean) <= residual_of(state) ? clean : state;
    }

    // By exact rates (exact_rates.hpp).
    bool is_rounded_solution(const State& state) const {
        constexpr double few = 10;
        const EssentialRates now = motion_.at(state, parameters_);
        if (!now.are_finite()) return false;
        const std::vector<Ball> exact = exact_.at(state);
        double noise = 0;  // of the rates by which it was found
        for (std::size_t i = 0; i < exact.size(); ++i)
            noise = std::max(noise, std::abs(now.rates[i] - exact[i].midpoint));
        const Dense j = slopes(now);
        for (std::size_t i = 0; i < exact.size(); ++i) {
            double rounding = noise;
            for (std::size_t k = 0; k < motion_.size(); ++k)
                rounding += converged * std::abs(j(at(i), at(k)) * state[motion_.variables()[k]]);
            if (!exact[i].contains_zero && !(std::abs(exact[i].midpoint) < few * rounding))
                return false;
        }
        return true;
    }

    // Where f hardly changes along some direction, nothing has shown that it vanishes: it may only
    // be small. Where it does not vanish, a solution is looked for at round numbers close by.
    std::optional<State> settled(const State& state) const {
        if (kernel_at(state).cols() == 0 || is_rounded_solution(state)) return state;
        for (const double grid : {1e-6, 1e-5, 1e-4, 1e-3, 1e-2}) {
            State round = state;
            for (const auto i : motion_.variables()) round[i] = grid * std::round(round[i] / grid);
            if (is_rounded_solution(round)) return round;
        }
        return {};
    }

    // Directions along which f and c do not change to first order, as columns.
    Eigen::MatrixXd kernel_at(const State& state) const {
        Eigen::FullPivLU<Eigen::MatrixXd> factors;
        factors.setThreshold(rank_threshold);
        factors.compute(slopes(motion_.at(state, parameters_)));
        if (factors.dimensionOfKernel() == 0) return Eigen::MatrixXd(at(motion_.size()), 0);
        const Eigen::MatrixXd kernel = factors.kernel();
        return Eigen::HouseholderQR<Eigen::MatrixXd>(kernel).householderQ() *
               Eigen::MatrixXd::Identity(kernel.rows(), kernel.cols());
    }

    // The dimension of the set of solutions near one of them.
    std::size_t family_through(const State& state) const {
        constexpr double width = 1e-2, least = 0.3, flat = 0.2;
        const Eigen::MatrixXd kernel = kernel_at(state);
        const double step = width * (1 + norm(state));
        Eigen::MatrixXd ways(kernel.rows(), 0);  // to other solutions, in units of the step
        Eigen::Index nullity = 0;
        for (Eigen::Index i = 0; i < 4 * kernel.cols(); ++i) {
            // Along each direction, and between them; forward and back.
            const Eigen::Index first = (i / 2) % kernel.cols();
            const bool between = i >= 2 * kernel.cols();
            Eigen::VectorXd way = kernel.col(first);
            if (between) way += kernel.rowwise().sum();
            way *= (i % 2 == 0 ? step : -step) / way.norm();
            const auto other = degenerate_solution_near(moved(state, way, 1), step);
            if (!other) continue;
            const Eigen::VectorXd apart = difference(state, *other);
            if (apart.norm() < least * step || apart.norm() > step / least) continue;
            ways.conservativeResize(Eigen::NoChange, ways.cols() + 1);
            ways.col(ways.cols() - 1) = apart / step;
            nullity = std::max(nullity, kernel_at(*other).cols());
        }
        if (ways.cols() == 0) return 0;
        const Eigen::VectorXd sizes = ways.jacobiSvd().singularValues();
        const auto spanned = (sizes.array() > flat).count();
        return static_cast<std::size_t>(std::min<Eigen::Index>(spanned, nullity));
    }

    std::optional<SteadyMotion> described(State state) const {
        for (const auto i : motion_.variables())
            if (is_angle(i) && std::abs(state[i]) > turn / 2 * (1 + 1e-9))
                state[i] = std::remainder(state[i], turn);
        if (const auto clean = without_traces(state))
            state = *clean;
        else
            return {};
        if (const auto sure = settled(state))
            state = *sure;
        else
            return {};
        const EssentialRates now = motion_.at(state, parameters_);
        if (!is_regular(now)) return {};
        SteadyMotion result{.state = state, .small = {}};
        try {
            result.small = linearizer_.about(state, system_);
        } catch (const NumericalError&) {  // it crept along without arriving
            return {};
        }
        const Eigen::VectorXd left = values(now);
        result.residual = left.size() == 0 ? 0 : left.cwiseAbs().maxCoeff();
        result.family = family_through(state);
        const auto velocities = std::span(result.small.at).subspan(system_.size(), system_.size());
        result.at_rest = std::ranges::all_of(
            velocities, [](const auto& entry) { return std::abs(entry.second) < 1e-9; });
        return result;
    }

    // Coordinates that may be turned by 2π without changing f, c and their derivatives.
    void find_angles() {
        for (const auto i : motion_.variables())
            if (motion_.is_coordinate(i) && is_periodic(i)) angles_.push_back(i);
    }
    bool is_periodic(std::size_t i) {
        for (int attempt = 0; attempt < 3; ++attempt) {
            State here = start_;
            for (const auto j : motion_.variables()) here[j] += uniform();
            State there = here;
            there[i] += turn;
            const EssentialRates x = motion_.at(here, parameters_),
                                 y = motion_.at(there, parameters_);
            if (!x.are_finite() || !y.are_finite()) return false;
            const Dense a = slopes(x), b = slopes(y);
            const double size = 1 + a.norm() + values(x).norm();
            if ((a - b).norm() + (values(x) - values(y)).norm() > 1e-9 * size) return false;
        }
        return true;
    }
    // How well the accelerations are determined at random states, and how large the divisors of the
    // form are there: what vanishes is small beside these, in any units.
    void find_usual_sizes(const InVelocities& form) {
        divisors_ = chart_denominators(form.system, form.equations);
        const std::mt19937_64 before = random_;
        std::vector<State> seen(divisors_.size() + 1);
        for (int i = 0; i < 9; ++i) {
            const State state = random_start();
            seen[0].push_back(motion_.at(state, parameters_).determined);
            const std::vector<double> sizes = divisors_at(state);
            for (std::size_t k = 0; k < sizes.size(); ++k) seen[k + 1].push_back(sizes[k]);
        }
        random_ = before;
        for (State& sizes : seen) {
            std::ranges::sort(sizes);
            usual_.push_back(sizes[sizes.size() / 2]);
        }
    }
    std::vector<double> divisors_at(const State& state) const {
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

    bool is_angle(std::size_t i) const { return std::ranges::find(angles_, i) != angles_.end(); }

    const System& system_;
    Linearizer linearizer_;
    const EssentialMotion& motion_;
    std::vector<double> parameters_;
    State start_;
    std::mt19937_64 random_;
    ExactRates exact_;
    std::vector<std::size_t> angles_;
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

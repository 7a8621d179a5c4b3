#include "analysis/equilibria.hpp"

#include <fmt/format.h>
#include <Eigen/QR>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <random>

#include "trajectory/initial_state.hpp"

namespace rattleback {
namespace {

using Dense = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
using State = std::vector<double>;

constexpr int most_steps = 100;
constexpr double converged = 1e-13, rank_threshold = 1e-9, same = 1e-7;
constexpr double turn = 2 * std::numbers::pi;

Eigen::Index at(std::size_t i) { return static_cast<Eigen::Index>(i); }

// Which of four velocities depends on the others changes along the motion; in all of them none does.
bool has_quaternion(const System& system) {
    return std::ranges::any_of(system.frames,
                               [](const Frame& f) { return f.quaternion.has_value(); });
}

class Search {
public:
    Search(const System& system, std::uint64_t seed)
        : system_(system),
          linearizer_(system, has_quaternion(system) ? "lagrange_multipliers" : ""),
          motion_(linearizer_.motion()),
          parameters_(parameter_numbers(system)),
          start_(initial_state(system, linearizer_.equations()).state),
          random_(seed) {
        find_angles();
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
        return found ? described(*found) : std::optional<SteadyMotion>{};
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
            const Eigen::VectorXd change = step_at(state);
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

    Eigen::VectorXd step_at(const State& state) const {
        const EssentialRates now = motion_.at(state, parameters_);
        if (!now.are_finite()) return Eigen::VectorXd::Constant(1, std::nan(""));
        const Dense j = slopes(now);
        const Eigen::VectorXd f = values(now);
        // Damped as much as f is away from zero: undamped, rates that are quadratic in the speeds
        // halve them for ever, and a sleigh that glides would be taken for one at rest.
        const double damping = f.norm() * j.norm() / (1 + norm(state));
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

    // What the search has left of a variable that vanishes in the solution.
    State without_traces(State state) const {
        State clean = state;
        for (const auto i : motion_.variables())
            if (std::abs(clean[i]) < same) clean[i] = 0;
        return residual_of(clean) <= residual_of(state) ? clean : state;
    }

    std::optional<SteadyMotion> described(State state) const {
        for (const auto i : motion_.variables())
            if (is_angle(i) && std::abs(state[i]) > turn / 2 * (1 + 1e-9))
                state[i] = std::remainder(state[i], turn);
        state = without_traces(std::move(state));
        const EssentialRates now = motion_.at(state, parameters_);
        SteadyMotion result{.state = state, .small = {}};
        try {
            result.small = linearizer_.about(state, system_);
        } catch (const NumericalError&) {  // it crept along without arriving
            return {};
        }
        const Eigen::VectorXd left = values(now);
        result.residual = left.size() == 0 ? 0 : left.cwiseAbs().maxCoeff();
        Eigen::CompleteOrthogonalDecomposition<Dense> factors;
        factors.setThreshold(rank_threshold);
        factors.compute(slopes(now));
        result.family = motion_.size() - static_cast<std::size_t>(factors.rank());
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
    bool is_angle(std::size_t i) const { return std::ranges::find(angles_, i) != angles_.end(); }

    const System& system_;
    Linearizer linearizer_;
    const EssentialMotion& motion_;
    std::vector<double> parameters_;
    State start_;
    std::mt19937_64 random_;
    std::vector<std::size_t> angles_;
};

void add(Equilibria& list, std::optional<SteadyMotion> found, const Search& search) {
    ++list.tries;
    if (!found) {
        ++list.failed;
        return;
    }
    const auto known = std::ranges::find_if(
        list.found, [&](const SteadyMotion& s) { return search.are_same(s, *found); });
    if (known != list.found.end()) {
        ++known->tries;
        return;
    }
    const bool on_known_family =
        found->family > 0 && std::ranges::any_of(list.found, [&](const SteadyMotion& s) {
            return s.family == found->family && s.at_rest == found->at_rest &&
                   s.small.spectrum.stability() == found->small.spectrum.stability() &&
                   search.are_connected(s, *found);
        });
    if (on_known_family) {
        ++list.others_on_families;
        return;
    }
    found->tries = 1;
    list.found.push_back(std::move(*found));
}

}  // namespace

Equilibria equilibria(const System& system, const EquilibriaOptions& options) {
    Search search(system, options.seed);
    Equilibria result;
    if (has_quaternion(system))
        result.notes.emplace_back(
            "A frame turned by a quaternion is steady here only where it does not turn; give it "
            "angles to find steady rotations.");
    add(result, search.from(search.start()), search);
    for (std::size_t i = 0; i < options.tries; ++i) {
        if (!goes_on(options.keep_going, i, options.tries, fmt::format("search {}", i + 1))) {
            result.notes.push_back(
                fmt::format("Interrupted: {} searches were not made.", options.tries - i));
            break;
        }
        add(result, search.from(search.random_start()), search);
    }
    return result;
}

}  // namespace rattleback

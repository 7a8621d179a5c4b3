#include "dynamics/steady_equations.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "start/decompositions.hpp"

namespace rattleback {
namespace {

constexpr int most_steps = 100;
constexpr double rank_threshold = 1e-9;

using Dense = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

Eigen::Index at_place(std::size_t i) { return static_cast<Eigen::Index>(i); }

// f and c, and their derivatives by y, below each other.
Eigen::VectorXd values(const EssentialRates& now) {
    Eigen::VectorXd result(at_place(now.rates.size() + now.constraints.size()));
    for (std::size_t i = 0; i < now.rates.size(); ++i) result(at_place(i)) = now.rates[i];
    for (std::size_t i = 0; i < now.constraints.size(); ++i)
        result(at_place(now.rates.size() + i)) = now.constraints[i];
    return result;
}
Dense slopes(const EssentialRates& now) {
    const auto m = at_place(now.rates.size()), k = at_place(now.constraints.size());
    Dense result(m + k, m);
    result.topRows(m) = Eigen::Map<const Dense>(now.rates_by_y.data(), m, m);
    result.bottomRows(k) = Eigen::Map<const Dense>(now.constraints_by_y.data(), k, m);
    return result;
}

std::vector<double> numbers(const Eigen::VectorXd& x) { return {x.data(), x.data() + x.size()}; }

bool are_finite(const std::vector<double>& numbers) {
    return std::ranges::all_of(numbers, [](double x) { return std::isfinite(x); });
}

}  // namespace

SteadyEquations::SteadyEquations(const EssentialMotion& motion, std::vector<double> parameters,
                                 ModelSizes sizes, const State& start, std::uint64_t seed)
    : motion_(motion),
      parameters_(std::move(parameters)),
      sizes_(std::move(sizes)),
      start_(without_units(start)),
      random_(seed) {
    find_constraint_sizes();
    find_angles();
}

SteadyEquations::State SteadyEquations::without_units(State state) const {
    for (std::size_t i = 0; i < state.size(); ++i) state[i] /= sizes_.state[i];
    return state;
}

SteadyEquations::State SteadyEquations::in_units(State state) const {
    for (std::size_t i = 0; i < state.size(); ++i) state[i] *= sizes_.state[i];
    return state;
}

double SteadyEquations::rate_size(std::size_t variable) const {
    return sizes_.state[motion_.variables()[variable]] / sizes_.time;
}

double SteadyEquations::uniform() {  // between −1 and 1, the same on every machine
    return static_cast<double>(random_() >> 11U) * 0x1p-52 - 1;
}

SteadyEquations::State SteadyEquations::random_start() {
    State state = start_;
    for (const auto i : motion_.variables())
        state[i] = is_angle(i) ? turn(i) * uniform() / 2 : start_[i] + 3 * uniform();
    return state;
}

EssentialRates SteadyEquations::at(const State& state) const {
    EssentialRates now = motion_.at(in_units(state), parameters_);
    const std::size_t m = motion_.size();
    for (std::size_t i = 0; i < m; ++i) {
        now.rates[i] /= rate_size(i);
        for (std::size_t j = 0; j < m; ++j)
            now.rates_by_y[i * m + j] *= sizes_.state[motion_.variables()[j]] / rate_size(i);
    }
    for (std::size_t r = 0; r < now.constraints.size(); ++r) {
        const double size = constraint_sizes_.empty() ? 1 : constraint_sizes_[r];
        now.constraints[r] /= size;
        for (std::size_t j = 0; j < m; ++j)
            now.constraints_by_y[r * m + j] *= sizes_.state[motion_.variables()[j]] / size;
    }
    return now;
}

double SteadyEquations::residual_of(const State& state) const {
    const EssentialRates now = at(state);
    return now.are_finite() ? values(now).norm() : std::numeric_limits<double>::infinity();
}

// The median of |∂c/∂y| at random states.
void SteadyEquations::find_constraint_sizes() {
    const std::mt19937_64 before = random_;
    std::vector<State> seen;
    for (int attempt = 0; attempt < 9; ++attempt) {
        const EssentialRates now = at(random_start());
        seen.resize(now.constraints.size());
        const std::size_t m = motion_.size();
        for (std::size_t r = 0; r < seen.size(); ++r) {
            double size = 0;
            for (std::size_t j = 0; j < m; ++j)
                size = std::hypot(size, now.constraints_by_y[r * m + j]);
            if (size > 0 && std::isfinite(size)) seen[r].push_back(size);
        }
    }
    random_ = before;
    for (State& sizes : seen) {
        std::ranges::sort(sizes);
        constraint_sizes_.push_back(sizes.empty() ? 1 : sizes[sizes.size() / 2]);
    }
}

std::optional<SteadyEquations::State> SteadyEquations::solution_near(State state) const {
    double before = residual_of(state);
    for (int step = 0; step < most_steps; ++step) {
        const Way change = step_at(state, true);
        if (!are_finite(change)) return {};
        const State full = moved(state, change, 1);
        if (length(change) <= converged * (1 + norm(state))) return full;
        double part = 1;
        State next = full;
        while (!(residual_of(next) < before) && part > 1e-4) next = moved(state, change, part /= 2);
        state = part > 1e-4 ? next : full;
        before = residual_of(state);
    }
    return {};
}

std::optional<SteadyEquations::State> SteadyEquations::degenerate_solution_near(
    State state, double reach) const {
    constexpr int most_small_steps = 400;
    for (int step = 0; step < most_small_steps; ++step) {
        const Way change = step_at(state, false);
        if (!are_finite(change) || length(change) > reach) return {};
        state = moved(state, change, 1);
        if (length(change) <= converged * (1 + norm(state))) return state;
    }
    return {};
}

SteadyEquations::Way SteadyEquations::step_at(const State& state, bool is_damped) const {
    const EssentialRates now = at(state);
    if (!now.are_finite()) return {std::nan("")};
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
    return numbers(factors.solve(wanted));
}

std::vector<SteadyEquations::Way> SteadyEquations::kernel_at(const State& state) const {
    FullLU factors;
    factors.setThreshold(rank_threshold);
    factors.compute(slopes(at(state)));
    if (factors.dimensionOfKernel() == 0) return {};
    const Eigen::MatrixXd ways = kernel(factors);
    const Eigen::MatrixXd basis = Eigen::HouseholderQR<Eigen::MatrixXd>(ways).householderQ() *
                                  Eigen::MatrixXd::Identity(ways.rows(), ways.cols());
    std::vector<Way> result;
    for (Eigen::Index i = 0; i < basis.cols(); ++i) result.push_back(numbers(basis.col(i)));
    return result;
}

SteadyEquations::Way SteadyEquations::difference(const State& a, const State& b) const {
    Way result(motion_.size());
    for (std::size_t i = 0; i < motion_.size(); ++i) {
        const std::size_t place = motion_.variables()[i];
        const double apart = b[place] - a[place];
        result[i] = is_angle(place) ? std::remainder(apart, turn(place)) : apart;
    }
    return result;
}

SteadyEquations::State SteadyEquations::moved(State state, const Way& change, double part) const {
    for (std::size_t i = 0; i < motion_.size(); ++i)
        state[motion_.variables()[i]] += part * change[i];
    return state;
}

double SteadyEquations::norm(const State& state) const {
    double sum = 0;
    for (const auto i : motion_.variables()) sum += state[i] * state[i];
    return std::sqrt(sum);
}

double SteadyEquations::length(const Way& way) {
    double sum = 0;
    for (const double x : way) sum += x * x;
    return std::sqrt(sum);
}

SteadyEquations::State SteadyEquations::unwound(State state) const {
    for (const auto i : motion_.variables())
        if (is_angle(i) && std::abs(state[i]) > turn(i) / 2 * (1 + 1e-9))
            state[i] = std::remainder(state[i], turn(i));
    return state;
}

double SteadyEquations::turn(std::size_t i) const { return 2 * std::numbers::pi / sizes_.state[i]; }

bool SteadyEquations::is_angle(std::size_t i) const {
    return std::ranges::find(angles_, i) != angles_.end();
}

void SteadyEquations::find_angles() {
    for (const auto i : motion_.variables())
        if (motion_.is_coordinate(i) && is_periodic(i)) angles_.push_back(i);
}

// Whether f, c and their derivatives are the same after a turn, and not after a part of it.
bool SteadyEquations::is_periodic(std::size_t i) {
    constexpr double same = 1e-9, other = 1e-6, part = 0.37;
    for (int attempt = 0; attempt < 3; ++attempt) {
        State here = start_;
        for (const auto j : motion_.variables()) here[j] += uniform();
        const EssentialRates x = at(here);
        if (!x.are_finite()) return false;
        const double size = 1 + slopes(x).norm() + values(x).norm();
        const auto change = [&](double turns) {
            State there = here;
            there[i] += turns * turn(i);
            const EssentialRates y = at(there);
            return (slopes(x) - slopes(y)).norm() + (values(x) - values(y)).norm();
        };
        if (!(change(1) <= same * size) || !(change(part) > other * size)) return false;
    }
    return true;
}

}  // namespace rattleback

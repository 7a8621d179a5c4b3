// Which continuation is taken where the motion lies on surfaces: from the rates with all sides, and
// where one is zero from its change along the motion.
#include <algorithm>
#include <cmath>

#include "start/decompositions.hpp"
#include "trajectory/switching.hpp"

namespace rattleback {
namespace {

constexpr double rounding = 1e-12;  // of the terms of a rate, of a change of it

// With which all rates vanish.
std::vector<double> sides_that_hold(const SideRates& rates) {
    const auto n = static_cast<Eigen::Index>(rates.constant.size());
    Eigen::MatrixXd slope(n, n);
    for (Eigen::Index j = 0; j < n; ++j)
        slope.col(j) =
            Eigen::Map<const Eigen::VectorXd>(rates.slopes[static_cast<std::size_t>(j)].data(), n);
    const Eigen::VectorXd sides =
        solution(slope.completeOrthogonalDecomposition(),
                 -Eigen::Map<const Eigen::VectorXd>(rates.constant.data(), n));
    return {sides.begin(), sides.end()};
}

}  // namespace

// How fast the rate of leading i changes along the motion with these sides, in units of what it is
// the sum of: by a difference over a time in which the state hardly changes. Those that are held stay so.
double Switching::change_of_rate(double t, std::span<const double> y,
                                 const std::vector<Side>& sides, std::size_t i) {
    std::vector<std::size_t> held_ones;
    for (std::size_t k = 0; k < surfaces_.size(); ++k)
        if (sides[k] == Side::Held) held_ones.push_back(k);
    const std::vector<Group> held = groups(held_ones);
    const auto go_to = [&](double at, std::span<const double> state) {
        look(at, state, sides);
        std::vector<double> by;
        if (!held.empty()) by = sides_that_hold(rates_of(held, sides));
        rates_with(sides);
        if (held.empty()) return;
        for (std::size_t g = 0; g < held.size(); ++g)
            for (const std::size_t k : held[g].members) in_[parameter_[k]] = by[g];
        code_.rates(in_.data(), f_.data());
        see();
    };
    go_to(t, y);
    const double now = rate(i), size = rate_size(i), time = short_time(y);
    go_to(t + time, moved(y, time));
    const double change = rate(i) - now;
    look(t, y, sides);
    return std::abs(change) > rounding * size ? change / size : 0;
}

double Switching::short_time(std::span<const double> y) const {
    double time = length_;
    for (std::size_t j = 0; j < y.size(); ++j) {
        const double own = std::max(known_.sizes[j], std::abs(y[j])) / std::abs(f_[j]);
        if (own > 1e-9 * length_) time = std::min(time, own);
    }
    return direction_ * 1e-6 * time;
}

std::vector<double> Switching::moved(std::span<const double> y, double time) const {
    std::vector<double> result(y.begin(), y.end());
    for (std::size_t j = 0; j < result.size(); ++j) result[j] += time * f_[j];
    return result;
}

std::vector<double> Switching::changes_of_rates(double t, std::span<const double> y,
                                                const std::vector<Side>& others,
                                                const std::vector<Group>& groups,
                                                const std::vector<double>& sides) {
    const auto rates_at = [&](double at, std::span<const double> state) {
        look(at, state, others);
        for (std::size_t g = 0; g < groups.size(); ++g)
            for (const std::size_t i : groups[g].members) in_[parameter_[i]] = sides[g];
        code_.rates(in_.data(), f_.data());
        see();
        std::vector<double> result;
        for (const Group& g : groups) result.push_back(rate(g.members[0]));
        return result;
    };
    const std::vector<double> now = rates_at(t, y);
    const double time = short_time(y);
    std::vector<double> changes = rates_at(t + time, moved(y, time));
    for (std::size_t g = 0; g < groups.size(); ++g) {
        changes[g] -= now[g];
        if (std::abs(changes[g]) <= rounding * rate_size(groups[g].members[0])) changes[g] = 0;
    }
    look(t, y, others);
    return changes;
}

SideRates Switching::rates_of(const std::vector<Group>& groups, const std::vector<Side>& sides) {
    const std::size_t k = groups.size();
    SideRates result{std::vector<double>(k), {}, std::vector<double>(k)};
    const auto rates_at = [&](const std::vector<int>& states) {
        rates_with(with_states(sides, groups, states));
        std::vector<double> r;
        for (std::size_t g = 0; g < k; ++g) {
            r.push_back(rate(groups[g].members[0]));
            result.size[g] = std::max(result.size[g], rate_size(groups[g].members[0]));
        }
        return r;
    };
    const std::vector<double> top = rates_at(std::vector<int>(k, 1));
    result.constant = top;
    for (std::size_t g = 0; g < k; ++g) {
        std::vector<int> states(k, 1);
        states[g] = -1;
        std::vector<double> slope = rates_at(states);
        for (std::size_t i = 0; i < k; ++i) {
            slope[i] = (top[i] - slope[i]) / 2;
            result.constant[i] -= slope[i];
        }
        result.slopes.push_back(std::move(slope));
    }
    return result;
}

Continuation Switching::choose(double t, std::span<const double> y, const Open& open,
                               const std::vector<Side>& sides) {
    std::vector<Group> groups = open.undecided;
    groups.insert(groups.end(), open.left.begin(), open.left.end());
    SideRates rates = rates_of(groups, sides);
    for (std::size_t g = 0; g < groups.size(); ++g)
        rates.given.push_back(g < open.undecided.size() ? 0 : sign_of(sides[groups[g].members[0]]));
    if (!std::ranges::all_of(rates.constant, [](double x) { return std::isfinite(x); }))
        return {sides, "The rates of change have no value at " + where(t, members(groups))};
    const auto next_order = [&](const std::vector<int>& states, std::size_t g) {
        return change_of_rate(t, y, with_states(sides, groups, states), groups[g].members[0]);
    };
    const auto changes = [&](const std::vector<double>& at) {
        return changes_of_rates(t, y, sides, groups, at);
    };
    const std::vector<SideStates> found = possible_states(rates, next_order, changes);
    const auto is_strict = [](const SideStates& f) {
        return !f.is_marginal && std::ranges::count(f.kept, 0) == std::ssize(f.kept);
    };
    if (std::ranges::count_if(found, is_strict) > 1)
        return {sides, "The motion has several continuations at " + where(t, members(groups)) +
                           ": both sides of the surface lead away from it"};
    if (found.empty())
        return {sides, "The motion has no continuation that is determined at " +
                           where(t, members(groups))};
    // What stays at the edge is held where it can be.
    const auto best = std::ranges::max_element(found, {}, [](const SideStates& f) {
        return std::pair(!f.is_marginal, std::ranges::count(f.states, 0));
    });
    Continuation next{with_states(sides, groups, best->states)};
    for (std::size_t g = 0; g < groups.size(); ++g)
        for (const std::size_t i : groups[g].members)
            if (best->kept[g] != 0) keep(next, i, {static_cast<double>(best->states[g])});
    return next;
}

std::vector<Side> Switching::with_states(std::vector<Side> sides, const std::vector<Group>& groups,
                                         const std::vector<int>& states) {
    for (std::size_t g = 0; g < groups.size(); ++g)
        for (const std::size_t i : groups[g].members) sides[i] = static_cast<Side>(states[g]);
    return sides;
}

}  // namespace rattleback

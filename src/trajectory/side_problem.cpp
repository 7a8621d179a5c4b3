#include "trajectory/side_problem.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "start/decompositions.hpp"
#include "trajectory/box_problem.hpp"

namespace rattleback {
namespace {

constexpr std::size_t most_tried = 6;  // surfaces of which all combinations are tried
constexpr double digits = 1e-9;        // of the terms of a rate: below that it is zero
constexpr double dependent = 1e-13;    // of what a side does to a rate: what others leave of it

// With each rate in units of its terms.
class SideProblem {
public:
    SideProblem(const SideRates& rates, NextOrder next_order)
        : next_order_(next_order),
          size_(static_cast<Eigen::Index>(rates.constant.size())),
          constant_(Eigen::Map<const Eigen::VectorXd>(rates.constant.data(), size_)),
          slope_(size_, size_),
          given_(rates.given) {
        given_.resize(rates.constant.size());
        for (Eigen::Index j = 0; j < size_; ++j)
            slope_.col(j) = Eigen::Map<const Eigen::VectorXd>(
                rates.slopes[static_cast<std::size_t>(j)].data(), size_);
        for (Eigen::Index i = 0; i < size_; ++i) {
            const double terms = rates.size[static_cast<std::size_t>(i)];
            if (!(terms > 0)) continue;
            constant_[i] /= terms;
            slope_.row(i) /= terms;
        }
    }

    std::vector<SideStates> all_combinations() const {
        std::vector<SideStates> found;
        std::vector<int> states = given_;
        for (std::size_t i = 0; i < states.size(); ++i)
            if (given_[i] == 0) states[i] = -1;
        for (bool more = true; more;) {
            if (const auto solution = checked(states)) found.push_back(*solution);
            more = false;
            for (std::size_t i = 0; i < states.size() && !more; ++i) {
                if (given_[i] != 0) continue;
                states[i] = states[i] == 1 ? -1 : states[i] + 1;
                more = states[i] != -1;
            }
        }
        return found;
    }

private:
    using Indices = std::vector<Eigen::Index>;

    Indices held(const std::vector<int>& states) const {
        Indices result;
        for (Eigen::Index i = 0; i < size_; ++i)
            if (states[static_cast<std::size_t>(i)] == 0) result.push_back(i);
        return result;
    }

    // What the sides of these do to their rates, each beside what it does to its own; the kernel is that
    // of sides which together do nothing.
    FullLU effects(const Indices& of) const {
        Eigen::MatrixXd own = slope_(of, of);
        const Eigen::VectorXd scale = own.diagonal().cwiseAbs().cwiseSqrt();
        own = scale.cwiseInverse().asDiagonal() * own * scale.cwiseInverse().asDiagonal();
        FullLU result;
        result.setThreshold(dependent);
        return result.compute(own);
    }

    // Whether the rate of another one is zero because those of these are.
    bool is_kept(Eigen::Index i, const Indices& by) const {
        if (by.empty() || !can_hold(i)) return false;
        Indices with = by;
        with.push_back(i);
        return effects(with).rank() <= static_cast<Eigen::Index>(by.size());
    }

    bool can_hold(Eigen::Index i) const { return std::abs(slope_(i, i)) > digits; }

    // Of the surfaces that hold, such that their rates vanish.
    Eigen::VectorXd sides(const std::vector<int>& states) const {
        const Indices held = this->held(states);
        Eigen::VectorXd s(size_);
        for (Eigen::Index i = 0; i < size_; ++i) s[i] = states[static_cast<std::size_t>(i)];
        if (held.empty()) return s;
        const Eigen::VectorXd without = constant_ + slope_ * s;
        const Eigen::MatrixXd own = slope_(held, held);
        const Eigen::VectorXd solved =
            solution(own.completeOrthogonalDecomposition(), -without(held));
        s(held) = solved;
        return s;
    }

    // Of one that holds at its edge: positive where it would be left next.
    double beyond_edge(std::vector<int> states, std::size_t surface, double side) const {
        states[surface] = side > 0 ? 1 : -1;
        return states[surface] * next_order_(states, surface);
    }

    // Nothing where these states do not agree.
    std::optional<SideStates> checked(const std::vector<int>& states) const {
        SideStates result{states, std::vector<char>(states.size())};
        const Indices held = this->held(states);
        for (const Eigen::Index i : held)
            if (!can_hold(i)) return {};
        if (!held.empty() && !effects(held).isInvertible()) return {};
        const Eigen::VectorXd s = sides(states), r = constant_ + slope_ * s;
        for (Eigen::Index i = 0; i < size_; ++i) {
            const auto number = static_cast<std::size_t>(i);
            const int state = states[number];
            const bool is_zero = std::abs(r[i]) <= digits;
            if (state == 0) {
                if (!is_zero || !(std::abs(s[i]) <= 1 + digits)) return {};
                if (std::abs(s[i]) < 1 - digits) continue;
                const double next = beyond_edge(states, number, s[i]);
                if (next > 0) return {};
                if (next == 0) result.is_marginal = true;
                continue;
            }
            result.kept[number] = is_zero && is_kept(i, held) ? 1 : 0;
            if (result.kept[number] != 0 || given_[number] != 0) continue;
            if (!is_zero && r[i] * state < 0) return {};
            if (!is_zero) continue;
            const double next = next_order_(states, number);
            if (next * state < 0) return {};
            if (next == 0) result.is_marginal = true;
        }
        return result;
    }

    NextOrder next_order_;
    Eigen::Index size_;
    Eigen::VectorXd constant_;
    Eigen::MatrixXd slope_;
    std::vector<int> given_;
};

// Of any number of surfaces, by pivots; one solution, or none.
class PivotedSides {
public:
    PivotedSides(const SideRates& rates, ChangesOfRates changes)
        : rates_(rates), changes_(changes), n_(rates.constant.size()) {
        rates_.given.resize(n_);
        for (std::size_t i = 0; i < n_; ++i) {
            const double terms = rates.size[i];
            if (!(terms > 0)) continue;
            rates_.constant[i] /= terms;
            for (auto& column : rates_.slopes) column[i] /= terms;
        }
    }

    bool is_friction() const {
        for (std::size_t i = 0; i < n_; ++i)
            if (!can_hold(i)) return false;
        return takes_energy(rates_.slopes);
    }

    std::vector<SideStates> solutions() const {
        BoxProblem problem{rates_.constant, rates_.slopes, {}, {}, digits};
        for (std::size_t i = 0; i < n_; ++i) {
            const int given = rates_.given[i];
            problem.low.push_back(given != 0 || !can_hold(i) ? given : -1);
            problem.high.push_back(given != 0 || !can_hold(i) ? given : 1);
        }
        const auto now = solution_of(problem);
        if (!now) return {};
        const auto next = next_of(*now);
        if (!next) return {};
        SideStates result{std::vector<int>(n_), std::vector<char>(n_)};
        for (std::size_t i = 0; i < n_; ++i) {
            if (next->holds[i] != 0) continue;
            const bool rests = is_zero(now->rates[i]) && std::abs(next->rates[i]) <= next_digits;
            result.kept[i] = can_hold(i) && rests && next->follows[i] != 0 ? 1 : 0;
            result.states[i] = can_hold(i)              ? edge_of(now->sides[i])
                               : is_zero(now->rates[i]) ? (next->rates[i] > 0 ? 1 : -1)
                                                        : (now->rates[i] > 0 ? 1 : -1);
        }
        return {result};
    }

private:
    static constexpr double next_digits = 1e-12;  // of the terms of a rate in a change of it

    static bool is_zero(double rate) { return std::abs(rate) <= digits; }
    static int edge_of(double side) { return std::abs(side) < 1 - digits ? 0 : side > 0 ? 1 : -1; }
    bool can_hold(std::size_t i) const { return std::abs(rates_.slopes[i][i]) > digits; }

    // How sides begin to change: as it must be where they are inside their bounds, only inwards at an
    // edge, and not at all where they are left.
    std::optional<BoxSolution> next_of(const BoxSolution& now) const {
        constexpr double any = std::numeric_limits<double>::infinity();
        BoxProblem problem{changes_(now.sides), rates_.slopes, {}, {}, next_digits};
        for (std::size_t i = 0; i < n_; ++i)
            if (rates_.size[i] > 0) problem.constant[i] /= rates_.size[i];
        for (std::size_t i = 0; i < n_; ++i) {
            const bool moves = is_zero(now.rates[i]) && rates_.given[i] == 0 && can_hold(i);
            const int edge = edge_of(now.sides[i]);
            problem.low.push_back(moves && edge >= 0 ? -any : 0);
            problem.high.push_back(moves && edge <= 0 ? any : 0);
            if (now.holds[i] != 0) problem.first.push_back(i);
        }
        return solution_of(problem);
    }

    SideRates rates_;
    ChangesOfRates changes_;
    std::size_t n_;
};

}  // namespace

std::vector<SideStates> possible_states(const SideRates& rates, NextOrder next_order,
                                        ChangesOfRates changes) {
    const PivotedSides pivoted(rates, changes);
    const bool are_few = rates.constant.size() <= most_tried;
    return are_few && !pivoted.is_friction() ? SideProblem(rates, next_order).all_combinations()
                                             : pivoted.solutions();
}

}  // namespace rattleback

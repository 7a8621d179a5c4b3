#include "trajectory/side_problem.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "start/decompositions.hpp"

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

    // From all held: what is pushed over its edge is let go, what runs back is held.
    std::vector<SideStates> by_letting_go() const {
        std::vector<int> states = given_;
        for (std::size_t round = 0; round < 4 * states.size(); ++round) {
            if (const auto solution = checked(states)) return {*solution};
            const Eigen::VectorXd s = sides(states), r = constant_ + slope_ * s;
            const std::vector<int> before = states;
            for (Eigen::Index i = 0; i < size_; ++i) {
                int& state = states[static_cast<std::size_t>(i)];
                if (given_[static_cast<std::size_t>(i)] != 0) continue;
                if (state == 0 && std::abs(s[i]) > 1)
                    state = s[i] > 0 ? 1 : -1;
                else if (state != 0 && r[i] * state < -digits)
                    state = 0;
            }
            if (states == before) keep_dependent(states, s);
        }
        return {};
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

    // As long as there are sides that together do nothing they are moved, until one comes to its edge.
    void keep_dependent(std::vector<int>& states, Eigen::VectorXd s) const {
        for (Indices all = held(states); !all.empty(); all = held(states)) {
            if (!std::ranges::all_of(all, [this](Eigen::Index i) { return can_hold(i); })) return;
            const auto lu = effects(all);
            if (lu.isInvertible()) return;
            Eigen::VectorXd way = Eigen::VectorXd::Zero(size_);
            way(all) = kernel(lu).col(0);
            double least = std::numeric_limits<double>::infinity();
            Eigen::Index first = all[0];
            for (const Eigen::Index i : all) {
                way[i] /= std::sqrt(std::abs(slope_(i, i)));
                const double time = ((way[i] > 0 ? 1 : -1) - s[i]) / way[i];
                if (way[i] != 0 && time < least) least = time, first = i;
            }
            s += least * way;
            states[static_cast<std::size_t>(first)] = way[first] > 0 ? 1 : -1;
        }
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

}  // namespace

std::vector<SideStates> possible_states(const SideRates& rates, NextOrder next_order) {
    const SideProblem problem(rates, next_order);
    return rates.constant.size() <= most_tried ? problem.all_combinations()
                                               : problem.by_letting_go();
}

}  // namespace rattleback

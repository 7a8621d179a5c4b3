#include "trajectory/side_problem.hpp"

#include <Eigen/LU>
#include <Eigen/QR>
#include <cmath>
#include <optional>

namespace rattleback {
namespace {

constexpr std::size_t most_tried = 6;  // surfaces of which all combinations are tried
constexpr double digits = 1e-9;        // of the terms of a rate: below that it is zero

// With each rate in units of its terms.
class SideProblem {
public:
    SideProblem(const SideRates& rates, NextOrder next_order)
        : next_order_(next_order),
          size_(static_cast<Eigen::Index>(rates.constant.size())),
          constant_(Eigen::Map<const Eigen::VectorXd>(rates.constant.data(), size_)),
          slope_(size_, size_) {
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
        std::vector<int> states(static_cast<std::size_t>(size_), -1);
        for (bool more = true; more;) {
            if (const auto solution = checked(states)) found.push_back(*solution);
            more = false;
            for (int& state : states) {
                state = state == 1 ? -1 : state + 1;
                if (state != -1) {
                    more = true;
                    break;
                }
            }
        }
        return found;
    }

    // From all held: what is pushed over its edge is let go, what runs back is held.
    std::vector<SideStates> by_letting_go() const {
        std::vector<int> states(static_cast<std::size_t>(size_), 0);
        for (std::size_t round = 0; round < 4 * states.size(); ++round) {
            if (const auto solution = checked(states)) return {*solution};
            const Eigen::VectorXd s = sides(states), r = constant_ + slope_ * s;
            for (Eigen::Index i = 0; i < size_; ++i) {
                int& state = states[static_cast<std::size_t>(i)];
                if (state == 0 && std::abs(s[i]) > 1)
                    state = s[i] > 0 ? 1 : -1;
                else if (state != 0 && r[i] * state < 0)
                    state = 0;
            }
        }
        return {};
    }

private:
    // Of the surfaces that hold, such that their rates vanish.
    Eigen::VectorXd sides(const std::vector<int>& states) const {
        std::vector<Eigen::Index> held;
        Eigen::VectorXd s(size_);
        for (Eigen::Index i = 0; i < size_; ++i) {
            s[i] = states[static_cast<std::size_t>(i)];
            if (s[i] == 0) held.push_back(i);
        }
        if (held.empty()) return s;
        const Eigen::VectorXd without = constant_ + slope_ * s;
        const Eigen::MatrixXd own = slope_(held, held);
        const Eigen::VectorXd solved = own.completeOrthogonalDecomposition().solve(-without(held));
        s(held) = solved;
        return s;
    }

    // Nothing where these states do not agree.
    std::optional<SideStates> checked(const std::vector<int>& states) const {
        SideStates result{states};
        const Eigen::VectorXd s = sides(states), r = constant_ + slope_ * s;
        for (Eigen::Index i = 0; i < size_; ++i) {
            const int state = states[static_cast<std::size_t>(i)];
            const bool is_zero = std::abs(r[i]) <= digits;
            if (state == 0) {
                const bool can_hold = std::abs(slope_(i, i)) > digits;
                if (!can_hold || !is_zero || !(std::abs(s[i]) <= 1 + digits)) return {};
                if (std::abs(s[i]) >= 1 - digits) result.is_marginal = true;
                continue;
            }
            if (!is_zero && r[i] * state < 0) return {};
            if (!is_zero) continue;
            const double next = next_order_(states, static_cast<std::size_t>(i));
            if (next * state < 0) return {};
            if (next == 0) result.is_marginal = true;
        }
        return result;
    }

    NextOrder next_order_;
    Eigen::Index size_;
    Eigen::VectorXd constant_;
    Eigen::MatrixXd slope_;
};

}  // namespace

std::vector<SideStates> possible_states(const SideRates& rates, NextOrder next_order) {
    const SideProblem problem(rates, next_order);
    return rates.constant.size() <= most_tried ? problem.all_combinations()
                                               : problem.by_letting_go();
}

}  // namespace rattleback

#include "trajectory/ball_problem.hpp"

#include <algorithm>
#include <cmath>

#include "start/decompositions.hpp"

namespace rattleback {
namespace {

constexpr double digits = 1e-9;  // of the terms of a rate: below that it is zero
constexpr int most_rounds = 200'000;
constexpr double settled = 4e-15;

// In entries √δ·η, so that the balls are round, and with the rates of each in units of its terms.
class BallProblem {
    static Eigen::Index first(const DirectionBall& ball) {
        return static_cast<Eigen::Index>(ball.first);
    }

    static Eigen::Index size(const DirectionBall& ball) {
        return static_cast<Eigen::Index>(ball.weights.size());
    }
    // Its entries.
    template <typename Vector>
    static auto of(const DirectionBall& ball, Vector& x) {
        return x.segment(first(ball), size(ball));
    }
    auto own(const DirectionBall& ball) const {
        return slope_.block(first(ball), first(ball), size(ball), size(ball));
    }

public:
    BallProblem(const SideRates& rates, const std::vector<DirectionBall>& balls)
        : balls_(balls),
          n_(static_cast<Eigen::Index>(rates.constant.size())),
          constant_(Eigen::Map<const Eigen::VectorXd>(rates.constant.data(), n_)),
          slope_(n_, n_),
          root_(n_) {
        for (Eigen::Index j = 0; j < n_; ++j)
            slope_.col(j) = Eigen::Map<const Eigen::VectorXd>(
                rates.slopes[static_cast<std::size_t>(j)].data(), n_);
        for (const DirectionBall& ball : balls)
            for (std::size_t a = 0; a < ball.weights.size(); ++a)
                root_[first(ball) + static_cast<Eigen::Index>(a)] = std::sqrt(ball.weights[a]);
        Eigen::VectorXd scale = root_;
        for (const DirectionBall& ball : balls) {
            const Eigen::Map<const Eigen::VectorXd> terms(rates.size.data(), n_);
            const double size = of(ball, terms).cwiseProduct(of(ball, root_)).norm();
            if (size > 0) of(ball, scale) /= size;
        }
        constant_.array() *= scale.array();
        slope_ = scale.asDiagonal() * slope_ * root_.cwiseInverse().asDiagonal();
    }

    BallSolution solution() const {
        BallSolution result;
        Eigen::VectorXd eta =
            rattleback::solution(slope_.completeOrthogonalDecomposition(), -constant_);
        const bool all_hold = all_rest(constant_ + slope_ * eta) && are_inside(eta);
        result.is_one_of_many = all_hold && brings_energy();
        if (!all_hold && !settle(eta)) return result;
        const Eigen::VectorXd rate = constant_ + slope_ * eta;
        for (const DirectionBall& ball : balls_) {
            const bool rests = of(ball, rate).norm() <= digits,
                       can_hold = own(ball).norm() > digits;
            if (rests && !can_hold) return result;
            result.holds.push_back(rests ? 1 : 0);
        }
        eta.array() /= root_.array();
        result.directions.assign(eta.begin(), eta.end());
        return result;
    }

private:
    bool all_rest(const Eigen::VectorXd& rate) const {
        return std::ranges::all_of(
            balls_, [&](const DirectionBall& ball) { return of(ball, rate).norm() <= digits; });
    }

    bool are_inside(const Eigen::VectorXd& eta) const {
        return std::ranges::all_of(
            balls_, [&](const DirectionBall& ball) { return of(ball, eta).norm() <= 1 + digits; });
    }

    // ηᵀ R η > 0 for some η.
    bool brings_energy() const {
        return std::ranges::any_of(balls_, [&](const DirectionBall& ball) {
            const Eigen::MatrixXd both = own(ball) + own(ball).transpose();
            const Eigen::VectorXd values =
                Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(both, Eigen::EigenvaluesOnly)
                    .eigenvalues();
            return values.maxCoeff() > digits * values.cwiseAbs().maxCoeff();
        });
    }

    // From the directions in which all would hold.
    bool settle(Eigen::VectorXd& eta) const {
        into_balls(eta);
        for (int round = 0; round < most_rounds; ++round) {
            const Eigen::VectorXd before = eta, rate = constant_ + slope_ * eta;
            for (const DirectionBall& ball : balls_) {
                const double turns = own(ball).norm(), pushes = of(ball, rate).norm();
                const double slowest = turns > 0 ? turns : pushes;
                if (slowest > 0)
                    of(ball, eta) +=
                        of(ball, rate) / (slowest * static_cast<double>(balls_.size()));
            }
            into_balls(eta);
            if (!eta.allFinite()) return false;
            if ((eta - before).norm() <= settled * eta.norm()) return true;
        }
        return false;
    }

    void into_balls(Eigen::VectorXd& eta) const {
        for (const DirectionBall& ball : balls_) {
            const double far = of(ball, eta).norm();
            if (far > 1) of(ball, eta) /= far;
        }
    }

    const std::vector<DirectionBall>& balls_;
    Eigen::Index n_;
    Eigen::VectorXd constant_;
    Eigen::MatrixXd slope_;
    Eigen::VectorXd root_;  // of the weights
};

}  // namespace

BallSolution directions_of(const SideRates& rates, const std::vector<DirectionBall>& balls) {
    return BallProblem(rates, balls).solution();
}

}  // namespace rattleback

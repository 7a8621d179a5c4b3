#include "trajectory/ball_problem.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>

#include "start/decompositions.hpp"

namespace rattleback {
namespace {

constexpr double digits = 1e-9;  // of the terms of a rate: below that it is zero
constexpr int most_rounds = 200'000;
constexpr double settled = 4e-15;
constexpr double dependent = 1e-13;  // of what a direction does: what is left of it beside others
constexpr double full = 1e-9;        // what a distribution leaves to a bound: below that nothing

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
        std::vector<std::size_t> all(balls_.size());
        std::iota(all.begin(), all.end(), std::size_t{0});
        Eigen::VectorXd eta = Eigen::VectorXd::Zero(n_);
        distribute(all, eta);
        const bool all_hold = all_rest(constant_ + slope_ * eta) && are_inside(eta);
        result.is_one_of_many = all_hold && brings_energy();
        if (!all_hold && !settle(eta)) return result;
        const Eigen::VectorXd rate = constant_ + slope_ * eta;
        for (const DirectionBall& ball : balls_) {
            const bool rests = of(ball, rate).norm() <= digits;
            if (rests && !can_hold(ball)) return result;
            result.holds.push_back(rests ? 1 : 0);
        }
        keep_dependent(eta, result);
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

    using Entries = std::vector<Eigen::Index>;

    Entries entries(const std::vector<std::size_t>& of) const {
        Entries result;
        for (const std::size_t b : of)
            for (Eigen::Index a = 0; a < size(balls_[b]); ++a)
                result.push_back(first(balls_[b]) + a);
        return result;
    }

    Eigen::Index rank(const std::vector<std::size_t>& of) const {
        const Entries at = entries(of);
        const Eigen::VectorXd diagonal = slope_.diagonal();
        const auto unit = [](double x) { return x == 0 ? 1 : 1 / std::sqrt(std::abs(x)); };
        const Eigen::VectorXd scale = Eigen::VectorXd(diagonal(at)).unaryExpr(unit);
        Eigen::MatrixXd own = slope_(at, at);
        own = scale.asDiagonal() * own * scale.asDiagonal();
        Eigen::FullPivLU<Eigen::MatrixXd> lu;
        lu.setThreshold(dependent);
        return lu.compute(own).rank();
    }

    bool can_hold(const DirectionBall& ball) const { return own(ball).norm() > digits; }

    // With the rates of these zero. Where that leaves a choice, the one whose largest |η| is the least, by
    // Lawson's weights: what is large counts more in the next sum of squares.
    void distribute(const std::vector<std::size_t>& among, Eigen::VectorXd& eta) const {
        constexpr int most_weighings = 300;
        constexpr double least_weight = 1e-12, converged = 1e-12;
        const Entries at = entries(among);
        eta(at).setZero();
        const Eigen::VectorXd wanted = -(constant_ + slope_ * eta)(at);
        const Eigen::MatrixXd own = slope_(at, at);
        const Eigen::VectorXd plain = own.completeOrthogonalDecomposition().solve(wanted);
        eta(at) = plain;
        const bool may_choose =
            std::ranges::all_of(among, [&](std::size_t b) { return can_hold(balls_[b]); }) &&
            rank(among) < static_cast<Eigen::Index>(at.size());
        if (!may_choose) return;
        std::vector<double> weight(among.size(), 1);
        double least = largest(among, eta);
        for (int i = 0; i < most_weighings && least > 0; ++i) {
            Eigen::VectorXd spread(static_cast<Eigen::Index>(at.size()));
            Eigen::Index next = 0;
            for (std::size_t k = 0; k < among.size(); ++k)
                for (Eigen::Index a = 0; a < size(balls_[among[k]]); ++a)
                    spread[next++] = 1 / std::sqrt(weight[k]);
            Eigen::VectorXd other = eta;
            const Eigen::MatrixXd weighed = own * spread.asDiagonal();
            const Eigen::VectorXd solved = weighed.completeOrthogonalDecomposition().solve(wanted);
            other(at) = spread.cwiseProduct(solved);
            const double now = largest(among, other);
            if (!std::isfinite(now)) return;
            if (now < least) eta = other;
            const bool is_done = i > 0 && std::abs(now - least) <= converged * least;
            least = std::min(now, least);
            if (is_done) return;
            for (std::size_t k = 0; k < among.size(); ++k)
                weight[k] =
                    std::max(least_weight, weight[k] * of(balls_[among[k]], other).norm() / now);
            const double heaviest = *std::ranges::max_element(weight);
            for (double& w : weight) w /= heaviest;
        }
    }

    double largest(const std::vector<std::size_t>& among, const Eigen::VectorXd& eta) const {
        double result = 0;
        for (const std::size_t b : among) result = std::max(result, of(balls_[b], eta).norm());
        return result;
    }

    // Of those that rest as many hold as are independent: first those of more dimensions, then the strong.
    void keep_dependent(Eigen::VectorXd& eta, BallSolution& result) const {
        std::vector<std::size_t> resting, held;
        for (std::size_t b = 0; b < balls_.size(); ++b)
            if (result.holds[b] != 0) resting.push_back(b);
        result.kept.resize(balls_.size());
        if (resting.empty() || rank(resting) == static_cast<Eigen::Index>(entries(resting).size()))
            return;
        Eigen::VectorXd shared = eta;
        distribute(resting, shared);
        if (largest(resting, shared) < largest(resting, eta)) eta = shared;
        result.is_full = largest(resting, eta) >= 1 - full;
        std::ranges::stable_sort(resting, std::greater{}, [&](std::size_t b) {
            return std::pair(size(balls_[b]), own(balls_[b]).norm());
        });
        for (const std::size_t b : resting) {
            const Eigen::Index before = held.empty() ? 0 : rank(held);
            held.push_back(b);
            if (rank(held) != before) continue;
            held.pop_back();
            result.holds[b] = 0;
            result.kept[b] = 1;
        }
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

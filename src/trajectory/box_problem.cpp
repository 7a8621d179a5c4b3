#include "trajectory/box_problem.hpp"

#include <Eigen/Eigenvalues>
#include <Eigen/LU>
#include <algorithm>
#include <cmath>
#include <limits>

namespace rattleback {
namespace {

using Eigen::Index;
using Indices = std::vector<Index>;

constexpr double dependent = 1e-13;  // of what a side does to a rate: what others leave of it
constexpr double even = 1e-9;        // of a matrix: below that its two sides differ by rounding
constexpr double none = std::numeric_limits<double>::infinity();

Eigen::MatrixXd matrix_of(const std::vector<std::vector<double>>& columns) {
    const auto n = static_cast<Index>(columns.size());
    Eigen::MatrixXd result(n, n);
    for (Index j = 0; j < n; ++j)
        result.col(j) =
            Eigen::Map<const Eigen::VectorXd>(columns[static_cast<std::size_t>(j)].data(), n);
    return result;
}

Eigen::VectorXd vector_of(const std::vector<double>& list) {
    return Eigen::Map<const Eigen::VectorXd>(list.data(), static_cast<Index>(list.size()));
}

class Pivoting {
public:
    explicit Pivoting(const BoxProblem& problem)
        : n_(static_cast<Index>(problem.constant.size())),
          slope_(matrix_of(problem.slopes)),
          constant_(vector_of(problem.constant)),
          low_(vector_of(problem.low)),
          high_(vector_of(problem.high)),
          zero_(problem.zero),
          first_(problem.first),
          s_(Eigen::VectorXd::Zero(n_).cwiseMax(low_).cwiseMin(high_)) {}

    std::optional<BoxSolution> run() {
        for (const std::size_t i : first_)
            if (!drive(static_cast<Index>(i))) return {};
        for (Index i = 0; i < n_; ++i)
            if (!drive(i)) return {};
        const Eigen::VectorXd r = rates();
        for (const Index i : driven_)
            if (!is_held(i) && is_inside(i) && is_independent(i)) held_.push_back(i);
        BoxSolution result{{s_.begin(), s_.end()}, {r.begin(), r.end()}, {}, {}};
        for (Index i = 0; i < n_; ++i) {
            result.holds.push_back(is_held(i) ? 1 : 0);
            result.follows.push_back(!is_held(i) && !is_independent(i) ? 1 : 0);
        }
        return result;
    }

private:
    Eigen::VectorXd rates() const { return constant_ + slope_ * s_; }

    bool is_held(Index i) const { return std::ranges::find(held_, i) != held_.end(); }
    bool is_inside(Index i) const { return s_[i] > low_[i] && s_[i] < high_[i]; }

    // How those that hold follow where side i moves by one.
    Eigen::VectorXd way_of(Index i) const {
        Eigen::VectorXd way = Eigen::VectorXd::Unit(n_, i);
        if (held_.empty()) return way;
        const Eigen::VectorXd root =
            Eigen::VectorXd(slope_.diagonal())(held_).cwiseAbs().cwiseSqrt();
        const Eigen::VectorXd scale = root.cwiseInverse();
        const Eigen::MatrixXd own =
            scale.asDiagonal() * Eigen::MatrixXd(slope_(held_, held_)) * scale.asDiagonal();
        const Eigen::VectorXd by = scale.asDiagonal() * Eigen::VectorXd(slope_.col(i)(held_));
        way(held_) = -(scale.asDiagonal() * own.fullPivLu().solve(by));
        return way;
    }

    // What it does to the rate of its own, with those that hold following.
    double effect(Index i, const Eigen::VectorXd& way) const { return slope_.row(i).dot(way); }

    bool is_independent(Index i) const {
        return std::abs(effect(i, way_of(i))) > dependent * std::abs(slope_(i, i));
    }

    // What follows it must not make a rate that is zero wrong: such a one holds first.
    bool hold_another(const Eigen::VectorXd& r, const Eigen::VectorXd& change) {
        for (const Index k : driven_) {
            if (is_held(k) || std::abs(r[k]) > zero_ ||
                std::abs(change[k]) <= dependent * std::abs(slope_(k, k)))
                continue;
            const bool stays_right = s_[k] == high_[k]  ? change[k] > 0
                                     : s_[k] == low_[k] ? change[k] < 0
                                                        : false;
            if (stays_right || !is_independent(k)) continue;
            held_.push_back(k);
            return true;
        }
        return false;
    }

    // What ends a move: a side that comes to its bound, or a rate that comes to zero.
    struct End {
        double after = none;
        Index who = -1;
        bool at_bound = false;

        void consider(double when, Index which, bool is_at_bound) {
            if (when < after) *this = {std::max(when, 0.0), which, is_at_bound};
        }
    };

    End end_of(Index i, const Eigen::VectorXd& way, const Eigen::VectorXd& r,
               const Eigen::VectorXd& change) const {
        End end;
        end.consider(to_bound(i, way), i, true);
        for (const Index k : held_) end.consider(to_bound(k, way), k, true);
        for (const Index k : driven_)
            if (!is_held(k) && std::abs(r[k]) > zero_ && r[k] * change[k] < 0 &&
                std::abs(change[k]) > dependent * std::abs(slope_(k, k)))
                end.consider(-r[k] / change[k], k, false);
        return end;
    }

    // What holds it besides those that it depends on is nothing, or, where one of these would come beyond
    // its bound, that one no longer holds.
    void leave_to_others(Index i) {
        if (s_[i] == 0 || !is_inside(i)) return;
        const Eigen::VectorXd way = (s_[i] > 0 ? -1 : 1) * way_of(i);
        End end{.after = std::abs(s_[i]), .who = i};
        for (const Index k : held_) end.consider(to_bound(k, way), k, true);
        s_ += end.after * way;
        if (end.who == i) {
            s_[i] = 0;
            return;
        }
        come_to_bound(end.who, way);
        held_.push_back(i);
    }

    double to_bound(Index k, const Eigen::VectorXd& way) const {
        const bool stays = std::abs(way[k]) <= dependent * way.cwiseAbs().maxCoeff();
        return stays ? none : ((way[k] > 0 ? high_[k] : low_[k]) - s_[k]) / way[k];
    }

    void come_to_bound(Index k, const Eigen::VectorXd& way) {
        s_[k] = way[k] > 0 ? high_[k] : low_[k];
        std::erase(held_, k);
    }

    // What is given, and what was driven before, stays.
    bool drive(Index i) {
        if (low_[i] == high_[i] || std::ranges::find(driven_, i) != driven_.end()) return true;
        driven_.push_back(i);
        return settle(i);
    }

    bool settle(Index i) {
        const Index most_moves = 50 * (n_ + 1);
        for (Index move = 0; move < most_moves; ++move) {
            const Eigen::VectorXd r = rates();
            if (std::abs(r[i]) <= zero_) {
                if (is_independent(i))
                    held_.push_back(i);
                else
                    leave_to_others(i);
                return true;
            }
            if (s_[i] == (r[i] > 0 ? high_[i] : low_[i])) return true;
            const Eigen::VectorXd way = (r[i] > 0 ? 1 : -1) * way_of(i), change = slope_ * way;
            if (hold_another(r, change)) continue;
            const End end = end_of(i, way, r, change);
            if (end.after == none) return false;
            s_ += end.after * way;
            if (end.at_bound) {
                come_to_bound(end.who, way);
            } else if (end.who != i) {
                held_.push_back(end.who);
            } else if (std::abs(rates()[i]) > zero_) {
                return false;
            }
        }
        return false;
    }

    Index n_;
    Eigen::MatrixXd slope_;
    Eigen::VectorXd constant_, low_, high_;
    double zero_;
    std::vector<std::size_t> first_;
    Eigen::VectorXd s_;
    Indices held_, driven_;
};

}  // namespace

std::optional<BoxSolution> solution_of(const BoxProblem& problem) {
    return Pivoting(problem).run();
}

// With T such that T R is symmetric, found from neighbour to neighbour.
bool takes_energy(const std::vector<std::vector<double>>& slopes) {
    Eigen::MatrixXd own = matrix_of(slopes);
    const Index n = own.rows();
    const Eigen::VectorXd diagonal = own.diagonal();
    if (!(diagonal.array() < 0).all()) return false;
    // As far as rounding tells: entries beside those of their row and column.
    const auto size = [&](Index i, Index j) {
        return std::sqrt(std::abs(own(i, j)) * std::abs(own(j, i)) / (diagonal[i] * diagonal[j]));
    };
    Eigen::VectorXd scale = Eigen::VectorXd::Zero(n);
    for (Index first = 0; first < n; ++first) {
        if (scale[first] != 0) continue;
        scale[first] = 1;
        Indices open{first};
        while (!open.empty()) {
            const Index i = open.back();
            open.pop_back();
            for (Index j = 0; j < n; ++j) {
                if (scale[j] != 0 || size(i, j) <= even) continue;
                scale[j] = scale[i] * own(i, j) / own(j, i);
                if (!(scale[j] > 0)) return false;
                open.push_back(j);
            }
        }
    }
    own = scale.asDiagonal() * own;
    const Eigen::VectorXd unit = own.diagonal().cwiseAbs().cwiseSqrt().cwiseInverse();
    own = unit.asDiagonal() * own * unit.asDiagonal();
    if ((own - own.transpose()).cwiseAbs().maxCoeff() > even) return false;
    const Eigen::VectorXd values =
        Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(own, Eigen::EigenvaluesOnly).eigenvalues();
    return values.maxCoeff() <= even * static_cast<double>(n);
}

}  // namespace rattleback

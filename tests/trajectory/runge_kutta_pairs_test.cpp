// The tables against the order conditions, tree by tree, in long double.

#include "trajectory/runge_kutta_pairs.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <vector>

namespace rattleback {
namespace {

using Real = long double;
using Vector = std::vector<Real>;

// A rooted tree is the list of the trees below its root, by their numbers.
struct Tree {
    std::vector<std::size_t> children;
    int order = 1;
    Real density = 1;  // γ
};

// All of them, up to an order, children before parents.
std::vector<Tree> trees(int most) {
    std::vector<Tree> all{{}};
    for (int order = 2; order <= most; ++order) {
        std::vector<Tree> grown;
        std::vector<std::size_t> chosen;
        const auto grow = [&](const auto& self, int left, std::size_t largest) -> void {
            if (left == 0) {
                Tree tree{chosen, order, static_cast<Real>(order)};
                for (const auto child : chosen) tree.density *= all[child].density;
                grown.push_back(tree);
            }
            for (std::size_t i = 0; i <= largest && left > 0; ++i) {
                if (all[i].order > left) break;
                chosen.push_back(i);
                self(self, left - all[i].order, i);
                chosen.pop_back();
            }
        };
        grow(grow, order - 1, all.size() - 1);
        all.insert(all.end(), grown.begin(), grown.end());
    }
    return all;
}

class Conditions {
public:
    explicit Conditions(const RungeKuttaPair& pair)
        : pair_(pair), stages_(pair.nodes.size()), a_(stages_, Vector(stages_)) {
        for (const Coupling& c : pair.couplings) at(c.row, c.stage) = c.weight;
        for (const StageWeight& w : pair.weights) at(pair.next, w.stage) = w.weight;
        for (const Tree& tree : trees(10)) {
            Vector phi(stages_, 1);
            for (const auto child : tree.children)
                for (std::size_t i = 0; i < stages_; ++i) {
                    Real sum = 0;
                    for (std::size_t j = 0; j < i; ++j) sum += a_[i][j] * phi_[child][j];
                    phi[i] *= sum;
                }
            phi_.push_back(phi);
            trees_.push_back(tree);
        }
    }

    // The largest |Σ b Φ(τ) − θ^|τ|/γ(τ)| over the trees of each order.
    std::map<int, Real> defects(const Vector& b, Real theta = 1) const {
        std::map<int, Real> worst;
        for (std::size_t k = 0; k < trees_.size(); ++k) {
            Real sum = -std::pow(theta, static_cast<Real>(trees_[k].order)) / trees_[k].density;
            for (std::size_t i = 0; i < stages_; ++i) sum += b[i] * phi_[k][i];
            worst[trees_[k].order] = std::max(worst[trees_[k].order], std::abs(sum));
        }
        return worst;
    }

    Vector weights(std::span<const StageWeight> list) const {
        Vector b(stages_);
        for (const StageWeight& w : list) b[static_cast<std::size_t>(w.stage)] = w.weight;
        return b;
    }

    // The weights of dense output at θ, from the alternating basis.
    Vector dense(Real theta) const {
        const Vector b = weights(pair_.weights);
        Vector result(stages_);
        for (std::size_t i = 0; i < stages_; ++i) {
            const Real first = i == 0 ? 1 : 0;
            const Real next = i == static_cast<std::size_t>(pair_.next) ? 1 : 0;
            Vector c{b[i], first - b[i], 2 * b[i] - first - next};
            for (int row = 0; row < pair_.dense_rows; ++row) {
                c.push_back(0);
                for (const Coupling& d : pair_.dense)
                    if (d.row == row && static_cast<std::size_t>(d.stage) == i) c.back() = d.weight;
            }
            for (std::size_t k = c.size(); k-- > 0;)
                result[i] = (result[i] + c[k]) * (k % 2 == 0 ? theta : 1 - theta);
        }
        return result;
    }

    Real row_sum_defect() const {
        Real worst = 0;
        for (std::size_t i = 0; i < stages_; ++i) {
            Real sum = -static_cast<Real>(pair_.nodes[i]);
            for (const Real x : a_[i]) sum += x;
            worst = std::max(worst, std::abs(sum));
        }
        return worst;
    }

    std::size_t count(int order) const {
        std::size_t n = 0;
        for (const Tree& tree : trees_) n += tree.order == order ? 1 : 0;
        return n;
    }

private:
    Real& at(int i, int j) { return a_[static_cast<std::size_t>(i)][static_cast<std::size_t>(j)]; }

    const RungeKuttaPair& pair_;
    std::size_t stages_;
    std::vector<Vector> a_;
    std::vector<Tree> trees_;
    std::vector<Vector> phi_;
};

// Coefficients are rounded to doubles, and those of the larger methods reach 40.
constexpr Real rounding = 2e-14L;

class RungeKuttaPairs : public ::testing::TestWithParam<const RungeKuttaPair& (*)()> {};

TEST_P(RungeKuttaPairs, HaveTheirOrderAndNoMore) {
    const RungeKuttaPair& pair = GetParam()();
    const Conditions conditions(pair);
    EXPECT_EQ(conditions.count(9), 286U);
    EXPECT_LT(conditions.row_sum_defect(), rounding);
    const auto defects = conditions.defects(conditions.weights(pair.weights));
    for (int order = 1; order <= pair.order; ++order)
        EXPECT_LT(defects.at(order), rounding) << pair.name << ", order " << order;
    EXPECT_GT(defects.at(pair.order + 1), 1e-9L) << pair.name;
}

TEST_P(RungeKuttaPairs, EstimateTheErrorToTheirErrorOrder) {
    const RungeKuttaPair& pair = GetParam()();
    const Conditions conditions(pair);
    Vector b = conditions.weights(pair.weights);
    const Vector e = conditions.weights(pair.error);
    for (std::size_t i = 0; i < b.size(); ++i) b[i] -= e[i];
    const auto defects = conditions.defects(b);
    // A method of order p̂ differs from the solution, and from a better method, by O(h^(p̂+1)).
    // DOP853 takes a formula of order 5 and one of order 3: e₅²/e₃ is O(h^(2·6 − 4)).
    const int embedded = pair.coarse_error.empty() ? pair.error_order - 1 : 5;
    for (int order = 1; order <= embedded; ++order)
        EXPECT_LT(defects.at(order), rounding) << pair.name << ", order " << order;
    EXPECT_GT(defects.at(embedded + 1), 1e-7L) << pair.name;
    if (pair.coarse_error.empty()) return;
    EXPECT_EQ(pair.error_order, 2 * 6 - 4);
    Vector coarse = conditions.weights(pair.weights);
    const Vector e3 = conditions.weights(pair.coarse_error);
    for (std::size_t i = 0; i < b.size(); ++i) coarse[i] -= e3[i];
    const auto coarse_defects = conditions.defects(coarse);
    for (int order = 1; order <= 3; ++order) EXPECT_LT(coarse_defects.at(order), rounding);
    EXPECT_GT(coarse_defects.at(4), 1e-7L);
}

TEST_P(RungeKuttaPairs, HaveDenseOutputOfTheirDenseOrder) {
    const RungeKuttaPair& pair = GetParam()();
    const Conditions conditions(pair);
    // Weights of some 1000, damped by θ(1−θ): a little more rounding.
    for (const Real theta : {0.1L, 0.3L, 0.5L, 0.7L, 0.95L}) {
        const auto defects = conditions.defects(conditions.dense(theta), theta);
        for (int order = 1; order <= pair.dense_order; ++order)
            EXPECT_LT(defects.at(order), 3 * rounding)
                << pair.name << ", order " << order << " at " << theta;
        EXPECT_GT(defects.at(pair.dense_order + 1), 1e-9L) << pair.name;
    }
}

TEST_P(RungeKuttaPairs, HaveRowsInOrderAndExplicit) {
    const RungeKuttaPair& pair = GetParam()();
    for (std::size_t k = 0; k < pair.couplings.size(); ++k) {
        EXPECT_LT(pair.couplings[k].stage, pair.couplings[k].row);
        EXPECT_LE(pair.couplings[k == 0 ? 0 : k - 1].row, pair.couplings[k].row);
    }
}

INSTANTIATE_TEST_SUITE_P(All, RungeKuttaPairs, ::testing::Values(dopri5, dop853, vern9),
                         [](const auto& row) { return std::string(row.param().name); });

}  // namespace
}  // namespace rattleback

// Large symmetric equations: Eigen's elimination with pivots is the oracle of the loops, and the equations
// as they were given that of their order.
#include "compiled/symmetric_solve.hpp"

#include <gtest/gtest.h>

#include <Eigen/LU>
#include <random>

#include "compiled/symmetric_order.hpp"
#include "expr/operations.hpp"

namespace rattleback {
namespace {

using Rows = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

class Numbers {
public:
    double next() { return range_(engine_); }
    Rows matrix(Eigen::Index rows, Eigen::Index columns) {
        return Rows::NullaryExpr(rows, columns, [&](Eigen::Index, Eigen::Index) { return next(); });
    }

private:
    std::mt19937_64 engine_{7};
    std::uniform_real_distribution<double> range_{-1, 1};
};

// [M Aᵀ; A 0] with n velocities and k constraints, M positive definite.
Rows bordered(Numbers& numbers, Eigen::Index n, Eigen::Index k) {
    const Rows root = numbers.matrix(n, n), a = numbers.matrix(k, n);
    Rows result = Rows::Zero(n + k, n + k);
    result.topLeftCorner(n, n) = root * root.transpose() + Rows::Identity(n, n);
    result.bottomLeftCorner(k, n) = a;
    result.topRightCorner(n, k) = a.transpose();
    result = Rows((result + result.transpose()) / 2);
    return result;
}

MatrixView view(const Rows& matrix) {
    return {matrix.data(), static_cast<std::size_t>(matrix.rows())};
}

TEST(SymmetricSolve, GivesWhatEliminationWithPivotsGives) {
    Numbers numbers;
    for (const auto& [n, k] :
         {std::pair{1, 0}, {3, 1}, {4, 4}, {8, 0}, {17, 9}, {40, 31}, {75, 70}}) {
        const Rows matrix = bordered(numbers, n, k);
        const Eigen::VectorXd right = numbers.matrix(n + k, 1);
        const SymmetricFactors factors(view(matrix));
        EXPECT_GT(factors.determination(), 1e-8) << n << " " << k;
        Eigen::VectorXd x = right;
        factors.solve(x.data());
        const Eigen::VectorXd oracle = matrix.partialPivLu().solve(right);
        EXPECT_LT((x - oracle).norm(), 1e-9 * oracle.norm()) << n << " " << k;
    }
}

TEST(SymmetricSolve, DoesNotTrustWhatNeedsPivots) {
    Numbers numbers;
    Rows matrix = bordered(numbers, 20, 5);
    matrix(3, 7) = std::nextafter(matrix(3, 7), 10);
    EXPECT_EQ(SymmetricFactors(view(matrix)).determination(), 0) << "not symmetric";
    matrix(3, 7) = matrix(7, 3) = std::nan("");
    EXPECT_EQ(SymmetricFactors(view(matrix)).determination(), 0) << "no number";
    matrix = bordered(numbers, 20, 5);
    matrix(2, 2) = -matrix(2, 2);
    EXPECT_EQ(SymmetricFactors(view(matrix)).determination(), 0) << "indefinite inertia";
    matrix = bordered(numbers, 20, 5);
    matrix.row(24) = matrix.row(23);
    matrix.col(24) = matrix.col(23);
    EXPECT_LT(SymmetricFactors(view(matrix)).determination(), 1e-8) << "a constraint twice";
}

// A chain of bodies, each tied to the next: the matrix of multipliers, and one more unknown for the
// derivatives.
LinearProblem chain(int links) {
    LinearProblem result;
    const std::size_t n = static_cast<std::size_t>(links), size = 2 * n - 1;
    result.matrix.assign(size, ExprVector(size));
    for (std::size_t i = 0; i < size; ++i) {
        const std::string index = std::to_string(i);
        result.inputs.push_back(symbol("c" + index));
        result.unknowns.push_back(symbol("u" + index));
        result.right.push_back(result.inputs[i] + static_cast<int>(i));
        if (i < n) result.matrix[i][i] = 2 + pow(result.inputs[i], 2);
    }
    for (std::size_t j = n; j < size; ++j)
        for (const auto& [i, entry] : {std::pair(j - n, result.inputs[j]), {j - n + 1, Expr(1)}}) {
            result.matrix[i][j] = -entry;
            result.matrix[j][i] = entry;
        }
    result.later_unknowns.emplace_back();
    for (std::size_t i = 0; i < size; ++i)
        result.later_unknowns[0].push_back(symbol("w" + std::to_string(i)));
    result.later_rights = {result.unknowns};
    result.outputs = result.unknowns;
    result.outputs.insert(result.outputs.end(), result.later_unknowns[0].begin(),
                          result.later_unknowns[0].end());
    return result;
}

TEST(SymmetricOrder, ChangesNoSolution) {
    const LinearProblem given = chain(30), ordered = in_symmetric_order(given);
    EXPECT_NE(given.unknowns, ordered.unknowns);
    const SolveOptions by_parts{.compile = {.backend = Backend::Interpreter},
                                .straight_line = false};
    const SolvedFunction a(given, by_parts), b(ordered, by_parts);
    Numbers numbers;
    std::vector<double> in(a.inputs()), of_a(a.outputs()), of_b(b.outputs());
    for (double& each : in) each = numbers.next();
    EXPECT_GT(a(in.data(), of_a.data()), 0);
    EXPECT_GT(b(in.data(), of_b.data()), 1e-8);
    for (std::size_t i = 0; i < of_a.size(); ++i) EXPECT_NEAR(of_a[i], of_b[i], 1e-10) << i;
}

// Of each multiplier's two bodies one is left when it is eliminated: the factor has no more entries than
// the matrix, but for those between neighbours.
TEST(SymmetricOrder, IsSymmetricAndBeginsWithInertia) {
    const LinearProblem ordered = in_symmetric_order(chain(30));
    for (std::size_t i = 0; i < ordered.matrix.size(); ++i) {
        EXPECT_EQ(ordered.matrix[i][i].is_zero(), i >= 30) << i;
        for (std::size_t j = 0; j < i; ++j) EXPECT_EQ(ordered.matrix[i][j], ordered.matrix[j][i]);
    }
}

TEST(SymmetricOrder, LeavesOtherEquationsAsTheyAre) {
    LinearProblem given = chain(4);
    given.matrix[0][5] = given.matrix[0][5] + 1;
    EXPECT_EQ(in_symmetric_order(given).unknowns, given.unknowns);
}

}  // namespace
}  // namespace rattleback

#include "compiled/numeric_solve.hpp"

#include <Eigen/LU>
#include <cmath>

#include "compiled/symmetric_solve.hpp"
#include "start/equilibrated.hpp"

namespace rattleback {
namespace {

using Rows = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

// Smaller matrices are as soon solved with pivots.
constexpr std::size_t smallest_symmetric = 17;

// Largest is Eigen::Dynamic, or the most unknowns: then everything lies on the stack.
template <int Largest, typename Work>
double with_pivots(MatrixView matrix, Work work) {
    using Matrix =
        Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::ColMajor, Largest, Largest>;
    using Vector = Eigen::Matrix<double, Eigen::Dynamic, 1, Eigen::ColMajor, Largest, 1>;
    const auto n = static_cast<Eigen::Index>(matrix.size);
    const Equilibrated<Matrix> scaled(Matrix(Eigen::Map<const Rows>(matrix.entries, n, n)));
    const Eigen::PartialPivLU<Matrix> factors(scaled.matrix());
    const auto solve = [&](double* place) {
        Eigen::Map<Eigen::VectorXd> column(place, n);
        const Vector right = scaled.right(column);
        column = scaled.solution(Vector(factors.solve(right)));
    };
    work(FactoredSolve(solve));
    // Eigen's estimate is meaningless when a pivot is zero.
    for (Eigen::Index i = 0; i < n; ++i)
        if (const double pivot = factors.matrixLU()(i, i); pivot == 0 || !std::isfinite(pivot))
            return 0;
    const double condition = factors.rcond();
    return std::isfinite(condition) ? condition : 0;
}

}  // namespace

double NumericSolve::factored(MatrixView matrix, Callback callback) noexcept {
    const auto work = [&](FactoredSolve solve) { callback.call(callback.data, solve); };
    if (matrix.size == 0) {
        const auto nothing = [](double*) {};
        work(FactoredSolve(nothing));
        return 1;
    }
    if (matrix.size >= smallest_symmetric)
        if (const SymmetricFactors factors(matrix);
            factors.determination() >= least_determination) {
            const auto solve = [&](double* column) { factors.solve(column); };
            work(FactoredSolve(solve));
            return factors.determination();
        }
    if (matrix.size <= 16) return with_pivots<16>(matrix, work);
    if (matrix.size <= largest_without_allocation)
        return with_pivots<static_cast<int>(largest_without_allocation)>(matrix, work);
    return with_pivots<Eigen::Dynamic>(matrix, work);
}

}  // namespace rattleback

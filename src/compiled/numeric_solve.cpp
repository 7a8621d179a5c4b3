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
template <int Largest, typename More>
double solve(MatrixView matrix, std::span<double> columns, More more) {
    using Matrix =
        Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::ColMajor, Largest, Largest>;
    using Vector = Eigen::Matrix<double, Eigen::Dynamic, 1, Eigen::ColMajor, Largest, 1>;
    const auto n = static_cast<Eigen::Index>(matrix.size);
    const Equilibrated<Matrix> scaled(Matrix(Eigen::Map<const Rows>(matrix.entries, n, n)));
    const Eigen::PartialPivLU<Matrix> factors(scaled.matrix());
    const auto solve_column = [&](std::size_t first) {
        Eigen::Map<Eigen::VectorXd> column(columns.data() + first, n);
        const Vector right = scaled.right(column);
        column = scaled.solution(Vector(factors.solve(right)));
    };
    solve_column(0);
    more();
    for (std::size_t first = matrix.size; first < columns.size(); first += matrix.size)
        solve_column(first);
    // Eigen's estimate is meaningless when a pivot is zero.
    for (Eigen::Index i = 0; i < n; ++i)
        if (const double pivot = factors.matrixLU()(i, i); pivot == 0 || !std::isfinite(pivot))
            return 0;
    const double condition = factors.rcond();
    return std::isfinite(condition) ? condition : 0;
}

}  // namespace

double NumericSolve::run(MatrixView matrix, std::span<double> columns, Callback more) noexcept {
    const auto call = [&] { more.call(more.data); };
    if (matrix.size == 0) {
        call();
        return 1;
    }
    if (matrix.size >= smallest_symmetric)
        if (const SymmetricFactors factors(matrix);
            factors.determination() >= least_determination) {
            factors.solve(columns.data());
            call();
            for (std::size_t i = matrix.size; i < columns.size(); i += matrix.size)
                factors.solve(columns.data() + i);
            return factors.determination();
        }
    if (matrix.size <= 16) return solve<16>(matrix, columns, call);
    if (matrix.size <= largest_without_allocation)
        return solve<static_cast<int>(largest_without_allocation)>(matrix, columns, call);
    return solve<Eigen::Dynamic>(matrix, columns, call);
}

}  // namespace rattleback

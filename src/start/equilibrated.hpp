// A matrix whose rows and columns are divided by their largest entries, in turns, so that its entries
// have no units:
//
//     matrix · x = right    ⇔    (R matrix C)(C⁻¹ x) = R right .
//
// Ranks and condition numbers of masses beside lengths mean something only so, and pivots are chosen
// alike in all units. The factors are powers of two, and nothing is rounded.
#pragma once

#include <Eigen/Core>
#include <cmath>

namespace rattleback {

template <typename Matrix>
class Equilibrated {
public:
    using Vector =
        Eigen::Matrix<double, Eigen::Dynamic, 1, Eigen::ColMajor, Matrix::MaxRowsAtCompileTime, 1>;

    explicit Equilibrated(const Matrix& given)
        : matrix_(given), rows_(Vector::Ones(given.rows())), columns_(Vector::Ones(given.cols())) {
        // Where columns have changed much, rows are no longer what they were.
        for (int round = 0, changed = 1; round < most_rounds && changed > 0; ++round) {
            changed = 0;
            for (Eigen::Index i = 0; i < matrix_.rows(); ++i) {
                const double by = factor(matrix_.row(i).cwiseAbs().maxCoeff());
                scale_row(i, by);
            }
            for (Eigen::Index i = 0; i < matrix_.cols(); ++i) {
                const double by = factor(matrix_.col(i).cwiseAbs().maxCoeff());
                scale_column(i, by);
                if (by > 2) ++changed;
            }
        }
    }

    // Of (M Nᵀ; A 0), with M of this size: first in the metric of M, that no size of A may hide M.
    Equilibrated(const Matrix& given, Eigen::Index size)
        : matrix_(given), rows_(Vector::Ones(given.rows())), columns_(Vector::Ones(given.cols())) {
        for (Eigen::Index i = 0; i < size; ++i) {
            const double by = factor(std::sqrt(std::abs(given(i, i))));
            scale_row(i, by);
            scale_column(i, by);
        }
        for (Eigen::Index i = size; i < matrix_.rows(); ++i) {
            scale_row(i, factor(matrix_.row(i).cwiseAbs().maxCoeff()));
            scale_column(i, factor(matrix_.col(i).cwiseAbs().maxCoeff()));
        }
    }

    const Matrix& matrix() const { return matrix_; }
    template <typename Right>
    Vector right(const Right& right) const {
        return rows_.cwiseProduct(right);
    }
    template <typename Solution>
    Vector solution(const Solution& x) const {
        return columns_.cwiseProduct(x);
    }

private:
    static constexpr int most_rounds = 4;

    static double factor(double largest) {
        if (!(largest > 0) || !std::isfinite(largest)) return 1;
        return std::ldexp(1.0, -std::ilogb(largest));
    }

    void scale_row(Eigen::Index i, double by) {
        matrix_.row(i) *= by;
        rows_(i) *= by;
    }
    void scale_column(Eigen::Index i, double by) {
        matrix_.col(i) *= by;
        columns_(i) *= by;
    }

    Matrix matrix_;
    Vector rows_, columns_;
};

}  // namespace rattleback

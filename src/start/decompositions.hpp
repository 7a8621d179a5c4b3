// Eigen's decompositions of matrices of doubles, compiled once.
//
// They are templates of many thousand lines: each file that makes one of them anew is compiled some six
// seconds longer. So they are instantiated in one source, which this header tells the compiler, and what
// Eigen instantiates where it is called, solutions and kernels, are functions here:
//
//     const Eigen::VectorXd x = solution(a.completeOrthogonalDecomposition(), b);
//
// Of other numbers, other layouts or matrices on the stack, Eigen is included and used as it is.
#pragma once

#include <Eigen/Eigenvalues>
#include <Eigen/LU>
#include <Eigen/QR>
#include <Eigen/SVD>

namespace Eigen {

extern template class PartialPivLU<MatrixXd>;
extern template class FullPivLU<MatrixXd>;
extern template class ColPivHouseholderQR<MatrixXd>;
extern template class FullPivHouseholderQR<MatrixXd>;
extern template class CompleteOrthogonalDecomposition<MatrixXd>;
extern template class JacobiSVD<MatrixXd>;
extern template class SelfAdjointEigenSolver<MatrixXd>;
extern template class EigenSolver<MatrixXd>;

}  // namespace Eigen

namespace rattleback {

using PartialLU = Eigen::PartialPivLU<Eigen::MatrixXd>;
using FullLU = Eigen::FullPivLU<Eigen::MatrixXd>;

Eigen::VectorXd solution(const PartialLU& factors, const Eigen::VectorXd& right);
Eigen::VectorXd solution(const FullLU& factors, const Eigen::VectorXd& right);
Eigen::VectorXd solution(const Eigen::ColPivHouseholderQR<Eigen::MatrixXd>& factors,
                         const Eigen::VectorXd& right);
Eigen::VectorXd solution(const Eigen::FullPivHouseholderQR<Eigen::MatrixXd>& factors,
                         const Eigen::VectorXd& right);
// The shortest x that comes nearest.
Eigen::VectorXd solution(const Eigen::CompleteOrthogonalDecomposition<Eigen::MatrixXd>& factors,
                         const Eigen::VectorXd& right);

// For each column.
Eigen::MatrixXd solutions(const PartialLU& factors, const Eigen::MatrixXd& right);
Eigen::MatrixXd solutions(const FullLU& factors, const Eigen::MatrixXd& right);

// In the place of the right side; nothing is allocated.
void solve_in_place(const PartialLU& factors, Eigen::Ref<Eigen::VectorXd> x);

Eigen::MatrixXd kernel(const FullLU& factors);

}  // namespace rattleback

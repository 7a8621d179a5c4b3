#include "start/decompositions.hpp"

namespace Eigen {

template class PartialPivLU<MatrixXd>;
template class FullPivLU<MatrixXd>;
template class ColPivHouseholderQR<MatrixXd>;
template class FullPivHouseholderQR<MatrixXd>;
template class CompleteOrthogonalDecomposition<MatrixXd>;
template class JacobiSVD<MatrixXd>;
template class SelfAdjointEigenSolver<MatrixXd>;
template class EigenSolver<MatrixXd>;

}  // namespace Eigen

namespace rattleback {

using Eigen::MatrixXd;
using Eigen::VectorXd;

VectorXd solution(const PartialLU& factors, const VectorXd& right) { return factors.solve(right); }
VectorXd solution(const FullLU& factors, const VectorXd& right) { return factors.solve(right); }

VectorXd solution(const Eigen::ColPivHouseholderQR<MatrixXd>& factors, const VectorXd& right) {
    return factors.solve(right);
}

VectorXd solution(const Eigen::FullPivHouseholderQR<MatrixXd>& factors, const VectorXd& right) {
    return factors.solve(right);
}

VectorXd solution(const Eigen::CompleteOrthogonalDecomposition<MatrixXd>& factors,
                  const VectorXd& right) {
    return factors.solve(right);
}

MatrixXd solutions(const PartialLU& factors, const MatrixXd& right) { return factors.solve(right); }
MatrixXd solutions(const FullLU& factors, const MatrixXd& right) { return factors.solve(right); }

void solve_in_place(const PartialLU& factors, Eigen::Ref<VectorXd> x) { x = factors.solve(x); }

MatrixXd kernel(const FullLU& factors) { return factors.kernel(); }

}  // namespace rattleback

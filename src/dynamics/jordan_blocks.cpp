#include "dynamics/jordan_blocks.hpp"

#include <numeric>

#include "start/decompositions.hpp"

namespace rattleback {
namespace {

// A − λ; where λ is complex each number x + i y becomes the block (x, −y; y, x), and kernels have twice
// their dimension.
Eigen::MatrixXd less_eigenvalue(const RealMatrix& a, std::complex<double> eigenvalue) {
    const auto n = static_cast<Eigen::Index>(a.size());
    Eigen::MatrixXd real(n, n);
    for (Eigen::Index i = 0; i < n; ++i)
        for (Eigen::Index j = 0; j < n; ++j)
            real(i, j) = a[static_cast<std::size_t>(i)][static_cast<std::size_t>(j)];
    const Eigen::MatrixXd one = Eigen::MatrixXd::Identity(n, n);
    real -= eigenvalue.real() * one;
    if (eigenvalue.imag() == 0) return real;
    Eigen::MatrixXd both(2 * n, 2 * n);
    both << real, eigenvalue.imag() * one, -eigenvalue.imag() * one, real;
    return both;
}

}  // namespace

std::size_t JordanBlocks::multiplicity() const {
    return std::accumulate(at_least.begin(), at_least.end(), std::size_t{0});
}

JordanBlocks jordan_blocks(const RealMatrix& balanced, std::complex<double> eigenvalue) {
    constexpr double errors = 1e-12;
    Eigen::MatrixXd b = less_eigenvalue(balanced, eigenvalue);
    const Eigen::Index copies = eigenvalue.imag() == 0 ? 1 : 2;
    const double size = b.norm() + std::abs(eigenvalue);
    JordanBlocks result;
    while (b.rows() > 0) {
        const Eigen::JacobiSVD<Eigen::MatrixXd> svd(b, Eigen::ComputeFullV);
        const Eigen::Index small = (svd.singularValues().array() <= errors * size).count();
        const Eigen::Index nullity = small / copies;
        if (nullity == 0) break;
        result.at_least.push_back(static_cast<std::size_t>(nullity));
        const Eigen::MatrixXd left = svd.matrixV().leftCols(b.rows() - copies * nullity);
        b = (left.transpose() * b * left).eval();
    }
    return result;
}

}  // namespace rattleback

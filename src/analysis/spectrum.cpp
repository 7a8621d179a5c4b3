#include "analysis/spectrum.hpp"

#include <Eigen/Eigenvalues>
#include <Eigen/LU>
#include <algorithm>
#include <cmath>
#include <limits>

#include "base/errors.hpp"

namespace rattleback {
namespace {

using Extended = long double;
using Real = Eigen::Matrix<Extended, Eigen::Dynamic, Eigen::Dynamic>;
using ComplexMatrix = Eigen::Matrix<std::complex<Extended>, Eigen::Dynamic, Eigen::Dynamic>;

constexpr double rounding = 4 * std::numeric_limits<double>::epsilon();
// What rounding can make of a multiple eigenvalue, relative to the size of the matrix.
constexpr double most_error = 1e-6;

Real dense(const RealMatrix& a) {
    const auto n = static_cast<Eigen::Index>(a.size());
    Real result(n, n);
    for (Eigen::Index i = 0; i < n; ++i)
        for (Eigen::Index j = 0; j < n; ++j)
            result(i, j) = a[static_cast<std::size_t>(i)][static_cast<std::size_t>(j)];
    return result;
}

// ε |A| |w| |x| of each eigenvalue; NaN or infinite where the eigenvectors are dependent.
std::vector<double> first_order_errors(const Real& a, const ComplexMatrix& vectors) {
    const ComplexMatrix left = vectors.partialPivLu().inverse();
    std::vector<double> result;
    for (Eigen::Index i = 0; i < a.rows(); ++i)
        result.push_back(
            rounding * static_cast<double>(a.norm() * left.row(i).norm() * vectors.col(i).norm()));
    return result;
}

// Length 1, and the largest entry positive; the first of equally large ones.
std::vector<Complex> normalized(const ComplexMatrix& vectors, Eigen::Index column) {
    const auto x = vectors.col(column);
    Eigen::Index largest = 0;
    for (Eigen::Index i = 0; i < x.size(); ++i)
        if (std::abs(x(i)) > std::abs(x(largest)) * (1 + 1e-9L)) largest = i;
    const auto scale = std::conj(x(largest)) / std::abs(x(largest)) / x.norm();
    std::vector<Complex> result;
    for (Eigen::Index i = 0; i < x.size(); ++i) {
        const auto entry = x(i) * scale;
        result.emplace_back(static_cast<double>(entry.real()), static_cast<double>(entry.imag()));
    }
    result[static_cast<std::size_t>(largest)].imag(0);
    return result;
}

bool comes_first(const Mode& a, const Mode& b) {
    const Complex x = a.eigenvalue, y = b.eigenvalue;
    if (std::abs(x.real() - y.real()) > a.error + b.error) return x.real() > y.real();
    if (std::abs(std::abs(x.imag()) - std::abs(y.imag())) > a.error + b.error)
        return std::abs(x.imag()) < std::abs(y.imag());
    return x.imag() > y.imag();
}

// An order by errors is not transitive in general, so it is made by insertion.
void sort_modes(std::vector<Mode>& modes) {
    for (auto next = modes.begin(); next != modes.end(); ++next)
        std::rotate(
            std::find_if(modes.begin(), next, [&](const Mode& m) { return comes_first(*next, m); }),
            next, next + 1);
}

}  // namespace

std::vector<double> balancing_sizes(const RealMatrix& a) {
    Real matrix = dense(a);
    matrix.diagonal().setZero();
    std::vector<double> sizes(a.size(), 1);
    for (bool changed = true; changed;) {
        changed = false;
        for (Eigen::Index i = 0; i < matrix.rows(); ++i) {
            const Extended row = matrix.row(i).norm(), column = matrix.col(i).norm();
            if (!(row > 0) || !(column > 0) || !std::isfinite(row * column)) continue;
            const int exponent = std::ilogb(row / column) / 2;
            if (exponent == 0) continue;
            const Extended by = std::ldexp(Extended(1), exponent);
            matrix.row(i) /= by;
            matrix.col(i) *= by;
            sizes[static_cast<std::size_t>(i)] *= static_cast<double>(by);
            changed = true;
        }
    }
    return sizes;
}

Spectrum spectrum(const RealMatrix& a) {
    Spectrum result;
    if (a.empty()) return result;
    Real matrix = dense(a);
    const std::vector<double> sizes = balancing_sizes(a);
    for (Eigen::Index i = 0; i < matrix.rows(); ++i) {
        matrix.row(i) /= sizes[static_cast<std::size_t>(i)];
        matrix.col(i) *= sizes[static_cast<std::size_t>(i)];
    }
    const Eigen::EigenSolver<Real> solver(matrix);
    if (solver.info() != Eigen::Success)
        throw NumericalError("The eigenvalues of the linearized motion were not found.");
    ComplexMatrix vectors = solver.eigenvectors();
    const auto errors = first_order_errors(matrix, vectors);
    for (Eigen::Index i = 0; i < matrix.rows(); ++i)
        vectors.row(i) *= Extended(sizes[static_cast<std::size_t>(i)]);
    const auto size =
        static_cast<double>(std::max(solver.eigenvalues().cwiseAbs().maxCoeff(), matrix.norm()));
    for (Eigen::Index i = 0; i < matrix.rows(); ++i) {
        const auto value = solver.eigenvalues()(i);
        const double error = errors[static_cast<std::size_t>(i)];
        Mode mode{
            .eigenvalue = {static_cast<double>(value.real()), static_cast<double>(value.imag())},
            .shape = normalized(vectors, i),
            .error = error < most_error * size ? error : most_error * size};
        if (std::abs(mode.eigenvalue.real()) > mode.error)
            mode.trend = mode.eigenvalue.real() > 0 ? Trend::Grows : Trend::Decays;
        result.modes.push_back(std::move(mode));
    }
    sort_modes(result.modes);
    return result;
}

Stability Spectrum::stability() const {
    if (growing() > 0) return Stability::Unstable;
    const bool all_decay =
        std::ranges::all_of(modes, [](const Mode& m) { return m.trend == Trend::Decays; });
    return all_decay ? Stability::Asymptotic : Stability::FirstOrder;
}

std::size_t Spectrum::growing() const {
    return static_cast<std::size_t>(std::ranges::count(modes, Trend::Grows, &Mode::trend));
}

std::size_t Spectrum::zeros() const {
    return static_cast<std::size_t>(
        std::ranges::count_if(modes, [](const Mode& m) { return m.is_zero(); }));
}

double Spectrum::coefficient(std::size_t k) const {
    std::vector<std::complex<long double>> polynomial{1};  // lowest power first
    for (const Mode& m : modes) {
        const std::complex<long double> root = m.eigenvalue;
        polynomial.insert(polynomial.begin(), 0);
        for (std::size_t i = 0; i + 1 < polynomial.size(); ++i)
            polynomial[i] -= root * polynomial[i + 1];
    }
    return static_cast<double>(polynomial.at(k).real());
}

}  // namespace rattleback

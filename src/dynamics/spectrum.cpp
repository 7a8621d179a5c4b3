#include "dynamics/spectrum.hpp"

#include <Eigen/Eigenvalues>
#include <Eigen/LU>
#include <algorithm>
#include <cmath>
#include <limits>
#include <span>

#include "dynamics/jordan_blocks.hpp"
#include "rattleback/errors.hpp"

namespace rattleback {
namespace {

using Extended = long double;
using Real = Eigen::Matrix<Extended, Eigen::Dynamic, Eigen::Dynamic>;
using ComplexMatrix = Eigen::Matrix<std::complex<Extended>, Eigen::Dynamic, Eigen::Dynamic>;

constexpr double rounding = 4 * std::numeric_limits<double>::epsilon();
// What rounding can make of a multiple eigenvalue, relative to the size of the matrix.
constexpr double most_error = 1e-6;
// How well the mean of a multiple one is known.
constexpr double united = 1e-12;

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

// Makes one multiple eigenvalue of those that rounding may have made of it, if A − λ has as many zeros.
bool unite(std::span<Mode* const> modes, Complex eigenvalue, const JordanBlocks& blocks,
           double error) {
    constexpr double few = 4;
    const bool may_be_one =
        blocks.multiplicity() == modes.size() && std::ranges::all_of(modes, [&](const Mode* m) {
            return !(std::abs(m->eigenvalue - eigenvalue) > few * m->error);
        });
    if (!may_be_one) return false;
    for (Mode* const mode : modes) {
        mode->eigenvalue = eigenvalue;
        mode->error = error;
        mode->block = blocks.largest();
        mode->multiplicity = modes.size();
    }
    return true;
}

Complex mean_of(std::span<Mode* const> modes) {
    Complex sum = 0;
    for (const Mode* m : modes) sum += m->eigenvalue;
    return sum / static_cast<double>(modes.size());
}

// Of the eigenvalues nearest to this one as many as can be made one; zero where it may be zero.
void unite_around(const Mode& mode, const RealMatrix& entries, double error,
                  std::vector<Mode*> near) {
    const Complex centre = mode.eigenvalue;
    std::ranges::sort(near, {}, [&](const Mode* m) { return std::abs(m->eigenvalue - centre); });
    for (std::size_t k = near.size(); k > 1; --k) {
        const auto cluster = std::span(near).first(k);
        Complex mean = mean_of(cluster);
        if (std::abs(mean.real()) <= error) mean.real(0);
        if (std::abs(mean.imag()) <= error) mean.imag(0);
        if (unite(cluster, mean, jordan_blocks(entries, mean), error)) return;
    }
}

// Rounding splits a multiple eigenvalue to all sides by a root of itself; their mean is hardly moved.
void settle_multiple(const RealMatrix& entries, double size, std::vector<Mode>& modes) {
    const double error = united * size;
    std::vector<Mode*> left;
    for (Mode& m : modes) left.push_back(&m);
    const auto is_united = [](const Mode* m) { return m->multiplicity > 1; };
    for (const Mode& m : modes)
        if (!is_united(&m)) {
            std::erase_if(left, is_united);
            unite_around(m, entries, error, left);
        }
    std::erase_if(left, is_united);
    std::ranges::sort(left, {}, [](const Mode* m) { return std::abs(m->eigenvalue); });
    const JordanBlocks at_zero = jordan_blocks(entries, 0);
    if (!left.empty() && at_zero.multiplicity() == 1)
        unite(std::span(left).first(1), 0, at_zero, error);
}

// Eigenvalues of a matrix that does not fall into parts, in the order of the solver.
std::vector<Mode> modes_of(const RealMatrix& a) {
    const std::vector<double> sizes = balancing_sizes(a);
    const RealMatrix entries = balanced(a, sizes);
    const Real matrix = dense(entries);
    const Eigen::EigenSolver<Real> solver(matrix);
    if (solver.info() != Eigen::Success)
        throw NumericalError("The eigenvalues of the linearized motion were not found.");
    ComplexMatrix vectors = solver.eigenvectors();
    const auto errors = first_order_errors(matrix, vectors);
    for (Eigen::Index i = 0; i < matrix.rows(); ++i)
        vectors.row(i) *= Extended(sizes[static_cast<std::size_t>(i)]);
    const auto size =
        static_cast<double>(std::max(solver.eigenvalues().cwiseAbs().maxCoeff(), matrix.norm()));
    std::vector<Mode> modes;
    for (Eigen::Index i = 0; i < matrix.rows(); ++i) {
        const auto value = solver.eigenvalues()(i);
        modes.push_back(
            {.eigenvalue = {static_cast<double>(value.real()), static_cast<double>(value.imag())},
             .shape = normalized(vectors, i),
             .error = errors[static_cast<std::size_t>(i)]});
    }
    settle_multiple(entries, size, modes);
    for (Mode& mode : modes) {
        if (!(mode.error < most_error * size)) mode.error = most_error * size;
        if (std::abs(mode.eigenvalue.real()) > mode.error)
            mode.trend = mode.eigenvalue.real() > 0 ? Trend::Grows : Trend::Decays;
    }
    return modes;
}

// The modes nearest to each eigenvalue have it exactly.
void settle_exactly(const std::vector<ExactEigenvalue>& exact, std::vector<Mode>& modes) {
    std::vector<Mode*> left;
    for (Mode& m : modes) left.push_back(&m);
    for (const ExactEigenvalue& e : exact)
        for (std::size_t i = 0; i < e.multiplicity; ++i) {
            const auto nearest = std::ranges::min_element(
                left, {}, [&](const Mode* m) { return std::abs(m->eigenvalue - e.value); });
            Mode& mode = **nearest;
            left.erase(nearest);
            mode.eigenvalue = e.value;
            mode.error = 0;
            mode.block = e.block;
            mode.multiplicity = e.multiplicity;
            const double growth = e.value.real();
            mode.trend = growth > 0 ? Trend::Grows : growth < 0 ? Trend::Decays : Trend::Neutral;
        }
}

}  // namespace

Spectrum spectrum(const NumberMatrix& a) {
    Spectrum result = spectrum(in_doubles(a));
    if (const auto exact = exact_eigenvalues(a)) settle_exactly(*exact, result.modes);
    sort_modes(result.modes);
    return result;
}

RealMatrix in_doubles(const NumberMatrix& a) {
    RealMatrix result(a.size());
    for (std::size_t i = 0; i < a.size(); ++i)
        for (const Number& x : a[i]) result[i].push_back(x.to_double());
    return result;
}

Spectrum spectrum(const RealMatrix& a) {
    Spectrum result;
    for (const std::vector<std::size_t>& part : separate_parts(a)) {
        RealMatrix alone(part.size());
        for (std::size_t i = 0; i < part.size(); ++i)
            for (const auto j : part) alone[i].push_back(a[part[i]][j]);
        for (Mode& mode : modes_of(alone)) {
            std::vector<Complex> shape(a.size());
            for (std::size_t i = 0; i < part.size(); ++i) shape[part[i]] = mode.shape[i];
            mode.shape = std::move(shape);
            result.modes.push_back(std::move(mode));
        }
    }
    sort_modes(result.modes);
    return result;
}

std::string_view name_of(Stability stability) {
    switch (stability) {
        case Stability::Asymptotic: return "asymptotic";
        case Stability::FirstOrder: return "first_order";
        case Stability::Drifting: return "drifting";
        case Stability::Unstable: return "unstable";
    }
    return {};
}

Stability Spectrum::stability() const {
    if (growing() > 0) return Stability::Unstable;
    const bool all_decay =
        std::ranges::all_of(modes, [](const Mode& m) { return m.trend == Trend::Decays; });
    if (all_decay) return Stability::Asymptotic;
    return drift() > 0 ? Stability::Drifting : Stability::FirstOrder;
}

std::size_t Spectrum::growing() const {
    return static_cast<std::size_t>(std::ranges::count(modes, Trend::Grows, &Mode::trend));
}

std::size_t Spectrum::zeros() const {
    return static_cast<std::size_t>(
        std::ranges::count_if(modes, [](const Mode& m) { return m.is_zero(); }));
}

std::size_t Spectrum::drift() const {
    std::size_t power = 0;
    for (const Mode& m : modes)
        if (m.trend == Trend::Neutral) power = std::max(power, m.block - 1);
    return power;
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

#include "trajectory/regularity.hpp"

#include <Eigen/LU>
#include <algorithm>
#include <cmath>

#include "model/initial_values.hpp"
#include "trajectory/chart_margins.hpp"
#include "trajectory/near_zero.hpp"

namespace rattleback {
namespace {

using Matrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

// The inverse of a matrix of numbers has no value where the matrix is singular.
double of_inverse(double size, bool is_of_numbers) {
    return std::isnan(size) && is_of_numbers ? 0 : 1 / size;
}

// Rows, then columns, are divided by their sizes: a determinant of numbers of any unit may overflow.
void find_scales(const Matrix& matrix, std::span<double> scales) {
    const auto n = matrix.rows();
    Matrix scaled = matrix;
    for (Eigen::Index i = 0; i < n; ++i) {
        const double size = scaled.row(i).norm();
        scales[static_cast<std::size_t>(i)] = size > 0 ? size : 1;
        scaled.row(i) /= scales[static_cast<std::size_t>(i)];
    }
    for (Eigen::Index i = 0; i < n; ++i) {
        const double size = scaled.col(i).norm();
        scales[static_cast<std::size_t>(n + i)] = size > 0 ? size : 1;
    }
}

// What vanishes is the cause of whatever else has no value.
bool is_worse(const Margin& margin, const Margin& than) {
    return margin.value < than.value || (margin.value == 0 && margin.has_value && !than.has_value);
}

}  // namespace

Regularity::Regularity(const System& system, const Equations& equations,
                       const KnownOfMargins& known)
    : margins_(std::make_shared<const WatchedMargins>(watched_margins(system, equations, known))),
      watched_(*margins_),
      positions_(equations.q.size()),
      state_size_(equations.q.size() + equations.speeds.size()) {
    in_.resize(state_size_ + 1);
    largest_.resize(state_size_ + 1);
    if (watched_.values) out_.resize(watched_.values->outputs());
    std::size_t rows = 0;
    for (const WatchedMatrix& matrix : watched_.matrices) rows += 2 * matrix.size;
    scales_.resize(rows);
}

Regularity Regularity::with(const System& values) const {
    Regularity result = *this;
    const std::vector<double> parameters = parameter_numbers(values);
    result.in_.insert(result.in_.end(), parameters.begin(), parameters.end());
    for (const auto& [scalar, d] : watched_.by_bounds)
        result.bounds_.push_back(*largest_size(range_of(d, values.parameters)));
    return result;
}

bool Regularity::serves(const System& values) const { return watched_.decisions.hold_for(values); }

std::vector<MarginKind> Regularity::kinds(bool has_others) const {
    std::vector<MarginKind> result;
    for (const Margin& part : watched_.parts) {
        result.push_back({.least = part.least,
                          .can_be_left = part.is_of_form && has_others,
                          .may_be_removable = part.is_denominator && part.least == 0});
        if (part.is_of_speeds) result.back().speeds_from = positions_;
    }
    return result;
}

bool Regularity::has_margins_of_form() const {
    return std::ranges::any_of(watched_.parts, &Margin::is_of_form);
}

void Regularity::operator()(double t, const double* state, double* margins) const {
    find(t, state, margins);
    const double* entries = out_.data() + watched_.scalars + watched_.phases;
    for (const WatchedMatrix& matrix : watched_.matrices) {
        if (matrix.by_rows) {
            const double held = held_by_constraints(matrix, entries, margins);
            for (std::size_t i = 0; i < watched_.of_mass; ++i)
                margins[i] += held * mass_at_start_[i];
        }
        entries += matrix.entries();
    }
}

void Regularity::find(double t, const double* state, double* margins) const {
    std::copy_n(state, state_size_, in_.begin());
    in_[state_size_] = t;
    for (std::size_t i = 0; i <= state_size_; ++i)
        if (std::isfinite(in_[i])) largest_[i] = std::max(largest_[i], std::abs(in_[i]));
    (*watched_.values)(in_.data(), out_.data());
    for (std::size_t i = 0; i < watched_.scalars; ++i) margins[i] = std::abs(out_[i]);
    for (std::size_t i = 0; i < bounds_.size(); ++i)
        margins[watched_.by_bounds[i].first] /= bounds_[i];
    const double* const phases = out_.data() + watched_.scalars;
    std::copy_n(phases, watched_.phases, margins + watched_.parts.size());
    const double* entries = phases + watched_.phases;
    for (const WatchedMatrix& matrix : watched_.matrices) {
        find_margins(matrix, entries, margins + matrix.first_part);
        entries += matrix.entries();
    }
}

// |det M · det A M⁻¹Nᵀ| beside that at the start; 0 where it has no value.
double Regularity::held_by_constraints(const WatchedMatrix& which, const double* entries,
                                       const double* pivots) const {
    const auto n = static_cast<Eigen::Index>(which.size);
    const double size = std::abs(Matrix(Eigen::Map<const Matrix>(entries, n, n)).determinant());
    if (mass_at_start_.empty() && std::isfinite(size)) {
        held_at_start_ = size;
        mass_at_start_.assign(pivots, pivots + watched_.of_mass);
    }
    double result = size / held_at_start_;
    for (std::size_t i = 0; i < mass_at_start_.size(); ++i) result *= pivots[i] / mass_at_start_[i];
    if (std::isfinite(result)) return result;
    mass_at_start_.resize(watched_.of_mass);
    return 0;
}

void Regularity::find_margins(const WatchedMatrix& which, const double* entries,
                              double* margins) const {
    const auto n = static_cast<Eigen::Index>(which.size);
    Matrix matrix = Eigen::Map<const Matrix>(entries, n, n);
    if (which.by_rows) {
        const Matrix inverse = matrix.inverse();
        const Matrix squares =
            which.has_squares ? Matrix(inverse.transpose() *
                                       Eigen::Map<const Matrix>(entries + n * n, n, n) * inverse)
                              : inverse;
        for (Eigen::Index i = 0; i < n; ++i)
            margins[i] = of_inverse(std::abs(squares(i, i)), matrix.allFinite());
        return;
    }
    double* scales = scales_.data();
    for (const WatchedMatrix& other : watched_.matrices) {
        if (&other == &which) break;
        scales += 2 * other.size;
    }
    if (scales[0] == 0 && matrix.allFinite()) find_scales(matrix, {scales, 2 * which.size});
    for (Eigen::Index i = 0; i < n; ++i) matrix.row(i) /= scales[i];
    for (Eigen::Index i = 0; i < n; ++i) matrix.col(i) /= scales[n + i];
    margins[0] = std::abs(Eigen::PartialPivLU<Matrix>(matrix).determinant());
}

std::vector<double> Regularity::distances(double t, const double* state) const {
    const std::size_t count = watched_.parts.size();
    const std::vector<double> sizes = largest_;
    // Whether or not constraints hold what has no inertia: something failed, and that is why.
    const auto margins = [this](double at, const double* y, double* to) { find(at, y, to); };
    NearZero near_zero(margins, count, watched_.phases);
    near_zero.go_to(t, {state, state_size_});
    std::vector<double> result(count, 1), by(sizes.size());
    for (int digits = 15; digits > 0; --digits) {
        const double part = std::pow(10.0, -digits);
        std::ranges::transform(sizes, by.begin(), [&](double size) { return part * size; });
        const std::vector<char> near = near_zero.within(by);
        for (std::size_t i = 0; i < count; ++i)
            if (near[i] != 0) result[i] = std::min(result[i], part);
    }
    for (std::size_t i = 0; i < count; ++i)
        if (near_zero.margins()[i] == 0 || watched_.parts[i].least > 0)
            result[i] = near_zero.margins()[i];
        else if (std::isnan(near_zero.margins()[i]))
            result[i] = near_zero.margins()[i];
    largest_ = sizes;
    return result;
}

Regularity::Worst Regularity::worst(double t, const double* state) const {
    constexpr double near_zero = 0.1;  // of its largest value
    Worst result;
    if (!is_needed()) return result;
    const std::vector<double> found = distances(t, state);
    for (std::size_t i = 0; i < found.size(); ++i) {
        Margin margin = watched_.parts[i];
        margin.has_value = !std::isnan(found[i]);
        margin.value = margin.has_value ? found[i] : 0;
        const bool is_of_chart = margin.least > 0;
        if (is_of_chart && !(margin.has_value && margin.value < margin.least)) continue;
        Margin& worst = is_of_chart         ? result.of_chart
                        : margin.is_of_form ? result.of_form
                                            : result.of_motion;
        // A denominator that vanishes spoils the matrix too, and is the better name of the cause.
        const bool is_cause = margin.is_denominator && margin.value <= near_zero;
        const bool was_cause = worst.is_denominator && worst.value <= near_zero;
        if (is_of_chart || is_cause == was_cause ? is_worse(margin, worst) : is_cause)
            worst = margin;
    }
    return result;
}

Margin Regularity::smallest_of_form(double t, const double* state) const {
    const Worst found = worst(t, state);
    return found.of_chart.sentence.empty() ? found.of_form : found.of_chart;
}

Margin Regularity::smallest(double t, const double* state) const {
    const auto [of_motion, of_form, of_chart] = worst(t, state);
    // Where the form's velocities have no value, nothing can be said of the motion. Otherwise, where
    // the motion is in trouble its form is too, and may be worse.
    if (!of_chart.sentence.empty()) return of_chart;
    if (of_form.value == 0 && of_form.has_value && !of_motion.has_value) return of_form;
    const bool motion_fails = of_motion.value < 1e-4;
    return motion_fails || of_motion.value <= of_form.value ? of_motion : of_form;
}

}  // namespace rattleback

#include "dynamics/linearization.hpp"

#include <fmt/format.h>

#include <Eigen/Core>
#include <algorithm>
#include <cmath>

#include "dynamics/stability_verdict.hpp"
#include "equations/form_choice.hpp"
#include "expr/evaluate.hpp"
#include "expr/sentence_error.hpp"
#include "model/initial_values.hpp"
#include "start/initial_state.hpp"
#include "trajectory/continuation.hpp"
#include "trajectory/switches.hpp"

namespace rattleback {
namespace {

using Dense = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

// A state is steady when changes of the variables as small as this would make it so.
constexpr double steady_tolerance = 1e-9;
// Rows of ∂c/∂y that are smaller than this, relative to what they were, depend on those before.
constexpr double rank_tolerance = 1e-11;

InVelocities in_form(const System& system, const std::string& form) {
    return form == form_in_velocities().name ? in_velocities(system)
                                             : InVelocities{system, derive(system, form)};
}

Eigen::Index at(std::size_t i) { return static_cast<Eigen::Index>(i); }

Dense matrix_of(const std::vector<double>& entries, std::size_t rows, std::size_t columns) {
    return Eigen::Map<const Dense>(entries.data(), at(rows), at(columns));
}

// Displacements on the constraints: δy = basis · δ(independent).
struct Tangent {
    std::vector<std::size_t> independent, dependent;  // among the essential variables
    Dense basis;
};

struct Pivot {
    Eigen::Index row = -1, column = -1;
    double size = rank_tolerance;
};

// The largest entry below the rows that are done, in columns of speeds or of coordinates.
Pivot largest_entry(const Dense& c, std::size_t done, const std::vector<bool>& allowed) {
    Pivot best;
    for (Eigen::Index i = at(done); i < c.rows(); ++i)
        for (Eigen::Index j = 0; j < c.cols(); ++j)
            if (allowed[static_cast<std::size_t>(j)] && std::abs(c(i, j)) > best.size)
                best = {i, j, std::abs(c(i, j))};
    return best;
}

// What a sum leaves of larger terms, up to their rounding, is zero.
double unless_rounding(double sum, double terms) {
    constexpr double rounding = 1e-14;
    return std::abs(sum) <= rounding * terms ? 0 : sum;
}

void subtract(double factor, const Eigen::RowVectorXd& row, Eigen::Ref<Eigen::RowVectorXd> from) {
    for (Eigen::Index j = 0; j < row.size(); ++j)
        from(j) = unless_rounding(from(j) - factor * row(j),
                                  std::abs(from(j)) + std::abs(factor * row(j)));
}

// Gauss–Jordan with complete pivoting; speeds are made dependent before coordinates are.
Tangent tangent(Dense c, const EssentialMotion& motion) {
    const std::size_t m = motion.size();
    for (Eigen::Index i = 0; i < c.rows(); ++i)
        if (const double size = c.row(i).cwiseAbs().maxCoeff(); size > 0) c.row(i) /= size;
    std::vector<std::size_t> pivots;
    for (const bool coordinates : {false, true}) {
        std::vector<bool> allowed;
        for (const auto place : motion.variables())
            allowed.push_back(motion.is_coordinate(place) == coordinates);
        for (Pivot p = largest_entry(c, pivots.size(), allowed); p.column >= 0;
             p = largest_entry(c, pivots.size(), allowed)) {
            const Eigen::Index row = at(pivots.size());
            c.row(row).swap(c.row(p.row));
            c.row(row) /= c(row, p.column);
            for (Eigen::Index i = 0; i < c.rows(); ++i)
                if (i != row) subtract(c(i, p.column), c.row(row), c.row(i));
            pivots.push_back(static_cast<std::size_t>(p.column));
        }
    }
    Tangent result;
    for (std::size_t j = 0; j < m; ++j)
        if (std::ranges::find(pivots, j) == pivots.end()) result.independent.push_back(j);
    result.dependent = pivots;
    result.basis = Dense::Zero(at(m), at(result.independent.size()));
    for (std::size_t k = 0; k < result.independent.size(); ++k) {
        const auto j = at(result.independent[k]);
        result.basis(j, at(k)) = 1;
        for (std::size_t r = 0; r < pivots.size(); ++r)
            result.basis(at(pivots[r]), at(k)) = -c(at(r), j);
    }
    std::ranges::sort(result.dependent);
    return result;
}

RealMatrix rows_of(const Dense& matrix) {
    RealMatrix result;
    for (Eigen::Index i = 0; i < matrix.rows(); ++i)
        result.emplace_back(matrix.row(i).data(), matrix.row(i).data() + matrix.cols());
    return result;
}

// The largest |f| relative to Σ |∂f/∂y| s, with s the largest |y|, and 1 at the origin, all without
// units (model_sizes.hpp); throws where that is too much. A little of the largest such sum is added:
// where forces balance, what rounding leaves need not depend on y.
double steadiness(const EssentialRates& now, const EssentialMotion& motion,
                  std::span<const double> state, const ModelSizes& sizes) {
    const std::size_t m = motion.size();
    const auto unit = [&](std::size_t i) { return sizes.state[motion.variables()[i]]; };
    double size = 0;
    for (const auto j : motion.variables())
        size = std::max(size, std::abs(state[j]) / sizes.state[j]);
    if (size == 0) size = 1;
    std::vector<double> scales(m);
    for (std::size_t i = 0; i < m; ++i)
        for (std::size_t j = 0; j < m; ++j)
            scales[i] +=
                std::abs(now.rates_by_y[i * m + j]) * size * unit(j) * sizes.time / unit(i);
    const double largest = m == 0 ? 0 : *std::ranges::max_element(scales);
    double worst = 0;
    std::size_t guilty = 0;
    for (std::size_t i = 0; i < m; ++i) {
        const double rate = std::abs(now.rates[i]) * sizes.time / unit(i);
        const double relative = rate == 0 ? 0 : rate / (scales[i] + 1e-4 * largest);
        if (relative <= worst) continue;
        worst = relative;
        guilty = i;
    }
    if (worst <= steady_tolerance) return worst;
    throw SentenceError<NotSteady>(sentence(
        "The state is neither an equilibrium nor a steady motion: {} changes at the rate {:.6g}.",
        motion.symbols()[motion.variables()[guilty]], now.rates[guilty]));
}

double nearest(const Ball& ball) { return ball.contains_zero ? 0 : ball.midpoint; }

std::vector<Replacement> exact_values(const System& system) {
    auto values = parameter_values(system);
    values.emplace_back(system.t, 0);
    return values;
}

// Puts numbers without rounding in the place of those that have any: cos(b) vanishes where a parameter b
// is π/2. Entries that change by their own size where the state is moved by less than it is known to, as
// sin θ at θ = π, are zero.
void drop_rounding(const EssentialMotion& motion, std::span<const double> state,
                   const System& system, EssentialRates& now) {
    constexpr double known = 1e-12;
    const EssentialRates rounded = now;
    if (const auto exact = motion.enclosed_slopes_at(state, exact_values(system))) {
        std::ranges::transform(exact->rates_by_y, now.rates_by_y.begin(), nearest);
        std::ranges::transform(exact->conditions_by_y, now.constraints_by_y.begin(), nearest);
    }
    for (const double side : {1.0, -1.0}) {
        std::vector<double> moved(state.begin(), state.end());
        for (std::size_t i = 0; i < moved.size(); ++i)
            moved[i] *= 1 + (i % 2 == 0 ? side : -side) * known / static_cast<double>(i + 1);
        const EssentialRates there = motion.at(moved, parameter_numbers(system));
        for (const auto entries : {&EssentialRates::rates_by_y, &EssentialRates::constraints_by_y})
            for (std::size_t i = 0; i < (now.*entries).size(); ++i) {
                const double here = (rounded.*entries)[i];
                if (std::abs(here - (there.*entries)[i]) > std::abs(here) / 2)
                    (now.*entries)[i] = 0;
            }
    }
}

Dense product(const Dense& a, const Dense& b) {
    return (a * b).binaryExpr(a.cwiseAbs() * b.cwiseAbs(), &unless_rounding);
}

// A = (∂f/∂y · B)_x in exact numbers, where they are.
std::optional<NumberMatrix> exact_matrix(const EssentialMotion& motion,
                                         std::span<const double> state, const System& system,
                                         const Tangent& on) {
    const auto slopes = motion.exact_slopes_at(state, exact_values(system));
    if (!slopes) return {};
    const auto follow =
        dependent_by_independent(slopes->conditions_by_y, on.independent, on.dependent);
    if (!follow) return {};
    NumberMatrix result;
    for (const auto i : on.independent) {
        const std::vector<Number>& by_all = slopes->rates_by_y[i];
        std::vector<Number>& row = result.emplace_back();
        for (std::size_t k = 0; k < on.independent.size(); ++k) {
            Number sum = by_all[on.independent[k]];
            for (std::size_t r = 0; r < on.dependent.size(); ++r)
                sum += by_all[on.dependent[r]] * (*follow)[r][k];
            row.push_back(sum);
        }
    }
    return result;
}

}  // namespace

Linearizer::Linearizer(const System& system, const std::string& form,
                       const std::optional<Expr>& varying)
    : Linearizer(in_form(system, form.empty() ? std::string(plain_form(system).name) : form),
                 varying) {}

Linearizer::Linearizer(const InVelocities& given, const std::optional<Expr>& varying)
    : equations_(given.equations),
      motion_(given.system, equations_, varying),
      sizes_(model_sizes(given.system, equations_)) {}

void Linearizer::describe(std::span<const double> state, const System& system,
                          Linearization& into) const {
    Values values{{system.t, 0}};
    const auto numbers = parameter_numbers(system);
    for (std::size_t i = 0; i < numbers.size(); ++i)
        values[system.parameters[i].symbol] = numbers[i];
    const std::size_t n = system.size();
    for (std::size_t i = 0; i < n; ++i) values[system.q[i]] = state[i];
    for (std::size_t i = 0; i < equations_.speeds.size(); ++i)
        values[equations_.speeds[i]] = state[n + i];
    const auto v = evaluate(equations_.velocities, values);
    for (std::size_t i = 0; i < n; ++i) into.at.emplace_back(system.q[i], state[i]);
    for (std::size_t i = 0; i < n; ++i) into.at.emplace_back(system.v[i], v[i]);
    const auto& meaning = equations_.speeds_from_velocities;
    for (std::size_t i = 0; i < equations_.speeds.size(); ++i) {
        if (std::ranges::find(system.v, equations_.speeds[i]) != system.v.end()) continue;
        const bool is_itself = !meaning.empty() && meaning[i] == equations_.speeds[i];
        const bool is_velocity = !meaning.empty() && meaning[i].is_symbol() && !is_itself;
        if (is_velocity) continue;
        into.at.emplace_back(motion_.symbols()[n + i], state[n + i]);
        if (!meaning.empty() && !is_itself)
            into.speeds.emplace_back(motion_.symbols()[n + i], meaning[i]);
    }
    for (const auto i : motion_.cyclic()) into.cyclic.push_back(motion_.symbols()[i]);
    into.notes = equations_.notes;
}

// At a jump or a kink there is no derivative.
void Linearizer::refuse_switch(const Linearization& at, const System& system) const {
    const auto switched = with_sides(system);
    if (!switched) return;
    Values values{{system.t, 0}};
    const auto numbers = parameter_numbers(switched->system);
    for (std::size_t i = 0; i < numbers.size(); ++i)
        values[switched->system.parameters[i].symbol] = numbers[i];
    ExprVector variables = system.q;
    variables.insert(variables.end(), system.v.begin(), system.v.end());
    std::vector<double> sizes = sizes_.q;
    sizes.insert(sizes.end(), sizes_.v.begin(), sizes_.v.end());
    double extent = 0;
    for (std::size_t i = 0; i < variables.size(); ++i) {
        values[variables[i]] = at.at[i].second;
        extent = std::max(extent, std::abs(at.at[i].second) / sizes[i]);
    }
    for (std::size_t i = 0; i < switched->switches.size(); ++i) {
        const Expr& u = switched->switches[i].argument;
        double slope = 0;
        const std::vector<double> slopes = evaluate(gradient(u, variables), values);
        for (std::size_t k = 0; k < slopes.size(); ++k) slope += std::abs(slopes[k]) * sizes[k];
        const auto& left = switched->switches[i].only_left;
        if (left && evaluate(*left, values) > 0) continue;
        if (std::abs(evaluate(u, values)) <= 1e-9 * slope * extent)
            throw SentenceError<NumericalError>(
                sentence("The equations jump or have a kink at {}, where this state lies; they are "
                         "not linearized there.",
                         surface_text(*switched, i)));
    }
}

Linearization Linearizer::about(std::span<const double> state, const System& system) const {
    Linearization result;
    result.form = equations_.form;
    describe(state, system, result);
    refuse_switch(result, system);
    EssentialRates now = motion_.at(state, parameter_numbers(system));
    if (!now.are_finite())
        throw NumericalError(fmt::format(
            "The motion is not determined at this state, in the variables of the form '{}'.",
            equations_.form));
    result.residual = steadiness(now, motion_, state, sizes_);
    drop_rounding(motion_, state, system, now);
    const std::size_t m = motion_.size();
    const Tangent on = tangent(matrix_of(now.constraints_by_y, now.constraints.size(), m), motion_);
    const Dense rates = product(matrix_of(now.rates_by_y, m, m), on.basis);
    const auto variable = [&](std::size_t i) { return motion_.symbols()[motion_.variables()[i]]; };
    for (const auto i : on.independent) {
        result.state.push_back(variable(i));
        const double* const row = rates.row(at(i)).data();
        result.a.emplace_back(row, row + rates.cols());
    }
    for (const auto i : on.dependent) result.dependent.push_back(variable(i));
    if (!now.mass.empty()) {
        const std::size_t k = equations_.speeds.size();
        result.mass = rows_of(matrix_of(now.mass, k, k));
    }
    const auto exact = exact_matrix(motion_, state, system, on);
    if (exact) result.a = in_doubles(*exact);
    result.spectrum = exact ? spectrum(*exact) : spectrum(result.a);
    result.verdict = stability_verdict(result.spectrum);
    return result;
}

Linearization Linearizer::about_initial_state(const System& system) const {
    InitialState start = initial_state(system, equations_);
    Linearization result = about(start.state, system);
    result.notes.insert(result.notes.end(), start.notes.begin(), start.notes.end());
    return result;
}

Linearization linearize(const System& system, const std::string& form) {
    const Linearizer first(system, form);
    try {
        return first.about_initial_state(system);
    } catch (const NotSteady&) {
        throw;
    } catch (const NumericalError& error) {
        const auto other = form_without_chart(system, first.equations(),
                                              FormChoice::Why::OtherFails, said_by(error));
        const bool is_chosen = form.empty() && first.equations().form != form_in_velocities().name;
        if (!other || !is_chosen) throw;
        Linearization result = Linearizer(system, other->name).about_initial_state(system);
        result.notes.push_back(other->sentence());
        return result;
    }
}

}  // namespace rattleback

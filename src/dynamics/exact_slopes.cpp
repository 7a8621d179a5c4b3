#include "dynamics/exact_slopes.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "exact/linear_algebra.hpp"
#include "expr/functions.hpp"
#include "expr/short_decimal.hpp"
#include "expr/substitute.hpp"
#include "rattleback/errors.hpp"

namespace rattleback {
namespace {

// What rounds to this number and is written shortly.
Expr exact_number(double x) {
    const double twelfths = 12 * x / std::numbers::pi, nearest = std::round(twelfths);
    if (nearest != 0 && std::abs(twelfths - nearest) <= 1e-14 * std::abs(nearest) &&
        std::abs(nearest) < 1e6)
        return Number::ratio(static_cast<std::int64_t>(nearest), 12) * pi();
    return decimal_number(x);
}

std::optional<Number> rational(const Expr& e) {
    if (!e.is_number() || !e.number().is_exact()) return {};
    return e.number();
}

bool are_rational(const ExprVector& entries) {
    return std::ranges::all_of(entries, [](const Expr& e) { return rational(e).has_value(); });
}

void append(std::vector<Replacement>& values, const ExprVector& names, const ExprVector& numbers) {
    for (std::size_t i = 0; i < names.size(); ++i) values.emplace_back(names[i], numbers[i]);
}

// The columns of the variables, in numbers.
std::optional<std::vector<Number>> row_of(const ExprVector& entries,
                                          const std::vector<std::size_t>& variables,
                                          std::span<const Replacement> values) {
    ExprVector wanted;
    for (const auto j : variables) wanted.push_back(entries[j]);
    std::vector<Number> result;
    for (const Expr& entry : substitute(wanted, values)) {
        const auto number = rational(entry);
        if (!number) return {};
        result.push_back(*number);
    }
    return result;
}

}  // namespace

ExactSlopes::ExactSlopes(const EquationsOfMotion& motion, ExprVector conditions)
    : state_(motion.state()),
      conditions_(std::move(conditions)),
      rates_(motion.rates_problem().outputs),
      slopes_(motion.jacobian_problem()) {}

bool ExactSlopes::is_steady(const ExprVector& solution, std::span<const Replacement> values,
                            const std::vector<std::size_t>& variables) const {
    std::vector<Replacement> all(values.begin(), values.end());
    append(all, slopes_.unknowns, solution);
    const auto vanishes = [&](const Expr& e) { return substitute(e, all).is_zero(); };
    return std::ranges::all_of(variables, [&](std::size_t i) { return vanishes(rates_[i]); }) &&
           std::ranges::all_of(conditions_, vanishes);
}

std::optional<ExactSlopes::Entries> ExactSlopes::at(std::span<const double> state,
                                                    std::vector<Replacement> values,
                                                    const std::vector<std::size_t>& variables) const
    try {
    for (std::size_t i = 0; i < state_.size(); ++i)
        values.emplace_back(state_[i], exact_number(state[i]));
    ExprMatrix matrix;
    for (const ExprVector& row : slopes_.matrix) {
        matrix.push_back(substitute(row, values));
        if (!are_rational(matrix.back())) return {};
    }
    const ExprVector right = substitute(slopes_.right, values);
    if (!are_rational(right)) return {};
    const auto solution = solve(matrix, right);
    if (!solution || !is_steady(*solution, values, variables)) return {};
    std::vector<Replacement> all = values;
    append(all, slopes_.unknowns, *solution);
    for (const auto j : variables) {
        const ExprVector later = substitute(slopes_.later_rights[j], all);
        if (!are_rational(later)) return {};
        const auto slope = solve(matrix, later);
        if (!slope) return {};
        append(values, slopes_.later_unknowns[j], *slope);
    }
    append(values, slopes_.unknowns, *solution);
    Entries result;
    const std::size_t n = state_.size();
    for (const auto i : variables) {
        const auto first = slopes_.outputs.begin() + static_cast<std::ptrdiff_t>(i * n);
        auto row = row_of({first, first + static_cast<std::ptrdiff_t>(n)}, variables, values);
        if (!row) return {};
        result.rates_by_y.push_back(std::move(*row));
    }
    for (const ExprVector& slopes : jacobian(conditions_, state_)) {
        auto row = row_of(slopes, variables, values);
        if (!row) return {};
        result.conditions_by_y.push_back(std::move(*row));
    }
    return result;
} catch (const NumericalError&) {  // a pole on the way, or numbers that are too long
    return {};
} catch (const TooLarge&) {
    return {};
}

std::optional<ExactSlopes::Enclosures> ExactSlopes::enclosed_at(
    std::span<const double> state, std::vector<Replacement> values,
    const std::vector<std::size_t>& variables) const {
    for (std::size_t i = 0; i < state_.size(); ++i)
        values.emplace_back(state_[i], exact_number(state[i]));
    ThroughLaterSystems slopes{
        .first = ThroughLinearSystem{slopes_.matrix, slopes_.right, slopes_.unknowns, {}},
        .later_rights = slopes_.later_rights,
        .later_unknowns = slopes_.later_unknowns};
    for (const auto i : variables)
        for (const auto j : variables)
            slopes.first.outputs.push_back(slopes_.outputs[i * state_.size() + j]);
    for (const ExprVector& row : jacobian(conditions_, state_))
        for (const auto j : variables) slopes.first.outputs.push_back(row[j]);
    const std::vector<Ball> all = outputs_at(slopes, values, 512);
    const bool have_values =
        !all.empty() && std::ranges::all_of(all, [](const Ball& b) { return b.finite; });
    if (!have_values) return {};
    const auto first_condition =
        all.begin() + static_cast<std::ptrdiff_t>(variables.size() * variables.size());
    return Enclosures{{all.begin(), first_condition}, {first_condition, all.end()}};
}

std::optional<NumberMatrix> dependent_by_independent(NumberMatrix a,
                                                     const std::vector<std::size_t>& independent,
                                                     const std::vector<std::size_t>& dependent) {
    std::size_t done = 0;
    for (const auto column : dependent) {
        const auto pivot = std::find_if(a.begin() + static_cast<std::ptrdiff_t>(done), a.end(),
                                        [&](const auto& row) { return !row[column].is_zero(); });
        if (pivot == a.end()) return {};
        std::swap(a[done], *pivot);
        const std::vector<Number> top = a[done];
        for (std::size_t i = 0; i < a.size(); ++i) {
            const Number factor = i == done ? Number(0) : a[i][column] / top[column];
            for (std::size_t j = 0; j < top.size(); ++j)
                a[i][j] = i == done ? top[j] / top[column] : a[i][j] - factor * top[j];
        }
        ++done;
    }
    NumberMatrix result;
    for (std::size_t i = 0; i < a.size(); ++i) {
        std::vector<Number> row;
        for (const auto j : independent) row.push_back(-a[i][j]);
        if (i < done)
            result.push_back(std::move(row));
        else if (!std::ranges::all_of(row, [](const Number& x) { return x.is_zero(); }))
            return {};  // the constraints have a higher rank than was found
    }
    return result;
}

}  // namespace rattleback

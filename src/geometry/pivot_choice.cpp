#include "geometry/pivot_choice.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "exact/is_zero.hpp"
#include "exact/reading_cost.hpp"
#include "expr/graph.hpp"
#include "expr/substitute.hpp"
#include "geometry/denominators.hpp"
#include "geometry/range.hpp"
#include "model/decisions.hpp"
#include "model/initial_values.hpp"
#include "rattleback/errors.hpp"

namespace rattleback {
namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

// Shares of a row. A pivot that never vanishes may be much smaller than the rest, which costs
// digits and no more; one that can is left where it is a tenth of the best, and not taken over the
// user's head while it is a hundredth.
constexpr double least_proved = 1e-4, large = 0.1, least_wanted = 1e-2, rounding = 1e-12;

constexpr double cost_of_long = 1e6;

Values numbers(const System& system) {
    Values values;
    try {
        for (const auto& [symbol, value] : initial_values(system))
            values[symbol] = evaluate(value, Values{});
    } catch (const NumericalError&) {  // the initial state has no value: nothing is known of it
        values.clear();
    }
    return values;
}

// What numbers are looked at for, and nothing of what only people read.
System formulas_of(const System& system) {
    System result;
    result.q = system.q;
    result.v = system.v;
    result.t = system.t;
    result.parameters = system.parameters;
    result.initial = system.initial;
    result.lagrangian = system.lagrangian;
    result.parametrization = system.parametrization;
    result.higher = system.higher;
    return result;
}

}  // namespace

// All that was asked of one choice, so that other numbers are put in once.
struct PivotChoice::Asked {
    System formulas;
    std::vector<std::function<bool(const PivotChoice&)>> questions = {};

    bool is_answered_alike(const System& numbers) const {
        const System system = with_numbers_of(formulas, numbers);
        const PivotChoice now(system);
        return std::ranges::all_of(questions, [&](const auto& ask) { return ask(now); });
    }
};

template <typename Ask>
auto PivotChoice::answer(const Ask& ask) const {
    const Decisions::Keeping apart(nullptr);
    const auto found = ask(*this);
    if (asked_)
        asked_->questions.push_back(
            [ask, found](const PivotChoice& now) { return ask(now) == found; });
    return found;
}

PivotChoice::PivotChoice(const System& system)
    : parameters_(system.parameters), variables_(system.q) {
    if (Decisions* const decisions = Decisions::kept()) {
        asked_ = std::make_shared<Asked>(Asked{formulas_of(system)});
        decisions->keep(
            [asked = asked_](const System& numbers) { return asked->is_answered_alike(numbers); });
    }
    const Decisions::Keeping apart(nullptr);
    parameter_values_ = parameter_values(system);
    start_ = numbers(system);
    variables_.insert(variables_.end(), system.v.begin(), system.v.end());
    variables_.push_back(system.t);
    double least = std::numeric_limits<double>::infinity();
    for (const Expr& v : system.v) {
        const double mass = value(derivative(derivative(system.lagrangian, v), v));
        weights_.push_back(mass > 0 && std::isfinite(mass) ? std::sqrt(mass) : 0);
        if (weights_.back() > 0) least = std::min(least, weights_.back());
    }
    // What has no inertia is as easy to move as anything.
    for (double& w : weights_)
        if (w == 0) w = std::isfinite(least) ? least : 1;
}

bool PivotChoice::is_constant(const Expr& e) const {
    return std::ranges::all_of(symbols_of(e), [&](const Expr& s) {
        return std::ranges::find(parameters_, s, &Parameter::symbol) != parameters_.end();
    });
}

bool PivotChoice::is_divisor(const Expr& e) const {
    return is_constant(e) && is_zero(substitute(e, parameter_values_)).proved_nonzero();
}

bool PivotChoice::is_divisible_constant(const Expr& e) const {
    return answer([e](const PivotChoice& at) { return at.is_divisor(e); });
}

bool PivotChoice::has_no_zero(const Expr& e) const {
    return range_of(e, parameters_).nonzero || is_divisor(e);
}

bool PivotChoice::never_vanishes(const Expr& e) const {
    return answer([e](const PivotChoice& at) { return at.has_no_zero(e); });
}

bool PivotChoice::has_no_pole(const Expr& e) const {
    return std::ranges::all_of(denominators({e}, variables_),
                               [&](const Expr& d) { return has_no_zero(d); });
}

bool PivotChoice::never_has_pole(const Expr& e) const {
    return answer([e](const PivotChoice& at) { return at.has_no_pole(e); });
}

double PivotChoice::value(const Expr& e) const {
    try {
        return evaluate(e, start_);
    } catch (const NumericalError&) {
        return nan;
    }
}

double PivotChoice::at_start(const Expr& e) const {
    return answer([e](const PivotChoice& at) { return at.value(e); });
}

int PivotChoice::sign_at_start(const Expr& e) const {
    return answer([e](const PivotChoice& at) {
        const double value = at.value(e);
        return value > 0 ? 1 : value < 0 ? -1 : 0;
    });
}

const std::vector<double>& PivotChoice::weights() const {
    if (asked_) answer([](const PivotChoice& at) { return at.weights_; });
    return weights_;
}

double PivotChoice::weight(const ExprVector& direction) const {
    double sum = 0;
    for (std::size_t i = 0; i < direction.size(); ++i) {
        if (direction[i].is_zero()) continue;
        const double part = value(direction[i]) * weights_[i];
        sum += part * part;
    }
    return sum > 0 && std::isfinite(sum) ? std::sqrt(sum) : 1;
}

ConditionRow PivotChoice::row(ConditionRow of) const {
    const Decisions::Keeping apart(nullptr);  // what is made of it is asked for
    double largest = 0;
    of.share.clear();
    of.some_poles = false;
    for (std::size_t j = 0; j < of.entries.size(); ++j) {
        const Expr& e = of.entries[j];
        const double unit = of.directions.empty() ? weights_[j] : weight(of.directions[j]);
        const double size = e.is_zero() ? 0 : std::abs(value(e)) / unit;
        of.share.push_back(std::isnan(size) ? 0 : size);
        largest = std::max(largest, of.share.back());
        of.some_poles = of.some_poles || !has_no_pole(e);
    }
    for (double& share : of.share) {
        if (std::isinf(largest))
            share = std::isinf(share) ? 1 : 0;  // a pole outweighs all else
        else if (largest > 0)
            share /= largest;
        if (of.are_alike) share = 1;
    }
    return of;
}

bool PivotChoice::has_poles(const ConditionRow& row) const {
    if (!asked_) return row.some_poles;
    return answer([row](const PivotChoice& at) { return at.row(row).some_poles; });
}

PivotMerit PivotChoice::found_merit(const ConditionRow& row, std::size_t column) const {
    const Expr& pivot = row.entries[column];
    const double share = row.share[column];
    const bool is_long = graph_size({&pivot, 1}) > longest_read_pivot;
    const double cost = pivot.is_number()    ? 0
                        : is_constant(pivot) ? 1
                        : is_long            ? cost_of_long + (share > 0 ? 1 / share : 0)
                                             : 2 + reading_cost(pivot);
    const bool proved = !row.some_poles && !is_long && has_no_zero(pivot);
    if (proved && share >= least_proved) return {PivotMerit::NeverFails, cost};
    if (share >= large) return {PivotMerit::LargeAtStart, cost};
    if (proved) return {PivotMerit::SmallButProved, cost};
    if (share > rounding) return {PivotMerit::SmallAtStart, 1 / share};
    return {PivotMerit::FailsAtStart, cost};
}

PivotMerit PivotChoice::merit(const ConditionRow& row, std::size_t column) const {
    if (!asked_) return found_merit(row, column);
    return answer(
        [row, column](const PivotChoice& at) { return at.found_merit(at.row(row), column); });
}

bool PivotChoice::is_allowed(const ConditionRow& row, std::size_t wanted) const {
    if (!row.some_poles && has_no_zero(row.entries[wanted])) return true;
    const bool none_is_known = std::ranges::all_of(row.share, [](double s) { return s == 0; });
    return none_is_known || row.share[wanted] >= least_wanted;
}

bool PivotChoice::allows(const ConditionRow& row, std::size_t wanted) const {
    if (!asked_) return is_allowed(row, wanted);
    return answer(
        [row, wanted](const PivotChoice& at) { return at.is_allowed(at.row(row), wanted); });
}

std::optional<std::size_t> PivotChoice::best(const ConditionRow& row,
                                             std::optional<std::size_t> wanted) const {
    const auto certain = [&](std::size_t j) {
        return !row.entries[j].is_zero() && is_zero(row.entries[j]).proved_nonzero();
    };
    if (wanted && certain(*wanted) && is_allowed(row, *wanted)) return wanted;
    std::optional<std::size_t> best;
    PivotMerit best_merit;
    for (std::size_t j = 0; j < row.entries.size(); ++j) {
        if (row.entries[j].is_zero()) continue;
        const PivotMerit found = found_merit(row, j);
        if ((best && !(found <= best_merit)) || !certain(j)) continue;
        best = j;
        best_merit = found;
    }
    return best;
}

std::optional<std::size_t> PivotChoice::choose(const ConditionRow& row,
                                               std::optional<std::size_t> wanted) const {
    if (!asked_) return best(row, wanted);
    return answer([row, wanted](const PivotChoice& at) { return at.best(at.row(row), wanted); });
}

}  // namespace rattleback

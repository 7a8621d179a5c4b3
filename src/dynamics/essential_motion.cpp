#include "dynamics/essential_motion.hpp"

#include <algorithm>
#include <cmath>

#include "exact/random_point.hpp"
#include "expr/flattened.hpp"
#include "expr/graph.hpp"
#include "expr/substitute.hpp"
#include "model/initial_values.hpp"
#include "rattleback/errors.hpp"
#include "trajectory/projection.hpp"

namespace rattleback {
namespace {

constexpr int points_wanted = 3, most_points = 8;

// In more bits what is not zero is far from it beside its radius, in any units.
bool contains_zero(const Ball& ball) { return std::abs(ball.midpoint) <= ball.radius; }

bool vanish_at(const ExprVector& expressions, const Point& point, bool& has_values) {
    has_values = true;
    for (const Expr& e : expressions) {
        const Ball ball = evaluate_ball(e, point);
        has_values = ball.finite;
        if (!has_values || !contains_zero(ball) || !contains_zero(evaluate_ball(e, point, 1024)))
            return false;
    }
    return true;
}

// Whether the values of the expressions do not depend on the variable.
bool are_free_of(const ExprVector& expressions, const Expr& variable) {
    ExprVector slopes = derivative(expressions, variable);
    std::erase_if(slopes, [](const Expr& e) { return e.is_zero(); });
    if (slopes.empty()) return true;
    const auto symbols = symbols_of(slopes);
    RandomPoint random(1);
    int seen = 0;
    for (int attempt = 0; attempt < most_points && seen < points_wanted; ++attempt) {
        bool has_values = false;
        try {
            // Positive values at first: roots and logarithms have values there.
            const Point point = random.point(symbols, attempt < most_points / 2);
            if (vanish_at(slopes, point, has_values))
                ++seen;
            else if (has_values)
                return false;
        } catch (const NumericalError&) {  // a pole
        }
    }
    return seen == points_wanted;
}

ExprVector conditions_on_state(const System& system, const Equations& equations,
                               const EquationsOfMotion& motion) {
    if (keeps_all_velocities(system, equations)) return motion.constraint_values();
    ExprVector positional;
    for (const Constraint& c : system.constraints)
        if (c.order == 0) positional.push_back(c.expression);
    return positional;
}

ExprVector symbols_of_state(const Equations& equations) {
    ExprVector symbols = equations.q;
    for (std::size_t i = 0; i < equations.speeds.size(); ++i) {
        const bool is_velocity = !equations.speeds_from_velocities.empty() &&
                                 equations.speeds_from_velocities[i].is_symbol();
        symbols.push_back(is_velocity ? equations.speeds_from_velocities[i] : equations.speeds[i]);
    }
    return symbols;
}

bool all_finite(const std::vector<double>& values) {
    return std::ranges::all_of(values, [](double x) { return std::isfinite(x); });
}

// A few evaluations do not repay machine code, which takes seconds for the Jacobian of a bicycle.
constexpr CompileOptions interpreted{.backend = Backend::Interpreter};

}  // namespace

bool EssentialRates::are_finite() const {
    return determined > 0 && all_finite(rates) && all_finite(rates_by_y) &&
           all_finite(constraints) && all_finite(constraints_by_y);
}

EssentialMotion::EssentialMotion(const System& system, const Equations& equations,
                                 const std::optional<Expr>& varying)
    : motion_(system, equations, {.solve = {.compile = interpreted}}),
      rates_(motion_.rates()),
      jacobian_(motion_.jacobian()),
      exact_(motion_, conditions_on_state(system, equations, motion_)),
      coordinates_(equations.q.size()),
      symbols_(symbols_of_state(equations)) {
    const ExprVector conditions = conditions_on_state(system, equations, motion_);
    condition_count_ = conditions.size();
    ExprVector outputs = conditions;
    append(outputs, flattened(jacobian(conditions, motion_.state())));
    if (!conditions.empty()) conditions_ = compile(motion_.inputs(), outputs, interpreted);
    if (!keeps_all_velocities(system, equations) &&
        equations.unknowns.size() == equations.speeds.size())
        mass_ = compile(motion_.inputs(), flattened(equations.matrix), interpreted);

    // With the values of parameters, so that what a zero removes is seen to be absent.
    const auto values =
        varying ? parameter_values(system, {*varying, *varying}) : parameter_values(system);
    Equations here = equations;
    here.velocities = substitute(equations.velocities, values);
    here.right = substitute(equations.right, values);
    for (ExprVector& row : here.matrix) row = substitute(row, values);
    drop_cyclic(here, substitute(conditions, values), system.t);
}

void EssentialMotion::drop_cyclic(const Equations& equations, const ExprVector& conditions,
                                  const Expr& time) {
    for (std::size_t i = 0; i < symbols_.size(); ++i) variables_.push_back(i);
    const auto what_acts = [&] {
        ExprVector list = equations.right;
        append(list, flattened(equations.matrix));
        append(list, conditions);
        for (const auto i : variables_)
            if (is_coordinate(i)) list.push_back(equations.velocities[i]);
        return list;
    };
    const auto is_cyclic = [&](std::size_t i) {
        return is_coordinate(i) && are_free_of(what_acts(), equations.q[i]);
    };
    for (auto found = std::ranges::find_if(variables_, is_cyclic); found != variables_.end();
         found = std::ranges::find_if(variables_, is_cyclic)) {
        cyclic_.push_back(*found);
        variables_.erase(found);
    }
    std::ranges::sort(cyclic_);
    if (!are_free_of(what_acts(), time))
        throw NumericalError(
            "The equations of motion depend on the time t, so no motion of this system is steady.");
}

EssentialRates EssentialMotion::at(std::span<const double> state,
                                   std::span<const double> parameters) const {
    const std::size_t all = symbols_.size();
    std::vector<double> in(state.begin(), state.end());
    in.push_back(0);
    in.insert(in.end(), parameters.begin(), parameters.end());
    std::vector<double> rates(all), slopes(all * all), conditions(condition_count_ * (all + 1));
    EssentialRates result;
    result.determined =
        std::min(rates_(in.data(), rates.data()), jacobian_(in.data(), slopes.data()));
    if (conditions_) (*conditions_)(in.data(), conditions.data());
    for (const auto i : variables_) {
        result.rates.push_back(rates[i]);
        for (const auto j : variables_) result.rates_by_y.push_back(slopes[i * all + j]);
    }
    for (std::size_t r = 0; r < condition_count_; ++r) {
        result.constraints.push_back(conditions[r]);
        for (const auto j : variables_)
            result.constraints_by_y.push_back(conditions[condition_count_ + r * all + j]);
    }
    if (mass_) {
        result.mass.resize(mass_->outputs());
        (*mass_)(in.data(), result.mass.data());
    }
    return result;
}

}  // namespace rattleback

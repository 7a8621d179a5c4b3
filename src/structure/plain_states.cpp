#include "structure/plain_states.hpp"

#include <algorithm>
#include <array>

#include "exact/is_zero.hpp"
#include "expr/graph.hpp"
#include "expr/substitute.hpp"
#include "model/initial_values.hpp"
#include "rattleback/errors.hpp"

namespace rattleback {
namespace {

constexpr std::size_t most_states = 700;
constexpr ZeroTestOptions brief{.limits = {.terms = 500, .work = 50}, .certify = false};

// Whether some coordinate, in which the constraint is affine and that occurs nowhere else, makes it hold.
bool is_met_by_a_coordinate(const System& system, const Constraint& constraint,
                            const ExprVector& equations) {
    return std::ranges::any_of(system.q, [&](const Expr& q) {
        const Expr slope = derivative(constraint.expression, q);
        const auto has = [&](const Expr& e) { return depends_on(e, q); };
        return slope.is_number() && !slope.is_zero() && std::ranges::none_of(equations, has) &&
               std::ranges::none_of(system.constraints, [&](const Constraint& other) {
                   return &other != &constraint && has(other.expression);
               });
    });
}

// What must vanish at a state: the equations, and the constraints on states.
ExprVector conditions(const System& system, ExprVector equations) {
    const ExprVector asked = equations;
    for (const Constraint& c : system.constraints) {
        const bool is_met = c.order == 0 && is_met_by_a_coordinate(system, c, asked);
        if (c.order < 2 && !is_met) equations.push_back(c.expression);
        if (c.order == 0) equations.push_back(derivative_along(c.expression, system.by_time()));
    }
    return equations;
}

bool vanish(const ExprVector& all, const std::vector<Replacement>& state) {
    try {
        return std::ranges::all_of(substitute(all, state),
                                   [](const Expr& e) { return is_zero(e, brief).proved_zero(); });
    } catch (const NumericalError&) {  // undefined there
        return false;
    }
}

// With the values of the parameters; empty where the model has none.
std::vector<Replacement> positions_at_start(const System& system) {
    try {
        std::vector<Replacement> start = initial_values(system);
        std::erase_if(start, [](const Replacement& value) { return value.first.order() > 0; });
        return start;
    } catch (const NumericalError&) {
        return {};
    }
}

}  // namespace

bool hold_in_a_plain_state(const System& system, const ExprVector& equations) {
    const std::array<Expr, 5> values{0, pi() / 2, -pi() / 2, pi(), 1};
    std::vector<Replacement> state{{system.t, 0}};
    for (const Expr& v : system.v) state.emplace_back(v, 0);
    const ExprVector all = substitute(conditions(system, equations), state);
    ExprVector open;
    for (const Expr& s : symbols_of(all))
        if (std::ranges::find(system.q, s) != system.q.end()) open.push_back(s);
    std::size_t states = 1;
    for (std::size_t i = 0; i < open.size() && states <= most_states; ++i) states *= values.size();
    for (std::size_t n = 0; n < std::min(states, most_states); ++n) {
        std::vector<Replacement> place;
        for (std::size_t i = 0, rest = n; i < open.size(); ++i, rest /= values.size())
            place.emplace_back(open[i], values[rest % values.size()]);
        if (vanish(all, place)) return true;
    }
    return vanish(all, positions_at_start(system));
}

}  // namespace rattleback

#include "model/input_smoothness.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "exact/is_zero.hpp"
#include "exact/simplify.hpp"
#include "expr/flattened.hpp"
#include "expr/functions.hpp"
#include "expr/graph.hpp"
#include "expr/input.hpp"
#include "expr/print_text.hpp"
#include "expr/substitute.hpp"
#include "model/build_steps.hpp"
#include "model/free_motion.hpp"
#include "model/input_table.hpp"
#include "rattleback/errors.hpp"

namespace rattleback {
namespace {

// The equations for the accelerations, and what drives exert.
ExprVector equations_of(const System& system) {
    const FreeMotion free = free_motion(system);
    ExprVector result = flattened(free.mass);
    result.insert(result.end(), free.force.begin(), free.force.end());
    const auto add_rates = [&](Expr e, int times) {
        for (; times > 0; --times) e = derivative_along(e, system.by_time());
        result.push_back(e);
    };
    for (const Constraint& c : system.constraints) add_rates(c.expression, 2 - c.order);
    for (const HigherConstraint& h : system.higher) add_rates(h.constraint.expression, 0);
    if (system.parametrization)
        for (const Expr& velocity : system.parametrization->velocities) add_rates(velocity, 1);
    for (const Drive& drive : system.drives) result.push_back(drive.whole);
    return result;
}

// Whether the formula differs on both sides of u = 0, where they meet: with a letter in the place of u, or, of
// one that is linear in t, at its zero.
bool jumps_at(const Expr& formula, const Expr& u, const Expr& t) {
    const Expr w = symbol("u of an input");  // a name that no formula can have
    const auto on_side = [&](int side) {
        return substitute(formula, std::array{Replacement{sign(u), side},
                                              Replacement{abs(u), side * w}, Replacement{u, w}});
    };
    const auto vanishes = [](const Expr& e) {
        return is_zero(e, {.limits = quick_proof}).proved_zero();
    };
    const Expr jump = simplify(on_side(1) - on_side(-1), {.limits = quick_proof});
    if (vanishes(substitute(jump, std::array{Replacement{w, 0}}))) return false;
    const Expr slope = derivative(u, t);
    if (depends_on(slope, t) || slope.is_zero()) return true;
    const Expr zero = -substitute(u, std::array{Replacement{t, 0}}) / slope;
    return !vanishes(substitute(jump, std::array{Replacement{w, 0}, Replacement{t, zero}}));
}

// Where a formula of time jumps, as far as it is not proved that it does not: the zeros of these. The
// derivative of |u| is u'·u/|u|.
ExprVector jumps_of(const Expr& formula, const Expr& t) {
    ExprVector result;
    const Graph graph(formula);
    for (std::size_t i = 0; i < graph.size(); ++i) {
        const Expr& node = graph.node(i);
        const bool has_sides = is_call(node, FunctionId::Sign) || is_call(node, FunctionId::Abs);
        if (!has_sides || !depends_on(node, t)) continue;
        const Expr& u = node.args()[0];
        if (std::ranges::find(result, u) != result.end()) continue;
        try {
            if (jumps_at(formula, u, t)) result.push_back(u);
        } catch (const NumericalError&) {  // without a value there
            result.push_back(u);
        }
    }
    return result;
}

std::string ordinal(int order) {
    constexpr std::array words{"value", "first derivative", "second derivative"};
    return order < 3 ? words.at(static_cast<std::size_t>(order))
                     : fmt::format("derivative of order {}", order);
}

// Up to an order, of which the derivatives below must not jump.
void check_formula(const Input& input, const Written& formula, const Expr& t) {
    Expr derived = input.value;
    for (int order = 0; order < input.needed; ++order) {
        const ExprVector jumps = jumps_of(derived, t);
        if (!jumps.empty())
            refuse(
                formula,
                fmt::format("the {} of the input '{}' jumps where {} = 0, and the motion, or the "
                            "force of its drive, depends on its {}: there it would take an impact",
                            ordinal(order), input.name, to_text(jumps[0]), ordinal(input.needed)));
        derived = derivative(derived, t);
    }
}

void check_table(const Input& input, const InputDescription& written) {
    if (input.table->smoothness() >= input.needed - 1) return;
    const Written& place = !written.interpolation.empty() ? written.interpolation : written.name;
    const std::string needs =
        fmt::format("the motion, or the force of its drive, depends on the {} of the input '{}'",
                    ordinal(input.needed), input.name);
    if (input.needed > 3) refuse(place, needs + ", and no interpolation of a table is so smooth");
    refuse(place,
           fmt::format("{}, and in this table its {} jumps: there it would take an impact; {} "
                       "smooth enough",
                       needs, ordinal(input.table->smoothness() + 1),
                       input.needed == 1 ? "interpolation = \"linear\" and \"spline\" are"
                                         : "interpolation = \"spline\" is"));
}

}  // namespace

void find_needed_orders(System& system) {
    const ExprVector equations = equations_of(system);
    for (std::size_t i = 0; i < system.inputs.size(); ++i) {
        Input& each = system.inputs[i];
        const InputDescription& written = system.description.inputs[i];
        each.needed = input_order_in(equations, each.name);
        if (each.table)
            check_table(each, written);
        else if (!each.is_open)
            check_formula(each, written.formula, system.t);
    }
}

}  // namespace rattleback

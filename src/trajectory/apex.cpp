#include "trajectory/apex.hpp"

#include "exact/simplify.hpp"
#include "expr/derivative.hpp"
#include "expr/graph.hpp"
#include "expr/occurrence.hpp"
#include "expr/substitute.hpp"
#include "model/input_table.hpp"
#include "rattleback/errors.hpp"

namespace rattleback {
namespace {

// An expression where the parts are zero; nothing where it has no value there.
std::optional<Expr> at_rest(Expr e, const System& system, const NormSquares& squares) {
    try {
        for (std::size_t a = 0; a < squares.parts.size(); ++a) {
            const Expr& leader = system.v[squares.leaders[a]];
            e = substitute(e, std::vector<Replacement>{{leader, leader - squares.parts[a]}});
        }
        return e;
    } catch (const NumericalError&) {  // a division by zero
        return {};
    }
}

// Whether something stands below a bar, as √(x'² + y'²) below x', that is zero there.
bool has_poles_at_rest(const Expr& e, const System& system, const NormSquares& squares) {
    const Graph graph(e);
    for (std::size_t i = 0; i < graph.size(); ++i) {
        const Expr& node = graph.node(i);
        if (node.kind() != Kind::Product) continue;
        for (std::size_t j = 0; j < node.args().size(); ++j)
            if (node.exponents()[j] < 0 && depends_on_any(node.args()[j], system.v) &&
                at_rest(node.args()[j], system, squares).value_or(0).is_zero())
                return true;
    }
    return !at_rest(e, system, squares);
}

// Whether an equation e = 0 says that velocities are zero, and its gradient is then zero too: where e is
// c·uⁿ with n > 1, or a sum of squares.
bool is_zero_twice(const Expr& e, const System& system) {
    for (const Expr& u : system.v) {
        if (!depends_on_any(e, {u})) continue;
        const Expr degree = simplify(u * derivative(e, u) / e);
        if (!depends_on_any(degree, system.v) && degree != Expr(1)) return true;
        break;
    }
    const std::vector<Parameter> parameters = lasting_parameters(system);
    return squares_of(e, system.v, parameters) || squares_of(-e, system.v, parameters);
}

}  // namespace

bool is_apex(const System& system, const NormSquares& squares) {
    for (const Constraint& c : system.constraints) {
        if (c.order == 0) continue;
        ExprVector parts = gradient(c.expression, c.order == 1 ? system.v : system.a);
        parts.push_back(c.expression);
        for (const Expr& e : parts)
            if (has_poles_at_rest(e, system, squares)) return true;
        const Expr left = *at_rest(c.expression, system, squares);
        if (c.order == 1 && depends_on_any(left, system.v) && is_zero_twice(left, system))
            return true;
    }
    return false;
}

}  // namespace rattleback

#include "structure/rate.hpp"

#include <algorithm>

#include "equations/form_choice.hpp"
#include "equations/named_quantities.hpp"
#include "exact/linear_algebra.hpp"
#include "exact/simplify.hpp"
#include "expr/integral.hpp"
#include "expr/substitute.hpp"
#include "geometry/parametrization.hpp"
#include "rattleback/errors.hpp"
#include "structure/constraint_manifold.hpp"
#include "structure/jumps.hpp"
#include "structure/regular_integrands.hpp"

namespace rattleback {
namespace {

// Velocities on the constraints, for a motion whose speeds are all the velocities.
std::vector<Replacement> on_constraints(const System& system) {
    std::vector<Replacement> result;
    if (form_in_speeds().refusal(system)) return result;
    const Parametrization manifold = parametrize(system);
    for (std::size_t i = 0; i < system.size(); ++i)
        result.emplace_back(system.v[i], manifold.psi[i]);
    return result;
}

// Zero wherever the positional constraints hold; those of velocities are taken care of.
ZeroTest is_conserved(const System& system, const Expr& rate, const Limits& limits) {
    ZeroTest everywhere = is_zero(rate, {.limits = limits});
    const bool positional =
        std::ranges::any_of(system.constraints, [](const Constraint& c) { return c.order == 0; });
    if (!positional || everywhere.verdict != Verdict::NonZero) return everywhere;
    const ConstraintManifold manifold = constraint_manifold(system);
    ZeroTest there = is_zero(substitute(rate, manifold.positions), {.limits = limits});
    if (there.verdict == Verdict::NonZero && !manifold.is_whole()) {
        there.verdict = Verdict::Unknown;
        there.reason = manifold.left_out;
    }
    return there;
}

// What exact algebra takes for any function is a certain one, and exists only where its integrand does.
void weigh_integrals(const System& system, const Expr& quantity, Rate& rate) {
    if (rate.zero.verdict == Verdict::NonZero && has_integrals(rate.value)) {
        rate.zero.verdict = Verdict::Unknown;
        rate.zero.reason = "its rate contains an integral of which only derivatives are known";
    }
    if (rate.zero.holds() && !has_regular_integrands({quantity}, system.parameters)) {
        rate.zero.verdict = Verdict::Unknown;
        rate.zero.reason = "its rate is zero, but an integrand may be infinite between the bounds";
    }
}

// A name that is nobody's would count as a constant.
void require_known_symbols(const System& system, const Equations& equations, const Expr& e) {
    ExprVector known = system.q;
    known.insert(known.end(), system.v.begin(), system.v.end());
    known.insert(known.end(), equations.speeds.begin(), equations.speeds.end());
    known.push_back(system.t);
    for (const Parameter& p : system.parameters) known.push_back(p.symbol);
    for (const Expr& symbol : free_symbols({e}))
        if (std::ranges::find(known, symbol) == known.end())
            throw DerivationError("'" + std::string(symbol.name()) +
                                  "' has no value along the motion");
}

}  // namespace

Rate rate_of_letters(const System& system, const Expr& quantity, const Limits& limits) {
    const std::string_view form = plain_form(system).name;
    const Equations equations = derive(system, form);
    const auto unknowns = solve(equations.matrix, equations.right, limits);
    if (!unknowns) throw DerivationError("the equations of motion are singular at every state");

    std::vector<Replacement> solved;
    for (std::size_t i = 0; i < equations.unknowns.size(); ++i)
        solved.emplace_back(equations.unknowns[i], (*unknowns)[i]);
    const SolvedMotion motion{substitute(equations.accelerations, solved),
                              substitute(equations.reactions, solved)};
    std::vector<Replacement> at_speeds, flow{{system.t, 1}};
    for (std::size_t i = 0; i < system.size(); ++i) {
        at_speeds.emplace_back(system.v[i], equations.velocities[i]);
        flow.emplace_back(system.q[i], equations.velocities[i]);
    }
    for (std::size_t i = 0; i < equations.speeds.size(); ++i)
        flow.emplace_back(equations.speeds[i], (*unknowns)[i]);
    const std::vector<Replacement> manifold = equations.speeds.size() >= system.size()
                                                  ? on_constraints(system)
                                                  : std::vector<Replacement>{};
    const ExprVector own = with_own_speeds(system, equations, {&quantity, 1});
    Expr followed = substitute(own[0], closed_quantities(system, motion, own, limits));
    if (needs_motion(system, own[0])) followed = simplify(followed);
    require_known_symbols(system, equations, followed);
    const auto rate_of = [&](const Expr& e) {
        const Expr along = derivative_along(substitute(e, at_speeds), flow);
        return simplify(substitute(with_known_integrals(along), manifold));
    };
    Rate result{std::string(form), rate_of(followed), {}};
    result.zero = is_conserved(system, result.value, limits);
    if (has_integrals(followed)) weigh_integrals(system, followed, result);
    if (!result.zero.holds()) return result;
    result.value = 0;  // where the constraints hold, whatever is written for other positions
    for (const Expr& zero : where_they_may_jump(parts_without_integrals({followed}), system))
        if (!rate_of(zero).is_zero())  // what is constant itself does not come to its zero
            result.jumps.push_back(zero);
    return result;
}

Rate rate_along_motion(const System& system, const Expr& quantity, const Limits& limits) {
    System with_quantity = system;  // so that the numbers are put into it too
    with_quantity.expect = {{quantity, 0}};
    std::optional<Expr> in_general;
    auto [rate, scope] = asked_twice(
        with_quantity,
        [&](const System& s) { return rate_of_letters(s, s.expect.front().first, limits); },
        [](const Rate& r) {
            return Verdicts{r.zero.verdict == Verdict::Unknown ? ""
                            : r.is_conserved()                 ? "zero"
                            : r.zero.holds()                   ? "zero between jumps"
                                                               : "not zero"};
        },
        [&](const Rate& r) {
            in_general = r.value;
            return Sentences{};
        });
    rate.scope = std::move(scope);
    rate.in_general = std::move(in_general);
    return std::move(rate);
}

}  // namespace rattleback

#include "dynamics/watched_quantities.hpp"

#include <algorithm>
#include <array>

#include "dynamics/formula_rounding.hpp"
#include "expr/functions.hpp"
#include "expr/graph.hpp"
#include "expr/integral.hpp"
#include "expr/matrices.hpp"
#include "expr/substitute.hpp"
#include "model/energy.hpp"
#include "model/expectation.hpp"
#include "model/quantities.hpp"
#include "rattleback/errors.hpp"
#include "structure/conserved.hpp"
#include "structure/energy_balance.hpp"

namespace rattleback {
namespace {

constexpr const char* no_integral = "an integral in it, sought by quadrature to ten digits,";

}  // namespace

Expr size_of_terms(const ExprVector& a, const ExprVector& b) {
    Expr sum = 0;
    for (std::size_t i = 0; i < a.size(); ++i) sum += abs(a[i] * b[i]);
    return sum;
}

namespace {

// ∂L/∂v at rest. In moving coordinates it may cancel all the rest of p, which is then small beside what
// errors of v make of it.
ExprVector momenta_at_rest(const System& system) {
    const ExprVector p = momenta_of(system.lagrangian, system.v);
    std::vector<Replacement> rest;
    for (const Expr& v : system.v) rest.emplace_back(v, 0);
    try {
        return substitute(p, rest);
    } catch (const NumericalError&) {  // which have no value there
        return ExprVector(p.size());
    }
}

}  // namespace

// With the momenta of what inputs move: their change is the power of drives, and of what acts on these.
void add_drives(const System& system, Balance& energy) {
    Expr moved = 0;
    for (const Drive& drive : system.drives) {
        moved += drive.momentum * drive.rate;
        energy.size += abs(drive.momentum * drive.rate);
    }
    energy.value += moved;
    energy.rate += derivative_along(moved, system.by_time_without_accelerations());
    ExprVector along_a = gradient(moved, system.v);
    if (std::ranges::any_of(along_a, [](const Expr& e) { return !e.is_zero(); }))
        energy.along_a = std::move(along_a);
}

std::vector<Balance> balances_of(const System& system) {
    const Expr l = lagrangian_of_motion(system);
    const ExprVector p = momenta_of(l, system.v), at_rest = momenta_at_rest(system),
                     of_motion = difference(p, at_rest);
    const auto size_with = [&](const ExprVector& along) {
        return size_of_terms(of_motion, along) + size_of_terms(at_rest, along);
    };
    const Sentence change = symbol("E") - symbol("E0");
    Balance energy{.watch = Watch{.kind = WatchKind::Energy, .says = change},
                   .value = energy_of(l, system.v),
                   .size = abs(l) + size_with(system.v),
                   .rate = dot(system.force, system.v) - derivative(l, system.t),
                   .field = {},
                   .generator = system.v};
    if (has_reaction(system) && !reactions_do_no_work(system)) energy.field = system.v;
    if (!energy.rate.is_zero() || !energy.field.empty())
        energy.watch.says = change + " - work of forces and reactions";
    if (!system.drives.empty()) {
        add_drives(system, energy);
        energy.watch.says = change + " - work of forces, reactions and drives";
    }
    std::vector<Balance> result{energy};
    for (const Symmetry& s : system.symmetries) {
        const ExprVector rate =
            derivative_along(s.generator, system.by_time_without_accelerations());
        ExprVector along_a = product(transposed(jacobian(s.generator, system.v)), p);
        if (std::ranges::all_of(along_a, [](const Expr& e) { return e.is_zero(); })) along_a = {};
        result.push_back({.watch = Watch{.kind = WatchKind::Momentum,
                                         .which = s.name,
                                         .says = Sentence(symbol("J") - symbol("J0")) +
                                                 " - impulse of forces and reactions"},
                          .value = dot(p, s.generator),
                          .size = size_with(s.generator),
                          .rate = dot(gradient(l, system.q), s.generator) + dot(p, rate) +
                                  dot(system.force, s.generator),
                          .field = has_reaction(system) ? s.generator : ExprVector{},
                          .along_a = along_a,
                          .generator = s.generator});
    }
    for (std::size_t i = 0; i < system.expect.size(); ++i) {
        const auto& [quantity, form] = system.expect[i];
        if (!is_constant_of_motion(form)) continue;
        const ExprVector symbols = free_symbols({quantity});
        ExprVector slopes = gradient(quantity, symbols);
        for (Expr& slope : slopes) slope = with_known_integrals(slope);
        result.push_back({.watch = Watch{.kind = WatchKind::Constant,
                                         .which = name_of_expected(system, i),
                                         .says = "change since the start",
                                         .without_value = no_integral,
                                         .of_forces = needs_motion(system, quantity)},
                          .value = quantity,
                          .size = abs(quantity) + size_of_terms(slopes, symbols),
                          .rate = 0,
                          .field = {},
                          .generator = {},
                          .rounding = rounding_of(quantity)});
    }
    return result;
}

std::vector<Residual> residuals_of(const System& system) {
    std::vector<Residual> result;
    for (const Constraint& c : system.constraints) {
        const auto watch = [&](const std::string& name, const char* says) {
            return Watch{.kind = WatchKind::Constraint, .which = name, .says = says};
        };
        if (c.order == 0) {
            const ExprVector slope = gradient(c.expression, system.q);
            result.push_back(
                {watch(c.name, "residual"), c.expression, size_of_terms(slope, system.q)});
            result.push_back({watch(c.name + "'", "residual of its rate"),
                              derivative_along(c.expression, system.by_time()),
                              size_of_terms(slope, system.v)});
        }
        if (c.order == 1)
            result.push_back({watch(c.name, "residual"), c.expression,
                              size_of_terms(gradient(c.expression, system.v), system.v)});
    }
    for (const auto& [symbol, form] : system.expect)
        if (!is_constant_of_motion(form))
            result.push_back({Watch{.kind = WatchKind::ClosedForm,
                                    .which = symbol,
                                    .says = "difference from the closed form",
                                    .without_value = no_integral,
                                    .of_forces = needs_motion(system, symbol)},
                              symbol - form, abs(symbol) + abs(form), rounding_of(form)});
    return result;
}

Sentence Watch::name() const {
    static constexpr std::array words{"energy",   "energy of",  "momentum",
                                      "constant", "constraint", "power of the reaction",
                                      "Gauss",    "expected"};
    static_assert(words.size() == static_cast<std::size_t>(WatchKind::ClosedForm) + 1);
    const Sentence kind_name = words[static_cast<std::size_t>(kind)];
    return which.empty() ? kind_name : kind_name + " " + which;
}

bool has_reaction(const System& system) {
    return system.principle != Principle::Vakonomic &&
           (!system.constraints.empty() || !system.higher.empty() || system.parametrization);
}

}  // namespace rattleback

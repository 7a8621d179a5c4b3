#include "equations/chart_denominators.hpp"

#include <algorithm>

#include "expr/flattened.hpp"
#include "expr/substitute.hpp"
#include "geometry/core_system.hpp"
#include "geometry/denominators.hpp"
#include "geometry/pivot_choice.hpp"

namespace rattleback {
namespace {

// Of the motion in all velocities, on the velocities of the form.
ExprVector of_motion(const System& system, const Equations& equations) {
    const CoreSystem core = core_system(with_cleared_constraints(system));
    ExprVector entries = core.force, state = system.q;
    append(entries, core.beta);
    for (const ExprMatrix* rows : {&core.mass, &core.a, &core.n}) append(entries, *rows);
    append(state, {system.v, {system.t}});
    std::vector<Replacement> on_form;
    for (std::size_t i = 0; i < system.size(); ++i)
        on_form.emplace_back(system.v[i], equations.velocities[i]);
    return substitute(denominators(entries, state), on_form);
}

}  // namespace

ExprVector chart_denominators(const System& system, const Equations& equations) {
    ExprVector entries = equations.velocities, state = equations.q;
    append(entries, {equations.right});
    append(entries, equations.matrix);
    append(state, {equations.speeds, {system.t}});
    const PivotChoice known(system);
    ExprVector found = denominators(entries, state);
    std::erase_if(found, [&](const Expr& d) { return known.never_vanishes(d); });
    if (found.empty()) return found;
    const ExprVector others = of_motion(system, equations);
    std::erase_if(found,
                  [&](const Expr& d) { return std::ranges::find(others, d) != others.end(); });
    return found;
}

}  // namespace rattleback

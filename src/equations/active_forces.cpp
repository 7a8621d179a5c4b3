#include "equations/active_forces.hpp"

#include "expr/substitute.hpp"
#include "rattleback/errors.hpp"

namespace rattleback {
namespace {

// L(t, q, 0), or 0 where there is no such value.
Expr at_rest(const System& system, const Expr& lagrangian) {
    std::vector<Replacement> rest;
    for (const Expr& v : system.v) rest.emplace_back(v, 0);
    try {
        return substitute(lagrangian, rest);
    } catch (const NumericalError&) {
        return 0;
    }
}

}  // namespace

ActiveForces active_forces(const System& system) {
    return active_forces(system, system.lagrangian);
}

ActiveForces active_forces(const System& system, const Expr& lagrangian) {
    const Expr minus_potential = at_rest(system, lagrangian);
    ActiveForces result{lagrangian - minus_potential, gradient(minus_potential, system.q)};
    for (std::size_t i = 0; i < system.size(); ++i) result.force[i] += system.force[i];
    return result;
}

}  // namespace rattleback

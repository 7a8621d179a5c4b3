#include "model/energy.hpp"

#include <algorithm>

#include "base/remembered.hpp"

namespace rattleback {

ExprVector momenta_of(const Expr& lagrangian, const ExprVector& velocities) {
    thread_local Remembered<ExprVector, ExprVector> known;
    ExprVector key = velocities;
    key.push_back(lagrangian);
    return known.value(key, [&] { return gradient(lagrangian, velocities); });
}

Expr energy_of(const Expr& lagrangian, const ExprVector& velocities) {
    const ExprVector momenta = momenta_of(lagrangian, velocities);
    SumBuilder sum;
    for (std::size_t i = 0; i < momenta.size(); ++i) sum.add(momenta[i] * velocities[i]);
    sum.add(-1, lagrangian);
    return sum.build();
}

Expr energy_of(const System& system) {
    Expr energy = energy_of(system.lagrangian, system.v);
    for (const Drive& drive : system.drives) energy += drive.momentum * drive.rate;
    return energy;
}

bool reactions_do_no_work(const System& system) {
    const bool is_only_parametrized = system.parametrization && system.constraints.empty();
    return !is_generalized(system) && !is_only_parametrized && system.higher.empty() &&
           std::ranges::all_of(system.constraints, [](const Constraint& c) {
               return c.order < 2 && (c.dependence == Dependence::Linear ||
                                      c.dependence == Dependence::Homogeneous);
           });
}

}  // namespace rattleback

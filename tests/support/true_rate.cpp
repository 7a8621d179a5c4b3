#include "support/true_rate.hpp"

namespace rattleback::testing {

Real value_at(const System& system, const State& state, const Expr& e) {
    return OracleValue<Real>(values_of(system, state))(e);
}

Real true_rate(const System& system, const State& state, const Expr& quantity) {
    return Curve(system, state, true_motion(system, state).a).rate(quantity);
}

Real true_reaction_power(const System& system, const State& state) {
    const Vector reaction = true_motion(system, state).reaction;
    Real power = 0;
    for (std::size_t i = 0; i < reaction.size(); ++i) power += reaction[i] * state.v[i];
    return power;
}

}  // namespace rattleback::testing

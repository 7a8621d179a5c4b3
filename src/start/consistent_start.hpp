// The consistent initial state nearest to a given one, in the metric of the kinetic energy.
//
// What the model names stays as it is where that is possible: only what it does not name, and what
// would be zero otherwise, is moved. If the constraints cannot hold so, everything is moved.
//
// Positions first, then velocities: given u₀ that violates constraints c(u) = 0 (φ for positions, b
// for velocities), the nearest u makes ½ (u − u₀)ᵀ M (u − u₀) least on c = 0. Newton's method on the
// conditions of Lagrange, with M in the place of the whole second derivative:
//
//     M δ + Cᵀλ = −M (u − u₀) ,    C δ = −c ,    C = ∂c/∂u .
//
// The iteration begins at u₀, or beside it where it does not converge from there: a gradient may
// vanish at values that nobody chose. For affine constraints it is one step, and the distance is the
// velocity that an impulse of the reactions would add. Numbers are doubles: this is advice to the
// user, not a proof. What is small is small beside what the kinetic energy of the whole state, or
// that which the forces would give it on its way, would make of an entry: no unit matters.
#pragma once

#include "expr/evaluate.hpp"
#include "expr/sentence.hpp"
#include "model/system.hpp"

namespace rattleback {

struct Violation {
    std::size_t constraint;
    double amount;  // of φ, or of b; not finite where it has no value
};

struct ConsistentStart {
    std::vector<Violation>
        positions;  // positional constraints that the initial coordinates violate
    // Constraints that the initial velocities violate, at positions that satisfy theirs.
    std::vector<Violation> velocities;
    // The nearest consistent state, where something is violated and it was found.
    std::optional<std::vector<double>> nearest_q, nearest_v;
    bool keeps_given_q = true, keeps_given_v = true;  // whether what the model names was not moved
};

// 'c' by 0.5; 'c', which has no value there.
Sentence violated(const System& system, const Violation& violation);

// Violations below `tolerance`, relative to the size of the terms, are rounding.
// Throws NumericalError where the model has an unspecified function.
ConsistentStart consistent_start(const System& system, double tolerance = 1e-9);

}  // namespace rattleback

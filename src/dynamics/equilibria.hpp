// Equilibria and steady motions: states at which nothing but cyclic coordinates changes.
//
//     f(y) = 0 ,    c(y) = 0          y the essential variables (essential_motion.hpp)
//
// Equations are solved by damped Gauss–Newton steps (Levenberg–Marquardt), because solutions come in
// families: a wheel rolls straight at any speed. The first search starts at the model's initial state, the others
// at random ones. Of the family through a solution: steady_family.hpp.
// Solutions that differ by whole turns of
// an angle are one. Of a family one point is kept for each kind of stability that it has: a further
// point is on a known family when a walk on solutions leads there.
//
// Where the form divides by what may vanish (equations/chart_denominators.hpp), each search is made a
// second time in all velocities: equilibria are those of the motion, not of its variables.
//
// A frame turned by a unit quaternion is described by its four entries, and steady only where it does
// not turn.
//
// A state that the model refuses as a start, as that of a disc under its plane, is marked.
//
// That no more solutions were found does not show that there are none.
#pragma once

#include "base/keep_going.hpp"
#include "dynamics/steady_search.hpp"
#include "rattleback/requests.hpp"

namespace rattleback {

struct Equilibria {
    std::vector<SteadyMotion> found;    // that nearest to the initial state first
    Sentences notes;                    // what the search does not see: full sentences
    std::size_t tries = 0, failed = 0;  // searches, and those that led nowhere
    std::size_t others_on_families = 0;
    ExprVector given;  // what the model's [initial] names
};

struct EquilibriaOptions {
    // Random starts beside the initial state, for each set of variables.
    std::size_t tries = EquilibriaRequest().tries;
    std::uint64_t seed = EquilibriaRequest().seed;
    KeepGoing keep_going = {};
};

// Throws NumericalError where the motion is not determined at the initial state either.
Equilibria equilibria(const System& system, const EquilibriaOptions& options = {});

}  // namespace rattleback

// What a motion keeps, as functions of the state: for those who integrate it with a program of their
// own and want to see how far it drifts.
//
//   energy             always; where it is not conserved, or that is not decided, a note says so
//   momentum NAME      of each symmetry of the model whose momentum is proved to be conserved
//   constraint NAME    what must be zero at every state, φ and dφ/dt or b(t, q, v), unless the state of
//                      the formulation keeps it by construction
//
// How far they are from constant in a run of Rattleback itself: dynamics/motion_checks.hpp.
#pragma once

#include "compiled/equations_of_motion.hpp"

namespace rattleback {

struct Invariant {
    std::string name;
    Expr value;  // of the inputs of the equations of motion
};

struct Invariants {
    std::vector<Invariant> kept;
    std::vector<std::string> notes;  // what is missing, and why: full sentences
};

Invariants invariants(const System& system, const EquationsOfMotion& motion);

}  // namespace rattleback

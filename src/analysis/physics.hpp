// Is the model sound physics? What `check` reports, and `simulate` refuses.
//
//   singular mass matrix        which velocities have no inertia
//   impossible bodies           negative masses or moments of inertia, moments beyond the triangle
//                               inequality
//   impossible constraints      no real velocity satisfies one of them
//   inconsistent constraints    which contradict each other
//   redundant constraints       which follow from others; the motion is unique, its multipliers not
//   constraints in disguise     written so that their gradient vanishes where they hold
//   initial state               which constraints it violates, by how much, and the nearest state that
//                               satisfies them, in the metric of the kinetic energy
//   transversality              whether M a = f + Nᵀμ, A a + β = 0 has one solution at that state
//
// An Error means that there is no motion to compute, a Warning that the motion is not what the user
// may think, a Note that something is worth knowing.
#pragma once

#include "analysis/answer.hpp"
#include "model/system.hpp"

namespace rattleback {

enum class Severity : std::uint8_t { Note, Warning, Error };

struct Finding {
    Severity severity = Severity::Note;
    std::string sentence;
};

std::vector<Finding> findings(const System& system, const Limits& limits = analysis_limits);

bool has_errors(const std::vector<Finding>& all);

}  // namespace rattleback

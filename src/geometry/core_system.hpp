// The core system: one small linear system behind every formulation.
//
//     M a = f + Nᵀ μ ,    A a + β = 0
//
// M and f are those of the free motion (model/free_motion.hpp). Every constraint, of whatever order,
// becomes a row of A a + β = 0: positional φ(t,q) by two time derivatives, kinematic b(t,q,v) by
// one, second order as it stands. The reaction is R = Nᵀ μ: ideal (Chetaev) N = A; generalized, the
// rows of N are the directions given with the constraints, or span the annihilator of W.
//
// Rows of A that depend on those before them are left out, with their β and their row of N:
// `independent` says which constraints stay. Whether what was left out agrees with the rest is a
// question for classification. The motion is unique where A M⁻¹ Nᵀ is invertible.
#pragma once

#include "model/free_motion.hpp"

namespace rattleback {

struct ConstraintRows {
    ExprMatrix a;                          // A, k × n
    ExprVector beta;                       // β
    std::vector<std::size_t> independent;  // the constraints that these rows belong to
};
ConstraintRows constraint_rows(const System& system);
ConstraintRows all_constraint_rows(const System& system);  // dependent ones included
// The constraints whose rows depend on those of others, when these come first; in the order of the model.
std::vector<std::size_t> dependent_constraints(const System& system,
                                               const std::vector<std::size_t>& first);

struct CoreSystem {
    ExprMatrix mass;
    ExprVector force;
    ExprMatrix a;
    ExprVector beta;
    ExprMatrix n;  // N; the same as a when the constraints are ideal
    std::vector<std::size_t> independent;
};
CoreSystem core_system(const System& system);

// A basis of W, the space on which the reaction vanishes, one vector per row: the kernel of N.
ExprMatrix reaction_free_space(const System& system);

}  // namespace rattleback

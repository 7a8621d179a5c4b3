// Momenta of symmetries, and whether the motion keeps them [S §6].
//
// For a field ξ(t, q), or one that depends on velocities too, J = ∂L/∂v · ξ changes along every motion as
//
//     dJ/dt = ξ⁽¹⁾L + F·ξ + R·ξ ,      ξ⁽¹⁾L = ∂L/∂q · ξ + ∂L/∂v · dξ/dt .
//
// ξ is a symmetry of L when ξ⁽¹⁾L = 0, and R·ξ = 0 when ξ ∈ W. With both, and no force along it, J
// is conserved: Noether's theorem where constraints are. A single symmetry rarely lies in W, but a
// combination with varying coefficients, ξ = Σ cₐ(q, v) ξₐ, may: a section. Then
//
//     ξ⁽¹⁾L = ∂L/∂v · Σ ċₐ ξₐ = D_vL([dξ/dt]_Q) ,
//
// the nonholonomic momentum equation [S 47; Bloch et al. 1996], to which [S] should add F·ξ. These
// combinations are found here, as the kernel of N·(ξ₁ … ξ_g). A field of the model that is no symmetry
// of L is a section where it combines symmetries of the model and translations along coordinates that
// L does not depend on. With velocities in ξ, dξ/dt has the accelerations of the motion.
//
// Vakonomic motion has 𝕃 = L − λ·b in the place of L, and no reaction.
#pragma once

#include "expr/sentence.hpp"
#include "structure/constraint_manifold.hpp"
#include "structure/scope.hpp"

namespace rattleback {

struct Momentum {
    Sentence name;                                    // of the symmetry, or of the combination
    ExprVector field;                                 // ξ
    Expr momentum;                                    // J
    Answer symmetry_of_lagrangian = Answer::Unknown;  // ξ⁽¹⁾L = 0 identically
    Answer in_w = Answer::Unknown;
    bool is_section = false;                   // a combination of symmetries, and none itself
    std::optional<Expr> lagrangian_rate = {};  // ξ⁽¹⁾L along the motion
    Expr force_rate = {};                      // F·ξ on the manifold
    std::optional<Expr> reaction_rate =
        {};                         // R·ξ; nothing when it has no closed form within the limits
    std::optional<Expr> rate = {};  // dJ/dt, their sum
    Answer conserved = Answer::Unknown;
    Sentences sentences = {};
};

struct Momenta {
    std::vector<Momentum> symmetries;  // one per symmetry of the model
    std::vector<Momentum> sections;    // combinations of them that lie in W
    Sentence branch;
    ValueScope scope = {};
    Sentences sentences() const;
};

Momenta momenta(const System& system, const Limits& limits = interactive_limits);

}  // namespace rattleback

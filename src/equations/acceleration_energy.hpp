// The energy of the accelerations, and the parts of Gauss's function, as functions of (t, q, v, a).
//
//     G = ½ Σ m_ν |r̈_ν − A_ν/m_ν|² = S + S₁ − S₂                                          [B 31, 38]
//     S = ½ Σ m_ν |r̈_ν|² ,   S₁ = ½ Σ |A_ν|²/m_ν ,   S₂ = Σ A_ν · r̈_ν
//
// for particles. A force F on the coordinates themselves acts on the particles by the shares
// m_ν ∂_i r_ν (M⁻¹F)^i, the smallest ones that have it for their generalized force.
//
// Without particles, or where L is more than their kinetic energy, the metric M has their place:
//
//     S = ½ aᵀ M a − a·(f − A) ,   A = F + ∂L/∂q at v = 0          (for natural L: ½ aᵀMa + a·Γvv)
//
// is ½ |Dv/dt|²_M, with Dv/dt = a − M⁻¹(f − A), but for S₀ = ½ |M⁻¹(f − A)|²_M, which is free of a.
// S₁ = ½ |M⁻¹A|²_M, S₂ = A · Dv/dt, and G = ½ ‖a − a_free‖²_M = S + S₀ + S₁ − S₂. The G of particles
// is greater by what is normal to the configurations, which the constraints of §5 do not change.
#pragma once

#include <optional>
#include <string>

#include "model/system.hpp"

namespace rattleback {

// The free motion is ∂S/∂a = A.
struct AccelerationEnergy {
    Expr s;
    ExprVector active;  // A
    std::string meaning;
};
AccelerationEnergy acceleration_energy(const System& system);

struct GaussParts {
    std::optional<Expr> s_0;  // what S lacks; of particles it lacks nothing
    Expr s_1, s_2;
    Expr gauss;  // G, from its definition and not from its parts
    std::string meaning;
};

// Nothing where they need the inverse of an M that is singular, or so long that nobody would read it.
std::optional<GaussParts> gauss_parts(const System& system);

}  // namespace rattleback

// The terms (i), (ii), (iii) of Voronec's nonlinear equations, and where they cancel.
//
//   −Σ_ν p_ν B_i^ν = (i) + (ii) + (iii) ,   p_ν = ∂T/∂v_{m+ν} on the constraint
//
//   (i)   = −Σ_ν p_ν d/dt ∂α_ν/∂v_i                  stands with the other sign in d/dt ∂T*/∂v_i
//   (ii)  = Σ_ν Σ_σ p_ν ∂α_σ/∂v_i ∂α_ν/∂q_{m+σ}       in −Σ_σ ∂T*/∂q_{m+σ} ∂α_σ/∂v_i
//   (iii) = Σ_ν p_ν ∂α_ν/∂q_i                         in −∂T*/∂q_i
//
// [T Prop. 3.3, which has the places of (ii) and (iii) interchanged]. What is left is
//
//   d/dt (∂T/∂v_i) + Σ_ν ∂α_ν/∂v_i dp_ν/dt − ∂T/∂q_i − Σ_σ ∂α_σ/∂v_i ∂T/∂q_{m+σ} ,
//
// with the constraints put in: the left side of (25), which talamucci.hpp has in coefficients.
#pragma once

#include "equations/explicit_system.hpp"

namespace rattleback {

// `voronec` are the equations (18) of the same system. None where there are no constraints.
std::vector<Step> cancelled_terms(const System& system, const ExplicitSystem& e,
                                  const Equations& voronec);

}  // namespace rattleback

// What moves an input that moves the system: a steering angle, a gait, a mass that is carried to and fro.
//
// A prescribed s(t) is a coordinate that is known. The equations of the others have s, s' and s'' in them;
// its own one is left over, and says what the drive exerts and delivers:
//
//     Q_s = d/dt ∂L/∂s' − ∂L/∂s − F_s − R_s ,     P_s = Q_s s' ,
//
// with the forces F_s of potentials, dampers and forces on particles, and the reaction R_s = Σ μ ∂b/∂s'
// of ideal constraints (∂φ/∂s of positional ones). Where the model has a law of reactions of its own, which
// says nothing of s, R_s is not known, and so is Q_s; vakonomic motion has no such equation. With the
// momentum of s counted, the energy p·v + ∂L/∂s' s' − L changes by the powers of all forces, P_s among
// them.
#pragma once

#include "model/system.hpp"

namespace rattleback {

// Of a system with the names of its inputs: those in which L, a force or a reaction moves with one.
std::vector<Drive> drives_of(const System& system);

// With the values of inputs and of their derivatives in the place of names.
std::vector<Replacement> values_of(const std::vector<Input>& inputs);
std::vector<Drive> with_values(std::vector<Drive> drives, const std::vector<Input>& inputs);

// "Q_steer" and "P_steer", with what they stand for.
std::vector<std::pair<std::string, Expr>> drive_quantities(const System& system);
// Whether a name may be one of those.
bool is_drive_quantity(const std::string& name, const Description& description);

}  // namespace rattleback

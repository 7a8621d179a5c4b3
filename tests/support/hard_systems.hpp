// Systems on which a lost term or a wrong sign shows, each with a state on its constraints.
//
// Between them they have: metrics and constraints that depend on position, different masses,
// potentials, damping, gyroscopic terms and time in L and in the constraints, two constraints at
// once, affine and truly nonlinear constraints, some without a closed form, positional ones and
// ones of second order, a Lagrangian that is not quadratic, and reactions that follow another law.
#pragma once

#include <string>
#include <vector>

#include "support/motion_oracle.hpp"

namespace rattleback::testing {

struct HardSystem {
    System system;
    State state;
};

HardSystem hard_system(const Description& description, State near);

HardSystem chaplygin_sleigh();

HardSystem curved_with_damping();

HardSystem ball_on_turntable();

HardSystem rheonomic();

HardSystem perpendicular_velocities();

HardSystem appell_hamel();

HardSystem rolling_disc();

HardSystem positional_and_kinematic();

HardSystem second_order();

HardSystem without_closed_form();

HardSystem not_quadratic();

HardSystem reaction_direction();

HardSystem charged_particles();

// A chain of links with a blade and a torsion spring each: for large systems, not among those below.
HardSystem snake(int links);

std::vector<HardSystem> hard_systems();

}  // namespace rattleback::testing

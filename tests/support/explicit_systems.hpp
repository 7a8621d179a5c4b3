// Systems with explicit constraints v_dep = α(t, q, v_ind), for the formulations of Voronec's family.
//
// The first four are those of the reference values tests/data/t_*.json: metrics and α that depend
// on all coordinates, one and two constraints, linear and not, with and without time. Then a
// system of particles in moving coordinates, whose kinetic energy has terms of degree 0, 1 and 2 in
// the velocities, and the small classics.
#pragma once

#include <random>

#include "support/hard_systems.hpp"

namespace rattleback::testing {

// Random states around that of a hard system, on its constraints.
std::vector<State> random_states(const HardSystem& hard);

// That the Equations have the motion of the hard system, at its state and at random ones. There the
// oracle's difference quotient may lose digits, as when the velocity comes near that of light.
void expect_motion(const Equations& equations, const HardSystem& hard);

inline const char* const kinetic_of_three =
    "(1 + q3^2)/2*q1'^2 + (2 + cos(q1))/2*q2'^2 + (1 + q1^2/2)/2*q3'^2 + 3/10*sin(q2)*q1'*q3'"
    " + q3/5*q1'*q2'";
inline const char* const kinetic_of_four =
    "(2 + cos(q2))/2*q1'^2 + (2 + q1^2)/2*q2'^2 + (3/2 + q4^2/2)/2*q3'^2"
    " + (1 + cos(q3)^2/2)/2*q4'^2 + q1/5*q1'*q3' + sin(q3)/4*q2'*q4' + q2/3*q3'*q4' + q4/5*q1'*q2'";

HardSystem curved_k1();

HardSystem time_alpha();

HardSystem curved_k2();

HardSystem voronec_linear();

HardSystem moving_particles();

HardSystem nonholonomic_particle();

HardSystem skate();

// What occurs in T and α are the independent coordinates only; the potential is linear in q4.
HardSystem chaplygin_type();

}  // namespace rattleback::testing

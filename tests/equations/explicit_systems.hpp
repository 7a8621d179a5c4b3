// Systems with explicit constraints v_dep = α(t, q, v_ind), for the formulations of Voronec's family.
//
// The first four are those of the reference values tests/data/t_*.json: metrics and α that depend
// on all coordinates, one and two constraints, linear and not, with and without time. Then a
// system of particles in moving coordinates, whose kinetic energy has terms of degree 0, 1 and 2 in
// the velocities, and the small classics.
#pragma once

#include <random>

#include "hard_systems.hpp"

namespace rattleback::testing {

// Random states around that of a hard system, on its constraints.
inline std::vector<State> random_states(const HardSystem& hard) {
    std::mt19937_64 random(20);
    std::uniform_real_distribution<double> step(-0.1, 0.1);
    std::vector<State> states;
    for (int i = 0; i < 3; ++i) {
        State near = hard.state;
        near.t += step(random);
        for (Real& q : near.q) q += step(random);
        for (Real& v : near.v) v += step(random);
        states.push_back(on_constraints(hard.system, near));
    }
    return states;
}

// That the Equations have the motion of the hard system, at its state and at random ones. There the
// oracle's difference quotient may lose digits, as when the velocity comes near that of light.
inline void expect_motion(const Equations& equations, const HardSystem& hard) {
    expect_motion(equations, hard.system, hard.state);
    for (const State& state : random_states(hard))
        expect_motion(equations, hard.system, state, 1e-11L);
}

inline const char* const kinetic_of_three =
    "(1 + q3^2)/2*q1'^2 + (2 + cos(q1))/2*q2'^2 + (1 + q1^2/2)/2*q3'^2 + 3/10*sin(q2)*q1'*q3'"
    " + q3/5*q1'*q2'";
inline const char* const kinetic_of_four =
    "(2 + cos(q2))/2*q1'^2 + (2 + q1^2)/2*q2'^2 + (3/2 + q4^2/2)/2*q3'^2"
    " + (1 + cos(q3)^2/2)/2*q4'^2 + q1/5*q1'*q3' + sin(q3)/4*q2'*q4' + q2/3*q3'*q4' + q4/5*q1'*q2'";

inline HardSystem curved_k1() {
    return hard_system(
        {.title = "Curved metric, one nonlinear constraint",
         .coordinates = {"q1", "q2", "q3"},
         .kinetic = kinetic_of_three,
         .potential = "(q1^2 + q2^2)/2 + 3/10*q3",
         .constraints = {{.name = "c",
                          .equation = "q3' = q1*q2'/2 + cos(q3)/2*sqrt(1 + q1'^2 + 2*q2'^2)"}}},
        {.t = 0, .q = {0.3L, -0.5L, 0.2L}, .v = {0.7L, -0.4L, 0.5L}});
}

inline HardSystem time_alpha() {
    return hard_system(
        {.title = "Time in a nonlinear constraint",
         .coordinates = {"q1", "q2", "q3"},
         .kinetic = kinetic_of_three,
         .potential = "(q1^2 + q2^2)/2 + 3/10*q3",
         .constraints = {{.name = "c",
                          .equation = "q3' = q1*q2'/2 + cos(t)/2*sqrt(1 + q1'^2 + 2*q2'^2)"}}},
        {.t = 0.8L, .q = {0.3L, -0.5L, 0.2L}, .v = {0.7L, -0.4L, 0.5L}});
}

inline HardSystem curved_k2() {
    return hard_system(
        {.title = "Curved metric, two nonlinear constraints",
         .coordinates = {"q1", "q2", "q3", "q4"},
         .kinetic = kinetic_of_four,
         .potential = "q1^2/2 + q2^2 + q3*q4/5 - q4/4",
         .forces = {{.on = "q1", .value = "-q1'/3"}, {.on = "q4", .value = "q2*q3' - q4'/2"}},
         .constraints = {{.name = "c3", .equation = "q3' = q1'^2/2 + sin(q4)*q2'"},
                         {.name = "c4", .equation = "q4' = q1*q1'*q2'/2 - q3/3*q2' + 1/5"}}},
        {.t = 0, .q = {0.3L, -0.4L, 0.25L, 0.1L}, .v = {0.6L, 0.5L, 0.2L, 0.2L}});
}

inline HardSystem voronec_linear() {
    return hard_system(
        {.title = "Curved metric, two linear constraints",
         .coordinates = {"q1", "q2", "q3", "q4"},
         .kinetic = kinetic_of_four,
         .potential = "q1^2/2 + q2^2 + q3*q4/5 - q4/4",
         .constraints = {{.name = "c3", .equation = "q3' = q4*q1' + q1/2*q2'"},
                         {.name = "c4", .equation = "q4' = sin(q3)*q1' - q2/3*q2'"}}},
        {.t = 0, .q = {0.3L, -0.4L, 0.25L, 0.1L}, .v = {0.6L, 0.5L, 0.2L, 0.2L}});
}

inline HardSystem moving_particles() {
    return hard_system(
        {.title = "Particles in moving coordinates",
         .coordinates = {"q1", "q2", "q3", "q4"},
         .parameters = {{"w", "4/5"}},
         .particles = {{.name = "P",
                        .mass = "2",
                        .position = {"q1 + q3*sin(w*t)", "q2*cos(q1) + t*q4", "q3"}},
                       {.name = "Q",
                        .mass = "3/2",
                        .position = {"q4*cos(w*t)", "q1*q4 + t^2*q2", "q2 + q3*q4"},
                        .force = {"1", "-q2'", "q1"}}},
         .forces = {{.potential = "q1*q3 + q2^2*cos(t)"}, {.on = "q3", .value = "-q3'/4"}},
         .constraints = {{.name = "c3", .equation = "q3' = cos(t)*q1'^2/2 + q4*q2'"},
                         {.name = "c4", .equation = "q4' = t*q1*q2' + sqrt(1 + q1'^2 + q2'^2)/3"}}},
        {.t = 0.6L, .q = {0.3L, -0.7L, 0.5L, 0.4L}, .v = {0.6L, 0.5L, 0.2L, 0.2L}});
}

inline HardSystem nonholonomic_particle() {
    return hard_system({.title = "Nonholonomic particle",
                        .coordinates = {"x", "y", "z"},
                        .parameters = {{"m", "3/2"}},
                        .particles = {{.name = "P", .mass = "m", .position = {"x", "y", "z"}}},
                        .constraints = {{.name = "twist", .equation = "z' = y*x'"}}},
                       {.t = 0, .q = {0.3L, -0.7L, 0.5L}, .v = {0.6L, 0.5L, 0.2L}});
}

inline HardSystem skate() {
    return hard_system(
        {.title = "Skate on an inclined plane",
         .coordinates = {"x", "y", "phi"},
         .parameters = {{"g", "1"}, {"m", "2"}},
         .lagrangian = "(m*(x'^2 + y'^2) + phi'^2)/2 + g*x",
         .constraints = {{.name = "blade", .equation = "x'*sin(phi) - y'*cos(phi) = 0"}}},
        {.t = 0, .q = {0.3L, -0.7L, 0.5L}, .v = {0.6L, 0.5L, 0.2L}});
}

// What occurs in T and α are the independent coordinates only; the potential is linear in q4.
inline HardSystem chaplygin_type() {
    return hard_system(
        {.title = "Of Chaplygin's type",
         .coordinates = {"q1", "q2", "q3", "q4"},
         .lagrangian = "((2 + cos(q2))*q1'^2 + (2 + q1^2)*q2'^2 + (1 + q1^2)*q3'^2"
                       " + 3*q4'^2)/2 + q2*q1'*q4' + q1*q3'*q4'/4 - q1*q2 - q4/4",
         .forces = {{.on = "q3", .value = "-q3'/3 + q1"}},
         .constraints = {{.name = "c3", .equation = "q3' = q2*q1' + sin(q1)*q2'"},
                         {.name = "c4", .equation = "q4' = cos(q2)*q1' - q1*q2*q2'"}}},
        {.t = 0, .q = {0.3L, -0.4L, 0.25L, 0.1L}, .v = {0.6L, 0.5L, 0.2L, 0.2L}});
}

}  // namespace rattleback::testing

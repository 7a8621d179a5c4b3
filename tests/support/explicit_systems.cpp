#include "support/explicit_systems.hpp"

namespace rattleback::testing {

std::vector<State> random_states(const HardSystem& hard) {
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

void expect_motion(const Equations& equations, const HardSystem& hard) {
    expect_motion(equations, hard.system, hard.state);
    for (const State& state : random_states(hard))
        expect_motion(equations, hard.system, state, 1e-11L);
}

HardSystem curved_k1() {
    return hard_system(
        {.title = "Curved metric, one nonlinear constraint",
         .coordinates = {"q1", "q2", "q3"},
         .kinetic = kinetic_of_three,
         .potential = "(q1^2 + q2^2)/2 + 3/10*q3",
         .constraints = {{.name = "c",
                          .equation = "q3' = q1*q2'/2 + cos(q3)/2*sqrt(1 + q1'^2 + 2*q2'^2)"}}},
        {.t = 0, .q = {0.3L, -0.5L, 0.2L}, .v = {0.7L, -0.4L, 0.5L}});
}

HardSystem time_alpha() {
    return hard_system(
        {.title = "Time in a nonlinear constraint",
         .coordinates = {"q1", "q2", "q3"},
         .kinetic = kinetic_of_three,
         .potential = "(q1^2 + q2^2)/2 + 3/10*q3",
         .constraints = {{.name = "c",
                          .equation = "q3' = q1*q2'/2 + cos(t)/2*sqrt(1 + q1'^2 + 2*q2'^2)"}}},
        {.t = 0.8L, .q = {0.3L, -0.5L, 0.2L}, .v = {0.7L, -0.4L, 0.5L}});
}

HardSystem curved_k2() {
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

HardSystem voronec_linear() {
    return hard_system(
        {.title = "Curved metric, two linear constraints",
         .coordinates = {"q1", "q2", "q3", "q4"},
         .kinetic = kinetic_of_four,
         .potential = "q1^2/2 + q2^2 + q3*q4/5 - q4/4",
         .constraints = {{.name = "c3", .equation = "q3' = q4*q1' + q1/2*q2'"},
                         {.name = "c4", .equation = "q4' = sin(q3)*q1' - q2/3*q2'"}}},
        {.t = 0, .q = {0.3L, -0.4L, 0.25L, 0.1L}, .v = {0.6L, 0.5L, 0.2L, 0.2L}});
}

HardSystem moving_particles() {
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

HardSystem nonholonomic_particle() {
    return hard_system({.title = "Nonholonomic particle",
                        .coordinates = {"x", "y", "z"},
                        .parameters = {{"m", "3/2"}},
                        .particles = {{.name = "P", .mass = "m", .position = {"x", "y", "z"}}},
                        .constraints = {{.name = "twist", .equation = "z' = y*x'"}}},
                       {.t = 0, .q = {0.3L, -0.7L, 0.5L}, .v = {0.6L, 0.5L, 0.2L}});
}

HardSystem skate() {
    return hard_system(
        {.title = "Skate on an inclined plane",
         .coordinates = {"x", "y", "phi"},
         .parameters = {{"g", "1"}, {"m", "2"}},
         .lagrangian = "(m*(x'^2 + y'^2) + phi'^2)/2 + g*x",
         .constraints = {{.name = "blade", .equation = "x'*sin(phi) - y'*cos(phi) = 0"}}},
        {.t = 0, .q = {0.3L, -0.7L, 0.5L}, .v = {0.6L, 0.5L, 0.2L}});
}

HardSystem chaplygin_type() {
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

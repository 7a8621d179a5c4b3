#include "support/hard_systems.hpp"

namespace rattleback::testing {

HardSystem hard_system(const Description& description, State near) {
    System system = build(description);
    State state = on_constraints(system, std::move(near));
    return {std::move(system), std::move(state)};
}

HardSystem chaplygin_sleigh() {
    return hard_system(
        {.title = "Chaplygin sleigh",
         .coordinates = {"x", "y", "theta"},
         .parameters = {{"l", "0.4"}, {"Jc", "0.3"}},
         .lagrangian =
             "((x' - l*sin(theta)*theta')^2 + (y' + l*cos(theta)*theta')^2 + Jc*theta'^2)/2",
         .constraints = {{.name = "blade", .equation = "x'*sin(theta) - y'*cos(theta) = 0"}}},
        {.t = 0, .q = {0.1L, -0.3L, 0.2L}, .v = {-0.9L, -0.2L, 1.1L}});
}

HardSystem curved_with_damping() {
    return hard_system(
        {.title = "Curved metric, potential and damping",
         .coordinates = {"q1", "q2", "q3"},
         .parameters = {{"c", "3/10"}},
         .lagrangian = "((1 + q3^2)*q1'^2 + (2 + cos(q1))*q2'^2 + (1 + q1^2/2)*q3'^2)/2"
                       " + q3*q1'*q2'/5 + 3/10*sin(q2)*q1'*q3' - q1^2/2 - q1*q2 - 3/10*q3",
         .forces = {{.on = "q1", .value = "-c*q1'"},
                    {.on = "q3", .value = "-c*q3'*abs(q3') + q2*q1'"}},
         .constraints = {{.name = "rolling", .equation = "sin(q3)*q1' + q2' + q1*q2*q3' = 0"}}},
        {.t = 0, .q = {0.3L, -0.5L, 0.2L}, .v = {0.7L, -0.4L, 0.6L}});
}

HardSystem ball_on_turntable() {
    return hard_system(
        {.title = "Ball on a turntable",
         .coordinates = {"x", "y", "phi", "theta", "psi"},
         .parameters = {{"m", "2"}, {"r", "1/2"}, {"Omega", "3/4"}},
         .definitions = {{"I", "2/5*m*r^2"},
                         {"wx", "theta'*cos(phi) + psi'*sin(theta)*sin(phi)"},
                         {"wy", "theta'*sin(phi) - psi'*sin(theta)*cos(phi)"}},
         .lagrangian = "m*(x'^2 + y'^2)/2"
                       " + I*(phi'^2 + theta'^2 + psi'^2 + 2*phi'*psi'*cos(theta))/2",
         .constraints = {{.name = "rolling_x", .equation = "x' - r*wy = -Omega*y"},
                         {.name = "rolling_y", .equation = "y' + r*wx = Omega*x"}}},
        {.t = 0, .q = {0.3L, -0.8L, 0.4L, 1.1L, -0.6L}, .v = {0.5L, 0.2L, -0.3L, 0.9L, 0.7L}});
}

HardSystem rheonomic() {
    return hard_system(
        {.title = "Time in the Lagrangian and in the constraint",
         .coordinates = {"x", "y", "z"},
         .lagrangian = "((1 + t^2)*x'^2 + (2 + sin(x*t))*y'^2 + 3*z'^2)/2 + t*y*x' - x*y*cos(t)",
         .constraints = {{.name = "moving", .equation = "z' = t*y*x' + sin(t)*y' + cos(2*t)*x"}}},
        {.t = 0.7L, .q = {0.4L, -0.9L, 0.3L}, .v = {0.8L, 0.5L, -0.2L}});
}

HardSystem perpendicular_velocities() {
    return hard_system(
        {.title = "Two points with perpendicular velocities",
         .coordinates = {"x1", "y1", "x2", "y2"},
         .parameters = {{"k", "2"}},
         .particles = {{.name = "P1", .mass = "1", .position = {"x1", "y1"}, .force = {"0", "-1"}},
                       {.name = "P2", .mass = "5/2", .position = {"x2", "y2"}}},
         .forces = {{.potential = "k*((x1 - x2)^2 + (y1 - y2)^2)/2"},
                    {.on = "x2", .value = "-y1'"}},
         .constraints = {{.name = "angle", .equation = "x1'*x2' + y1'*y2' = 0"}}},
        {.t = 0, .q = {0.1L, -0.2L, 1.5L, 0.4L}, .v = {0.8L, 0.5L, -0.4L, 0.6L}});
}

HardSystem appell_hamel() {
    return hard_system({.title = "Appell-Hamel",
                        .coordinates = {"x", "y", "z"},
                        .parameters = {{"a", "2/3"}, {"m", "3/2"}, {"g", "9.81"}},
                        .lagrangian = "m*(x'^2 + y'^2 + 2*z'^2)/2 - m*g*z + x*y/3",
                        .constraints = {{.name = "hamel", .equation = "z'^2 = a^2*(x'^2 + y'^2)"}}},
                       {.t = 0, .q = {0.3L, 0.2L, 1}, .v = {0.6L, -0.7L, 0.5L}});
}

HardSystem rolling_disc() {
    return hard_system(
        {.title = "Rolling disc on a slope",
         .coordinates = {"x", "y", "phi", "psi"},
         .parameters = {{"m", "2"}, {"R", "0.7"}, {"I", "0.3"}, {"J", "0.8"}, {"g", "5"}},
         .lagrangian = "m*(x'^2 + y'^2)/2 + I*phi'^2/2 + J*psi'^2/2 + m*g*x + psi*sin(phi)",
         .forces = {{.on = "phi", .value = "-phi'/5 + y"}},
         .constraints = {{.name = "roll_x", .equation = "x' = R*cos(phi)*psi'"},
                         {.name = "roll_y", .equation = "y' = R*sin(phi)*psi'"}}},
        {.t = 0, .q = {0.3L, 0.2L, 0.9L, -0.4L}, .v = {0.6L, 0.7L, 0.5L, 0.3L}});
}

HardSystem positional_and_kinematic() {
    return hard_system({.title = "A point on a moving sphere, steered",
                        .coordinates = {"x", "y", "z", "w"},
                        .lagrangian = "(x'^2 + 2*y'^2 + 3*z'^2 + (1 + x^2)*w'^2)/2 - z - x*w",
                        .constraints = {{.name = "sphere", .equation = "x^2 + y^2 + z^2 = 1 + t/4"},
                                        {.name = "steer", .equation = "w' = y*x' - x*y' + z"}}},
                       {.t = 0.5L, .q = {0.6L, 0.5L, 0.8L, 0.1L}, .v = {0.6L, 0.7L, 0.5L, 0.3L}});
}

HardSystem second_order() {
    return hard_system(
        {.title = "Second order",
         .coordinates = {"x", "y", "z"},
         .lagrangian = "((1 + y^2)*x'^2 + 2*y'^2 + (3 + sin(x))*z'^2)/2 - x*z",
         .forces = {{.on = "y", .value = "-x'/2"}},
         .constraints = {{.name = "jerk", .equation = "(1 + z^2)*x'' + y*y'' = x'*z' - t*z''"}}},
        {.t = 0.3L, .q = {0.4L, -0.9L, 0.3L}, .v = {0.8L, 0.5L, -0.2L}});
}

HardSystem without_closed_form() {
    return hard_system(
        {.title = "No closed form",
         .coordinates = {"x", "y", "z", "w"},
         .lagrangian = "((1 + y^2)*x'^2 + 2*y'^2 + (3 + sin(x))*z'^2 + w'^2)/2 - x*z*w",
         .constraints = {{.name = "cubic",
                          .equation = "(1 + x^2)*x'^3 + t*y'^3 + z*z'^3 + w'^3 = x'*y'*z' + 1"},
                         {.name = "blade", .equation = "x'*sin(w) - y'*cos(w) = t*z"}}},
        {.t = 1.3L, .q = {0.4L, -0.9L, 0.3L, 0.5L}, .v = {0.8L, 0.5L, -0.2L, 0.3L}});
}

HardSystem not_quadratic() {
    return hard_system({.title = "Relativistic charge",
                        .coordinates = {"x", "y", "z"},
                        .parameters = {{"B", "0.8"}},
                        .lagrangian = "-2*sqrt(1 - x'^2 - y'^2 - z'^2/2) + B*(x*y' - y*x') - z*x",
                        .constraints = {{.name = "plane", .equation = "z' = y*x'"}}},
                       {.t = 0, .q = {0.4L, -0.9L, 0.3L}, .v = {0.3L, 0.5L, -0.2L}});
}

HardSystem reaction_direction() {
    return hard_system(
        {.title = "Reactions along given directions",
         .coordinates = {"x", "y", "z", "w"},
         .lagrangian = "((1 + y^2)*x'^2 + 2*y'^2 + (3 + sin(x))*z'^2 + w'^2)/2 + x*y'/2 - x*z*w",
         .constraints = {{.name = "steered",
                          .equation = "x'*sin(w) = y'*cos(w)",
                          .reaction = {{"x", "1"}, {"y", "-2 + x"}, {"w", "x'"}}},
                         {.name = "ideal", .equation = "z' = y*w' + t*x"}}},
        {.t = 0.3L, .q = {0.4L, -0.9L, 0.3L, 0.5L}, .v = {0.8L, 0.5L, -0.2L, 0.3L}});
}

HardSystem charged_particles() {
    return hard_system(
        {.title = "Charged particles in a controlled field",
         .coordinates = {"q1", "q2"},
         .parameters = {{"m1", "1"}, {"m2", "1.5"}, {"kappa", "2"}, {"a", "1"}},
         .lagrangian = "(m1*q1'^2 + m2*q2'^2)/2 - kappa*(q2 - q1 - a)^2/2 - 1/(q2 - q1)",
         .constraints = {{.name = "ratio", .equation = "q2' = (1.5 + 0.2*sin(q1 + 2*q2))*q1'"}},
         .reaction_vanishes_on = {{{"q1", "1"}, {"q2", "-1"}}}},
        {.t = 0, .q = {0.1L, 1.6L}, .v = {0.4L, 0.6L}});
}

HardSystem snake(int links) {
    Description description{.title = "Snake with " + std::to_string(links) + " links",
                            .coordinates = {"x", "y"},
                            .parameters = {{"m", "1.5"}, {"J", "0.2"}, {"l", "0.8"}, {"k", "3"}},
                            .lagrangian = "0"};
    State state{.t = 0, .q = {0.2L, -0.1L}, .v = {0.7L, 0.3L}};
    std::string lagrangian = "0", u = "x'", w = "y'";  // velocity of the next joint
    for (int i = 1; i <= links; ++i) {
        const std::string angle = "p" + std::to_string(i);
        const std::string du = " - l*sin(" + angle + ")*" + angle + "'";
        const std::string dw = " + l*cos(" + angle + ")*" + angle + "'";
        const std::string middle_u = "(" + u + du + "/2)", middle_w = "(" + w + dw + "/2)";
        lagrangian += " + m*(" + middle_u + "^2 + " + middle_w + "^2)/2 + J*" + angle + "'^2/2";
        if (i > 1) lagrangian += " - k*(" + angle + " - p" + std::to_string(i - 1) + ")^2/2";
        description.coordinates.emplace_back(angle);
        description.constraints.push_back(
            {.name = "blade" + std::to_string(i),
             .equation = middle_w + "*cos(" + angle + ") = " + middle_u + "*sin(" + angle + ")"});
        u += du;
        w += dw;
        state.q.push_back(0.3L * static_cast<Real>(i) - 0.1L * static_cast<Real>(i * i));
        state.v.push_back(0.2L * static_cast<Real>(i));
    }
    description.lagrangian = lagrangian;
    return hard_system(description, std::move(state));
}

std::vector<HardSystem> hard_systems() {
    return {chaplygin_sleigh(),
            curved_with_damping(),
            ball_on_turntable(),
            rheonomic(),
            perpendicular_velocities(),
            appell_hamel(),
            rolling_disc(),
            positional_and_kinematic(),
            second_order(),
            without_closed_form(),
            not_quadratic(),
            reaction_direction(),
            charged_particles()};
}

}  // namespace rattleback::testing

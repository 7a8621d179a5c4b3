// Systems whose small motions are known in closed form.
#pragma once

#include "model/system.hpp"

namespace rattleback::testing {

// A thin disc that rolls on a plane, m = r = g = 1: contact point (x, y), heading psi, lean theta (0
// upright), spin phi. The centre is at the contact point plus the unit vector
// d = (−sin ψ sin θ, cos ψ sin θ, cos θ); the angular velocity has the components φ' − ψ' sin θ along
// the axis, ψ' cos θ along d, and −θ' along the heading. It rolls straight at the speed w.
inline Description rolling_disc_model() {
    return {.coordinates = {"x", "y", "psi", "theta", "phi"},
            .parameters = {{"w", "1"}},
            .definitions = {{"vx", "x' - theta'*sin(psi)*cos(theta) - psi'*sin(theta)*cos(psi)"},
                            {"vy", "y' + theta'*cos(psi)*cos(theta) - psi'*sin(theta)*sin(psi)"},
                            {"vz", "-theta'*sin(theta)"},
                            {"spin", "phi' - psi'*sin(theta)"}},
            .kinetic = "(vx^2 + vy^2 + vz^2)/2 + spin^2/4 + (psi'^2*cos(theta)^2 + theta'^2)/8",
            .potential = "cos(theta)",
            .constraints = {{.name = "along x", .equation = "x' = phi'*cos(psi)"},
                            {.name = "along y", .equation = "y' = phi'*sin(psi)"}},
            .initial = {{"phi'", "w"}, {"x'", "w"}}};
}

// Chaplygin's sleigh, centre of mass a ahead of the blade, gliding straight at the speed v.
inline Description sleigh() {
    return {.coordinates = {"x", "y", "phi"},
            .parameters = {{"m", "2"}, {"J", "3"}, {"a", "1/2"}, {"v", "5/4"}},
            .definitions = {{"vx", "x' - a*phi'*sin(phi)"}, {"vy", "y' + a*phi'*cos(phi)"}},
            .kinetic = "m*(vx^2 + vy^2)/2 + J*phi'^2/2",
            .potential = "0",
            .constraints = {{.name = "blade", .equation = "y'*cos(phi) - x'*sin(phi) = 0"}},
            .initial = {{"x'", "v"}}};
}

// A pendulum of length l, by its angle and by its place: a positional constraint.
inline Description pendulum(const std::string& angle) {
    return {.coordinates = {"theta"},
            .parameters = {{"l", "2/3"}, {"g", "9.81"}},
            .lagrangian = "l^2*theta'^2/2 + g*l*cos(theta)",
            .initial = {{"theta", angle}}};
}
inline Description pendulum_in_plane(const std::string& y) {
    return {.coordinates = {"x", "y"},
            .parameters = {{"l", "2/3"}, {"g", "9.81"}},
            .lagrangian = "(x'^2 + y'^2)/2 - g*y",
            .constraints = {{.name = "rod", .equation = "x^2 + y^2 = l^2"}},
            .initial = {{"y", y}}};
}

}  // namespace rattleback::testing

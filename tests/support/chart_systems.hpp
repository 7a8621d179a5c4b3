// Systems with charts that end where the motion does not.
#pragma once

#include "model/system.hpp"

namespace rattleback::testing {

// A pivot that never vanishes, beside two that do. At x = y = 0 the reaction vanishes to second
// order, and z does not act: small motions there are x'' = −x and y'' = −2y, for every z.
inline Description never_vanishing_pivot() {
    return {.coordinates = {"x", "y", "z"},
            .lagrangian = "(x'^2 + y'^2 + z'^2)/2 - x^2/2 - y^2",
            .constraints = {{.name = "c", .equation = "(2 + cos(z))*z' + x*x' + y*y' = 0"}},
            .initial = {{"x", "1"}, {"y'", "1"}}};
}

// Two points that run on circles in opposite directions about one centre, in the units w = v = 1:
// x₁ = 1 − cos t, y₁ = sin t, x₂ = 1 + 2 cos t, y₂ = −2 sin t. The direction of the start is π/2 as
// numbers of a machine have it.
inline Description parallel_points() {
    return {.coordinates = {"x1", "y1", "x2", "y2"},
            .lagrangian = "(x1'^2 + y1'^2)/2 + x2'^2 + y2'^2 - ((x2 - x1)^2 + (y2 - y1)^2)/2",
            .constraints = {{.name = "parallel", .equation = "x1'*y2' - x2'*y1' = 0"}},
            .initial = {{"x2", "3"},
                        {"x1'", "6.123233995736766e-17"},
                        {"y1'", "1"},
                        {"x2'", "-1.2246467991473532e-16"},
                        {"y2'", "-2"}}};
}

// A skate under a force, its constraint as a formula says it; at φ = π/2 or 0 it has no value.
inline Description skate_by(const std::string& constraint, const std::string& phi) {
    return {.coordinates = {"x", "y", "phi"},
            .lagrangian = "(x'^2 + y'^2 + phi'^2)/2 - x",
            .constraints = {{.name = "skate", .equation = constraint}},
            .initial = {{"phi", phi}, {"phi'", "1"}}};
}

// A pendulum on the unit sphere; there is no chart of a sphere in two velocities.
inline Description spherical_pendulum() {
    return {.coordinates = {"x", "y", "z"},
            .lagrangian = "(x'^2 + y'^2 + z'^2)/2 - z",
            .constraints = {{.name = "sphere", .equation = "x^2 + y^2 + z^2 = 1"}},
            .initial = {{"z", "-1"}, {"x'", "1"}}};
}

}  // namespace rattleback::testing

// A motion to look at: the drawings of a system, placed at equally spaced times.
//
//     if (const auto scene = scene_of(system, trajectory, "the skate")) page += scenes_json({*scene});
//
// The formulas of model/drawings.hpp are evaluated along the dense output, where only q and t are
// needed, so that any form and either principle will do. A system whose drawings all lie in the
// plane z = 0 is seen from above, with boxes as their outlines; any other in space. Rotations are
// quaternions (x, y, z, w), whose signs are chosen so that they do not jump: who draws may go from
// one to the next. Sizes that nobody gave are chosen here, from how far the motion goes.
#pragma once

#include <array>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "model/system.hpp"
#include "trajectory/trajectory.hpp"

namespace rattleback {

struct SceneItem {
    Drawing::Kind kind = Drawing::Kind::Dot;
    std::string name = {};
    bool trace = false;
    std::size_t axis = 2;
    std::vector<double> size = {};
    // At every time: 3 numbers, 3 numbers (direction, or the other end), 4 numbers.
    std::vector<double> place = {}, other = {}, rotation = {};
};

struct Scene {
    struct Ground {
        std::array<double, 3> at, normal;
    };
    std::string name;
    int dimension = 3;
    std::array<double, 3> up = {0, 0, 1};
    std::vector<double> times = {};
    std::optional<Ground> ground = {};
    std::vector<SceneItem> items = {};
};

// Nothing where the system has no drawings, or the trajectory no dense output.
std::optional<Scene> scene_of(const System& system, const Trajectory& trajectory,
                              const std::string& name);

// q at a time that the run covers; its rest may be in other variables.
std::vector<double> configuration(const Trajectory& run, double t, std::size_t size);

// A JSON array, one object per scene; what has no value is null.
std::string scenes_json(std::span<const Scene> scenes);

}  // namespace rattleback

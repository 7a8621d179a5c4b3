// Frames in a tree: where they are, how they turn, how fast.
//
// A frame has a parent, an origin given in the parent's components, and a rotation: elementary
// rotations one after the other, each about an axis of the frame that the ones before it have made,
// or a unit quaternion. The root is "ground", which does not move. With R taking components in the
// frame to components in the parent,
//
//     ω = Rᵀ ω_parent + Σ rate · axis ,     v = Rᵀ (v_parent + ω_parent × r + ṙ) ,
//
// both in the frame's own components, in which they are shortest. Angles and origins may be any
// formulas in q and t: a turntable is a frame whose angle is Ω t.
//
// A wheel looks the same however far it has turned. `unspun` are the axes before the last elementary
// rotation, and the motion of the frame seen in them: what is symmetric about the axis of that
// rotation can be computed there, without the angle.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "model/vectors.hpp"

namespace rattleback {

// The motion of a frame, in components along some axes.
struct View {
    Matrix3 axes = unit_matrix();  // columns: these axes in components of the ground
    Vector3 omega = {};            // angular velocity of the frame
    Vector3 velocity = {};         // of its origin
};

struct Frame {
    std::string name = "ground";
    Vector3 place = {};       // of the origin, in components of the ground
    Vector3 place_rate = {};  // its velocity, likewise
    View own = {};
    std::optional<std::size_t> spin_axis = {};  // of the last elementary rotation
    View unspun = {};
    std::optional<std::array<Expr, 4>> quaternion = {};
};

// Something and its time derivative.
template <typename Value>
struct Moving {
    Value value, rate;
};

// One elementary rotation.
struct Turn {
    std::size_t axis;
    Moving<Expr> angle;
};

// A frame on its parent, the origin in the parent's components.
Frame turned_frame(const Frame& parent, const Moving<Vector3>& origin,
                   const std::vector<Turn>& turns);
Frame turned_frame(const Frame& parent, const Moving<Vector3>& origin,
                   const Moving<std::array<Expr, 4>>& quaternion);

// Of a point that is fixed in the frame, in components of the ground.
Vector3 position(const Frame& frame, const Vector3& point);
Vector3 velocity(const Frame& frame, const Vector3& point);
Vector3 angular_velocity(const Frame& frame);

}  // namespace rattleback

// Rigid bodies: their kinetic energy and their weight.
//
//     T = ½ m |v_G|² + ½ ω·Iω ,       V = −m g·r_G ,
//
// with the centre of mass G and the inertia I about it, both given in the axes of the body's frame.
// A body that is symmetric about the axis of its last rotation is described in the axes before that
// rotation, where the angle does not occur. The velocity of G is written in the components, of the
// body or of the ground, that make the shorter formula.
//
// A unit quaternion has one velocity too many: e·ė, which the norm keeps zero. Its inertia is made
// up: ½ · 4J (e·ė)² changes no motion on e·e = 1 and makes the mass matrix regular.
#pragma once

#include "model/frames.hpp"

namespace rattleback {

struct Body {
    std::string name;
    std::size_t frame;  // in System::frames
    Expr mass;
    Vector3 centre = {};
    Matrix3 inertia = {};  // about the centre
};

Expr kinetic_energy(const Body& body, const Frame& frame);
Vector3 centre_of_mass(const Body& body, const Frame& frame);  // in components of the ground
// Where the frame has a quaternion: the made-up energy, with the rates of its entries.
Expr made_up_energy(const Body& body, const Frame& frame, const std::array<Expr, 4>& rate);

}  // namespace rattleback

// Rigid bodies: their kinetic energy and their weight.
//
//     T = ½ m |v_G|² + ½ ω·Iω ,       V = −m g·r_G ,
//
// with the centre of mass G and the inertia I about it, both given in the axes of the body's frame.
// Bodies that are fixed to one frame count as one, about their common centre of mass, and a wheel
// counts with what carries it, but for its spin: ½ Iₐ (ωₐ + φ')² about its axis. What is symmetric
// about the axis of the last rotation of its frame is described in the axes before that rotation,
// where the angle does not occur. The velocity of G is written in the components, of the body or of
// the ground, that make the shorter formula.
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

Expr kinetic_energy(const std::vector<Body>& bodies, const std::vector<Frame>& frames);
Vector3 centre_of_mass(const Body& body, const Frame& frame);  // in components of the ground
// The made-up energy of a quaternion and its rates, for what has this inertia J.
Expr made_up_energy(const std::array<Expr, 4>& quaternion, const std::array<Expr, 4>& rate,
                    const Expr& inertia);

}  // namespace rattleback

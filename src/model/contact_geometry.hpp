// Where a round body touches a plane.
//
// n is the unit normal of the plane, towards the body; c the centre of the shape. From c to the point
// of contact leads, in the body's axes,
//
//     sphere       −r n
//     disc         −r s/|s| ,  s = n − (n·a) a      the lowest point of the rim about the axis a
//     ellipsoid    −A n/√(n·A n) ,  A = diag(a², b², c²)
//
// and the height of the lowest point above the plane, which is zero when they touch, is n·(c − o) less
// r, r|s| or √(n·A n). A disc that turns about its own axis is seen in the axes before that rotation,
// in which its rim stays put. Where |s|² = 1 − (n·a)² is a square, as cos²θ for a disc that leans by
// θ, no root is taken, and the sign is that of the initial state.
#pragma once

#include <functional>

#include "model/frames.hpp"

namespace rattleback {

enum class Shape : std::uint8_t { Disc, Sphere, Ellipsoid };

struct RoundShape {
    Shape shape;
    Vector3 semiaxes;      // the radius three times, unless it is an ellipsoid
    std::size_t axis = 0;  // of a disc
    Vector3 centre = {};   // in the frame
};

struct ContactGeometry {
    Vector3 arm;       // from the centre to the point of contact, in components of the ground
    Expr reach;        // n·(c − contact): how far the lowest point is below the centre
    Vector3 point;     // of contact, in components of the ground
    Vector3 velocity;  // of the body there, in components of the ground
};

// The sign of an expression at the initial state: 1 or −1.
using SignAtStart = std::function<int(const Expr&)>;

ContactGeometry contact_with_plane(const RoundShape& shape, const Frame& frame,
                                   const Vector3& normal, const SignAtStart& sign);

}  // namespace rattleback

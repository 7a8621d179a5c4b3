// What a picture of the system shows: shapes, and where they are, as formulas in t and q.
//
// A drawing has no influence on the motion. It is asked for by a table [[draw]], or follows from what
// the model has:
//
//     particle                        a point
//     spring                          a spring
//     knife edge                      a blade
//     rolling disc, sphere, ellipsoid itself, and the plane it rolls on: ground, or a plate that moves
//     ball on a cylinder              both, where the distances show that they are a ball and a cylinder
//     other bodies                    boxes of equal moments of inertia
//     coordinates x, y or x1, y1 …    points; a blade where a constraint leaves one direction
//
// The last two are guesses, made only where no table [[draw]] says better, the coordinates only where
// there is nothing else. A guess that cannot be made is none: a model of pure q1, q2 has no picture.
//
// Formulas of sizes are meant at the first instant. Where a size is empty, who draws chooses one.
#pragma once

#include <string>
#include <vector>

#include "expr/derivative.hpp"
#include "model/vectors.hpp"

namespace rattleback {

struct Drawing {
    enum class Kind : std::uint8_t {
        Dot,  // a point
        Segment,
        Spring,
        Arrow,
        Blade,
        Wheel,
        Sphere,
        Disc,
        Box,
        Ellipsoid,
        Plate,
        Cylinder,
        Ground
    };
    Kind kind;
    std::string name = {};
    Vector3 place = {};            // in components of the ground
    Vector3 direction = {};        // of a blade or wheel; the other end; the normal of the ground
    Matrix3 axes = unit_matrix();  // columns: those of a body, in components of the ground
    std::size_t axis = 2;          // of a disc, plate or cylinder
    ExprVector size = {};          // length; radius; three edges or semiaxes
    bool trace = false;            // whether its way is shown
};

struct System;

// The guesses: boxes for bodies that nothing shows yet, then points for coordinates.
void add_guessed_drawings(System& system);

}  // namespace rattleback

// Vectors in formulas.
//
//     position(B), position(B, x, y, z)     the origin of the frame B, or a point given in B
//     velocity(B), velocity(B, x, y, z)     its velocity, as a point of the body
//     omega(B)                              the angular velocity
//     x_axis(B), y_axis(B), z_axis(B)       unit vectors
//     vector(x, y, z)                       by components along the axes of the ground
//     dot(a, b), cross(a, b)
//
// In the expressions that the parser makes, a vector is a linear form in three symbols that stand for
// the axes of the ground: sums and multiples of vectors are then sums and multiples of expressions.
// What is not linear in them, such as a product of vectors, is refused.
#pragma once

#include <span>

#include "model/frames.hpp"

namespace rattleback {

class Vocabulary;

Expr as_expression(const Vector3& vector);
bool is_vector(const Expr& e);  // whether such a symbol occurs
// Throws NumericalError for what is neither a vector nor 0.
Vector3 components(const Expr& e);

// Makes the functions known. The frames must outlive the vocabulary.
void add_vector_functions(const std::vector<Frame>& frames, Vocabulary& names);

// Whether a formula calls one of them.
bool uses_vector_functions(std::string_view formula);

}  // namespace rattleback

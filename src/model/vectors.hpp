// Vectors of space, and rotations, with expressions as components.
//
// A rotation R takes components in a turned frame to components in the frame it was turned from; its
// columns are the turned axes. Rows are stored.
#pragma once

#include <array>

#include "expr/expr.hpp"

namespace rattleback {

using Vector3 = std::array<Expr, 3>;
using Matrix3 = std::array<Vector3, 3>;  // rows

Vector3 operator+(const Vector3& a, const Vector3& b);
Vector3 operator-(const Vector3& a, const Vector3& b);
Vector3 operator*(const Expr& factor, const Vector3& a);
Expr dot(const Vector3& a, const Vector3& b);
Vector3 cross(const Vector3& a, const Vector3& b);
bool is_zero(const Vector3& a);

Vector3 operator*(const Matrix3& m, const Vector3& a);
Matrix3 operator*(const Matrix3& m, const Matrix3& n);
Matrix3 transposed(const Matrix3& m);
inline Vector3 column(const Matrix3& m, std::size_t i) { return {m[0][i], m[1][i], m[2][i]}; }

Vector3 unit_vector(std::size_t axis);
Matrix3 unit_matrix();
// By the angle about the axis: what has components a in the turned frame has R·a in the other.
Matrix3 rotation(std::size_t axis, const Expr& angle);
// Of the unit quaternion e₀ + e₁i + e₂j + e₃k.
Matrix3 rotation(const std::array<Expr, 4>& quaternion);

}  // namespace rattleback

#include "model/vectors.hpp"

#include <algorithm>

#include "expr/functions.hpp"

namespace rattleback {

Vector3 operator+(const Vector3& a, const Vector3& b) {
    return {a[0] + b[0], a[1] + b[1], a[2] + b[2]};
}

Vector3 operator-(const Vector3& a, const Vector3& b) {
    return {a[0] - b[0], a[1] - b[1], a[2] - b[2]};
}

Vector3 operator*(const Expr& factor, const Vector3& a) {
    return {factor * a[0], factor * a[1], factor * a[2]};
}

Expr dot(const Vector3& a, const Vector3& b) {
    SumBuilder sum;
    for (std::size_t i = 0; i < 3; ++i) sum.add(a[i] * b[i]);
    return sum.build();
}

Vector3 cross(const Vector3& a, const Vector3& b) {
    return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}

bool is_zero(const Vector3& a) {
    return std::ranges::all_of(a, [](const Expr& e) { return e.is_zero(); });
}

Vector3 operator*(const Matrix3& m, const Vector3& a) {
    return {dot(m[0], a), dot(m[1], a), dot(m[2], a)};
}

Matrix3 operator*(const Matrix3& m, const Matrix3& n) {
    Matrix3 result;
    for (std::size_t i = 0; i < 3; ++i)
        for (std::size_t j = 0; j < 3; ++j) result[i][j] = dot(m[i], column(n, j));
    return result;
}

Matrix3 transposed(const Matrix3& m) { return {column(m, 0), column(m, 1), column(m, 2)}; }

Vector3 unit_vector(std::size_t axis) {
    Vector3 result{0, 0, 0};
    result[axis] = 1;
    return result;
}

Matrix3 unit_matrix() { return {unit_vector(0), unit_vector(1), unit_vector(2)}; }

Matrix3 rotation(std::size_t axis, const Expr& angle) {
    const std::size_t j = (axis + 1) % 3, k = (axis + 2) % 3;
    Matrix3 result = unit_matrix();
    result[j][j] = result[k][k] = cos(angle);
    result[j][k] = -sin(angle);
    result[k][j] = sin(angle);
    return result;
}

Matrix3 rotation(const std::array<Expr, 4>& q) {
    const auto& [a, b, c, d] = q;
    return {Vector3{a * a + b * b - c * c - d * d, 2 * (b * c - a * d), 2 * (b * d + a * c)},
            Vector3{2 * (b * c + a * d), a * a - b * b + c * c - d * d, 2 * (c * d - a * b)},
            Vector3{2 * (b * d - a * c), 2 * (c * d + a * b), a * a - b * b - c * c + d * d}};
}

}  // namespace rattleback

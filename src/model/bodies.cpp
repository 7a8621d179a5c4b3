#include "model/bodies.hpp"

#include "expr/graph.hpp"

namespace rattleback {
namespace {

// Turning about the axis changes neither the inertia nor the centre.
bool is_symmetric_about(std::size_t axis, const Body& body) {
    const std::size_t j = (axis + 1) % 3, k = (axis + 2) % 3;
    const Matrix3& i = body.inertia;
    return i[j][j] == i[k][k] && i[j][k].is_zero() && i[axis][j].is_zero() &&
           i[axis][k].is_zero() && body.centre[j].is_zero() && body.centre[k].is_zero();
}

const View& shortest_view(const Body& body, const Frame& frame) {
    return frame.spin_axis && is_symmetric_about(*frame.spin_axis, body) ? frame.unspun : frame.own;
}

Expr square(const Vector3& a) { return dot(a, a); }

}  // namespace

Expr kinetic_energy(const Body& body, const Frame& frame) {
    const View& view = shortest_view(body, frame);
    const Vector3 about = cross(view.omega, body.centre);
    const Expr own = square(view.velocity + about),
               ground = square(frame.place_rate + view.axes * about);
    const Expr speed = graph_size({&own, 1}) < graph_size({&ground, 1}) ? own : ground;
    return body.mass * speed / 2 + dot(view.omega, body.inertia * view.omega) / 2;
}

Vector3 centre_of_mass(const Body& body, const Frame& frame) {
    return frame.place + shortest_view(body, frame).axes * body.centre;
}

Expr made_up_energy(const Body& body, const Frame& frame, const std::array<Expr, 4>& rate) {
    Expr along = 0;
    for (std::size_t i = 0; i < 4; ++i) along += (*frame.quaternion)[i] * rate[i];
    const Expr trace = body.inertia[0][0] + body.inertia[1][1] + body.inertia[2][2];
    return 2 * trace / 3 * along * along;
}

}  // namespace rattleback

#include "model/bodies.hpp"

#include <map>

#include "expr/graph.hpp"

namespace rattleback {
namespace {

Matrix3 operator+(const Matrix3& a, const Matrix3& b) {
    return {a[0] + b[0], a[1] + b[1], a[2] + b[2]};
}

// Turning about the axis changes neither the inertia nor the vector.
bool is_symmetric_about(std::size_t axis, const Matrix3& inertia, const Vector3& vector) {
    const std::size_t j = (axis + 1) % 3, k = (axis + 2) % 3;
    return inertia[j][j] == inertia[k][k] && inertia[j][k].is_zero() &&
           inertia[axis][j].is_zero() && inertia[axis][k].is_zero() && vector[j].is_zero() &&
           vector[k].is_zero();
}

bool is_isotropic(const Matrix3& inertia) {
    return inertia[0][0] == inertia[1][1] && inertia[1][1] == inertia[2][2] &&
           inertia[0][1].is_zero() && inertia[0][2].is_zero() && inertia[1][2].is_zero();
}

const View& shortest_view(const Frame& frame, const Matrix3& inertia, const Vector3& vector) {
    const bool unspun = frame.spin_axis && is_symmetric_about(*frame.spin_axis, inertia, vector);
    return unspun ? frame.unspun : frame.own;
}

Expr square(const Vector3& a) { return dot(a, a); }

const Expr& shorter(const Expr& a, const Expr& b) {
    return graph_size({&a, 1}) < graph_size({&b, 1}) ? a : b;
}

// ±m (c² 1 − c cᵀ), added.
void add_inertia_of_point(const Expr& mass, const Vector3& c, Matrix3& inertia) {
    for (std::size_t i = 0; i < 3; ++i)
        for (std::size_t j = 0; j < 3; ++j)
            inertia[i][j] += mass * ((i == j ? square(c) : Expr(0)) - c[i] * c[j]);
}

// What is fixed to a frame.
struct Fixed {
    Expr mass = 0;
    Vector3 moment = {};   // Σ m c
    Matrix3 inertia = {};  // about the origin
    std::vector<Body> parts = {};

    void add(const Body& part) {
        mass += part.mass;
        moment = moment + part.mass * part.centre;
        inertia = inertia + part.inertia;
        add_inertia_of_point(part.mass, part.centre, inertia);
        parts.push_back(part);
    }

    // All of it as one body, which needs a mass.
    Body whole() const {
        if (parts.size() == 1) return parts[0];
        Body result{.name = {}, .frame = 0, .mass = mass, .centre = {}, .inertia = inertia};
        result.centre = Expr(1) / mass * moment;
        add_inertia_of_point(-mass, result.centre, result.inertia);
        return result;
    }
};

Expr energy_of(const Body& body, const Frame& frame) {
    const View& view = shortest_view(frame, body.inertia, body.centre);
    const Vector3 about = cross(view.omega, body.centre);
    const Expr speed =
        shorter(square(view.velocity + about), square(frame.place_rate + view.axes * about));
    Expr spin = dot(view.omega, body.inertia * view.omega);
    if (is_isotropic(body.inertia))
        spin = shorter(spin, body.inertia[0][0] * square(frame.turning));
    return body.mass * speed / 2 + spin / 2;
}

bool is_wheel(const Body& body, const Frame& frame) {
    return frame.hub && is_symmetric_about(*frame.spin_axis, body.inertia, body.centre);
}

}  // namespace

Expr kinetic_energy(const std::vector<Body>& bodies, const std::vector<Frame>& frames) {
    std::map<std::size_t, Fixed> fixed;  // by frame
    Expr sum = 0;
    for (const Body& body : bodies) {
        const Frame& frame = frames[body.frame];
        if (!is_wheel(body, frame)) {
            fixed[body.frame].add(body);
            continue;
        }
        const std::size_t axis = *frame.spin_axis;
        Body without_spin = body;
        without_spin.centre = *frame.hub + body.centre;
        without_spin.inertia[axis][axis] = 0;
        fixed[frame.parent].add(without_spin);
        const Expr& spin = frame.unspun.omega[axis];
        sum += body.inertia[axis][axis] * spin * spin / 2;
    }
    for (const auto& [frame, all] : fixed) {
        if (!all.mass.is_zero()) {
            sum += energy_of(all.whole(), frames[frame]);
            continue;
        }
        for (const Body& part : all.parts) sum += energy_of(part, frames[frame]);
    }
    return sum;
}

Vector3 centre_of_mass(const Body& body, const Frame& frame) {
    return frame.place + shortest_view(frame, body.inertia, body.centre).axes * body.centre;
}

Expr made_up_energy(const std::array<Expr, 4>& quaternion, const std::array<Expr, 4>& rate,
                    const Expr& inertia) {
    Expr along = 0;
    for (std::size_t i = 0; i < 4; ++i) along += quaternion[i] * rate[i];
    return 2 * inertia * along * along;
}

}  // namespace rattleback

#include "model/frames.hpp"

namespace rattleback {
namespace {

// The frame before it is turned.
Frame shifted_frame(const Frame& parent, const Moving<Vector3>& origin) {
    Frame result;
    result.place = position(parent, origin.value);
    result.place_rate =
        parent.place_rate + parent.own.axes * (cross(parent.own.omega, origin.value) + origin.rate);
    result.turning = parent.turning;
    result.own = {
        .axes = parent.own.axes,
        .omega = parent.own.omega,
        .velocity = parent.own.velocity + cross(parent.own.omega, origin.value) + origin.rate};
    return result;
}

View turned(const View& before, const Matrix3& turn) {
    const Matrix3 back = transposed(turn);
    return {.axes = before.axes * turn,
            .omega = back * before.omega,
            .velocity = back * before.velocity};
}

}  // namespace

Frame turned_frame(const Frame& parent, const Moving<Vector3>& origin,
                   const std::vector<Turn>& turns) {
    Frame result = shifted_frame(parent, origin);
    for (const Turn& turn : turns) {
        const Vector3 spin = turn.angle.rate * unit_vector(turn.axis);
        result.spin_axis = turn.axis;
        result.unspun = result.own;
        result.unspun.omega = result.own.omega + spin;
        result.turning = result.turning + result.own.axes * spin;
        result.own = turned(result.own, rotation(turn.axis, turn.angle.value));
        result.own.omega = result.own.omega + spin;
    }
    if (turns.size() == 1 && is_zero(origin.rate)) result.hub = origin.value;
    return result;
}

// ω = 2 (e₀ ė − ė₀ e ∓ e × ė), with e the vector part: minus in own components, plus in the parent's.
Frame turned_frame(const Frame& parent, const Moving<Vector3>& origin,
                   const Moving<std::array<Expr, 4>>& quaternion) {
    Frame result = shifted_frame(parent, origin);
    const auto& [e, rate] = quaternion;
    const Vector3 vector{e[1], e[2], e[3]}, vector_rate{rate[1], rate[2], rate[3]};
    const Vector3 straight = e[0] * vector_rate - rate[0] * vector,
                  twisted = cross(vector, vector_rate);
    result.turning = result.turning + result.own.axes * (Expr(2) * (straight + twisted));
    result.own = turned(result.own, rotation(e));
    result.own.omega = result.own.omega + Expr(2) * (straight - twisted);
    result.quaternion = e;
    return result;
}

Vector3 position(const Frame& frame, const Vector3& point) {
    return frame.place + frame.own.axes * point;
}

Vector3 velocity(const Frame& frame, const Vector3& point) {
    return frame.place_rate + frame.own.axes * cross(frame.own.omega, point);
}

Vector3 velocity_at(const Frame& frame, const Vector3& place) {
    return frame.place_rate + cross(frame.turning, place - frame.place);
}

}  // namespace rattleback

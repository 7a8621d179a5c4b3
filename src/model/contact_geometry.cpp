#include "model/contact_geometry.hpp"

#include "exact/simplify.hpp"
#include "expr/functions.hpp"
#include "expr/graph.hpp"

namespace rattleback {
namespace {

// Axes in which the shape is at rest as a shape.
const View& axes_for(const RoundShape& shape, const Frame& frame) {
    const auto& axis = frame.spin_axis;
    if (!axis) return frame.own;
    const bool on_axis =
        shape.centre[(*axis + 1) % 3].is_zero() && shape.centre[(*axis + 2) % 3].is_zero();
    const bool round =
        shape.shape == Shape::Sphere || (shape.shape == Shape::Disc && shape.axis == *axis);
    return on_axis && round ? frame.unspun : frame.own;
}

struct Arm {
    Vector3 vector;  // in the axes of the view
    Expr reach;
};

// |s| = √(1 − (n·a)²), where there is a square under the root: a wheel that leans. Formulas as long as
// those of a front wheel have none.
std::optional<Expr> rational_size(const Expr& along, const SignAtStart& sign) {
    const Expr size = sqrt(1 - along * along);
    if (graph_size({&size, 1}) > 20) return {};
    const Expr root = simplify(size);
    if (root.kind() != Kind::Call || root.function() != FunctionId::Abs) return {};
    const Expr& inside = root.args()[0];
    return sign(inside) * inside;
}

Arm of_disc(const RoundShape& shape, Vector3 n, const SignAtStart& sign) {
    const Expr& r = shape.semiaxes[0];
    const auto size = rational_size(n[shape.axis], sign);
    n[shape.axis] = 0;
    if (!size) {
        const Expr root = sqrt(dot(n, n));
        return {-r / root * n, r * root};
    }
    for (Expr& component : n) component = simplify(component / *size);
    return {-r * n, r * *size};
}

Arm arm_of(const RoundShape& shape, const Vector3& n, const SignAtStart& sign) {
    if (shape.shape == Shape::Sphere) return {-shape.semiaxes[0] * n, shape.semiaxes[0]};
    if (shape.shape == Shape::Disc) return of_disc(shape, n, sign);
    Vector3 stretched;
    for (std::size_t i = 0; i < 3; ++i) stretched[i] = shape.semiaxes[i] * shape.semiaxes[i] * n[i];
    const Expr size = sqrt(dot(n, stretched));
    return {Expr(-1) / size * stretched, size};
}

}  // namespace

ContactGeometry contact_with_plane(const RoundShape& shape, const Frame& frame,
                                   const Vector3& normal, const SignAtStart& sign) {
    const View& view = axes_for(shape, frame);
    const Arm arm = arm_of(shape, transposed(view.axes) * normal, sign);
    const Vector3 lever = shape.centre + arm.vector;
    return {.arm = view.axes * arm.vector,
            .reach = arm.reach,
            .point = frame.place + view.axes * lever,
            .velocity = frame.place_rate + view.axes * cross(view.omega, lever)};
}

}  // namespace rattleback

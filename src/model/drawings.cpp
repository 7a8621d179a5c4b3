#include "model/drawings.hpp"

#include <algorithm>
#include <optional>

#include "expr/functions.hpp"
#include "model/system.hpp"

namespace rattleback {
namespace {

using Kind = Drawing::Kind;

// A body that rolls, or that is fixed to what rolls, is seen already.
bool rolls(std::size_t frame, const System& system) {
    const auto& rollings = system.description.rollings;
    return std::ranges::any_of(rollings, [&](const RollingDescription& rolling) {
        return rolling.frame.text() == system.frames[frame].name;
    });
}

// The axes in which an inertia with one product, such as Ixz, has none.
Matrix3 principal_axes(const Matrix3& inertia) {
    for (std::size_t axis = 0; axis < 3; ++axis) {
        const std::size_t j = (axis + 1) % 3, k = (axis + 2) % 3;
        if (inertia[j][k].is_zero()) continue;
        const bool alone = inertia[axis][j].is_zero() && inertia[axis][k].is_zero();
        if (!alone) return unit_matrix();
        return rotation(axis, atan2(2 * inertia[j][k], inertia[j][j] - inertia[k][k]) / 2);
    }
    return unit_matrix();
}

// Edges of a homogeneous box: Ixx = m (b² + c²)/12. Flat bodies may have Izz alone, and what no body
// can have must still be drawn.
ExprVector edges(const Matrix3& inertia, const Expr& mass) {
    ExprVector result;
    for (std::size_t i = 0; i < 3; ++i) {
        const Expr &along = inertia[i][i], &second = inertia[(i + 1) % 3][(i + 1) % 3],
                   &third = inertia[(i + 2) % 3][(i + 2) % 3];
        result.push_back(sqrt(abs(6 * (second + third - along) / mass)));
    }
    return result;
}

bool is_zero(const Matrix3& m) {
    return std::ranges::all_of(m, [](const Vector3& row) { return rattleback::is_zero(row); });
}

void add_body(const Body& body, System& system) {
    if (body.mass.is_zero()) return;
    const Frame& frame = system.frames[body.frame];
    Drawing drawing{
        .kind = Kind::Dot, .name = body.name, .place = position(frame, body.centre), .trace = true};
    if (!is_zero(body.inertia)) {
        const Matrix3 own = principal_axes(body.inertia);
        drawing.kind = Kind::Box;
        drawing.axes = frame.own.axes * own;
        drawing.size = edges(transposed(own) * body.inertia * own, body.mass);
        drawing.trace = false;
    }
    system.drawings.push_back(std::move(drawing));
}

std::optional<Expr> coordinate(const std::string& name, const System& system) {
    const Expr wanted = symbol(name);
    if (std::ranges::find(system.q, wanted) == system.q.end()) return {};
    return wanted;
}

// a ẋ + b ẏ = 0 leaves the direction (−b, a).
std::optional<Vector3> direction_left(const Expr& x, const Expr& y, const System& system) {
    const Expr vx = symbol(x.name(), 1), vy = symbol(y.name(), 1);
    for (const Constraint& c : system.constraints) {
        if (c.order != 1 || c.dependence != Dependence::Linear) continue;
        const Expr a = derivative(c.expression, vx), b = derivative(c.expression, vy);
        const bool of_these = std::ranges::all_of(system.v, [&](const Expr& v) {
            return v == vx || v == vy || derivative(c.expression, v).is_zero();
        });
        if (of_these && !a.is_number() && !b.is_number()) return Vector3{-b, a, 0};
    }
    return {};
}

// x, y, z with one suffix: "", "1", "_A".
void add_points(System& system) {
    for (const Expr& x : system.q) {
        if (!x.name().starts_with('x')) continue;
        const std::string suffix(x.name().substr(1));
        const auto y = coordinate("y" + suffix, system), z = coordinate("z" + suffix, system);
        if (!y) continue;
        Drawing drawing{.kind = Kind::Dot,
                        .name = suffix.empty() ? "" : "P" + suffix,
                        .place = {x, *y, z ? *z : Expr(0)},
                        .trace = true};
        const auto direction = z ? std::nullopt : direction_left(x, *y, system);
        if (direction) {
            drawing.kind = Kind::Blade;
            drawing.direction = *direction;
        }
        system.drawings.push_back(std::move(drawing));
    }
}

}  // namespace

void add_guessed_drawings(System& system) {
    for (const Body& body : system.bodies)
        if (!rolls(body.frame, system)) add_body(body, system);
    if (system.drawings.empty()) add_points(system);
}

}  // namespace rattleback

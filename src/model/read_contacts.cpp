#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/suggest.hpp"
#include "expr/evaluate.hpp"
#include "expr/functions.hpp"
#include "expr/print_text.hpp"
#include "model/build_steps.hpp"
#include "model/contact_geometry.hpp"
#include "model/dependence.hpp"

namespace rattleback {
namespace {

constexpr Scope of_size{.what = "the size of a shape"};
constexpr Scope of_point{.what = "a point of a body"};
constexpr Scope of_friction{.what = "a coefficient of friction"};
constexpr Scope of_contact{.what = "a point of contact", .order = 0, .time = true};
constexpr Scope of_direction{.what = "a direction", .order = 0, .time = true};
constexpr Scope of_initial_value{.what = "an initial value"};

class Contacts {
public:
    Contacts(const Description& description, const Vocabulary& names, System& system)
        : description_(description), names_(names), system_(system) {
        for (const Parameter& p : system.parameters) start_[p.symbol] = evaluate(p.value, Values{});
        start_[system.t] = 0;
        for (const Expr& q : system.q) start_[q] = 0;
        for (const auto& [name, formula] : description.initial)
            if (const Expr q = symbol(name.text()); start_.contains(q))
                start_[q] = evaluate(names.formula(formula, of_initial_value), start_);
    }

    void add(const KnifeEdgeDescription& written) {
        const Written place = place_of(written.place, description_, "[[knife_edge]]");
        if (written.frame.empty()) refuse(place, "the knife edge has no frame");
        if (written.direction.empty())
            refuse(place, "the knife edge has no direction: that in which it cannot move");
        const std::size_t index = find_frame(written.frame, system_);
        const Frame& frame = system_.frames[index];
        const Vector3 point = read_vector(written.point, "a point", names_, of_point);
        const Vector3 direction =
            frame.own.axes * read_vector(written.direction, "a direction", names_, of_direction);
        Contact contact{.name = name_of(written.name, "knife edge " + frame.name),
                        .frame = index,
                        .point = position(frame, point),
                        .parts = {},
                        .unknown = {}};
        constrain(contact, contact.name, dot(velocity(frame, point), direction), direction);
        draw_blade(contact, direction, frame);
        system_.contacts.push_back(contact);
    }

    void add(const RollingDescription& written) {
        const Written place = place_of(written.place, description_, "[[rolling]]");
        if (written.frame.empty()) refuse(place, "it is not said what rolls; name it by 'frame'");
        const std::size_t index = find_frame(written.frame, system_);
        Contact contact{.name = name_of(written.name, system_.frames[index].name),
                        .frame = index,
                        .point = {},
                        .parts = {},
                        .unknown = {},
                        .mu = coefficient(written.mu),
                        .unilateral = written.unilateral};
        const Frame& surface = system_.frames[find_frame(written.on, system_)];
        const Vector3 normal = written.contact.empty() ? roll_on_plane(written, surface, contact)
                                                       : roll_on_surface(written, surface, contact);
        if (written.without_spin)
            add_constraint(contact.name + " does not spin",
                           dot(system_.frames[index].turning - surface.turning, normal));
        contact.normal = normal;
        system_.contacts.push_back(contact);
    }

private:
    // Touching, unless the coordinates ensure it, and no slip: of a wheel on a carrier along its track
    // and across it, so that of two wheels on one axle it is seen that they say the same; else along
    // the axes of the plane, so that the velocities of the body's place follow from its rotation.
    Vector3 roll_on_plane(const RollingDescription& written, const Frame& plane, Contact& contact) {
        const Frame& frame = system_.frames[contact.frame];
        const AxisName up = written.normal.empty() ? AxisName{2, false} : read_axis(written.normal);
        const Vector3 normal = Expr(up.negative ? -1 : 1) * column(plane.own.axes, up.axis);
        const RoundShape shape = read_shape(written);
        const ContactGeometry geometry =
            contact_with_plane(shape, frame, normal, [&](const Expr& e) { return sign(e); });
        contact.point = geometry.point;
        draw_rolling(contact, shape, frame);
        draw_plane(plane, up.axis, normal);
        const Expr height =
            dot(normal, position(frame, shape.centre) - plane.place) - geometry.reach;
        if (is_zero(height, {.limits = quick_proof}).proved_zero())
            contact.unknown = normal;
        else
            constrain(contact, contact.name + " touches", height, normal);
        const Vector3 of_plane = velocity_at(plane, contact.point);
        const bool is_carried = frame.parent != 0;
        if (geometry.along && is_carried) {
            for (const auto& [direction, what] : {std::pair(&geometry.along, " rolls"),
                                                  {&geometry.across, " does not slip sideways"}})
                constrain(contact, contact.name + what,
                          (*direction)->speed - dot(of_plane, (*direction)->vector),
                          (*direction)->vector);
            return normal;
        }
        const Vector3 slip = geometry.velocity - of_plane;
        for (std::size_t i = 0; i < 3; ++i) {
            if (i == up.axis) continue;
            const Vector3 direction = column(plane.own.axes, i);
            constrain(contact, fmt::format("{} rolls, {}", contact.name, "xyz"[i]),
                      dot(slip, direction), direction);
        }
        return normal;
    }

    // The point of contact is given, so that it moves on the surface: no slip along ∂p/∂q.
    Vector3 roll_on_surface(const RollingDescription& written, const Frame& surface,
                            Contact& contact) {
        const Vector3 point = read_vector(written.contact, "the contact", names_, of_contact);
        contact.point = position(surface, point);
        const Vector3 slip = velocity_at(system_.frames[contact.frame], contact.point) -
                             velocity_at(surface, contact.point);
        std::vector<Vector3> tangents;
        for (const Expr& q : system_.q) {
            const ExprVector slope = derivative(point, q);
            if (std::ranges::all_of(slope, &Expr::is_zero)) continue;
            tangents.push_back(surface.own.axes * Vector3{slope[0], slope[1], slope[2]});
            constrain(contact, fmt::format("{} rolls, {}", contact.name, to_text(q)),
                      dot(slip, tangents.back()), tangents.back());
        }
        if (tangents.size() != 2)
            refuse(written.contact[0],
                   fmt::format("the point of contact moves on a surface with two coordinates, but "
                               "{} occur in it",
                               tangents.size()));
        const Vector3 normal = cross(tangents[0], tangents[1]);
        contact.unknown = normal;
        draw_ball_and_cylinder(contact, surface, point);
        const Vector3 to_body = system_.frames[contact.frame].place - contact.point;
        return Expr(sign(dot(normal, to_body))) * normal;
    }

    // Along that in which it can move, in the plane of its frame.
    void draw_blade(const Contact& contact, const Vector3& across, const Frame& frame) {
        const Vector3 along = cross(across, column(frame.own.axes, 2));
        if (is_zero(along)) return;
        system_.drawings.push_back({.kind = Drawing::Kind::Blade,
                                    .name = contact.name,
                                    .place = contact.point,
                                    .direction = along,
                                    .trace = true});
    }

    void draw_rolling(const Contact& contact, const RoundShape& shape, const Frame& frame) {
        Drawing drawing{.kind = Drawing::Kind::Disc,
                        .name = contact.name,
                        .place = position(frame, shape.centre),
                        .axes = frame.own.axes,
                        .axis = shape.axis,
                        .size = {shape.semiaxes[0]},
                        .trace = true};
        if (shape.shape == Shape::Sphere) drawing.kind = Drawing::Kind::Sphere;
        if (shape.shape == Shape::Ellipsoid) {
            drawing.kind = Drawing::Kind::Ellipsoid;
            drawing.size = {shape.semiaxes.begin(), shape.semiaxes.end()};
        }
        system_.drawings.push_back(std::move(drawing));
    }

    void draw_plane(const Frame& plane, std::size_t axis, const Vector3& normal) {
        const bool moves = &plane != &system_.frames[0];
        Drawing drawing{.kind = moves ? Drawing::Kind::Plate : Drawing::Kind::Ground,
                        .name = moves ? plane.name : "",
                        .place = plane.place,
                        .direction = normal,
                        .axes = plane.own.axes,
                        .axis = axis};
        const bool drawn = std::ranges::any_of(system_.drawings, [&](const Drawing& other) {
            return other.kind == drawing.kind && other.name == drawing.name;
        });
        if (!drawn) system_.drawings.push_back(std::move(drawing));
    }

    // Where the distances from the centre, or from the z-axis of the surface, do not change.
    void draw_ball_and_cylinder(const Contact& contact, const Frame& surface,
                                const Vector3& point) {
        const Frame& frame = system_.frames[contact.frame];
        const Vector3 arm = contact.point - frame.place;
        if (const auto radius = constant_length(dot(arm, arm)))
            system_.drawings.push_back({.kind = Drawing::Kind::Sphere,
                                        .name = contact.name,
                                        .place = frame.place,
                                        .axes = frame.own.axes,
                                        .size = {*radius},
                                        .trace = true});
        if (const auto radius = constant_length(point[0] * point[0] + point[1] * point[1]))
            system_.drawings.push_back({.kind = Drawing::Kind::Cylinder,
                                        .name = surface.name,
                                        .place = surface.place,
                                        .axes = surface.own.axes,
                                        .size = {*radius}});
    }

    std::optional<Expr> constant_length(const Expr& square) const {
        if (square.is_zero()) return {};
        for (const Expr& q : system_.q)
            if (!is_zero(derivative(square, q), {.limits = quick_proof}).proved_zero()) return {};
        return sqrt(square);
    }

    std::optional<Expr> coefficient(const Written& written) const {
        if (written.empty()) return {};
        const Expr mu = names_.formula(written, of_friction);
        if (evaluate(mu, start_) < 0)
            refuse(written, "a coefficient of friction cannot be negative");
        return mu;
    }

    int sign(const Expr& e) const { return evaluate(e, start_) < 0 ? -1 : 1; }

    std::string name_of(const Written& given, const std::string& otherwise) const {
        const std::string name = given.empty() ? otherwise : given.text();
        if (!given.empty() &&
            std::ranges::find(system_.contacts, name, &Contact::name) != system_.contacts.end())
            refuse(given, fmt::format("there are two contacts '{}'", name));
        return name;
    }

    RoundShape read_shape(const RollingDescription& written) const {
        const Written place = place_of(written.place, description_, "[[rolling]]");
        const std::array<std::string, 3> shapes{"disc", "sphere", "ellipsoid"};
        if (written.shape.empty())
            refuse(place,
                   "it is not said what shape rolls: shape = \"disc\", \"sphere\" or "
                   "\"ellipsoid\"");
        const auto found = std::ranges::find(shapes, written.shape.text());
        if (found == shapes.end())
            refuse(written.shape,
                   fmt::format("there is no shape {}{}", quoted(written.shape.text()),
                               did_you_mean(written.shape.text(), shapes)));
        RoundShape result{.shape = static_cast<Shape>(found - shapes.begin()), .semiaxes = {}};
        if (result.shape == Shape::Ellipsoid) {
            if (written.semiaxes.empty()) refuse(place, "the ellipsoid has no 'semiaxes'");
            result.semiaxes = read_vector(written.semiaxes, "an ellipsoid", names_, of_size);
        } else {
            if (written.radius.empty())
                refuse(place, fmt::format("the {} has no 'radius'", written.shape.text()));
            result.semiaxes.fill(names_.formula(written.radius, of_size));
        }
        if (result.shape == Shape::Disc) {
            if (written.axis.empty()) refuse(place, "the disc has no 'axis'");
            result.axis = read_axis(written.axis).axis;
        }
        result.centre = read_vector(written.centre, "the centre", names_, of_point);
        return result;
    }

    void add_constraint(const std::string& name, const Expr& vanishing) {
        Constraint constraint = classified({vanishing, 0}, {}, system_);
        constraint.name = name;
        system_.constraints.push_back(constraint);
    }

    void constrain(Contact& contact, const std::string& name, const Expr& vanishing,
                   const Vector3& direction) {
        add_constraint(name, vanishing);
        contact.parts.push_back({system_.constraints.size() - 1, direction});
    }

    const Description& description_;
    const Vocabulary& names_;
    System& system_;
    Values start_;
};

void add_quaternion_norms(System& system) {
    for (const Frame& frame : system.frames) {
        if (!frame.quaternion) continue;
        Expr square = 0;
        for (const Expr& e : *frame.quaternion) square += e * e;
        Constraint constraint = classified({square, 1}, {}, system);
        constraint.name = "unit quaternion of " + frame.name;
        system.constraints.push_back(constraint);
    }
}

}  // namespace

void read_contacts(const Description& description, const Vocabulary& names, System& system) {
    add_quaternion_norms(system);
    if (description.knife_edges.empty() && description.rollings.empty()) return;
    Contacts contacts(description, names, system);
    for (const KnifeEdgeDescription& written : description.knife_edges)
        located(place_of(written.place, description, "[[knife_edge]]"), "this has no value",
                [&] { contacts.add(written); });
    for (const RollingDescription& written : description.rollings)
        located(place_of(written.place, description, "[[rolling]]"), "this has no value",
                [&] { contacts.add(written); });
}

}  // namespace rattleback

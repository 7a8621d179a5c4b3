#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/suggest.hpp"
#include "expr/evaluate.hpp"
#include "expr/functions.hpp"
#include "model/build_steps.hpp"
#include "model/contact_geometry.hpp"
#include "model/dependence.hpp"

namespace rattleback {
namespace {

constexpr Scope of_size{.what = "the size of a shape"};
constexpr Scope of_point{.what = "a point of a body"};
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
                        .parts = {}};
        constrain(contact, contact.name, dot(velocity(frame, point), direction), direction);
        system_.contacts.push_back(contact);
    }

    void add(const RollingDescription& written) {
        const Written place = place_of(written.place, description_, "[[rolling]]");
        if (written.frame.empty()) refuse(place, "it is not said what rolls; name it by 'frame'");
        const std::size_t index = find_frame(written.frame, system_);
        const Frame &frame = system_.frames[index],
                    &plane = system_.frames[find_frame(written.on, system_)];
        const AxisName up = written.normal.empty() ? AxisName{2, false} : read_axis(written.normal);
        const Vector3 normal = Expr(up.negative ? -1 : 1) * column(plane.own.axes, up.axis);
        const ContactGeometry geometry = contact_with_plane(
            read_shape(written, place), frame, normal, [&](const Expr& e) { return sign(e); });
        Contact contact{.name = name_of(written.name, frame.name),
                        .frame = index,
                        .point = geometry.point,
                        .parts = {}};
        const Vector3 centre =
            position(frame, read_vector(written.centre, "the centre", names_, of_point));
        const Expr height = dot(normal, centre - plane.place) - geometry.reach;
        if (!is_zero(height, {.limits = quick_proof}).proved_zero())
            constrain(contact, contact.name + " touches", height, normal);
        const Vector3 on_plane = transposed(plane.own.axes) * (geometry.point - plane.place);
        const Vector3 slip = geometry.velocity - velocity(plane, on_plane);
        for (std::size_t i = 0; i < 3; ++i) {
            if (i == up.axis) continue;
            const Vector3 direction = column(plane.own.axes, i);
            constrain(contact, fmt::format("{} rolls, {}", contact.name, "xyz"[i]),
                      dot(slip, direction), direction);
        }
        if (written.without_spin)
            constrain_spin(contact.name,
                           dot(angular_velocity(frame) - angular_velocity(plane), normal));
        system_.contacts.push_back(contact);
    }

private:
    int sign(const Expr& e) const { return evaluate(e, start_) < 0 ? -1 : 1; }

    std::string name_of(const Written& given, const std::string& otherwise) const {
        const std::string name = given.empty() ? otherwise : given.text();
        if (!given.empty() &&
            std::ranges::find(system_.contacts, name, &Contact::name) != system_.contacts.end())
            refuse(given, fmt::format("there are two contacts '{}'", name));
        return name;
    }

    RoundShape read_shape(const RollingDescription& written, const Written& place) const {
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

    Constraint& add_constraint(const std::string& name, const Expr& vanishing) {
        Constraint constraint = classified({vanishing, 0}, {}, system_);
        constraint.name = name;
        system_.constraints.push_back(constraint);
        return system_.constraints.back();
    }

    void constrain(Contact& contact, const std::string& name, const Expr& vanishing,
                   const Vector3& direction) {
        add_constraint(name, vanishing);
        contact.parts.push_back({system_.constraints.size() - 1, direction});
    }

    void constrain_spin(const std::string& name, const Expr& spin) {
        add_constraint(name + " does not spin", spin);
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

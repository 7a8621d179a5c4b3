#include <fmt/format.h>

#include <algorithm>

#include "expr/functions.hpp"
#include "expr/input.hpp"
#include "model/build_steps.hpp"

namespace rattleback {
namespace {

constexpr Scope of_mass{.what = "a mass"};
constexpr Scope of_inertia{.what = "an inertia"};
constexpr Scope of_centre{.what = "the centre of a body"};
constexpr Scope of_gravity{.what = "the gravity", .order = -1, .time = true};
constexpr Scope of_spring{.what = "a spring", .order = 0, .time = true};

Matrix3 read_inertia(const std::vector<Written>& entries, const Vocabulary& names) {
    if (entries.empty()) return {};
    if (entries.size() != 3 && entries.size() != 6)
        refuse(
            entries[0],
            fmt::format("an inertia has 3 entries, Ixx, Iyy and Izz, or 6, with Ixy, Ixz and Iyz "
                        "after them; this has {}",
                        entries.size()));
    std::vector<Expr> value(6);
    for (std::size_t i = 0; i < entries.size(); ++i)
        value[i] = names.formula(entries[i], of_inertia);
    return {Vector3{value[0], value[3], value[4]}, Vector3{value[3], value[1], value[5]},
            Vector3{value[4], value[5], value[2]}};
}

Body read_body(const BodyDescription& written, const Description& description,
               const Vocabulary& names, const System& system) {
    const Written place = place_of(written.place, description, "[[body]]");
    if (written.frame.empty()) refuse(place, "the body has no frame; name one with 'frame'");
    Body result;
    result.frame = find_frame(written.frame, system);
    result.name = written.name.empty() ? written.frame.text() : written.name.text();
    const std::string title = fmt::format("the body '{}'", result.name);
    if (std::ranges::find(system.bodies, result.name, &Body::name) != system.bodies.end())
        refuse(written.name.empty() ? place : written.name,
               fmt::format("there are two bodies '{}'", result.name));
    if (written.mass.empty()) refuse(place, title + " has no mass");
    result.mass = names.formula(written.mass, of_mass);
    result.centre = read_vector(written.centre, "the centre of " + title, names, of_centre);
    result.inertia = read_inertia(written.inertia, names);
    return result;
}

// The rates of a quaternion's entries.
std::array<Expr, 4> rates_of(const std::array<Expr, 4>& entries, const System& system) {
    const ExprVector rates = derivative_along(entries, system.by_time_without_accelerations());
    return {rates[0], rates[1], rates[2], rates[3]};
}

bool is_carried_by(std::size_t frame, std::size_t carrier, const System& system) {
    while (frame != carrier && frame != 0) frame = system.frames[frame].parent;
    return frame == carrier;
}

// The mean inertia of what a frame carries. Its size does not matter, but it must not vanish: the
// mass stands in for it where all are points.
Expr carried_inertia(std::size_t frame, const System& system) {
    Expr trace = 0, mass = 0;
    for (const Body& body : system.bodies) {
        if (!is_carried_by(body.frame, frame, system)) continue;
        trace += body.inertia[0][0] + body.inertia[1][1] + body.inertia[2][2];
        mass += body.mass;
    }
    return trace.is_zero() ? mass : trace / 3;
}

void add_bodies(const Description& description, const Vocabulary& names, System& system) {
    system.gravity = read_vector(description.gravity, "the gravity", names, of_gravity);
    if (!is_zero(system.gravity)) system.up = Expr(-1) * system.gravity;
    for (const BodyDescription& written : description.bodies) {
        const Body body = read_body(written, description, names, system);
        const Frame& frame = system.frames[body.frame];
        system.lagrangian += body.mass * dot(system.gravity, centre_of_mass(body, frame));
        system.bodies.push_back(body);
    }
    for (std::size_t i = 0; i < system.frames.size(); ++i)
        if (const auto& quaternion = system.frames[i].quaternion)
            system.lagrangian += made_up_energy(*quaternion, rates_of(*quaternion, system),
                                                carried_inertia(i, system));
    system.lagrangian += kinetic_energy(system.bodies, system.frames);
}

// V = ½k(d − l)², and the damper's force −c ḋ along the line.
void add_spring(const SpringDescription& written, const Description& description,
                const Vocabulary& names, System& system) {
    const Written place = place_of(written.place, description, "[[spring]]");
    if (written.between.size() != 2)
        refuse(place,
               "a spring is between two points, as in between = [\"position(A)\", "
               "\"position(B, 0, 0, 1)\"]");
    if (written.stiffness.empty() && written.damping.empty())
        refuse(place, "the spring has neither stiffness nor damping");
    const Vector3 from = names.vector(written.between[0], of_spring),
                  to = names.vector(written.between[1], of_spring);
    const Vector3 line = to - from;
    const Expr square = dot(line, line);
    system.drawings.push_back({.kind = Drawing::Kind::Spring,
                               .name = written.name.text(),
                               .place = from,
                               .direction = to});
    if (!written.stiffness.empty()) {
        const Expr k = names.formula(written.stiffness, of_spring);
        const Expr length =
            written.length.empty() ? Expr(0) : names.formula(written.length, of_spring);
        const Expr stretch = length.is_zero() ? square : pow(sqrt(square) - length, 2);
        system.lagrangian -= k * stretch / 2;
    }
    if (written.damping.empty()) return;
    const Expr c = names.formula(written.damping, of_spring);
    const Expr distance = sqrt(square);
    const Expr rate = derivative_along(distance, system.by_time_without_accelerations());
    const ExprVector slope = gradient(distance, system.q);
    for (std::size_t i = 0; i < system.size(); ++i) system.force[i] -= c * rate * slope[i];
    for (Input& each : system.inputs)
        each.force -= c * rate * derivative(distance, input(each.name));
}

}  // namespace

void read_bodies(const Description& description, const Vocabulary& names, System& system) {
    add_bodies(description, names, system);
}

void read_springs(const Description& description, const Vocabulary& names, System& system) {
    for (const SpringDescription& written : description.springs)
        located(place_of(written.place, description, "[[spring]]"), "the spring has no value",
                [&] { add_spring(written, description, names, system); });
}

}  // namespace rattleback

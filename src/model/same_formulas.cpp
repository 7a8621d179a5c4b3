#include "model/same_formulas.hpp"

#include <algorithm>
#include <tuple>

namespace rattleback {
namespace {

template <typename List, typename Key>
bool same_list(const List& a, const List& b, const Key& key) {
    return std::ranges::equal(a, b, {}, key, key);
}

// Each takes apart all of a struct, so that a member that is added must be thought of here.

auto key_of(const Constraint& c) {
    const auto& [name, written, expression, order, dependence, degree, explicit_for, reaction] = c;
    return std::tie(name, expression, order, dependence, explicit_for, reaction);
}

auto key_of(const HigherConstraint& h) {
    const auto& [constraint, direction, latent] = h;
    return std::tuple_cat(key_of(constraint), std::tie(direction, latent));
}

auto key_of(const Particle& p) {
    const auto& [name, mass, position, force] = p;
    return std::tie(mass, position, force);
}

auto key_of(const View& v) {
    const auto& [axes, omega, velocity] = v;
    return std::tie(axes, omega, velocity);
}

auto key_of(const Frame& f) {
    const auto& [name, place, place_rate, turning, own, spin_axis, unspun, parent, hub, turned] = f;
    return std::tuple(place, place_rate, turning, key_of(own), key_of(unspun));
}

auto key_of(const Body& b) {
    const auto& [name, frame, mass, centre, inertia] = b;
    return std::tie(frame, mass, centre, inertia);
}

auto key_of(const Event& e) {
    const auto& [name, expression, direction, stop] = e;
    return std::tie(name, expression, direction, stop);
}

auto key_of(const Contact::Part& p) {
    const auto& [constraint, direction] = p;
    return std::tie(constraint, direction);
}

template <typename List>
bool same_list(const List& a, const List& b) {
    return same_list(a, b, [](const auto& each) { return key_of(each); });
}

bool same_contact(const Contact& a, const Contact& b) {
    const auto key = [](const Contact& c) {
        const auto& [name, frame, point, parts, unknown, normal, mu, unilateral] = c;
        return std::tie(name, frame, point, unknown, normal, mu, unilateral);
    };
    return key(a) == key(b) && same_list(a.parts, b.parts);
}

auto key_of(const GivenParametrization& p) {
    const auto& [variables, velocities] = p;
    return std::tie(variables, velocities);
}

bool same_parametrization(const std::optional<GivenParametrization>& a,
                          const std::optional<GivenParametrization>& b) {
    if (!a || !b) return !a && !b;
    return key_of(*a) == key_of(*b);
}

// What is no list of structs; those are compared below.
auto key_of(const System& s) {
    const auto& [description, q, v, a, t, parameters, definitions, functions, inputs, drives,
                 lagrangian, force, particles, frames, bodies, gravity, constraints, higher,
                 contacts, reaction_vanishes_on, parametrization, principle, initial, expect,
                 symmetries, events, plots, drawings, up] = s;
    return std::tie(q, v, t, functions, lagrangian, force, gravity, reaction_vanishes_on,
                    principle);
}

}  // namespace

bool same_formulas(const System& a, const System& b) {
    return key_of(a) == key_of(b) && same_list(a.parameters, b.parameters, &Parameter::symbol) &&
           same_list(a.constraints, b.constraints) && same_list(a.higher, b.higher) &&
           same_list(a.particles, b.particles) && same_list(a.frames, b.frames) &&
           same_list(a.bodies, b.bodies) && same_list(a.events, b.events) &&
           std::ranges::equal(a.contacts, b.contacts, same_contact) &&
           same_parametrization(a.parametrization, b.parametrization);
}

}  // namespace rattleback

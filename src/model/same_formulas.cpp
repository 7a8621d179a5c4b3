#include "model/same_formulas.hpp"

#include <algorithm>
#include <tuple>

namespace rattleback {
namespace {

template <typename List, typename Key>
bool same_list(const List& a, const List& b, const Key& key) {
    return std::ranges::equal(a, b, {}, key, key);
}

auto key_of(const Constraint& c) {
    return std::tuple(c.name, c.expression, c.order, c.dependence, c.explicit_for, c.reaction);
}

auto key_of(const Particle& p) { return std::tie(p.mass, p.position, p.force); }

auto key_of(const View& v) { return std::tie(v.axes, v.omega, v.velocity); }

auto key_of(const Frame& f) {
    return std::tuple(f.place, f.place_rate, f.turning, key_of(f.own), key_of(f.unspun));
}

auto key_of(const Body& b) { return std::tie(b.frame, b.mass, b.centre, b.inertia); }

auto key_of(const Event& e) { return std::tie(e.name, e.expression, e.direction, e.stop); }

bool same_contact(const Contact& a, const Contact& b) {
    const auto key = [](const Contact& c) {
        return std::tie(c.name, c.frame, c.point, c.unknown, c.normal, c.mu, c.unilateral);
    };
    return key(a) == key(b) && same_list(a.parts, b.parts, [](const Contact::Part& p) {
               return std::tie(p.constraint, p.direction);
           });
}

bool same_parametrization(const std::optional<GivenParametrization>& a,
                          const std::optional<GivenParametrization>& b) {
    if (!a || !b) return !a && !b;
    return a->variables == b->variables && a->velocities == b->velocities;
}

}  // namespace

bool same_formulas(const System& a, const System& b) {
    const auto key = [](const auto& each) { return key_of(each); };
    const auto whole = [](const System& s) {
        return std::tie(s.q, s.v, s.t, s.functions, s.lagrangian, s.force, s.gravity,
                        s.reaction_vanishes_on, s.principle);
    };
    return whole(a) == whole(b) && same_list(a.parameters, b.parameters, &Parameter::symbol) &&
           same_list(a.constraints, b.constraints, key) &&
           same_list(a.particles, b.particles, key) && same_list(a.frames, b.frames, key) &&
           same_list(a.bodies, b.bodies, key) && same_list(a.events, b.events, key) &&
           std::ranges::equal(a.contacts, b.contacts, same_contact) &&
           same_parametrization(a.parametrization, b.parametrization);
}

}  // namespace rattleback

// Forces at the contacts of a system with ideal constraints.
//
// The force at a contact is Σ μ · direction over its constraints, with the multipliers μ of least norm
// for which Σ μ ∂b/∂v is the reaction: where the constraints are redundant, as under a cart with four
// wheels, others would do as well. Components in which the coordinates themselves keep a body on its
// surface are not known, NaN, unless it is the only body and nothing but its weight acts beside: then
// Newton's law tells them, F = m dv/dt − m g.
//
// Of a contact with a surface the force has a normal part N, positive where the surface pushes, and a
// tangential part T, which is friction: it takes a coefficient of |T|/N not to slip. Where redundant
// constraints could share either in another way, it is not determined, and NaN.
#pragma once

#include <array>
#include <memory>

#include "compiled/equations_of_motion.hpp"

namespace rattleback {

struct ContactLoad {
    double normal = 0;
    double tangential = 0;  // its size
    double size = 0;        // of what forces at contacts are sums of: rounding is relative to it
    std::array<double, 3> friction = {};  // the tangential part
};

class ContactForces {
public:
    // Whether the system has contacts, and constraints whose forces are known.
    static bool applies(const System& system);
    // Whether they tell what presses on the surface, where they are determined at all.
    static bool tell_normal(const System& system, const Contact& contact);

    ContactForces(const System& system, const EquationsOfMotion& motion);
    ~ContactForces();
    // A copy shares the code, and has scratch of its own.
    ContactForces(const ContactForces& other);
    ContactForces(ContactForces&&) noexcept;
    ContactForces& operator=(ContactForces&&) = delete;

    // `in`: as functions of the motion take it; accelerations and reaction: what they are there. Three
    // components along the axes of the ground for each contact.
    std::span<const double> operator()(const double* in, std::span<const double> accelerations,
                                       std::span<const double> reaction);
    // At the state last looked at; both parts NaN for contacts without a normal.
    std::vector<ContactLoad> loads() const;
    // What they are computed from, as tapes of what functions of the motion take.
    std::vector<const Tape*> formulas() const;

private:
    class Code;
    std::unique_ptr<Code> code_;
};

// N and T of every contact as functions of the state alone. A copy has scratch of its own.
class ContactLoads {
public:
    ContactLoads(const System& system, const EquationsOfMotion& motion);
    std::vector<ContactLoad> operator()(const double* in);
    std::vector<const Tape*> formulas() const;

private:
    std::size_t n_;
    SolvedFunction solved_;
    ContactForces forces_;
    std::vector<double> out_;
};

}  // namespace rattleback

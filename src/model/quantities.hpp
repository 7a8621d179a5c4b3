// What the motion of a model has beside its state, by name: what a plot, an event, an expectation or a
// rate may be written in, besides coordinates, their derivatives and definitions.
//
//     R_x             the reaction, one entry per coordinate
//     mu1, mu2        its multipliers, R = Σ μ N, in the order of the constraints
//     u1, u2          the speeds of the form in speeds
//     F_ball_x        the force at the contact 'ball', along an axis of the ground
//     N_ball, T_ball  its part along the normal, positive where the surface pushes, and the size of the rest
//     gauss           ½ (a − a_free)ᵀ M (a − a_free), the function of Gauss's principle at the motion
//     gauss_u1        its derivative ∂G/∂ż by a speed, which is R_i ψ^i_α; for each speed
//     gauss_u1_u2     its second derivative G_αβ = g_ij ψ^i_α ψ^j_β
//     S, S_0, S_1, S_2  the energy of the accelerations and the other parts of G = S + S_0 + S_1 − S_2
//
// They are functions of the state: the equations of motion, solved, give R = M a − f, and all but the
// speeds follow from R (equations/named_quantities.hpp exactly, trajectory/quantity_values.hpp in
// numbers). The parts and derivatives of G are formulas in t, q, v, a and speeds
// (equations/gauss_quantities.hpp). Accelerations need no name of their own: x'' is that of the motion. Letters of a contact's
// name that no name may have are underscores. A name that the model uses for something else is that.
//
// In vakonomic motion R is what M a − f is there; it has latent variables in the place of multipliers. A
// reaction law of the model's own tells no forces at contacts.
#pragma once

#include "model/system.hpp"

namespace rattleback {

enum class QuantityKind : std::uint8_t {
    Reaction,
    Multiplier,
    Speed,
    Force,     // a component of that at a contact
    Normal,    // of that at a contact
    Friction,  // likewise
    Gauss,
    GaussSlope,      // by the speed `of`
    GaussCurvature,  // by the speeds `of` and `axis`
    GaussPart        // S, S_0, S_1 or S_2
};

struct Quantity {
    Expr symbol = {};
    QuantityKind kind;
    std::size_t of = 0;    // which coordinate, constraint, speed, contact or part
    std::size_t axis = 0;  // of a component; which second speed
};

std::vector<Quantity> quantities_of(const System& system);

// The auxiliary variables of the model, or what the speeds of the form in speeds are called.
std::vector<std::string> speed_names(const System& system);

// Those that occur in the expressions.
std::vector<Quantity> quantities_in(const System& system, std::span<const Expr> expressions);

// Whether it is known only where the equations of motion are solved: it has accelerations or what
// follows from the reaction.
bool needs_motion(const System& system, const Expr& expression);

// Whether a name that nothing else has may be that of a quantity: before the constraints are known.
bool may_be_quantity(const std::string& name, const Description& description);

}  // namespace rattleback

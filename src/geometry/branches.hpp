// The branches of a nonlinear constraint: simpler constraints of which one must hold.
//
// b = u·b₁^{m₁}·b₂^{m₂}… vanishes where one of its factors does [B 8.4: (ẋ cos φ + ẏ sin φ)·φ̇ = 0 is
// rolling or translation]. The factors are irreducible over the rational functions of exact/factor;
// a quadratic factor is looked at further. Completing squares,
//
//     bᵢ = d₁ℓ₁² + … + d_rℓ_r² + c ,      ℓⱼ affine in the velocities, dⱼ and c functions of t and q,
//
//   all dⱼ of one sign, c = 0            ℓ₁ = … = ℓ_r = 0: several affine constraints written as one
//   all dⱼ and c of one sign             no real velocity satisfies it
//   r = 2, opposite signs, c = 0         two affine branches, √|d₁| ℓ₁ ± √|d₂| ℓ₂ = 0
//
// where signs are those of range.hpp, so parameters have their values. Two more are seen through:
//
//   |u₁| + √u₂ + u₃⁴ + … , no term negative     every term vanishes
//   k√u = m with m/k never negative             k²u = m², where that is quadratic in the velocities;
//                                               and so |u| = m, which is (u − m)(u + m) = 0
//   f(u) = f(w), f one-to-one on all numbers    u = w
//
// A branch that lies inside another is dropped, and so is any factor that the range shows never to
// vanish. What is not decided: other definite forms of degree four and more, signs that vary.
// A branch on which b is a power, of several equations, or of what is under a root or bars, is
// *disguised*: on it the gradient ∂b/∂v of the constraint as written vanishes, or there is none, and the
// reaction is not defined. x'³ = y'³, whose other factor vanishes on x' = y' only, is simpler there: it
// says x' = y', and the gradient of what is written vanishes where x' does.
//
// A positional constraint is looked at in the same way, by its coordinates, as far as it is disguised
// throughout: x² + y² = 0 says x = 0 and y = 0. Else it is its own branch, a product too.
#pragma once

#include "exact/answer.hpp"
#include "model/system.hpp"

namespace rattleback {

struct Branch {
    std::vector<Constraint> equations;  // all of them hold on this branch
    // b as written grows like this power of the distance from it.
    Number power = 1;
    bool is_unwrapped = false;  // from roots and bars

    bool is_affine() const;  // every equation is linear or affine in the velocities
    bool is_disguised() const { return power != 1 || equations.size() > 1 || is_unwrapped; }
    // Of the constraint as written, on this branch; it may vanish.
    bool has_gradient() const { return !is_unwrapped || power > 1; }
};

struct Branches {
    std::vector<Branch> branches;  // none: no real velocity, or position, satisfies it
    bool left_out = false;         // what is written has more in it, which says nothing more
    bool squared = false;          // an equation is written without its root
    bool beside_others = false;    // they hold together with the affine constraints

    bool is_product() const { return branches.size() > 1; }
    // The one branch, where it is disguised or simpler than what is written.
    const Branch* disguised() const;
};

// Of a constraint that is not of second order. Throws TooLarge at the limits.
Branches branches_of(const System& system, const Constraint& constraint,
                     const Limits& limits = interactive_limits);

// The system on one branch: the equations of the branch in the place of constraint i.
System on_branch(const System& system, std::size_t i, const Branch& branch);

}  // namespace rattleback

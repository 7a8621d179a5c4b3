// Other coordinates of a system: q = φ(t, Q).
//
//     v = J V + ∂φ/∂t ,   J = ∂φ/∂Q regular ,   a = dv/dt
//
// What is a function of the motion (L, a constraint, an event) is what it was with this put in. Forces
// and reactions are covectors, x_Q = Jᵀ x, since Σ x_i δq_i is what it was; generators of symmetries and
// what spans W are vectors, J⁻¹ ξ. Velocities that constraints allow are J⁻¹ (ψ − ∂φ/∂t). The
// equations of motion are then the same, combined by Jᵀ [T after (15)]; constraints that give some
// velocities explicitly go on doing so where their coordinates are among those that stay, or are changed
// by themselves [T Remark 2.4].
#pragma once

#include <optional>

#include "expr/derivative.hpp"
#include "model/system.hpp"

namespace rattleback {

class CoordinateMap {
public:
    // One formula of t and the new coordinates for each old one; a coordinate may stay itself.
    CoordinateMap(const System& system, ExprVector new_q, ExprVector phi);

    const ExprVector& q() const { return q_; }
    const ExprVector& v() const { return v_; }
    const ExprVector& phi() const { return phi_; }
    const ExprMatrix& slope() const { return slope_; }  // J
    const ExprVector& drift() const { return drift_; }  // ∂φ/∂t
    bool is_regular() const;                            // J is, at a generic place
    bool is_moving() const;                             // φ knows t

    Expr function(const Expr& e) const;
    ExprVector covector(const ExprVector& x) const;
    ExprVector vector(const ExprVector& x) const;
    ExprVector velocity(const ExprVector& psi) const;

    // Q with φ(t, Q) = old; nothing where φ is not affine in what is new.
    std::optional<ExprVector> affine_inverse(const ExprVector& old, const Expr& t) const;

    // Whether the old coordinate at this place is one that stays.
    bool stays(std::size_t place) const { return stays_[place]; }

private:
    ExprVector q_, v_, phi_;
    Expr t_;
    std::vector<bool> stays_;
    ExprMatrix slope_;
    ExprVector drift_;
    std::vector<Replacement> put_in_;  // what changes of q, v and a → formulas
};

}  // namespace rattleback

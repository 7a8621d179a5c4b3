// How good the variables of a form are at a state, as numbers without units.
//
// A form that solves constraints for some velocities divides by what multiplies them: y' = x' tan φ
// by cos φ, y₂' = x₂'y₁'/x₁' by x₁'. Where the divisor is small the errors of the variables are
// multiplied in the velocities. How small is too small must not depend on units, nor on what the run
// has seen, so that the divisor d is compared with
//
//     velocities    Σ |∂d/∂vᵢ| sᵢ, where sᵢ = (Σ Mⱼⱼ vⱼ² / Mᵢᵢ)^½ is the velocity that would have
//                   all of the kinetic energy of the form's speeds alone
//     bounds        those of its values, where it has any: 1 for cos φ
//     inertia       else: the square root of KᵢᵀMKᵢ/Gᵢᵢ; G = ΨᵀMΨ, Ψ = ∂v/∂(speeds), is the
//                   inertia of the motion that a speed stands for, K is what of its velocities no
//                   other speed moves and d does not divide: of a velocity that is a speed, itself
//
// The result is 1 where the variables are as good as they can be, and 0 where they have no values.
#pragma once

#include <optional>

#include "equations/equations.hpp"
#include "geometry/range.hpp"
#include "model/system.hpp"

namespace rattleback {

struct ChartMargin {
    Expr value;
    bool by_bounds = false;  // still to be divided by the largest |d|, which parameters may decide
};

// Of a divisor d of the form; nothing where no comparison has a sense. M in terms of the form.
std::optional<ChartMargin> chart_margin(const System& system, const Equations& equations,
                                        const ExprMatrix& mass, const Expr& d);

// The largest |d|; nothing where it has no bounds, or none but zero.
std::optional<double> largest_size(const Range& range);

}  // namespace rattleback

// Of what order a constraint is, and how it depends on its highest derivatives.
//
// b is affine in the rates w (velocities, accelerations, …) when ∂b/∂w is free of w, homogeneous of
// degree d when Σ wᵢ ∂b/∂wᵢ = d·b, and linear when it is both, with d = 1. Both are read off the
// expression, first as it was written, then in normal form: there they are decided exactly, for
// every expression of the class of exact/normal_form.hpp. Degrees of √ and |·| are those of
// positive multiples of w.
#pragma once

#include <optional>

#include "model/system.hpp"

namespace rattleback {

// The degree of homogeneity in the rates that the structure of the expression shows.
std::optional<Number> homogeneous_degree(const Expr& e, const ExprVector& rates);

// Highest derivative of a coordinate that occurs; −1 when no coordinate does.
int order_of(const Expr& e, const System& system);

// The normal form, if it can be had quickly. Throws NumericalError for a vanishing denominator.
std::optional<Expr> quick_normal_form(const Expr& e);

// Whether the expression as it is written shows that it is linear in the rates of its order, or
// positional and free of time, and is proved to be of this order: its normal form says no more.
bool is_evidently_linear(const Expr& b, const System& system);

// A constraint without name and reaction, with all that is found out about it. Its expression has
// at least one coordinate; `normal` is its normal form where there is one.
Constraint classified(const Equation& written, const std::optional<Expr>& normal,
                      const System& system);

// Linear or affine in its highest derivatives; a positional constraint is, through its time derivative.
bool is_affine(const Constraint& constraint);

}  // namespace rattleback

// ∫ e dx for the few integrands that constraints are made of.
//
// Sums are integrated term by term; of a term, what is free of x is taken out, and the rest must be
// f(g)·dg/dx for a part g of it, with f a power, a sine, cosine or exponential, or 1/(1 + g²). The
// logarithm is that of a modulus, log|g|, which has values on both sides of g = 0. The result is
// differentiated and compared with the integrand exactly before it is returned. Nothing is returned
// for an integrand beyond these rules: there is no claim that it has no antiderivative.
#pragma once

#include <optional>
#include <span>

#include "exact/answer.hpp"

namespace rattleback {

std::optional<Expr> antiderivative(const Expr& e, const Expr& x,
                                   const Limits& limits = interactive_limits);

// F with ∂F/∂xᵢ = ωᵢ, when the form ω is closed and its parts can be integrated.
std::optional<Expr> potential(std::span<const Expr> form, std::span<const Expr> x,
                              const Limits& limits = interactive_limits);

}  // namespace rattleback

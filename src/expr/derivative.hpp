// Derivatives, taken on the shared graph.
//
// Each verb lists the graph once and meets every node once per sweep, so n derivatives of one
// expression cost about n times the size of its graph, never of its tree. Symbols are independent
// of one another: ∂x'/∂x = 0.
//
//   derivative(e, x)        one forward sweep
//   derivative_along        Σᵢ ∂e/∂xᵢ · wᵢ, one forward sweep whatever the number of xᵢ; with
//                           x → x', x' → x'' it is the total derivative by time
//   gradient(e, x…)         one backward sweep for all xᵢ. The entries equal derivative(e, xᵢ) but
//                           may be grouped otherwise: they share what they have in common.
//   jacobian, hessian       a forward sweep per variable, over what depends on it; hessian is the
//                           jacobian of the gradient, and symmetric entry by entry
#pragma once

#include <span>
#include <utility>
#include <vector>

#include "expr/matrices.hpp"

namespace rattleback {

using Replacement = std::pair<Expr, Expr>;  // what → by what

Expr derivative(const Expr& e, const Expr& symbol);
ExprVector derivative(std::span<const Expr> expressions, const Expr& symbol);
ExprVector derivative_along(std::span<const Expr> expressions,
                            std::span<const Replacement> directions);
Expr derivative_along(const Expr& e, std::span<const Replacement> directions);
ExprVector gradient(const Expr& e, std::span<const Expr> symbols);
ExprMatrix jacobian(std::span<const Expr> expressions, std::span<const Expr> symbols);
ExprMatrix hessian(const Expr& e, std::span<const Expr> symbols);

}  // namespace rattleback

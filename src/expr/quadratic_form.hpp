// Expressions that are quadratic forms: e = c_ks vᵏvˢ with coefficients free of v.
//
// Decided on the expression as it stands: one that is a form only after terms cancel may be refused.
#pragma once

#include <optional>

#include "expr/matrices.hpp"

namespace rattleback {

// c_ks, symmetric; nothing when e is no quadratic form in v.
std::optional<ExprMatrix> quadratic_form(const Expr& e, const ExprVector& v);

}  // namespace rattleback

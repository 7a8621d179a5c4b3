// Integrals as functions that are known by their derivatives.
//
//     integral(f, s, a, b)                    ∫ₐᵇ f ds
//
// is one node, an unspecified function J of the bounds and of whatever else f depends on, so that
// substitution, differentiation and exact algebra treat it like any other, and it needs no kind of its
// own. What it is stands in its first argument: f, with names that no formula can have for its variable
// and its other symbols, and that no substitution meets; those of an integral inside an integrand are
// others than those of the outer one. Equal integrals are the same node, whatever their variable was
// called. A derivative of such a node is one of an unknown function, until it is put in that
//
//     ∂J/∂b = f(b) ,   ∂J/∂a = −f(a) ,   ∂J/∂p = ∫ₐᵇ ∂f/∂p ds .
//
// Integrals stand in what a model expects only (model/integral_formula.hpp): nothing that compiles,
// exports or moves knows them. That two expressions in integrals differ is therefore never concluded
// from exact algebra, which takes J for any function.
#pragma once

#include "expr/derivative.hpp"
#include "expr/expr.hpp"

namespace rattleback {

struct Integral {
    Expr integrand, variable, lower, upper;
};

Expr integral(const Integral& parts);

bool is_integral(const Expr& node);  // itself, not a derivative of one
bool has_integrals(const Expr& e);

// Of such a node. The variable is a symbol that nothing else has.
Integral parts_of_integral(const Expr& node);
// f of its own names: the variable and then the others, whose values at the node are `values`.
struct IntegrandOfNames {
    Expr integrand;
    ExprVector names, values;  // values: of all but the variable
};
IntegrandOfNames integrand_of_names(const Expr& node);

// Symbols that occur outside the integrands' own names.
ExprVector free_symbols(const ExprVector& expressions);
// Integrals, a part before what it is part of; those inside integrands are left out.
ExprVector integrals_of(const ExprVector& expressions);

// With the derivatives of integrals put in, and zero for those from a to a.
Expr with_known_integrals(const Expr& e);

}  // namespace rattleback

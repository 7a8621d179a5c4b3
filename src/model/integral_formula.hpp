// Formulas that may contain integrals: those of [expect], and no others.
//
//     x = "integral(cos(w*(1 - exp(-k*s))/k), s, 0, t)^2/2"
//
// is ½ (∫₀ᵗ cos(w (1 − e^(−ks))/k) ds)²: the integrand, its variable, which is a name of its own, and the
// bounds. An integrand may contain integrals. A function of the model that is called `integral` keeps
// its name.
#pragma once

#include "model/vocabulary.hpp"

namespace rattleback {

Expr formula_with_integrals(const Written& text, const Vocabulary& names, const Scope& scope);

}  // namespace rattleback

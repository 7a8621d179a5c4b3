// Whether integrals exist whatever their bounds: the derivative of an integral by its bound is the
// integrand only where nothing between the bounds is infinite. ∫₀ᵗ cos s ds is such a one; ∫₀ᵗ s^(−1/2) ds
// is not, and exists nonetheless, which a computed motion can show.
//
// The variable is taken for any real number, the parameters have their values: what is not seen to be
// regular may be so (geometry/range.hpp).
#pragma once

#include "model/system.hpp"

namespace rattleback {

bool has_regular_integrands(const ExprVector& expressions,
                            const std::vector<Parameter>& parameters);

// The expressions, and what their integrals are made of, with symbols in the place of the integrals.
ExprVector parts_without_integrals(const ExprVector& expressions);

}  // namespace rattleback

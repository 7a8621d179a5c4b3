// Sine and cosine as inlined instructions, the same for one lane and for many.
//
// The argument is reduced to |r + e| ≤ π/4 by x = k·π/2 + r + e with π/2 in three parts (Cody and
// Waite): C₁ has 53 bits, and x − k·C₁ is exact with a fused multiply–add; C₂ has 33 bits, so that
// k·C₂ is exact for |k| < 2²⁰; C₃ has the next 53. What rounding x − k·C₁ − k·C₂ loses is kept in e.
// Both polynomials are those of Sun's fdlibm, of degree 13 and 14, with the correction for e; the
// quadrant k mod 4 swaps them and sets the signs. No branch and no table: eight lanes cost what one
// does. The error is below one unit in the last place for |x| < largest_angle; beyond it (and for
// infinities) the caller has to use something else. NaN gives NaN.
#pragma once

#include <llvm/IR/IRBuilder.h>

namespace rattleback {

inline constexpr double largest_angle = 1e6;

struct SinCosValues {
    llvm::Value *sine, *cosine;
};

// x is a double or a vector of doubles.
SinCosValues emit_sincos(llvm::IRBuilder<>& build, llvm::Value* x);

}  // namespace rattleback

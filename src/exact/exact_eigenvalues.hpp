// Eigenvalues of a matrix of exact rationals, with nothing left to rounding: on which side of the
// imaginary axis each lies, how often it occurs, and in how large a Jordan block.
//
// The characteristic polynomial is factored over ℚ. The roots of an irreducible factor are simple, and
// are enclosed by balls that shrink until they decide. A factor g of degree 2 or more has roots on the
// imaginary axis only when g(−s) = g(s), because −iω is a root with iω; then g(s) = h(s²), and these
// are the roots of negative real roots of h, which balls tell from others. Of a factor that occurs m
// times, the kernels of g(A), g(A)², … stop growing at the size of the largest block.
#pragma once

#include <complex>
#include <optional>
#include <vector>

#include "expr/number.hpp"

namespace rattleback {

using NumberMatrix = std::vector<std::vector<Number>>;

struct ExactEigenvalue {
    std::complex<double> value;    // nearest, both parts; a part that is 0 vanishes exactly
    std::size_t multiplicity = 1;  // as a root of the characteristic polynomial
    std::size_t block = 1;         // size of its largest Jordan block
};

// Each eigenvalue once; nothing for a matrix of more than `most_exact_rows` rows.
inline constexpr std::size_t most_exact_rows = 40;
std::optional<std::vector<ExactEigenvalue>> exact_eigenvalues(const NumberMatrix& a);

}  // namespace rattleback

// The arithmetic of one step with a Taylor polynomial, entry by entry: how far it reaches, where it
// leads, and whether it is a solution there. The same three functions in C++ and in machine code,
// where eight entries are done at a time.
//
//     reach     the largest θ at which for neither of the last two orders k the root mean square of
//               cₖᵢ θᵏ/scaleᵢ exceeds 1, scale = atol + rtol·|y|, to a hundredth; infinite where they
//               are zero. Then a number that is finite when they are
//     advance   end = y + (p(θ) − p(0) + carry), lost = what rounding lost of that, slope = dp/dθ at θ
//     verify    1 when for every entry |θ·slope − h·rate|/(p+1), the first term that the polynomial
//               leaves out, is at most 10 (atol + rtol·max(|end|, |h·rate|)) and what f may lose to
//               rounding; else 0
//
// Rows have program.row() entries. What is beyond the states has no meaning. Both functions round alike,
// so that a motion does not depend on when machine code is made.
#pragma once

#include <cmath>

#include "compiled/jet_program.hpp"

namespace rattleback {

struct JetStep {
    const double* coefficients = nullptr;
    double* carry = nullptr;
    const double* rate = nullptr;  // dy/dt at the end
    double* lost = nullptr;
    double* end = nullptr;
    double* slope = nullptr;
    double* result = nullptr;  // of reach: two numbers; of verify: one
    std::uint64_t order = 0;
    double theta = 0;
    double h = 0;  // σθ
    double rtol = 0;
    const double* atol = nullptr;  // a row
};

using JetStepFunction = void (*)(const JetProgram* program, const JetStep* step);

struct JetStepFunctions {
    JetStepFunction reach = nullptr, advance = nullptr, verify = nullptr;
};

// In C++.
JetStepFunctions plain_step_functions();

// Powers of two and their logarithms as `reach` has them. The bits of a positive number, as an integer,
// are its logarithm: to less than 0.05, which the division by 2k makes less than a hundredth. A power is
// a cubic for the fraction of its exponent, to four digits.
namespace jet_powers {
inline constexpr double unit = 0x1p-52, bias = 1023 - 0.043;
inline constexpr double to_integer = 0x1.8p52;  // a number so large has no bits for fractions
inline constexpr double cubic[] = {0.999925, 0.693137, 0.242639, 0.055838};
// What the bits of a mean of squares are before unit and bias: the sum counts the entries too.
inline double bits_of_one(std::size_t entries) {
    return bias + std::log2(static_cast<double>(entries));
}
}  // namespace jet_powers

}  // namespace rattleback

// What runs a jet program: a plain function, interpreted or compiled, as kernel.hpp has for tapes.
#pragma once

#include "compiled/jet_program.hpp"

namespace rattleback {

struct JetArguments {
    const double* start;   // the outputs of program.start
    double* workspace;     // as many doubles as the backend asks for; finite at the first call
    double* coefficients;  // of watched series i at [k·row + i], k = 0 … order
    double sigma;          // the scale of time: coefficients are those of θᵏ, t = t₀ + σθ
    std::uint64_t order;   // at least 2
};

using JetKernel = void (*)(const JetProgram* program, const JetArguments* arguments);

}  // namespace rattleback

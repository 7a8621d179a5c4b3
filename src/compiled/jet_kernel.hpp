// What runs a jet program: a plain function, interpreted or compiled, as kernel.hpp has for tapes. It
// computes the coefficients of order 0 to a given one, all at once, from what the tape of the start
// gave; memory is the caller's. Interpreter and machine code take turns in the same workspace.
#pragma once

#include "compiled/jet_program.hpp"
#include "compiled/jet_step.hpp"

namespace rattleback {

struct JetArguments {
    const double* start;   // the outputs of program.start, then the matrix of program.solve
    double* workspace;     // at a line of 64 bytes; zero at the first call
    double* coefficients;  // of watched series i at [k·row + i], k = 0 … order
    double sigma;          // the scale of time: coefficients are those of θᵏ, t = t₀ + σθ
    std::uint64_t order;   // at least 2
};

using JetKernel = void (*)(const JetProgram* program, const JetArguments* arguments);

struct JetKernels {
    JetKernel expand = nullptr;
    JetStepFunctions step = {};
};

}  // namespace rattleback

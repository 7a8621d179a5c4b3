// What a backend makes of a tape: a plain function.
//
// Value i of lane l is in[i·width + l], and likewise in out, which must not overlap in. The tape is
// handed over for the interpreter, which is one such function, and for machine code that has to
// fall back to it.
#pragma once

#include "compiled/tape.hpp"

namespace rattleback {

using Kernel = void (*)(const Tape* tape, const double* in, double* out);

}  // namespace rattleback

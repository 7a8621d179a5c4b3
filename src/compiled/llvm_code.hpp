// A tape as a function of LLVM, for one lane or for several.
//
//     void name(const Tape* tape, const double* in, double* out)
//
// One generator serves every width: values are doubles, or vectors of `width` doubles, and value i
// of lane l lies at [i·width + l]. `in` and `out` must not overlap. Arithmetic, square roots, sines
// and cosines are inlined; other functions are calls of libm, lane by lane, so that every lane gives
// what one lane alone would.
//
// The inlined sine and cosine do not reach beyond largest_angle. Whether an angle was larger is
// looked at once, at the end, and the interpreter then does all of the work again: that keeps the
// code free of branches. This is what `tape` is passed for.
#pragma once

#include <string>

#include "compiled/llvm_long_function.hpp"
#include "compiled/tape.hpp"

namespace rattleback {

// The external functions that generated code calls, by name: for the linker.
struct External {
    const char* name;
    std::uint64_t address;
};
std::span<const External> externals();

void emit_function(CodeModules& modules, const std::string& name, const Tape& tape, unsigned width);

}  // namespace rattleback

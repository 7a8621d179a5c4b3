// The sine and cosine of sincos.hpp as inlined instructions, the same for one lane and for many: eight
// lanes cost what one does. No call, so that the code around them keeps its registers; where angles are
// too large for them, who calls this has to see to it.
#pragma once

#include <llvm/IR/IRBuilder.h>

#include "compiled/sincos.hpp"

namespace rattleback {

using SinCosValues = SinCosOf<llvm::Value*>;

// x is a double or a vector of doubles.
SinCosValues emit_sincos(llvm::IRBuilder<>& build, llvm::Value* x);

}  // namespace rattleback

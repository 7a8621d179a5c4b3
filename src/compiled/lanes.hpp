// The registers of the machine, as far as code depends on them.
//
// It is asked here and not of LLVM, which is loaded only where machine code is made.
#pragma once

namespace rattleback {

// The number of doubles in the widest register that this machine has: 8, 4 or 2.
unsigned lanes_of_this_machine();

}  // namespace rattleback

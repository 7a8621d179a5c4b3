// The end of memory as an exception.
//
// GMP and FLINT end the process where they get no memory. After this they throw std::bad_alloc instead,
// through their own frames: what they had in hand is lost, the process and its results are not.
#pragma once

namespace rattleback {

// For the whole process; once is enough.
void throw_when_memory_ends();

}  // namespace rattleback

// The end of memory as an exception, where GMP and FLINT are at work.
//
// Both end the process where they get no memory, and neither can be left by an exception in the middle
// of an operation: what it was writing to would be half made, and be freed so. So there is a reserve.
// Where no memory is left, it is given back, and the operation goes on with it; heed_memory, which is
// called before each operation with polynomials, takes it back, and throws std::bad_alloc where it
// cannot be had again. An operation that needs more than the reserve is the end of the process, in the
// words of whoever keeps the reserve; one that is known to be large asks for its memory before it.
//
// operator new has the same reserve, so that the last allocations do not fail in the middle of LLVM or
// where no exception may pass; where one does all the same, the process ends in those words too.
#pragma once

#include <cstddef>

namespace rattleback {

// For the whole process; once is enough. `at_the_end` says what happened, without asking for memory, and
// does not return.
void throw_when_memory_ends(void (*at_the_end)());

// A library was given none, and is about to be left by an exception.
void tell_memory_end();

// `terms`: of the polynomial that is to be computed.
void heed_memory(double terms);

}  // namespace rattleback

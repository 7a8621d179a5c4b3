// How much exact algebra may cost before it gives up.
//
// Exact computation can grow without bound, so every verb of this folder takes limits and keeps
// them: the size of each polynomial and the work it takes are checked before it is computed. Work is
// counted in steps, by the numbers of terms that an operation meets, and not by a clock, so that the
// same question has the same answer on every machine. A million steps take about a millisecond.
// What a verb does at its limit is its own affair: `simplify` returns its input, `is_zero` answers
// "unknown", `normal_form` throws TooLarge. Nothing ever hangs.
#pragma once

#include <cstddef>
#include <cstdint>
#include <stdexcept>

namespace rattleback {

struct Limits {
    std::size_t terms = 2'000'000;  // of any polynomial
    std::uint64_t work = 60'000;    // of one computation, in millions of steps
};

// The steps that exact algebra has taken in this thread: a clock that all machines read alike.
std::uint64_t steps_taken();

class TooLarge : public std::runtime_error {
public:
    TooLarge() : std::runtime_error("the exact computation grew beyond its limits") {}
};

}  // namespace rattleback

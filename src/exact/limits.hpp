// How much exact algebra may cost before it gives up.
//
// Exact computation can grow without bound, so every verb of this folder takes limits and keeps
// them: the size of each polynomial is checked before it is computed, the clock between operations.
// The clock is that of the processor time of the thread, so that a busy machine changes no answer.
// What a verb does at its limit is its own affair: `simplify` returns its input, `is_zero` answers
// "unknown", `normal_form` throws TooLarge. Nothing ever hangs.
#pragma once

#include <chrono>
#include <cstddef>
#include <stdexcept>

namespace rattleback {

struct Limits {
    std::size_t terms = 2'000'000;  // of any polynomial
    std::chrono::milliseconds time{60'000};
};

class TooLarge : public std::runtime_error {
public:
    TooLarge() : std::runtime_error("the exact computation grew beyond its limits") {}
};

}  // namespace rattleback

// Operations of FLINT whose cost is not known before, left in the middle.
//
//     fmpz_mpoly_t result;                        // no owner: see below
//     …
//     const LongOperation watched(2'000'000'000);
//     fmpz_mpoly_gcd(result, a, b, ring);         // may throw Interrupted or TooLarge
//
// A greatest common divisor of ten thousand terms takes milliseconds or minutes, and FLINT has no way
// to end one. But all that takes long asks for memory every few milliseconds; so what is asked for
// measures the work, alike on every machine, and is where an operation is left: by an exception, through
// the frames of C, which have nothing to tidy. What it had asked for until then is lost to the process,
// its result too, which is half made and must not be freed: so a call ought to be left rarely.
//
// Only where new memory is asked for, never where some is made larger: FLINT changes what a thread keeps
// for later operations only in the latter.
#pragma once

#include <cstddef>
#include <cstdint>

namespace rattleback {

// In this thread, as long as it lives, and within those around it: beyond so many steps, as limits.hpp
// counts them, it throws TooLarge.
class LongOperation {
public:
    explicit LongOperation(std::uint64_t most_steps);
    LongOperation(const LongOperation&) = delete;
    LongOperation& operator=(const LongOperation&) = delete;
    ~LongOperation();

    void heed(std::size_t bytes);

private:
    std::uint64_t left_;
    LongOperation* around_;
};

// Where FLINT has its memory from; that of the C library if nothing is set.
struct FlintMemory {
    void* (*get)(std::size_t size);
    void* (*get_zeros)(std::size_t count, std::size_t size);
    void* (*get_more)(void* old, std::size_t size);
    void (*give_back)(void* memory);
};
void set_flint_memory(const FlintMemory& memory);

}  // namespace rattleback

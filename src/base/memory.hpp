// How much memory the process may have.
//
//     limit_memory(share_of_machine());   // beyond it new and malloc give nothing: std::bad_alloc
//     require_memory(50'000'000);         // throws std::bad_alloc now, not in the middle of something
//
// A computation that grows without bound ends with a sentence, before the machine swaps and its system
// ends whatever process it likes. What counts is what the process can write to, not what it has mapped:
// programs and libraries lie in memory once for all (RLIMIT_DATA). A limit that was set from outside,
// as by ulimit -v, holds too.
//
// Libraries that end the process where they get no memory are called only where enough of it is left:
// who calls them says how much they need.
#pragma once

#include <cstdint>
#include <optional>

namespace rattleback {

// Three quarters of what the machine has, or its group of processes may have.
std::uint64_t share_of_machine();

// Of the whole process; nothing where it has more than this already.
void limit_memory(std::uint64_t bytes);

struct MemoryLimit {
    std::uint64_t bytes;
    bool is_own;  // limit_memory may set a higher one
};
std::optional<MemoryLimit> memory_limit();  // the one in force

// Throws std::bad_alloc where less than this can be had.
void require_memory(std::uint64_t bytes);

}  // namespace rattleback

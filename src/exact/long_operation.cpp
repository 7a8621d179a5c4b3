#include "exact/long_operation.hpp"

#include <flint/flint.h>
#include <flint/fmpz.h>

#include <cstdlib>
#include <limits>

#include "base/interruption.hpp"
#include "exact/limits.hpp"

namespace rattleback {
namespace {

// As measured: from 0.1 to 10 microseconds for a call, and some 200 MB a second of large coefficients.
constexpr std::uint64_t steps_of_call = 500, steps_of_two_bytes = 5;

FlintMemory source{std::malloc, std::calloc, std::realloc, std::free};
thread_local LongOperation* current = nullptr;

void* get(std::size_t size) {
    if (current != nullptr) current->heed(size);
    return source.get(size);
}

void* get_zeros(std::size_t count, std::size_t size) {
    if (current != nullptr) current->heed(count * size);
    return source.get_zeros(count, size);
}

bool is_watched() {
    __flint_set_memory_functions(get, get_zeros, source.get_more, source.give_back);
    return true;
}

// FLINT keeps large integers for later ones, in a list of each thread whose first piece is new memory.
// With the thread goes what FLINT keeps for it.
struct ListOfIntegers {
    ListOfIntegers() {
        fmpz_t large;
        fmpz_init_set_ui(large, std::numeric_limits<ulong>::max());
        fmpz_clear(large);
    }
    ListOfIntegers(const ListOfIntegers&) = delete;
    ListOfIntegers& operator=(const ListOfIntegers&) = delete;
    ~ListOfIntegers() { flint_cleanup(); }
};

}  // namespace

void set_flint_memory(const FlintMemory& memory) {
    source = memory;
    is_watched();
}

LongOperation::LongOperation(std::uint64_t most_steps) : left_(most_steps), around_(current) {
    [[maybe_unused]] static const bool watched = is_watched();
    [[maybe_unused]] thread_local const ListOfIntegers ready;
    current = this;
}

LongOperation::~LongOperation() { current = around_; }

void LongOperation::heed(std::size_t bytes) {
    if (around_ != nullptr)
        around_->heed(bytes);
    else
        heed_stop();
    const std::uint64_t steps = steps_of_call + bytes / 2 * steps_of_two_bytes;
    if (steps > left_) throw TooLarge();
    left_ -= steps;
}

}  // namespace rattleback

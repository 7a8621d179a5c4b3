#include "exact/memory_end.hpp"

#include <gmp.h>

#include <atomic>
#include <cstdint>
#include <cstdlib>
#include <exception>
#include <new>

#include "base/memory.hpp"
#include "exact/long_operation.hpp"

namespace rattleback {
namespace {

constexpr std::size_t reserve_size = 12'000'000;
// What a term may need, with the products that are sorted to find it; and from where on this is more
// than a part of the reserve.
constexpr double bytes_of_term = 200, few_terms = 10'000;

std::atomic<void*> reserve = nullptr;
std::atomic<bool> has_ended = false;
void (*end_of_process)() = nullptr;

bool keeps_reserve() { return end_of_process != nullptr; }

// Another thread may be giving it back: then there is memory again.
template <typename Get>
void* got(std::size_t size, const Get& get) {
    void* memory = get();
    if (memory != nullptr || size == 0) return memory;
    has_ended = true;
    std::free(reserve.exchange(nullptr));
    memory = get();
    if (memory == nullptr) end_of_process();
    return memory;
}

// Of operator new, which tries again.
void give_reserve() {
    has_ended = true;
    void* const given = reserve.exchange(nullptr);
    if (given == nullptr) throw std::bad_alloc();
    std::free(given);
}

// Where an exception may not pass, or leaves a library in disorder, for want of memory.
[[noreturn]] void terminate() {
    if (has_ended) end_of_process();
    std::abort();
}

void* get(std::size_t size) {
    return got(size, [&] { return std::malloc(size); });
}
void* get_zeros(std::size_t count, std::size_t size) {
    return got(count * size, [&] { return std::calloc(count, size); });
}
void* get_more(void* old, std::size_t size) {
    return got(size, [&] { return std::realloc(old, size); });
}
void* get_more_than(void* old, std::size_t, std::size_t size) { return get_more(old, size); }
void give_back(void* memory) { std::free(memory); }
void give_back_sized(void* memory, std::size_t) { std::free(memory); }

}  // namespace

void throw_when_memory_ends(void (*at_the_end)()) {
    end_of_process = at_the_end;
    if (reserve == nullptr) reserve = std::malloc(reserve_size);
    std::set_new_handler(give_reserve);
    std::set_terminate(terminate);
    mp_set_memory_functions(get, get_more_than, give_back_sized);
    set_flint_memory({get, get_zeros, get_more, give_back});
}

void tell_memory_end() {
    has_ended = true;
    std::free(reserve.exchange(nullptr));
}

void heed_memory(double terms) {
    if (!keeps_reserve()) return;
    if (terms > few_terms) require_memory(static_cast<std::uint64_t>(terms * bytes_of_term));
    if (reserve != nullptr) return;
    void* again = std::malloc(reserve_size);
    if (again == nullptr) throw std::bad_alloc();
    std::free(reserve.exchange(again));
}

}  // namespace rattleback

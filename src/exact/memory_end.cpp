#include "exact/memory_end.hpp"

#include <flint/flint.h>
#include <gmp.h>

#include <cstdlib>
#include <new>

namespace rattleback {
namespace {

void* there(void* memory, std::size_t size) {
    if (memory == nullptr && size > 0) throw std::bad_alloc();
    return memory;
}

void* get(std::size_t size) { return there(std::malloc(size), size); }
void* get_zeros(std::size_t count, std::size_t size) {
    return there(std::calloc(count, size), count * size);
}
void* get_more(void* old, std::size_t size) { return there(std::realloc(old, size), size); }
void* get_more_than(void* old, std::size_t, std::size_t size) { return get_more(old, size); }
void give_back(void* memory) { std::free(memory); }
void give_back_sized(void* memory, std::size_t) { std::free(memory); }

}  // namespace

void throw_when_memory_ends() {
    mp_set_memory_functions(get, get_more_than, give_back_sized);
    __flint_set_memory_functions(get, get_zeros, get_more, give_back);
}

}  // namespace rattleback

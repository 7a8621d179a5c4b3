// A call of compiled code allocates nothing.
//
// This file replaces the global operator new of the test program by one that counts.
#include <gtest/gtest.h>

#include <atomic>
#include <cstdlib>
#include <new>

#include "compiled/equations_of_motion.hpp"
#include "equations/formulations.hpp"
#include "expr/parse.hpp"

namespace {

std::atomic<std::size_t> allocations = 0;

void* counted(std::size_t size) {
    ++allocations;
    if (void* memory = std::malloc(size == 0 ? 1 : size)) return memory;
    throw std::bad_alloc();
}

void* counted(std::size_t size, std::align_val_t alignment) {
    ++allocations;
    const auto unit = static_cast<std::size_t>(alignment);
    if (void* memory = std::aligned_alloc(unit, (size + unit - 1) / unit * unit)) return memory;
    throw std::bad_alloc();
}

}  // namespace

void* operator new(std::size_t size) { return counted(size); }
void* operator new[](std::size_t size) { return counted(size); }
void* operator new(std::size_t size, std::align_val_t a) { return counted(size, a); }
void* operator new[](std::size_t size, std::align_val_t a) { return counted(size, a); }
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete[](void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }
void operator delete[](void* memory, std::size_t) noexcept { std::free(memory); }
void operator delete(void* memory, std::align_val_t) noexcept { std::free(memory); }
void operator delete[](void* memory, std::align_val_t) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept { std::free(memory); }
void operator delete[](void* memory, std::size_t, std::align_val_t) noexcept { std::free(memory); }

namespace rattleback {
namespace {

System snake() { return build(read_model(RATTLEBACK_TESTS_DIR "/../models/snake3.toml")); }

// How many allocations a second call makes: the first may have prepared the thread's workspace.
template <typename F>
std::size_t allocations_of(const F& f, const std::vector<double>& in, std::vector<double>& out) {
    f(in.data(), out.data());
    const std::size_t before = allocations;
    f(in.data(), out.data());
    return allocations - before;
}

TEST(Allocation, IsCounted) {
    const std::size_t before = allocations;
    const std::vector<double> some(10);
    EXPECT_EQ(allocations - before, 1U);
}

TEST(Allocation, NoneInCompiledFunctions) {
    for (const Backend backend : {Backend::MachineCode, Backend::Interpreter}) {
        if (backend == Backend::MachineCode && !has_machine_code()) continue;
        for (const unsigned width : {1U, 8U}) {
            const CompiledFunction f =
                compile(ExprVector{parse("x")}, ExprVector{parse("sin(x)*exp(x)"), parse("x^x")},
                        {.backend = backend, .width = width});
            std::vector<double> in(width, 0.3), out(2 * width);
            EXPECT_EQ(allocations_of(f, in, out), 0U);
            in[0] = 1e9;  // beyond the reach of the inlined sine
            EXPECT_EQ(allocations_of(f, in, out), 0U);
        }
    }
}

TEST(Allocation, NoneInEquationsOfMotion) {
    const System system = snake();
    for (const char* form : {"lagrange_multipliers", "benenti", "udwadia_kalaba"})
        for (const bool straight : {true, false}) {
            const EquationsOfMotion motion(system, derive(system, form),
                                           {.solve = {.compile = {}, .straight_line = straight}});
            const std::vector<double> state(motion.size(), 0.4);
            const std::vector<double> in = motion.input(state, 0);
            for (const SolvedFunction& f : {motion.rates(), motion.forces(), motion.jacobian()}) {
                std::vector<double> out(f.outputs());
                EXPECT_EQ(allocations_of(f, in, out), 0U) << form << ", " << straight;
            }
        }
}

}  // namespace
}  // namespace rattleback

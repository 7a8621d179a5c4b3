// A call of compiled code allocates nothing.
#include <gtest/gtest.h>

#include "compiled/equations_of_motion.hpp"
#include "equations/formulations.hpp"
#include "expr/parse.hpp"
#include "support/counted_allocations.hpp"
#include "support/model_file.hpp"

namespace rattleback {
namespace {

System snake() { return testing::model_file("snake3"); }

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

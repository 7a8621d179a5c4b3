// A process without memory, seen from outside: it ends by itself where the exception arrives.
#include "exact/memory_end.hpp"

#include <gtest/gtest.h>
#include <sys/resource.h>

#include <cstdlib>
#include <new>

#include "exact/normal_form.hpp"
#include "expr/parse.hpp"
#include "support/sanitized.hpp"

namespace rattleback {
namespace {

[[noreturn]] void run_out_of_memory() {
    const Expr large = parse("(x + y + z + w + u + 1)^12*(x - y + 2*z - w + 3*u + v)^6");
    throw_when_memory_ends();
    const rlimit none{.rlim_cur = 1, .rlim_max = RLIM_INFINITY};
    setrlimit(RLIMIT_AS, &none);
    try {
        normal_form(large);
    } catch (const std::bad_alloc&) {
        std::_Exit(7);
    }
    std::_Exit(0);
}

TEST(MemoryEnd, IsAnException) {
    if (testing::sanitized) GTEST_SKIP() << "sanitizers need memory of their own";
    EXPECT_EXIT(run_out_of_memory(), ::testing::ExitedWithCode(7), "");
}

}  // namespace
}  // namespace rattleback

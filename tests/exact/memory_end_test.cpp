// A process without memory, seen from outside: it ends by itself where the exception arrives.
#include "exact/memory_end.hpp"

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <unistd.h>

#include <cstdlib>
#include <fstream>
#include <new>

#include "exact/normal_form.hpp"
#include "expr/parse.hpp"
#include "expr/print_text.hpp"
#include "support/sanitized.hpp"

namespace rattleback {
namespace {

// This much more than there is now.
void leave(std::size_t bytes) {
    std::size_t pages = 0;
    std::ifstream("/proc/self/statm") >> pages;
    const rlimit limit{.rlim_cur = pages * static_cast<std::size_t>(getpagesize()) + bytes,
                       .rlim_max = RLIM_INFINITY};
    setrlimit(RLIMIT_AS, &limit);
}

void end() { std::_Exit(8); }

[[noreturn]] void run_out_of_memory() {
    const Expr large = parse("(x + y + z + w + u + 1)^12*(x - y + 2*z - w + 3*u + v)^6");
    throw_when_memory_ends(end);
    leave(0);
    try {
        normal_form(large);
    } catch (const std::bad_alloc&) {
        std::_Exit(7);
    }
    std::_Exit(0);
}

// Wherever it ends, what was in hand is left in order, and the next work has its result.
[[noreturn]] void go_on_after_the_end() {
    const Expr large = parse("(x + y + z + w + u + 1)^12*(x - y + 2*z - w + 3*u + v)^6");
    throw_when_memory_ends(end);
    int ended = 0;
    for (std::size_t more = 0; more < 40; ++more) {
        leave(more * 50'000);
        try {
            normal_form(large);
        } catch (const std::bad_alloc&) {
            ++ended;
        }
        const rlimit all{.rlim_cur = RLIM_INFINITY, .rlim_max = RLIM_INFINITY};
        setrlimit(RLIMIT_AS, &all);
        if (to_text(normal_form(parse("(x + 1)^2 - x^2 - 2*x"))) != "1") std::_Exit(1);
    }
    std::_Exit(ended > 10 ? 7 : 0);
}

TEST(MemoryEnd, IsAnException) {
    if (testing::sanitized) GTEST_SKIP() << "sanitizers need memory of their own";
    EXPECT_EXIT(run_out_of_memory(), ::testing::ExitedWithCode(7), "");
}

TEST(MemoryEnd, LeavesNothingHalfMade) {
    if (testing::sanitized) GTEST_SKIP() << "sanitizers need memory of their own";
    EXPECT_EXIT(go_on_after_the_end(), ::testing::ExitedWithCode(7), "");
}

}  // namespace
}  // namespace rattleback

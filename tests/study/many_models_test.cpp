// What a process has read, derived, computed and dropped takes no memory: models of which no two have
// a name or a number in common, so that nothing of one serves another.
//
// RATTLEBACK_MODELS_DROPPED says how many there are; the second half of them may not add what a few
// allocations of the system do not explain.
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <malloc.h>
#include <unistd.h>

#include <cstdlib>
#include <fstream>
#include <iostream>
#include <thread>

#include "compiled/code_cache.hpp"
#include "expr/expr.hpp"
#include "study/derive_forms.hpp"
#include "study/run_motion.hpp"

namespace rattleback {
namespace {

constexpr std::size_t few_models = 60;
constexpr double flat = 1e6;  // bytes, in half of the models

std::size_t wanted_models() {
    const char* const wish = std::getenv("RATTLEBACK_MODELS_DROPPED");
    return wish == nullptr ? few_models : static_cast<std::size_t>(std::atol(wish));
}

double resident_bytes() {
    ::malloc_trim(0);
    std::ifstream file("/proc/self/statm");
    double size = 0, resident = 0;
    file >> size >> resident;
    return resident * static_cast<double>(::sysconf(_SC_PAGESIZE));
}

// A skate with an oscillator on it.
std::string model_text(std::size_t number) {
    return fmt::format(R"(
title = "Skate {0}"
coordinates = ["x{0}", "y{0}", "phi{0}", "s{0}"]
lagrangian = "(m{0}*x{0}'^2 + m{0}*y{0}'^2 + phi{0}'^2 + s{0}'^2*(2 + cos(phi{0})))/2 - {1}*s{0}^2"
[parameters]
m{0} = "1 + 1/{1}"
[[constraint]]
name = "blade {0}"
equation = "x{0}'*sin(phi{0}) - y{0}'*cos(phi{0}) = 0"
[[force]]
on = "x{0}"
value = "1/{1} - x{0}'/{1}"
[initial]
"x{0}'" = 1
"phi{0}'" = "1/{1}"
"s{0}" = 1
)",
                       number, number + 3);
}

void use(std::size_t number) {
    const Description model = read_model_text(model_text(number), "skate.toml");
    derive_forms(model);
    // The default form, whose code is a series' for `taylor`, and another method with a Jacobian.
    const Run run = run_motion(model, {.until = 0.5});
    EXPECT_FALSE(checks_of(run).empty());
    const Run other =
        run_motion(model, {.form = "lagrange_multipliers", .method = "bdf", .until = 0.2});
    EXPECT_EQ(run.trajectory.stop.reason, other.trajectory.stop.reason);
}

// What a thread remembers, up to its bound, goes with it.
void use_in_thread(std::size_t number) { std::jthread(use, number).join(); }

TEST(ManyModels, LeaveNoNodeAndNoCodeBehind) {
    use_in_thread(1);
    const std::size_t nodes = live_nodes();
    for (std::size_t i = 2; i < 5; ++i) use_in_thread(i);
    EXPECT_EQ(live_nodes(), nodes);
    EXPECT_EQ(live_code(), 0U);
}

TEST(ManyModels, TakeNoMoreMemoryThanHalfOfThem) {
    const std::size_t count = wanted_models();
    double before = 0;
    for (std::size_t i = 0; i < count; ++i) {
        if (i == count / 2) before = resident_bytes();
        use_in_thread(i);
    }
    const double after = resident_bytes();
    std::cout << fmt::format(
        "{} models: {:.2f} MB resident after half of them, {:.2f} MB after all\n", count,
        before / 1e6, after / 1e6);
    EXPECT_LT(after - before, flat);
}

}  // namespace
}  // namespace rattleback

// The Whipple–Carvallo bicycle, from its file to its first step.
//
// Times are the best of several runs, each a new reading of models/bicycle.toml. Operations are those
// of evaluating matrix and right side of the form, each common subexpression once, with the
// parameters as symbols and with their numbers put in.
#include <fmt/format.h>

#include <chrono>
#include <limits>

#include "compiled/equations_of_motion.hpp"
#include "equations/formulations.hpp"
#include "expr/operations.hpp"
#include "expr/substitute.hpp"
#include "geometry/core_system.hpp"
#include "model/initial_values.hpp"
#include "trajectory/simulate.hpp"

namespace {

using namespace rattleback;
using Clock = std::chrono::steady_clock;

double milliseconds_since(Clock::time_point start) {
    return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
}

void report(const char* form) {
    constexpr double never = std::numeric_limits<double>::infinity();
    double read = never, derived = never, stepped = never;
    std::size_t symbolic = 0, numeric = 0;
    for (int run = 0; run < 5; ++run) {
        const auto start = Clock::now();
        const System system = build(read_model(RATTLEBACK_MODELS "/bicycle.toml"));
        read = std::min(read, milliseconds_since(start));
        const auto between = Clock::now();
        const Equations equations = derive(system, form);
        derived = std::min(derived, milliseconds_since(between));
        SimulationOptions options;
        options.integration.until = 1;
        options.integration.method = "dop853";
        options.integration.most_steps = 1;
        const auto before = run == 0 ? start : Clock::now();  // code is made once in a process
        simulate(system, equations, options);
        if (run == 0) stepped = milliseconds_since(before);
        ExprVector entries = equations.right;
        for (const auto& row : equations.matrix)
            entries.insert(entries.end(), row.begin(), row.end());
        symbolic = count_operations(entries).total();
        numeric = count_operations(substitute(entries, parameter_values(system))).total();
    }
    fmt::print(
        "{:<22} read {:>5.1f} ms, derived {:>6.1f} ms, file to first step {:>6.0f} ms; {:>5} "
        "operations, {:>5} with numbers\n",
        form, read, derived, stepped, symbolic, numeric);
}

// M and f of the free motion.
void report_free_motion() {
    const System system = build(read_model(RATTLEBACK_MODELS "/bicycle.toml"));
    const FreeMotion free = free_motion(system);
    ExprVector entries = free.force;
    for (const auto& row : free.mass) entries.insert(entries.end(), row.begin(), row.end());
    fmt::print("mass matrix and forces: {} operations, {} with numbers\n",
               count_operations(entries).total(),
               count_operations(substitute(entries, parameter_values(system))).total());
}

}  // namespace

int main() {
    report_free_motion();
    for (const char* form : {"lagrange_multipliers", "gauss", "maggi", "kane", "benenti"})
        report(form);
}

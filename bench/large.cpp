// Large systems: how long it takes to derive the equations with multipliers, and to evaluate them once.
//
//     bench_large FILE...
//
// Of each model: coordinates, unknowns of the linear equations, operations of their matrix and right side;
// milliseconds to build the system and to derive the equations; then microseconds of one evaluation of
// the rates, interpreted as the first ten thousand are, and of Eigen's factorization of the same matrix.
// The least of several, in processor time.
#include <fmt/format.h>

#include <Eigen/LU>
#include <algorithm>
#include <cmath>
#include <ctime>
#include <limits>

#include "compiled/equations_of_motion.hpp"
#include "equations/formulations.hpp"
#include "rattleback/description.hpp"

namespace {

using namespace rattleback;

double seconds() {
    timespec now{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

template <typename Work>
double least(int rounds, int calls, const Work& work) {
    double best = std::numeric_limits<double>::infinity();
    for (int round = 0; round < rounds; ++round) {
        const double start = seconds();
        for (int call = 0; call < calls; ++call) work();
        best = std::min(best, (seconds() - start) / calls);
    }
    return best;
}

std::vector<double> some_state(std::size_t size) {
    std::vector<double> state;
    for (std::size_t i = 0; i < size; ++i)
        state.push_back(0.3 * std::sin(3.7 * static_cast<double>(i) + 0.4));
    return state;
}

double factorization(const SolvedFunction& rates, const std::vector<double>& in, std::size_t n) {
    const Tape& tape = rates.equations();
    std::vector<double> values(tape.outputs.size());
    CompiledFunction(compile(Tape(tape), {.backend = Backend::Interpreter}))(in.data(),
                                                                             values.data());
    const auto size = static_cast<Eigen::Index>(n);
    const Eigen::MatrixXd matrix = Eigen::Map<Eigen::MatrixXd>(values.data(), size, size);
    Eigen::PartialPivLU<Eigen::MatrixXd> factors(size);
    return least(20, 10, [&] { factors.compute(matrix); });
}

void measure(const char* file) {
    const Description description = read_model(file);
    const double build_time = least(3, 1, [&] { build(description); });
    const System system = build(description);
    const double derive_time = least(3, 1, [&] { derive(system, "lagrange_multipliers"); });
    const EquationsOfMotion motion(system, derive(system, "lagrange_multipliers"),
                                   {.solve = {.compile = {.backend = Backend::Interpreter}},
                                    .parameters = ParametersAs::Numbers});
    const SolvedFunction rates = motion.rates();
    const std::vector<double> in = motion.input(some_state(motion.size()), 0);
    std::vector<double> rate(rates.outputs());
    const double once = least(20, 10, [&] { rates(in.data(), rate.data()); });
    const std::size_t n = motion.rates_problem().unknowns.size();
    fmt::print("{} {} {} {} {:.2f} {:.2f} {:.2f} {:.2f}\n", file, system.size(), n,
               rates.equations().operations(), 1e3 * build_time, 1e3 * derive_time, 1e6 * once,
               1e6 * factorization(rates, in, n));
}

}  // namespace

int main(int argc, char** argv) {
    for (int i = 1; i < argc; ++i) measure(argv[i]);
}

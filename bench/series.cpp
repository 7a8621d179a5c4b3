// Taylor series of whole models beside Runge–Kutta pairs: work against precision.
//
//     bench_series FORM UNTIL FILE...
//
// Of each model: how long f takes and an expansion to order 20, in microseconds, both interpreted; then
// for each method and tolerance (rtol, with atol as the program chooses it) the error of the state at
// the end, in parts of the size of each entry, the steps, and milliseconds of processor time: of the
// first run, with all code that it makes on the way, and of the fastest of the next.
//
// Errors are distances from taylor at 10⁻¹⁵; how far vern9 at 10⁻¹³ is from that is told.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <ctime>
#include <limits>

#include "equations/formulations.hpp"
#include "rattleback/description.hpp"
#include "trajectory/simulate.hpp"

namespace {

using namespace rattleback;

double seconds() {
    timespec now{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

template <typename Work>
double least(double time, const Work& work) {
    double best = std::numeric_limits<double>::infinity();
    const double begin = seconds();
    do {
        const double start = seconds();
        work();
        best = std::min(best, seconds() - start);
    } while (seconds() - begin < time);
    return best;
}

template <typename Work>
double microseconds(const Work& work) {
    constexpr int calls = 100;
    return 1e6 / calls * least(0.1, [&] {
               for (int call = 0; call < calls; ++call) work();
           });
}

struct Model {
    System system;
    Equations equations;
    double until;

    Trajectory run(const CompiledMotion& motion, const std::string& method, double rtol) const {
        SimulationOptions options;
        options.integration.method = method;
        options.integration.rtol = rtol;
        options.integration.until = until;
        options.integration.at = {until};
        return simulate(motion, system, options);
    }
    CompiledMotion compiled() const { return {system, equations, ParametersAs::Numbers}; }
    std::vector<double> end(const std::string& method, double rtol) const {
        return run(compiled(), method, rtol).stop.state;
    }
};

double distance(const std::vector<double>& a, const std::vector<double>& b) {
    double worst = 0;
    for (std::size_t i = 0; i < a.size(); ++i)
        worst = std::max(worst, std::abs(a[i] - b[i]) / std::max(1.0, std::abs(b[i])));
    return worst;
}

void once(const Model& model) {
    const MotionCode code(model.system, model.equations, {});
    const MotionProblem motion(model.system, model.equations, {});
    const Trajectory start = model.run(model.compiled(), "dop853", 1e-6);
    std::vector<double> y(start.states[0].begin(), start.states[0].end()), f(y.size());
    const double of_f = microseconds([&] { motion.problem().rate(0, y.data(), f.data()); });
    const CompiledJets jets(code.series().formulas(), Backend::Interpreter);
    constexpr std::size_t order = 20;
    std::vector<double> in(jets.inputs(), 1.0), begin(jets.places()), work(jets.workspace(order)),
        all((order + 1) * jets.width());
    std::ranges::copy(y, in.begin());
    in[y.size()] = 0;
    jets.start(in.data(), begin.data());
    const double of_start = microseconds([&] { jets.start(in.data(), begin.data()); });
    const double of_series =
        microseconds([&] { jets({begin.data(), 0.1, order}, work.data(), all.data()); });
    const JetProgram& program = jets.program();
    fmt::print(
        "  {} states, {} operations; {} rules, {} sums, {} unknowns in numbers; f {:.2f}, start "
        "{:.2f}, expansion {:.1f}\n",
        y.size(), code.series().formulas().operations(), program.rules.size(), program.sums.size(),
        program.unknowns(), of_f, of_start, of_series);
}

void measure(const Model& model) {
    once(model);
    const std::vector<double> exact = model.end("taylor", 1e-15);
    fmt::print("  vern9 at 1e-13 is {:.1e} from taylor at 1e-15\n",
               distance(model.end("vern9", 1e-13), exact));
    for (const double rtol : {1e-4, 1e-6, 1e-8, 1e-10, 1e-12})
        for (const char* method : {"taylor", "dop853", "vern9", "auto"}) {
            Trajectory run;
            const double first = least(0, [&] { run = model.run(model.compiled(), method, rtol); });
            const CompiledMotion motion = model.compiled();
            const double next = least(0.2, [&] { model.run(motion, method, rtol); });
            fmt::print("  {:g} {:8} error {:.1e} {:6} steps {:9.2f} ms {:9.2f} ms  {}\n", rtol,
                       method, distance(run.stop.state, exact), run.statistics.steps, 1e3 * first,
                       1e3 * next, run.method);
        }
}

}  // namespace

int main(int argc, char** argv) {
    for (int i = 3; i < argc; ++i) {
        const System system = build(read_model(argv[i]));
        fmt::print("{}, {}\n", argv[i], argv[1]);
        measure({system, derive(system, argv[1]), std::stod(argv[2])});
    }
}

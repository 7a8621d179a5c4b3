// What it costs along a run that parameters are inputs, beside code with their numbers put in.
//
// For every model of the gallery that has parameters, in its default form: the operations of the
// right-hand side, and its time per call, as the ratio of constants of a run (run_constants.hpp) to
// numbers. Then whole integrations of P1 and P2 of bench_taylor, and what the next run costs that has
// other values: with code of its own, and with the code of the run before. Both take turns, and of many
// turns the fastest counts.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <filesystem>
#include <functional>
#include <vector>

#include "compiled/equations_of_motion.hpp"
#include "start/initial_state.hpp"
#include "study/compiled_model.hpp"
#include "study/derive_motion.hpp"
#include "trajectory/simulate.hpp"

namespace {

using namespace rattleback;
using Clock = std::chrono::steady_clock;

// One way to treat parameters, at the start of the model and near it.
class Rates {
public:
    Rates(const DerivedMotion& motion, ParametersAs parameters, const std::vector<double>& state)
        : motion_(motion.system, motion.equations, {.parameters = parameters}),
          code_(motion_.rates()),
          in_(motion_.input(state, 0)),
          out_(code_.outputs()) {
        const auto fixed = std::span<const double>(in_).subspan(state.size() + 1);
        const std::vector<double> more = code_.constants(fixed);
        in_.insert(in_.end(), more.begin(), more.end());
    }

    std::size_t operations() const {
        const auto& line = code_.straight_line();
        return line ? line->operations() : code_.equations().operations();
    }
    const std::vector<double>& out() const { return out_; }

    // Seconds of so many calls.
    double run(int calls) {
        const auto before = Clock::now();
        for (int i = 0; i < calls; ++i) {
            in_[0] += 1e-9;
            code_(in_.data(), out_.data());
        }
        return std::chrono::duration<double>(Clock::now() - before).count();
    }

    double best = 1e300;

private:
    EquationsOfMotion motion_;
    SolvedFunction code_;
    std::vector<double> in_, out_;
};

void report(const std::filesystem::path& file) {
    const DerivedMotion motion = derive_motion(read_model(file.string()));
    if (motion.system.parameters.empty()) return;
    const std::vector<double> state = initial_state(motion.system, motion.equations).state;
    Rates numbers(motion, ParametersAs::Numbers, state),
        constants(motion, ParametersAs::Constants, state);
    for (int turn = 0; turn < 60; ++turn)
        for (Rates* each : {&numbers, &constants})
            each->best = std::min(each->best, each->run(500));
    double off = 0;
    for (std::size_t i = 0; i < numbers.out().size(); ++i)
        off = std::max(off, std::abs(numbers.out()[i] - constants.out()[i]) /
                                (1 + std::abs(numbers.out()[i])));
    fmt::print(
        "{:<34} {:>5} operations, {:>5} with constants; {:7.1f} ns, {:5.3f} of it; off {:.1e}\n",
        file.stem().string(), numbers.operations(), constants.operations(),
        numbers.best / 500 * 1e9, constants.best / numbers.best, off);
}

// Integrations by one method, without what comes before the first step.
void report_runs(const char* model, double until, const char* method) {
    const DerivedMotion motion =
        derive_motion(read_model(std::string(RATTLEBACK_MODELS "/") + model + ".toml"));
    const CompiledMotion numbers(motion.system, motion.equations, ParametersAs::Numbers),
        constants(motion.system, motion.equations, ParametersAs::Constants);
    SimulationOptions options;
    options.integration.until = until;
    options.integration.at = {until};
    options.integration.method = method;
    double best[] = {1e300, 1e300};
    for (int turn = 0; turn < 40; ++turn)
        for (const std::size_t i : {0U, 1U})
            best[i] = std::min(
                best[i],
                simulate(i == 0 ? numbers : constants, motion.system, options).statistics.seconds);
    fmt::print("{:<24} {:<8} {:8.4f} ms, {:5.3f} of it with constants\n", model, method,
               1e3 * best[0], best[1] / best[0]);
}

double seconds(const std::function<void()>& work) {
    const auto before = Clock::now();
    work();
    return std::chrono::duration<double>(Clock::now() - before).count();
}

// From a description with another value to a trajectory of one step.
void report_next_run(const char* name, const char* parameter) {
    const Description model = read_model(std::string(RATTLEBACK_MODELS "/") + name + ".toml");
    RunRequest request{.method = "dop853"};
    request.until = 1e-6;
    const CompiledModel compiled = compile_model(model);
    run_motion(compiled, {}, request);
    double best[] = {1e300, 1e300};
    for (int turn = 0; turn < 5; ++turn) {
        const std::vector<NewValue> values{{parameter, fmt::format("1.{}", turn + 1)}};
        best[0] =
            std::min(best[0], seconds([&] { run_motion(with_values(model, values), request); }));
        best[1] = std::min(best[1], seconds([&] { run_motion(compiled, values, request); }));
    }
    fmt::print(
        "{:<24} the next run: {:7.1f} ms with its own code, {:7.1f} ms with that of the "
        "first\n",
        name, 1e3 * best[0], 1e3 * best[1]);
}

}  // namespace

int main() {
    for (const char* method : {"taylor", "dop853"}) {
        report_runs("skate", 1000, method);
        report_runs("parallel_points_spring", 100, method);
    }
    report_next_run("skate", "g");
    report_next_run("rolling_disc", "g");
    report_next_run("rattleback", "M");
    report_next_run("bicycle", "g");
    std::vector<std::filesystem::path> files;
    for (const auto& entry : std::filesystem::directory_iterator(RATTLEBACK_MODELS))
        if (entry.path().extension() == ".toml") files.push_back(entry.path());
    std::ranges::sort(files);
    for (const auto& file : files) {
        try {
            report(file);
        } catch (const std::exception& error) {
            fmt::print("{:<34} {}\n", file.stem().string(), error.what());
        }
    }
}

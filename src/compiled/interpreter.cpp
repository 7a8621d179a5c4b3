#include "compiled/interpreter.hpp"

#include <algorithm>

#include "compiled/operation.hpp"

namespace rattleback {
namespace {

struct Lane {
    const double* in;
    double* out;
    std::size_t stride;  // between values of one lane
};

void run(const Tape& tape, const Lane& lane, double* workspace) noexcept {
    double* next = workspace;
    for (std::size_t i = 0; i < tape.inputs.size(); ++i) *next++ = lane.in[i * lane.stride];
    next = std::copy(tape.constants.begin(), tape.constants.end(), next);
    double argument = 0;  // of the last SinCos
    for (const Instruction& step : tape.instructions) {
        if (step.op == Op::SinCos) argument = workspace[step.a];
        const double a = step.op == Op::PairedCosine ? argument : workspace[step.a];
        *next++ = result_of(step.op, {a, workspace[step.b], workspace[step.c]});
    }
    for (std::size_t i = 0; i < tape.outputs.size(); ++i)
        lane.out[i * lane.stride] = workspace[tape.outputs[i]];
}

}  // namespace

void interpret(const Tape& tape, const double* in, double* out, double* workspace) noexcept {
    run(tape, {in, out, 1}, workspace);
}

void interpret_batch(const Tape& tape, std::size_t width, const double* in, double* out) noexcept {
    thread_local std::vector<double> workspace;
    if (workspace.size() < tape.places()) workspace.resize(tape.places());
    for (std::size_t lane = 0; lane < width; ++lane)
        run(tape, {in + lane, out + lane, width}, workspace.data());
}

}  // namespace rattleback

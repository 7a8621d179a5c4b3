#include "compiled/interpreter.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>

#include "compiled/operation.hpp"
#include "compiled/sincos.hpp"

// Where a processor multiplies and adds at once, std::fma is one instruction; else it is a call.
#ifdef __x86_64__
#define RATTLEBACK_WITH_FMA __attribute__((target("fma")))
#define RATTLEBACK_HAS_FMA __builtin_cpu_supports("fma")
#else
#define RATTLEBACK_WITH_FMA
#define RATTLEBACK_HAS_FMA true
#endif
#define RATTLEBACK_ONE_FUNCTION __attribute__((flatten))

namespace rattleback {
namespace {

struct Doubles {
    using Value = double;
    using Bits = std::uint64_t;

    static double number(double value) { return value; }
    static double add(double a, double b) { return a + b; }
    static double sub(double a, double b) { return a - b; }
    static double mul(double a, double b) { return a * b; }
    static double neg(double a) { return -a; }
    static double fma(double a, double b, double c) { return std::fma(a, b, c); }
    static Bits bits(double a) { return std::bit_cast<Bits>(a); }
    static Bits next(Bits a) { return a + 1; }
    static double odd(Bits quadrant, double then, double otherwise) {
        return (quadrant & 1U) != 0 ? then : otherwise;
    }
    static double negated_by(Bits quadrant, double value) {
        return std::bit_cast<double>(bits(value) ^ ((quadrant << 62U) & (Bits{1} << 63U)));
    }
};

// Infinities are beyond too; NaN is not.
inline SinCosOf<double> sincos(double x) {
    if (std::fabs(x) >= largest_angle) return {std::sin(x), std::cos(x)};
    return SinCos(Doubles{}, x).values();
}

struct Lane {
    const double* in;
    double* out;
    std::size_t stride;  // between values of one lane
};

inline void run_inlined(const Tape& tape, const Lane& lane, double* workspace) noexcept {
    double* next = workspace;
    for (std::size_t i = 0; i < tape.inputs.size(); ++i) *next++ = lane.in[i * lane.stride];
    next = std::copy(tape.constants.begin(), tape.constants.end(), next);
    double cosine = 0;  // of the last SinCos
    for (const Instruction& step : tape.instructions) {
        const double a = workspace[step.a];
        if (step.op == Op::SinCos) {
            const SinCosOf<double> both = sincos(a);
            *next++ = both.sine;
            cosine = both.cosine;
        } else if (step.op == Op::PairedCosine) {
            *next++ = cosine;
        } else if (step.op == Op::Sin) {
            *next++ = sincos(a).sine;
        } else if (step.op == Op::Cos) {
            *next++ = sincos(a).cosine;
        } else {
            *next++ = result_of(step.op, {a, workspace[step.b], workspace[step.c]});
        }
    }
    for (std::size_t i = 0; i < tape.outputs.size(); ++i)
        lane.out[i * lane.stride] = workspace[tape.outputs[i]];
}

RATTLEBACK_WITH_FMA RATTLEBACK_ONE_FUNCTION void run_with_fma(const Tape& tape, const Lane& lane,
                                                              double* workspace) noexcept {
    run_inlined(tape, lane, workspace);
}

RATTLEBACK_ONE_FUNCTION void run_without(const Tape& tape, const Lane& lane,
                                         double* workspace) noexcept {
    run_inlined(tape, lane, workspace);
}

void run(const Tape& tape, const Lane& lane, double* workspace) noexcept {
    static const bool has_fma = RATTLEBACK_HAS_FMA;
    (has_fma ? run_with_fma : run_without)(tape, lane, workspace);
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

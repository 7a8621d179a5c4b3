// The compiled right-hand side beside a twin written by hand: two points with parallel velocities,
// joined by a spring.
//
//     r = (x₂ − x₁, y₂ − y₁),  e = (cos θ, sin θ),  n = (−sin θ, cos θ),
//     ẋᵢ = vᵢ e,  v̇₁ = k r·e/m₁,  v̇₂ = −k r·e/m₂,  θ̇ = k (v₁ − v₂) r·n/(m₁v₁² + m₂v₂²)
//
// The twin is C++ for this machine (-O3 -march=native, no fast-math), once with libm's sincos and
// once with the sincos that compiled code inlines, written with vector extensions: the best that can
// be written by hand with the same mathematics. States are many and change from call to call, so
// that neither branch prediction nor the compiler can cheat. Times are per state.
//
// `Chain` feeds each result into the next state: the latency, not the throughput.
#include <benchmark/benchmark.h>

#include <cmath>
#include <cstring>
#include <random>
#include <vector>

#include "compiled/compiled_function.hpp"
#include "expr/parse.hpp"

namespace {

using namespace rattleback;

constexpr std::size_t states = 512, size = 7;

ExprVector parsed(std::initializer_list<const char*> texts) {
    ExprVector result;
    for (const char* text : texts) result.push_back(parse(text));
    return result;
}

// m1 = 1, m2 = 2, k = 1, as in the twin.
CompiledFunction compiled(const CompileOptions& options) {
    return compile(
        parsed({"x1", "y1", "x2", "y2", "v1", "v2", "theta"}),
        parsed({"v1*cos(theta)", "v1*sin(theta)", "v2*cos(theta)", "v2*sin(theta)",
                "(x2 - x1)*cos(theta) + (y2 - y1)*sin(theta)",
                "-((x2 - x1)*cos(theta) + (y2 - y1)*sin(theta))/2",
                "(v1 - v2)*((y2 - y1)*cos(theta) - (x2 - x1)*sin(theta))/(v1^2 + 2*v2^2)"}),
        options);
}

template <unsigned lanes>
struct Pack;
template <>
struct Pack<1> {
    using Real = double;
    using Bits = std::int64_t;
};
template <>
struct Pack<8> {
    using Real = double __attribute__((vector_size(64)));
    using Bits = std::int64_t __attribute__((vector_size(64)));
};

// Multiplication and addition are fused by the compiler, with -ffp-contract=fast.
template <unsigned lanes>
[[gnu::always_inline]] inline void own_sincos(const typename Pack<lanes>::Real& x,
                                              typename Pack<lanes>::Real& sine,
                                              typename Pack<lanes>::Real& cosine) {
    using Real = typename Pack<lanes>::Real;
    using Bits = typename Pack<lanes>::Bits;
    const Real zero = x * 0, one = zero + 1, shift = zero + 0x1.8p52;
    const Real shifted = x * 0x1.45f306dc9c883p-1 + shift, k = shifted - shift;
    const Real first = x - k * 0x1.921fb54442d18p+0, r = first - k * 0x1.1a62633100000p-54;
    const Real e = ((first - r) - k * 0x1.1a62633100000p-54) - k * 0x1.1701b839a2520p-88;
    const Real z = r * r, cube = z * r;
    const Real ps = 8.33333333332248946124e-03 +
                    z * (-1.98412698298579493134e-04 +
                         z * (2.75573137070700676789e-06 +
                              z * (-2.50507602534068634195e-08 + z * 1.58969099521155010221e-10)));
    const Real s = r - (cube * 1.66666666666666324348e-01 + (z * (e * 0.5 - cube * ps) - e));
    const Real pc = -1.38888888888741095749e-03 +
                    z * (2.48015872894767294178e-05 +
                         z * (-2.75573143513906633035e-07 +
                              z * (2.08757232129817482790e-09 + z * -1.13596475577881948265e-11)));
    const Real half = z * 0.5, head = one - half;
    const Real c =
        head + (z * (z * (4.16666666666666019037e-02 + z * pc)) + (((one - head) - half) - r * e));
    Bits quadrant, sign;
    std::memcpy(&quadrant, &shifted, sizeof quadrant);
    const auto odd = (quadrant & 1) != 0;
    sine = odd ? c : s;
    cosine = odd ? s : c;
    std::memcpy(&sign, &sine, sizeof sign);
    sign ^= (quadrant & 2) << 62;
    std::memcpy(&sine, &sign, sizeof sign);
    std::memcpy(&sign, &cosine, sizeof sign);
    sign ^= ((quadrant + 1) & 2) << 62;
    std::memcpy(&cosine, &sign, sizeof sign);
}

template <typename Real>
[[gnu::always_inline]] inline void algebra(const Real* in, const Real& s, const Real& c,
                                           Real* out) {
    const Real rx = in[2] - in[0], ry = in[3] - in[1], v1 = in[4], v2 = in[5];
    const Real along = rx * c + ry * s;
    out[0] = v1 * c;
    out[1] = v1 * s;
    out[2] = v2 * c;
    out[3] = v2 * s;
    out[4] = along;
    out[5] = along * -0.5;
    out[6] = (v1 - v2) * (ry * c - rx * s) / (v1 * v1 + 2 * (v2 * v2));
}

[[gnu::noinline]] void twin_with_libm(const double* in, double* out) {
    double s = 0, c = 0;
    ::sincos(in[6], &s, &c);
    algebra<double>(in, s, c, out);
}

template <unsigned lanes>
[[gnu::noinline]] void twin(const double* in, double* out) {
    using Real = typename Pack<lanes>::Real;
    Real values[size], rates[size], s, c;
    std::memcpy(values, in, sizeof values);
    own_sincos<lanes>(values[6], s, c);
    algebra<Real>(values, s, c, rates);
    std::memcpy(out, rates, sizeof rates);
}

std::vector<double> random_states() {
    std::mt19937_64 random(1);
    std::uniform_real_distribution<double> draw(0.5, 1.5);
    std::vector<double> result(states * size);
    for (double& x : result) x = draw(random);
    return result;
}

template <typename F>
void throughput(benchmark::State& state, const F& f, std::size_t lanes) {
    const std::vector<double> in = random_states();
    std::vector<double> out(in.size());
    for (auto _ : state) {
        for (std::size_t i = 0; i < states * size; i += lanes * size)
            f(in.data() + i, out.data() + i);
        benchmark::DoNotOptimize(out.data());
        benchmark::ClobberMemory();
    }
    state.counters["per_state"] =
        benchmark::Counter(static_cast<double>(states) * static_cast<double>(state.iterations()),
                           benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
}

template <typename F>
void chain(benchmark::State& state, const F& f) {
    std::vector<double> in{0, 0, 1, 0.3, 1, 0.7, 0.5}, out(size);
    for (auto _ : state) {
        f(in.data(), out.data());
        for (std::size_t i = 0; i < size; ++i) in[i] += 1e-9 * out[i];
    }
}

CompileOptions at_once(unsigned width = 1) {
    return {.backend = machine_code_at_once(), .width = width};
}

void Compiled(benchmark::State& state) { throughput(state, compiled(at_once()), 1); }
void HandWrittenOwnSincos(benchmark::State& state) { throughput(state, twin<1>, 1); }
void HandWrittenLibm(benchmark::State& state) { throughput(state, twin_with_libm, 1); }
void CompiledBatchOf8(benchmark::State& state) { throughput(state, compiled(at_once(8)), 8); }
void HandWrittenBatchOf8(benchmark::State& state) { throughput(state, twin<8>, 8); }
void Interpreted(benchmark::State& state) {
    throughput(state, compiled({.backend = Backend::Interpreter}), 1);
}
void CompiledChain(benchmark::State& state) { chain(state, compiled(at_once())); }
void HandWrittenOwnSincosChain(benchmark::State& state) { chain(state, twin<1>); }
void HandWrittenLibmChain(benchmark::State& state) { chain(state, twin_with_libm); }

// From the formulas to code that runs; nothing is cached, as nothing keeps the code.
void Compilation(benchmark::State& state) {
    for (auto _ : state) benchmark::DoNotOptimize(compiled(at_once()).operations());
}
void CompilationBatchOf8(benchmark::State& state) {
    for (auto _ : state) benchmark::DoNotOptimize(compiled(at_once(8)).operations());
}

BENCHMARK(Compiled);
BENCHMARK(HandWrittenOwnSincos);
BENCHMARK(HandWrittenLibm);
BENCHMARK(CompiledBatchOf8);
BENCHMARK(HandWrittenBatchOf8);
BENCHMARK(Interpreted);
BENCHMARK(CompiledChain);
BENCHMARK(HandWrittenOwnSincosChain);
BENCHMARK(HandWrittenLibmChain);
BENCHMARK(Compilation)->Unit(benchmark::kMillisecond);
BENCHMARK(CompilationBatchOf8)->Unit(benchmark::kMillisecond);

}  // namespace

BENCHMARK_MAIN();

// Compiled functions give the values of their expressions: machine code and interpreter, one lane
// and many.
#include "compiled/compiled_function.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <random>
#include <thread>

#include "base/interruption.hpp"
#include "compiled/code_cache.hpp"
#include "expr/graph.hpp"
#include "expr/parse.hpp"
#include "expr/print_text.hpp"
#include "rattleback/errors.hpp"
#include "rounding_bound.hpp"
#include "support/random_expression.hpp"

namespace rattleback {
namespace {

using testing::RandomExpression;
using testing::RoundingBound;

std::uint64_t bits(double x) { return std::bit_cast<std::uint64_t>(x); }

// Also where one is −0 and the other 0, but any NaN is as good as another.
::testing::AssertionResult identical(double a, double b) {
    if (bits(a) == bits(b) || (std::isnan(a) && std::isnan(b)))
        return ::testing::AssertionSuccess();
    return ::testing::AssertionFailure() << a << " is not to the last bit " << b;
}

std::vector<double> random_values(std::size_t n, std::uint64_t seed) {
    std::mt19937_64 random(seed);
    std::uniform_real_distribution<double> uniform(-2, 2);
    std::vector<double> values(n);
    for (double& v : values) v = uniform(random);
    return values;
}

// One state at a time, whatever the width: all lanes but `lane` get something else.
std::vector<double> run_lane(const CompiledFunction& f, const std::vector<double>& in,
                             unsigned lane) {
    const std::size_t width = f.width();
    std::vector<double> all(in.size() * width), out(f.outputs() * width), result;
    for (std::size_t i = 0; i < in.size(); ++i)
        for (std::size_t l = 0; l < width; ++l)
            all[i * width + l] = l == lane ? in[i] : 0.25 + static_cast<double>(l);
    f(all.data(), out.data());
    for (std::size_t i = 0; i < f.outputs(); ++i) result.push_back(out[i * width + lane]);
    return result;
}

std::vector<double> run(const CompiledFunction& f, const std::vector<double>& in) {
    return run_lane(f, in, 0);
}

ExprVector draw(std::uint64_t seed, bool with_sines) {
    testing::RandomOptions options{.depth = 4,
                                   .names = {"x", "y", "z"},
                                   .largest_order = 1,
                                   .big_numbers = false,
                                   .unspecified = false};
    if (!with_sines)
        std::erase_if(options.functions,
                      [](FunctionId id) { return id == FunctionId::Sin || id == FunctionId::Cos; });
    RandomExpression random(seed, options);
    ExprVector outputs;
    for (int i = 0; i < 4; ++i) outputs.push_back(random.next());
    return outputs;
}

struct Draw {
    ExprVector inputs, outputs;
    std::vector<double> values;
    std::unordered_map<Expr, double> named() const {
        std::unordered_map<Expr, double> result;
        for (std::size_t i = 0; i < inputs.size(); ++i) result[inputs[i]] = values[i];
        return result;
    }
};

Draw drawn(std::uint64_t seed, bool with_sines = true) {
    Draw result;
    result.outputs = draw(seed, with_sines);
    result.inputs = symbols_of(result.outputs);
    result.values = random_values(result.inputs.size(), seed);
    return result;
}

class Backends : public ::testing::TestWithParam<Backend> {
protected:
    void SetUp() override {
        if (GetParam() == Backend::MachineCode && !has_machine_code())
            GTEST_SKIP() << "built without LLVM";
    }
};

TEST_P(Backends, RandomExpressionsHaveTheirValuesWithinTheRoundingBound) {
    std::size_t compared = 0;
    for (std::uint64_t seed = 1; seed <= 300; ++seed) {
        const Draw d = drawn(seed);
        const CompiledFunction f = compile(d.inputs, d.outputs, {.backend = GetParam()});
        const std::vector<double> found = run(f, d.values);
        for (std::size_t i = 0; i < d.outputs.size(); ++i) {
            RoundingBound bound(d.named());
            const auto expected = bound(d.outputs[i]);
            if (!bound.all_useful()) continue;
            ++compared;
            EXPECT_TRUE(expected.admits(found[i]))
                << to_text(d.outputs[i]) << " is " << static_cast<double>(expected.value)
                << " within " << static_cast<double>(expected.error) << ", not " << found[i];
        }
    }
    EXPECT_GT(compared, 400U);
}

TEST_P(Backends, LanesAgreeToTheLastBitWithOneLane) {
    for (std::uint64_t seed = 1; seed <= 40; ++seed) {
        const Draw d = drawn(seed);
        const CompiledFunction one = compile(d.inputs, d.outputs, {.backend = GetParam()});
        const std::vector<double> expected = run(one, d.values);
        for (const unsigned width : {2U, 4U, 8U}) {
            const CompiledFunction many = one.batch(width);
            EXPECT_EQ(many.width(), width);
            for (const unsigned lane : {0U, width - 1}) {
                const std::vector<double> found = run_lane(many, d.values, lane);
                for (std::size_t i = 0; i < found.size(); ++i)
                    EXPECT_TRUE(identical(found[i], expected[i]))
                        << to_text(d.outputs[i]) << ", lane " << lane << " of " << width;
            }
        }
    }
}

// Values at which functions are special, and where they have none.
TEST_P(Backends, FollowsTheMathematicalLibraryAtSpecialValues) {
    const Expr x = parse("x"), y = parse("y");
    const double inf = std::numeric_limits<double>::infinity(), nan = std::nan("");
    const double special[] = {0.0,   -0.0, 1,    -1,   0.5,   -0.5, 2,      1e-310,
                              1e308, inf,  -inf, nan,  1e-20, 1e5,  -1e5,   1e6,
                              -1e7,  1e22, 710,  -750, 1e-8,  0.75, 999999, 1.5708};
    for (const Function& row : functions()) {
        const ExprVector args = row.arity == 1 ? ExprVector{x} : ExprVector{x, y};
        const CompiledFunction f =
            compile(ExprVector{x, y}, ExprVector{call(row.id, args)}, {.backend = GetParam()});
        for (const double a : special)
            for (const double b : {2.0, -0.0, -3.0}) {
                const double expected = row.value(std::vector{a, b}), found = run(f, {a, b})[0];
                const bool own = row.id == FunctionId::Sin || row.id == FunctionId::Cos;
                const double ulp = std::nextafter(std::fabs(expected), inf) - std::fabs(expected);
                const bool near = own && std::fabs(found - expected) <= ulp &&
                                  std::signbit(found) == std::signbit(expected);
                EXPECT_TRUE(near || identical(found, expected)) << row.name << " of " << a;
            }
    }
}

TEST_P(Backends, DividesByZeroAsTheMachineDoes) {
    const CompiledFunction f =
        compile(ExprVector{parse("x")}, ExprVector{parse("1/x"), parse("x/x^2"), parse("x^(-3/2)")},
                {.backend = GetParam()});
    const auto at_zero = run(f, {0});
    EXPECT_TRUE(std::isinf(at_zero[0]) && std::isinf(at_zero[2]));
    const auto nothing = run(f, {std::nan("")});
    for (const double value : nothing) EXPECT_TRUE(std::isnan(value));
}

TEST_P(Backends, FunctionsWithoutInputsAndOutputs) {
    double out[2] = {7, 7};
    compile(ExprVector{}, ExprVector{}, {.backend = GetParam()})(nullptr, nullptr);
    const CompiledFunction f =
        compile(ExprVector{}, ExprVector{parse("2/3"), parse("pi")}, {.backend = GetParam()});
    f(nullptr, out);
    EXPECT_EQ(out[0], 2.0 / 3);
    EXPECT_EQ(out[1], std::acos(-1.0));
    EXPECT_EQ(f.inputs(), 0U);
    EXPECT_EQ(f.outputs(), 2U);
    EXPECT_EQ(f.operations(), 0U);
}

TEST_P(Backends, ThreadsCompileAndRunAtOnce) {
    std::vector<std::vector<double>> found(8);
    std::vector<std::thread> threads;
    for (std::size_t t = 0; t < found.size(); ++t)
        threads.emplace_back([&found, t, backend = GetParam()] {
            for (std::uint64_t seed = 1; seed <= 12; ++seed) {
                const Draw d = drawn(seed + t % 2);
                const auto f = compile(d.inputs, d.outputs, {.backend = backend});
                for (const double value : run(f, d.values)) found[t].push_back(value);
            }
        });
    for (auto& thread : threads) thread.join();
    for (std::size_t t = 2; t < found.size(); ++t)
        for (std::size_t i = 0; i < found[t].size(); ++i)
            EXPECT_TRUE(identical(found[t][i], found[t % 2][i]));
}

INSTANTIATE_TEST_SUITE_P(All, Backends,
                         ::testing::Values(Backend::MachineCode, Backend::Interpreter),
                         [](const auto& backend) {
                             return backend.param == Backend::MachineCode ? "MachineCode"
                                                                          : "Interpreter";
                         });

CompileOptions machine_code(Effort effort = Effort::Full) {
    return {.backend = machine_code_at_once(), .effort = effort};
}

TEST(CompiledFunction, BackendsAgreeToTheLastBit) {
    if (!has_machine_code()) GTEST_SKIP() << "built without LLVM";
    for (std::uint64_t seed = 1; seed <= 100; ++seed) {
        const Draw d = drawn(seed);
        const auto fast = run(compile(d.inputs, d.outputs, machine_code()), d.values),
                   slow = run(compile(d.inputs, d.outputs, {.backend = Backend::Interpreter}),
                              d.values);
        for (std::size_t i = 0; i < fast.size(); ++i)
            EXPECT_TRUE(identical(fast[i], slow[i])) << to_text(d.outputs[i]);
    }
}

TEST(CompiledFunction, CodeMadeQuicklyAgreesToTheLastBit) {
    for (std::uint64_t seed = 1; seed <= 100; ++seed) {
        const Draw d = drawn(seed);
        const auto full = run(compile(d.inputs, d.outputs, machine_code()), d.values),
                   quick = run(compile(d.inputs, d.outputs, machine_code(Effort::Quick)), d.values);
        for (std::size_t i = 0; i < full.size(); ++i)
            EXPECT_TRUE(identical(full[i], quick[i])) << to_text(d.outputs[i]);
    }
}

// Longer than one function of machine code may be; late outputs need early ones.
Draw long_draw(bool with_sines) {
    Draw result;
    for (std::uint64_t seed = 1; seed <= 120; ++seed)
        for (const Expr& e : draw(seed, with_sines)) result.outputs.push_back(e);
    const std::size_t n = result.outputs.size();
    for (std::size_t i = 0; i < n; ++i)
        result.outputs.push_back(result.outputs[i] * result.outputs[n - 1 - i]);
    result.inputs = symbols_of(result.outputs);
    result.values = random_values(result.inputs.size(), 1);
    return result;
}

TEST(CompiledFunction, LongCodeAgreesToTheLastBit) {
    if (!has_machine_code()) GTEST_SKIP() << "built without LLVM";
    const Draw d = long_draw(false);
    const CompiledFunction fast = compile(d.inputs, d.outputs, machine_code()),
                           slow = compile(d.inputs, d.outputs, {.backend = Backend::Interpreter});
    EXPECT_GT(fast.operations(), 6000U);
    const auto of_one = run(fast, d.values), of_eight = run_lane(fast.batch(8), d.values, 5),
               expected = run(slow, d.values);
    for (std::size_t i = 0; i < expected.size(); ++i) {
        EXPECT_TRUE(identical(of_one[i], expected[i])) << to_text(d.outputs[i]);
        EXPECT_TRUE(identical(of_eight[i], expected[i])) << to_text(d.outputs[i]);
    }
}

TEST(CompiledFunction, LongCodeWithSinesAgreesInLanesAndBeyondTheLargestAngle) {
    if (!has_machine_code()) GTEST_SKIP() << "built without LLVM";
    Draw d = long_draw(true);
    const CompiledFunction fast = compile(d.inputs, d.outputs, machine_code()),
                           eight = fast.batch(8);
    const auto of_one = run(fast, d.values), of_eight = run_lane(eight, d.values, 2);
    for (std::size_t i = 0; i < of_one.size(); ++i)
        EXPECT_TRUE(identical(of_one[i], of_eight[i])) << to_text(d.outputs[i]);
    d.values[0] = 3e7;
    const auto beyond = run(fast, d.values), beyond_of_eight = run_lane(eight, d.values, 2),
               expected =
                   run(compile(d.inputs, d.outputs, {.backend = Backend::Interpreter}), d.values);
    for (std::size_t i = 0; i < expected.size(); ++i) {
        EXPECT_TRUE(identical(beyond[i], expected[i])) << to_text(d.outputs[i]);
        EXPECT_TRUE(identical(beyond_of_eight[i], expected[i])) << to_text(d.outputs[i]);
    }
}

// In the call by which it pays, in the middle of a computation.
TEST(CompiledFunction, MachineCodeTakesOverWithoutATrace) {
    if (!has_machine_code()) GTEST_SKIP() << "built without LLVM";
    const ExprVector x{parse("x")}, wave{parse("x + sin(3*x)/7 + x^2/1000003")};
    const CompiledFunction slow = compile(x, wave, {.backend = Backend::Interpreter}),
                           both = compile(x, wave);
    double at = 0.1, expected = 0.1;
    for (int i = 0; i < 30'000; ++i) {
        both(&at, &at);
        slow(&expected, &expected);
        ASSERT_TRUE(identical(at, expected)) << "call " << i;
        if (at > 1) at = expected = at - 1;
        if (i == 1000) {
            EXPECT_FALSE(both.is_machine_code());
        }
    }
    EXPECT_TRUE(both.is_machine_code());
}

TEST(CompiledFunction, WhereMachineCodeIsInterruptedTheInterpreterGoesOn) {
    if (!has_machine_code()) GTEST_SKIP() << "built without LLVM";
    const CompiledFunction f = compile(ExprVector{parse("x")}, ExprVector{parse("x^5*cosh(x)")});
    double in = 0.5, out = 0;
    std::stop_source stop;
    stop.request_stop();
    {
        const StopScope scope(stop.get_token());
        for (int i = 0; i < 15'000; ++i) f(&in, &out);
    }
    EXPECT_FALSE(f.is_machine_code());
    EXPECT_NEAR(out, std::cosh(0.5) / 32, 1e-16);
    for (int i = 0; i < 15'000; ++i) f(&in, &out);
    EXPECT_TRUE(f.is_machine_code());
}

TEST(CompiledFunction, AnInterruptionIsHeededAndLeavesNoCode) {
    if (!has_machine_code()) GTEST_SKIP() << "built without LLVM";
    const Tape tape = record(ExprVector{parse("x")}, ExprVector{parse("x^3*cos(x)")});
    const std::size_t before = live_code();
    std::stop_source stop;
    stop.request_stop();
    {
        const StopScope scope(stop.get_token());
        EXPECT_THROW(compile(tape, machine_code()), Interrupted);
    }
    EXPECT_EQ(live_code(), before);
    EXPECT_EQ(run(compile(tape, machine_code()), {0})[0], 0);
}

TEST(CompiledFunction, EqualCodeIsMadeOnceAndFreed) {
    const std::size_t before = live_code();
    {
        const CompiledFunction f = compile(ExprVector{parse("x")}, ExprVector{parse("x*sin(x)")});
        EXPECT_EQ(live_code(), before + 1);
        const CompiledFunction g = compile(ExprVector{parse("y")}, ExprVector{parse("y*sin(y)")});
        EXPECT_EQ(live_code(), before + 1) << "names of inputs do not matter";
        const CompiledFunction eight = f.batch(8), again = g.batch(8);
        EXPECT_EQ(live_code(), before + 2);
    }
    EXPECT_EQ(live_code(), before);
}

TEST(CompiledFunction, CodeMadeWithFullEffortServesWhereQuickIsAskedFor) {
    if (!has_machine_code()) GTEST_SKIP() << "built without LLVM";
    const ExprVector x{parse("x")}, f{parse("x^2*sin(x) + x")};
    const std::size_t before = code_made();
    const CompiledFunction quick = compile(x, f, {.effort = Effort::Quick});
    const CompiledFunction full = compile(x, f);
    EXPECT_EQ(code_made(), before + 2);
    const CompiledFunction again = compile(x, f, {.effort = Effort::Quick});
    EXPECT_EQ(code_made(), before + 2);
    const ExprVector g{parse("x^2*sin(x) - x")};
    const CompiledFunction first = compile(x, g), second = compile(x, g, {.effort = Effort::Quick});
    EXPECT_EQ(code_made(), before + 3);
}

TEST(CompiledFunction, RefusesOddWidths) {
    const CompiledFunction f = compile(ExprVector{parse("x")}, ExprVector{parse("x^2")});
    for (const unsigned width : {0U, 3U, 128U}) EXPECT_THROW(f.batch(width), NumericalError);
}

}  // namespace
}  // namespace rattleback

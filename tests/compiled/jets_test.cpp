// Taylor coefficients against exact derivatives along the flow, against closed forms at high orders, of
// linear equations against their solution written out, and machine code against the interpreter.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <thread>
#include <utility>

#include "compiled/compiled_jets.hpp"
#include "compiled/solved_function.hpp"
#include "exact/linear_algebra.hpp"
#include "expr/parse.hpp"
#include "expr/print_text.hpp"
#include "expr/substitute.hpp"
#include "rattleback/errors.hpp"
#include "support/oracle_value.hpp"

namespace rattleback {
namespace {

ExprVector parsed(const std::vector<std::string>& texts) {
    ExprVector result;
    for (const std::string& text : texts) result.push_back(parse(text));
    return result;
}

struct Flow {
    std::vector<std::string> inputs;  // states, time, parameters
    std::vector<std::string> rates;
    std::vector<double> at;

    Tape tape() const { return record(parsed(inputs), parsed(rates)); }
};

std::vector<double> coefficients_of(const CompiledJets& jets, const std::vector<double>& at,
                                    std::size_t order, double sigma = 1, double side = 1) {
    std::vector<double> in = at, work(jets.workspace(order));
    in.resize(jets.inputs(), side);
    std::vector<double> all((order + 1) * jets.width());
    std::vector<double> start(jets.places());
    jets.start(in.data(), start.data());
    jets({start.data(), sigma, order}, work.data(), all.data());
    std::vector<double> result;  // of the states
    for (std::size_t k = 0; k <= order; ++k)
        for (std::size_t i = 0; i < jets.size(); ++i) result.push_back(all[k * jets.width() + i]);
    return result;
}

std::vector<double> coefficients(const Flow& flow, std::size_t order, Backend backend,
                                 double sigma = 1, double side = 1) {
    return coefficients_of(CompiledJets(flow.tape(), backend), flow.at, order, sigma, side);
}

std::vector<Backend> backends() {
    if (has_machine_code()) return {Backend::Interpreter, Backend::MachineCode};
    return {Backend::Interpreter};
}

// dᵏy/dtᵏ/k! from the formulas, differentiated along the flow and evaluated in long double.
std::vector<double> exact_coefficients(const Flow& flow, std::size_t order) {
    const ExprVector inputs = parsed(flow.inputs), rates = parsed(flow.rates);
    const std::size_t n = rates.size();
    std::vector<Replacement> along;
    for (std::size_t i = 0; i < n; ++i) along.emplace_back(inputs[i], rates[i]);
    along.emplace_back(inputs[n], parse("1"));
    std::unordered_map<Expr, long double> values;
    for (std::size_t i = 0; i < inputs.size(); ++i) values[inputs[i]] = flow.at[i];
    ExprVector now(inputs.begin(), inputs.begin() + static_cast<std::ptrdiff_t>(n));
    std::vector<double> result;
    long double factorial = 1;
    for (std::size_t k = 0; k <= order; ++k) {
        testing::OracleValue<long double> value(values);
        for (const Expr& e : now) result.push_back(static_cast<double>(value(e) / factorial));
        factorial *= static_cast<long double>(k + 1);
        now = derivative_along(now, along);
    }
    return result;
}

double worst(const std::vector<double>& a, const std::vector<double>& b) {
    double result = a.size() == b.size() ? 0 : INFINITY;
    for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i) {
        const double difference = std::abs(a[i] - b[i]) / (1 + std::abs(b[i]));
        result = difference <= result ? result : difference;
    }
    return result;
}

// y' = g, where x and y move in a curve: g is looked at through y.
Flow through(const std::string& g) {
    return {{"x", "y", "z", "t", "a"}, {"y", "a - x*y", g}, {0.4, 0.7, 0.2, 0.3, 1.3}};
}

class JetsOf : public ::testing::TestWithParam<const char*> {};

TEST_P(JetsOf, AreTheDerivativesAlongTheFlow) {
    const Flow flow = through(GetParam());
    const std::vector<double> exact = exact_coefficients(flow, 7);
    for (const Backend backend : backends())
        EXPECT_LT(worst(coefficients(flow, 7, backend), exact), 3e-14) << GetParam();
}

TEST_P(JetsOf, AreTheSameToTheLastBitInMachineCode) {
    if (!has_machine_code()) GTEST_SKIP() << "built without LLVM";
    for (const std::size_t order : {3U, 4U, 5U, 6U, 11U, 20U, 33U}) {
        const auto compiled = coefficients(through(GetParam()), order, Backend::MachineCode, 0.3);
        const auto walked = coefficients(through(GetParam()), order, Backend::Interpreter, 0.3);
        EXPECT_EQ(compiled, walked) << GetParam() << " to order " << order;
    }
}

constexpr auto formulas = std::to_array<const char*>({"x",
                                                      "3",
                                                      "a",
                                                      "t",
                                                      "a*x - t",
                                                      "-x",
                                                      "x*y",
                                                      "x^2",
                                                      "x*y*z",
                                                      "x*y + z",
                                                      "x*y - z",
                                                      "z - x*y",
                                                      "x/y",
                                                      "a/y",
                                                      "x/a",
                                                      "1/(x^2 + y)",
                                                      "sqrt(x)",
                                                      "sqrt(x^2 + y^2)",
                                                      "x^(2/3)",
                                                      "x^(-3/7)",
                                                      "x^a",
                                                      "a^x",
                                                      "x^y",
                                                      "x^5",
                                                      "y^(-3)",
                                                      "x^(3/2)",
                                                      "exp(x)",
                                                      "exp(-t*x)",
                                                      "log(x)",
                                                      "log(a + t)",
                                                      "sin(x)",
                                                      "cos(x)",
                                                      "sin(x)*cos(x)",
                                                      "sin(x) + cos(x)*sin(2*x)*cos(2*x + 1)",
                                                      "sinh(x)*cosh(3*x)",
                                                      "sin(t)",
                                                      "cos(a)",
                                                      "tan(x)",
                                                      "sinh(x)",
                                                      "cosh(x)",
                                                      "sinh(x)*cosh(x)",
                                                      "tanh(x)",
                                                      "erf(x)",
                                                      "erf(x*y - t)",
                                                      "asin(x)",
                                                      "acos(x)",
                                                      "atan(x)",
                                                      "atan2(y, x)",
                                                      "atan2(x - 1, y)",
                                                      "atan2(a, x)",
                                                      "atan2(x, a)",
                                                      "abs(x)",
                                                      "abs(x - 1)",
                                                      "abs(x - 1)*y",
                                                      "sign(x)*y",
                                                      "sign(x - 1)*y",
                                                      "sin(a*t)*exp(-x)/(1 + z^2)"});

INSTANTIATE_TEST_SUITE_P(Functions, JetsOf, ::testing::ValuesIn(formulas));

TEST(Jets, OfEveryFunctionOfTheTableAreTested) {
    for (const Function& f : functions()) {
        const std::string call = std::string(f.name) + "(";
        EXPECT_TRUE(std::ranges::any_of(formulas, [&](const char* formula) {
            return std::string(formula).starts_with(call);
        })) << f.name;
    }
}

// Orders far beyond what symbolic derivatives reach.
TEST(Jets, HaveTheClosedFormsAtHighOrder) {
    constexpr std::size_t order = 40;
    // exp(t), 1/(1 − t), √(1 − 2t) and log(1 + t), each as the solution of an equation.
    const Flow flow{{"e", "p", "r", "l", "t"}, {"e", "p^2", "-1/r", "exp(-l)"}, {1, 1, 1, 0, 0}};
    for (const Backend backend : backends()) {
        const auto c = coefficients(flow, order, backend);
        long double factorial = 1, binomial = 1;
        for (std::size_t k = 0; k <= order; ++k) {
            const auto n = static_cast<long double>(k);
            if (k > 0) factorial *= n, binomial *= -2 * (1.5L - n) / n;
            const long double logarithm = k == 0 ? 0 : (k % 2 == 0 ? -1 : 1) / n;
            const long double exact[] = {1 / factorial, 1, binomial, logarithm};
            for (std::size_t i = 0; i < 4; ++i)
                EXPECT_NEAR(c[4 * k + i] / static_cast<double>(exact[i] == 0 ? 1 : exact[i]),
                            exact[i] == 0 ? 0 : 1, 1e-14)
                    << "entry " << i << " of order " << k;
        }
    }
}

TEST(Jets, ScaleWithTime) {
    const Flow flow = through("sin(x)*y/(1 + z)");
    for (const Backend backend : backends()) {
        const auto plain = coefficients(flow, 12, backend, 1);
        const auto scaled = coefficients(flow, 12, backend, -0.25);
        for (std::size_t i = 0; i < plain.size(); ++i)
            EXPECT_NEAR(scaled[i], plain[i] * std::pow(-0.25, static_cast<double>(i / 3)),
                        1e-15 * (1 + std::abs(scaled[i])));
    }
}

TEST(Jets, TakeTheSideTheyAreToldWhereAnAbsoluteValueIsZero) {
    const Flow flow{{"x", "y", "t"}, {"1", "abs(x)"}, {0, 0, 0}};
    for (const Backend backend : backends()) {
        EXPECT_EQ(coefficients(flow, 3, backend, 1, 1)[2 * 2 + 1], 0.5);
        EXPECT_EQ(coefficients(flow, 3, backend, 1, -1)[2 * 2 + 1], -0.5);
    }
    const CompiledJets jets(flow.tape());
    ASSERT_EQ(jets.kinks().size(), 1U);
    EXPECT_EQ(jets.kinks()[0].argument, 0U);
    EXPECT_EQ(jets.sides(), 1U);
    EXPECT_EQ(jets.program().watched.size(), 2U);  // x is watched as a state already
}

TEST(Jets, NeedTheTimeAmongTheirInputs) {
    try {
        const CompiledJets jets(record(parsed({"x"}), parsed({"x"})));
        FAIL();
    } catch (const NumericalError& error) {
        EXPECT_STREQ(error.what(),
                     "Taylor series need a right-hand side whose inputs are the state, the time "
                     "and the parameters, in this order.");
    }
}

TEST(Jets, OfManyStatesFillManyPacks) {
    Flow flow;
    for (int i = 0; i < 30; ++i) {
        flow.inputs.push_back("x" + std::to_string(i));
        flow.rates.push_back("x" + std::to_string((i + 1) % 30) + "*sin(x" + std::to_string(i) +
                             ") - a*x" + std::to_string((i + 7) % 30) + "*x" + std::to_string(i));
        flow.at.push_back(0.1 + 0.03 * i);
    }
    flow.inputs.insert(flow.inputs.end(), {"t", "a"});
    flow.at.insert(flow.at.end(), {0, 0.7});
    EXPECT_LT(worst(coefficients(flow, 5, Backend::Interpreter), exact_coefficients(flow, 5)),
              1e-14);
    if (!has_machine_code()) return;
    EXPECT_EQ(coefficients(flow, 24, Backend::MachineCode, 0.2),
              coefficients(flow, 24, Backend::Interpreter, 0.2));
}

// More code than one function of machine code may have.
TEST(Jets, OfLongCodeAreTheSameInMachineCode) {
    if (!has_machine_code()) GTEST_SKIP() << "built without LLVM";
    Flow flow;
    for (int i = 0; i < 28; ++i) {
        const std::string x = "x" + std::to_string(i);
        std::string rate = "sin(" + x + ")/(2 + " + x + "^2)";
        for (int j = 0; j < 28; ++j)
            rate += " - a*" + x + "*x" + std::to_string(j) + "/" + std::to_string(31 + i + j);
        flow.inputs.push_back(x);
        flow.rates.push_back(rate);
        flow.at.push_back(0.1 + 0.01 * i);
    }
    flow.inputs.insert(flow.inputs.end(), {"t", "a"});
    flow.at.insert(flow.at.end(), {0, 0.7});
    EXPECT_EQ(coefficients(flow, 24, Backend::MachineCode, 0.2),
              coefficients(flow, 24, Backend::Interpreter, 0.2));
    EXPECT_LT(worst(coefficients(flow, 3, Backend::MachineCode), exact_coefficients(flow, 3)),
              1e-13);
}

TEST(Jets, AreMadeOnceForEqualTapes) {
    const CompiledJets first(through("sin(x)*y").tape()), second(through("sin(x)*y").tape());
    EXPECT_EQ(&first.program(), &second.program());
    const CompiledJets other(through("cos(x)*y").tape());
    EXPECT_NE(&first.program(), &other.program());
}

// A step of nine states, more than a vector has, by the functions in C++ and in machine code.
TEST(Jets, AreSteppedWithAlikeInMachineCode) {
    Flow flow;
    for (int i = 0; i < 9; ++i) {
        flow.inputs.push_back("x" + std::to_string(i));
        flow.rates.push_back("x" + std::to_string((i + 1) % 9) + "*x" + std::to_string(i));
    }
    flow.inputs.emplace_back("t");
    constexpr std::size_t order = 12;
    std::vector<std::vector<double>> found;
    std::vector<double> reaches;
    for (const Backend backend : backends()) {
        const CompiledJets jets(flow.tape(), backend);
        const std::size_t n = jets.width();
        std::vector<double> c((order + 1) * n), carry(n), rate(n), lost(n), end(n), slope(n);
        const std::vector<double> atol(n, 1e-11);
        double result[2];
        for (std::size_t k = 0; k <= order; ++k)
            for (std::size_t i = 0; i < 9; ++i)
                c[k * n + i] = std::cos(static_cast<double>(3 * k + i)) * std::pow(0.3, k);
        for (std::size_t i = 0; i < 9; ++i) carry[i] = 1e-17 * static_cast<double>(i);
        JetStep step{c.data(), carry.data(), rate.data(), lost.data(), end.data(), slope.data(),
                     result,   order,        0.7,         0.35,        1e-12,      atol.data()};
        jets.reach(step);
        reaches.push_back(result[0]);
        EXPECT_TRUE(std::isfinite(result[1]));
        std::vector<double> all;
        jets.advance(step);
        for (std::size_t i = 0; i < 9; ++i) {
            all.push_back((end[i] - c[i]) + lost[i]);
            EXPECT_LE(std::abs(lost[i]), 0x1p-53 * std::abs(end[i]));
        }
        all.insert(all.end(), end.begin(), end.begin() + 9);
        all.insert(all.end(), slope.begin(), slope.begin() + 9);
        for (std::size_t i = 0; i < 9; ++i) rate[i] = slope[i] * step.theta / step.h;
        jets.verify(step);
        EXPECT_EQ(result[0], 1);
        for (const double wrong : {rate[8] * (1 + 1e-6), std::nan("")}) {
            const double right = std::exchange(rate[8], wrong);
            jets.verify(step);
            EXPECT_EQ(result[0], 0) << wrong;
            rate[8] = right;
        }
        found.push_back(all);
    }
    EXPECT_EQ(found.back(), found.front());
    EXPECT_EQ(reaches.back(), reaches.front());
}

// With 3 to 40 sums, which are added in other numbers of parts.
TEST(Jets, AreTheSameWhenMachineCodeTakesOver) {
    if (!has_machine_code()) GTEST_SKIP() << "built without LLVM";
    for (const int states : {2, 11, 22, 31}) {
        Flow flow;
        for (int i = 0; i < states; ++i) {
            const std::string x = "x" + std::to_string(i),
                              y = "x" + std::to_string((i + 1) % states);
            flow.inputs.push_back(x);
            flow.rates.push_back(i % 3 == 0 ? "exp(-" + x + ")*" + y : y + "*" + x);
            flow.at.push_back(0.1 + 0.02 * i);
        }
        flow.inputs.emplace_back("t");
        flow.at.push_back(0);
        const CompiledJets jets(flow.tape(), Backend::Gradual);
        constexpr std::size_t order = 64;
        std::vector<double> in = flow.at, start(jets.places()), work(jets.workspace(order)),
                            all((order + 1) * jets.width());
        jets.start(in.data(), start.data());
        const auto expanded = [&](std::size_t to) {
            jets({start.data(), 0.3, to}, work.data(), all.data());
            return std::vector(all.begin(),
                               all.begin() + static_cast<std::ptrdiff_t>(to * jets.width()));
        };
        EXPECT_FALSE(jets.is_machine_code());
        const auto first = expanded(order), shorter = expanded(7);
        for (int call = 0; call < 20000 && !jets.is_machine_code(); ++call) {
            ASSERT_EQ(expanded(order), first);
            ASSERT_EQ(expanded(7), shorter);
        }
        EXPECT_TRUE(jets.is_machine_code());
        EXPECT_EQ(expanded(order), first);
        EXPECT_EQ(expanded(7), shorter);
    }
}

// matrix · x = right, out of which the rates are made; and the rates with the solution written out.
struct Linear {
    std::string name;
    std::vector<std::vector<std::string>> matrix;
    std::vector<std::string> right, rates;  // of u0, u1, …
    bool has_elimination;

    std::vector<std::string> inputs = {"x", "y", "z", "t", "a"};
    std::vector<double> at = {0.4, 0.7, 0.2, 0.3, 1.3};

    LinearProblem problem() const {
        LinearProblem result;
        result.inputs = parsed(inputs);
        result.right = parsed(right);
        for (const auto& row : matrix) result.matrix.push_back(parsed(row));
        for (std::size_t i = 0; i < right.size(); ++i)
            result.unknowns.push_back(symbol("u" + std::to_string(i)));
        result.outputs = parsed(rates);
        return result;
    }
    // By Cramer's rule.
    Flow written_out() const {
        const ExprMatrix m = problem().matrix;
        std::vector<Replacement> solution;
        for (std::size_t i = 0; i < right.size(); ++i) {
            ExprMatrix replaced = m;
            for (std::size_t row = 0; row < m.size(); ++row)
                replaced[row][i] = problem().right[row];
            solution.emplace_back(problem().unknowns[i], determinant(replaced) / determinant(m));
        }
        Flow result{inputs, {}, at};
        for (const Expr& rate : problem().outputs)
            result.rates.push_back(to_text(substitute(rate, solution)));
        return result;
    }
};

void PrintTo(const Linear& of, std::ostream* out) { *out << of.name; }

class JetsOfEquations : public ::testing::TestWithParam<Linear> {};

TEST_P(JetsOfEquations, AreThoseOfTheSolutionWrittenOut) {
    const SolvedFunction solved(GetParam().problem());
    RateFormulas of_rates = solved.formulas();
    EXPECT_EQ(of_rates.signs.has_value(), GetParam().has_elimination);
    const Flow flow = GetParam().written_out();
    const std::vector<double> exact = exact_coefficients(flow, 6),
                              far = coefficients(flow, 25, Backend::Interpreter, 0.3);
    std::vector<std::vector<double>> found;
    for (const bool in_numbers : {false, true}) {
        if (in_numbers) of_rates.signs.reset();
        for (const Backend backend : backends()) {
            const CompiledJets jets(of_rates, backend);
            EXPECT_LT(worst(coefficients_of(jets, flow.at, 6), exact), 3e-14);
            found.push_back(coefficients_of(jets, flow.at, 25, 0.3));
            EXPECT_LT(worst(found.back(), far), 3e-14);
        }
        EXPECT_EQ(found.front(), found.back());
        found.clear();
    }
}

INSTANTIATE_TEST_SUITE_P(
    Functions, JetsOfEquations,
    ::testing::Values(
        Linear{"one unknown", {{"2 + x^2"}}, {"sin(y)"}, {"y", "u0", "u0*z"}, true},
        Linear{"mass matrix",
               {{"2 + x^2", "x*y"}, {"x*y", "3 + cos(z)"}},
               {"y - a*x", "t*z"},
               {"y", "u0", "u1*x"},
               true},
        Linear{"turned signs",
               {{"2 + y^2", "-x"}, {"x", "0"}},
               {"sin(z)", "a*y"},
               {"u0", "u1 + u0*y", "z"},
               true},
        Linear{"fixed matrix", {{"2", "a"}, {"a", "5"}}, {"x*y", "a"}, {"u0", "u1", "y"}, true},
        Linear{"nothing moves", {{"2", "a"}, {"a", "5"}}, {"1", "a"}, {"u0*y", "u1", "y"}, true},
        Linear{"two parts, of which one is fixed",
               {{"2", "1", "0"}, {"1", "a", "0"}, {"0", "0", "1 + x^2"}},
               {"a", "3", "y"},
               {"u0*x", "u1", "u2"},
               true},
        Linear{"zeros in the solution",
               {{"2", "0", "x"}, {"0", "3", "1"}, {"x", "1", "0"}},
               {"y", "0", "0"},
               {"u0", "u1 + z", "u2"},
               true},
        Linear{"formulas in common",
               {{"1 + sin(x*y)^2", "sin(x*y)"}, {"sin(x*y)", "4"}},
               {"sqrt(1 + x*y)", "exp(x*y)"},
               {"u0*sin(x*y)", "u1*sqrt(1 + x*y)", "exp(x*y)*cos(x*y)"},
               true},
        Linear{"pivots", {{"0", "2 + x"}, {"3 + y", "x"}}, {"y", "z"}, {"u0", "u1", "t"}, false},
        Linear{"no symmetry",
               {{"y", "2 + x", "1"}, {"3 + y", "x", "0"}, {"x*y", "1", "z - 4"}},
               {"y", "z", "a*t"},
               {"u0", "u1*x", "u2"},
               false}));

// Both parts have an |x|, which is one kink.
TEST(Jets, OfEquationsHaveOneSideForAnAbsoluteValueInBothParts) {
    const Linear linear{"",   {{"2 + abs(x)"}},     {"y"},         {"1", "u0", "abs(x)*u0"},
                        true, {"x", "y", "z", "t"}, {0, 0.5, 0, 0}};
    RateFormulas of_rates = SolvedFunction(linear.problem()).formulas();
    for (const bool in_numbers : {false, true}) {
        if (in_numbers) of_rates.signs.reset();
        const CompiledJets jets(of_rates, Backend::Interpreter);
        EXPECT_EQ(jets.kinks().size(), 1U);
        EXPECT_EQ(jets.sides(), 1U);
        for (const double side : {1.0, -1.0}) {
            const auto c = coefficients_of(jets, linear.at, 3, 1, side);
            const std::string m = "(2 " + std::string(side > 0 ? "+" : "-") + " x)";
            const Flow smooth{linear.inputs,
                              {"1", "y/" + m, std::string(side > 0 ? "" : "-") + "x*y/" + m},
                              linear.at};
            EXPECT_LT(worst(c, exact_coefficients(smooth, 3)), 1e-15) << side;
        }
    }
}

// More unknowns than are solved with pivots: a chain, written out as a tape by its elimination.
TEST(Jets, OfManyEquationsAreThoseOfTheirElimination) {
    constexpr int n = 40;
    LinearProblem problem;
    Flow flow;
    for (int i = 0; i < n; ++i) {
        flow.inputs.push_back("x" + std::to_string(i));
        flow.at.push_back(0.1 + 0.02 * i);
        problem.unknowns.push_back(symbol("u" + std::to_string(i)));
    }
    flow.inputs.emplace_back("t");
    flow.at.push_back(0);
    problem.inputs = parsed(flow.inputs);
    for (int i = 0; i < n; ++i) {
        ExprVector row(n, 0);
        const auto coupling = [](int j) { return parse("sin(x" + std::to_string(j) + ")"); };
        row[static_cast<std::size_t>(i)] = parse("3 + cos(x" + std::to_string(i) + ")");
        if (i > 0) row[static_cast<std::size_t>(i - 1)] = coupling(i);
        if (i + 1 < n) row[static_cast<std::size_t>(i + 1)] = coupling(i + 1);
        problem.matrix.push_back(row);
        problem.right.push_back(
            parse("x" + std::to_string((i + 3) % n) + " - x" + std::to_string(i) + "^2"));
        problem.outputs.push_back(problem.unknowns.back());
    }
    const SolvedFunction solved(problem);
    ASSERT_TRUE(solved.straight_line());
    RateFormulas of_rates = solved.formulas();
    ASSERT_TRUE(of_rates.signs);
    const std::vector<double> expected = coefficients_of(
        CompiledJets(*solved.straight_line(), Backend::Interpreter), flow.at, 20, 0.5);
    EXPECT_LT(worst(coefficients_of(CompiledJets(of_rates), flow.at, 20, 0.5), expected), 1e-14);
    of_rates.signs.reset();
    const CompiledJets in_numbers(of_rates);
    EXPECT_LT(worst(coefficients_of(in_numbers, flow.at, 20, 0.5), expected), 1e-14);
}

TEST(Jets, RunInManyThreadsAtOnce) {
    const Flow flow = through("sin(x)*y/(1 + z)");
    const auto expected = coefficients(flow, 20, machine_code_at_once());
    std::vector<std::thread> threads;
    std::array<int, 4> equal{};
    for (int& count : equal)
        threads.emplace_back([&] {
            for (int i = 0; i < 50; ++i)
                count += coefficients(flow, 20, machine_code_at_once()) == expected ? 1 : 0;
        });
    for (std::thread& thread : threads) thread.join();
    for (const int count : equal) EXPECT_EQ(count, 50);
}

}  // namespace
}  // namespace rattleback

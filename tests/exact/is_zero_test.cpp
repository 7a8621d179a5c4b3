// The zero test: its proofs hold, its witnesses show what they claim, and what it cannot decide it
// says it cannot.
#include "exact/is_zero.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <cmath>

#include "doubtful_rewriting.hpp"
#include "expr/evaluate.hpp"
#include "expr/parse.hpp"
#include "expr/parts.hpp"
#include "expr/print_text.hpp"
#include "rattleback/errors.hpp"
#include "rewriting.hpp"
#include "support/sanitized.hpp"

namespace rattleback {
namespace {

constexpr int cases = testing::sanitized ? 200 : 2'000;

ZeroTest test_of(const char* text) { return is_zero(parse(text, {.any_function = true})); }

// Evaluates at the witness in double precision: nothing of the zero test is used.
double value_at_witness(const ZeroTest& test, const Expr& e) {
    Values values;
    for (const auto& [symbol, number] : test.witness) values[symbol] = number.to_double();
    return evaluate(substitute(e, test.witness_functions), values);
}

TEST(IsZero, ProvesZero) {
    for (const char* text :
         {"0", "x - x", "sin(x)^2 + cos(x)^2 - 1", "(x + y)^2 - x^2 - 2*x*y - y^2",
          "sqrt(x^2) - abs(x)", "x*A(x)/x - A(x)",
          "A(sin(x + y)) - A(sin(x)*cos(y) + cos(x)*sin(y))", "exp(2*log(x)) - x^2",
          "log(exp(x)) - x", "sin(asin(x)) - x", "acos(x) + asin(x) - pi/2", "x^y*x^z - x^(y + z)",
          "A[1,0](x, y)*B(z) - B(z)*A[1,0](x, y)", "sqrt(x - 10)*(tan(x)*cos(x) - sin(x))",
          "log(12) - 2*log(2) - log(3)", "abs(x)*abs(y) - abs(x*y)",
          "cos(2*atan(x)) - (1 - x^2)/(1 + x^2)", "tan(atan2(y, x)) - y/x"}) {
        const ZeroTest test = test_of(text);
        EXPECT_TRUE(test.proved_zero()) << text << ": " << test.reason;
        EXPECT_TRUE(test.reason.empty()) << text;
    }
}

TEST(IsZero, ShowsNonZeroByAWitness) {
    for (const char* text : {"1",
                             "x",
                             "x^2 + y^2",
                             "sin(x) - x",
                             "abs(x) - x",
                             "atan2(y, x) - atan(y/x)",
                             "sqrt(x^2) - x",
                             "A(x) - A(y)",
                             "A(x, y) - A(y, x)",
                             "A[1](x) - A(x)",
                             "A[1,0](x, y) - A[0,1](x, y)",
                             "A(B(x)) - B(A(x))",
                             "A(A(x)) - A(x)^2",
                             "A(x)*B(y) - A(y)*B(x)",
                             "sin(A(t))*A[1](t) + cos(A(t))",
                             "10^-40*x",
                             "sqrt(x - 100) - 1",
                             "asin(200*x) - x",
                             "log(x*y) - log(x) - 2*log(y)",
                             "x^(1/3)*x^(1/2) - x^(2/3)"}) {
        const Expr e = parse(text, {.any_function = true});
        const ZeroTest test = is_zero(e);
        ASSERT_TRUE(test.proved_nonzero()) << text << ": " << test.reason;
        EXPECT_FALSE(test.value.contains_zero) << text;
        EXPECT_LT(test.value.radius, std::abs(test.value.midpoint)) << text;
        EXPECT_NE(value_at_witness(test, e), 0) << text;
        EXPECT_NEAR(value_at_witness(test, e) / test.value.midpoint, 1, 1e-6) << text;
    }
}

// No rule of algebra is used for cube roots of products; and a proof may be larger than its limits.
TEST(IsZero, CertifiesWhereItHasNoProof) {
    const ZeroTest root = test_of("(8*x)^(1/3) - 2*x^(1/3)");
    EXPECT_EQ(root.verdict, Verdict::Certified) << root.reason;
    const Expr large = parse(
        "(x + y + z + sin(u))^12 - ((x + y)^2 + 2*(x + y)*(z + sin(u)) + "
        "(z + sin(u))^2)^6");
    const ZeroTest test = is_zero(large, {.limits = {.terms = 100, .work = 1}});
    EXPECT_EQ(test.verdict, Verdict::Certified) << test.reason;
    EXPECT_LT(test.log_probability, -30);
    EXPECT_TRUE(test.holds());
    EXPECT_FALSE(test.proved_zero());
    EXPECT_TRUE(is_zero(large).proved_zero());
    const ZeroTest wrong =
        is_zero(large + parse("10^-30*x"), {.limits = {.terms = 100, .work = 1}});
    EXPECT_TRUE(wrong.proved_nonzero());
    EXPECT_EQ(is_zero(large, {.limits = {.terms = 100, .work = 1}, .certify = false}).verdict,
              Verdict::Unknown);
}

TEST(IsZero, GivesTheFunctionsThatItPutIn) {
    const ZeroTest test = test_of("A[2](x) - A(B(x))*x");
    ASSERT_TRUE(test.proved_nonzero());
    EXPECT_EQ(test.witness.size(), 1U);
    ASSERT_EQ(test.witness_functions.size(), 3U);
    for (const auto& [application, concrete] : test.witness_functions) {
        EXPECT_EQ(application.kind(), Kind::Unspecified);
        EXPECT_EQ(to_text(concrete).find('('), to_text(concrete).find("exp(") + 3)
            << to_text(concrete);
    }
}

// True where they are defined, but not by the rules of algebra that are used.
TEST(IsZero, IsHonestAboutWhatItCannotProve) {
    for (const char* text :
         {"log(x*y) - log(x) - log(y)", "sqrt(x)*sqrt(y) - sqrt(x*y)",
          "A(log(x*y)) - A(log(x) + log(y))", "sqrt(3 + 2*sqrt(2)) - 1 - sqrt(2)",
          "atan(1/2) + atan(1/3) - pi/4", "abs(x)*log(x) - x*log(x)",
          "sin(pi/5)^2 - (5 - sqrt(5))/8", "x^float(2) - x^2"}) {
        const ZeroTest test = test_of(text);
        EXPECT_EQ(test.verdict, Verdict::Unknown) << text;
        EXPECT_GT(test.points, 40) << text;
        EXPECT_LT(test.largest, 1e-60) << text;
        EXPECT_EQ(test.reason,
                  "it is not zero by the rules of algebra used here, yet no point was found where "
                  "it differs from zero");
    }
}

// Canonical form drops roots and logarithms, and with them where they have values: what an equation
// says is said of the points where it has values as it is written.
TEST(IsZero, JudgesEquationsWhereTheyHaveValuesAsWritten) {
    const auto judged = [](const char* text) {
        const Equation e = parse_equation(text);
        return are_equal(e.left, e.right, {.parts = parts_of_equation(text)});
    };
    for (const char* text :
         {"sqrt(x)*sqrt(x) = abs(x)", "sqrt(x)^2 = abs(x)", "log(x) - log(x) + sign(x) = 1",
          "log(x)/log(x)*abs(x) = x", "x^(1/3)*x^(2/3) = abs(x)",
          "acos(x) - acos(x) + abs(x - 1) = 1 - x", "asin(y - x)*0 + abs(1 + x - y) = 1 + x - y",
          "0*log(x - y) + sign(y - x) = -1", "0^(x^2 + 1) = 0"})
        EXPECT_TRUE(judged(text).proved_zero()) << text << ": " << judged(text).reason;
    // Not proved here, and not refuted at a point where the left side has no value.
    for (const char* text : {"log(x*y)*0 + sign(x)*sign(y) = 1", "sqrt(x - 1)*0 + abs(x) = x"})
        EXPECT_FALSE(judged(text).proved_nonzero()) << text;
    for (const char* text :
         {"sqrt(x)*sqrt(x) = 2*x", "log(x) - log(x) + sign(x) = -1", "sqrt(x^2)*sqrt(x^2) = x",
          "x/x*abs(x) = x", "sqrt(x)*0 + sign(x) = 1"}) {
        const ZeroTest test = judged(text);
        EXPECT_TRUE(test.proved_nonzero()) << text << ": " << test.reason;
    }
}

TEST(IsZero, SaysWhenThereIsNoValue) {
    for (const char* text :
         {"sqrt(-1 - x^2)", "log(-exp(x))", "asin(2 + x^2)", "sqrt(sin(x) - 2) + x"}) {
        const ZeroTest test = test_of(text);
        EXPECT_EQ(test.verdict, Verdict::Unknown) << text;
        EXPECT_EQ(test.points, 0) << text;
        EXPECT_EQ(test.reason, "no point was found where it has a value") << text;
    }
    EXPECT_EQ(test_of("1/(sin(x)^2 + cos(x)^2 - 1)").reason, "it has no value: division by zero");
    EXPECT_EQ(test_of("x/(cosh(y)^2 - sinh(y)^2 - 1) + 1").verdict, Verdict::Unknown);
    EXPECT_EQ(test_of("log(sin(x)^2 + cos(x)^2 - 3)").verdict, Verdict::Unknown);
}

// 0.1 is not 1/10, and fl(0.1)·fl(0.1) is not fl(0.01).
TEST(IsZero, DoesNotTrustRoundedProducts) {
    EXPECT_TRUE(test_of("sin(float(0.1)*x) - sin(x/10)").proved_nonzero());
    EXPECT_TRUE(test_of("sin(float(0.1)*x)^2 + cos(float(0.1)*x)^2 - 1").proved_zero());
    EXPECT_TRUE(test_of("A(float(0.1)*x) - A(x/10)").proved_nonzero());
    const char* rounded =
        "(sin((x + float(0.1))^2) - sin(x^2 + 2*float(0.1)*x + float(0.010000000000000002)))";
    EXPECT_TRUE(test_of(rounded).proved_nonzero());
    EXPECT_TRUE(test_of((std::string("sqrt(x - 100)*") + rounded).c_str()).proved_nonzero());
    const ZeroTest beyond_all_points = test_of((std::string("sqrt(x - 5000)*") + rounded).c_str());
    EXPECT_EQ(beyond_all_points.verdict, Verdict::Unknown);
    EXPECT_EQ(beyond_all_points.reason,
              "it has floating constants, and no point was found where it has a value");
}

TEST(IsZero, ProvesEveryRewriting) {
    int proved = 0;
    for (int i = 0; i < cases / 2; ++i) {
        const auto seed = static_cast<std::uint64_t>(i) + 3'000'000;
        testing::ExpressionOfClass random(seed);
        testing::Rewriting rewriting(seed);
        const Expr a = random.next(2), b = rewriting(rewriting(a));
        const ZeroTest test = are_equal(a, b, {.limits = {.terms = 20'000, .work = 30'000}});
        EXPECT_FALSE(test.proved_nonzero()) << to_text(a) << "\n" << to_text(b);
        if (test.proved_zero()) ++proved;
    }
    EXPECT_GT(proved, cases / 2 * 9 / 10);
}

// A verdict is compared with values at points of the test's own choosing, far out and near.
TEST(IsZero, IsNeverWrongAboutDoubtfulRules) {
    std::mt19937_64 random(1);
    const auto point_for = [&](const Expr& e, int k) {
        const std::int64_t range = k % 3 == 0 ? 40 : 2;
        Point point;
        for (const Expr& s : symbols_of(e)) {
            const Number value =
                Number::ratio(static_cast<std::int64_t>(random() % 9973) * range, 9973);
            point[s] = k % 2 == 0 ? value : value - Number(range / 2);
        }
        return point;
    };
    int zero = 0, nonzero = 0;
    for (int i = 0; i < cases; ++i) {
        const auto seed = static_cast<std::uint64_t>(i);
        testing::RandomExpression expressions(seed, {.depth = 2,
                                                     .names = {"x", "y"},
                                                     .largest_order = 0,
                                                     .big_numbers = false,
                                                     .floating = i % 4 == 0,
                                                     .unspecified = false});
        testing::DoubtfulRewriting rewriting(seed);
        Expr difference;
        try {
            const Expr a = expressions.next();
            difference = a - rewriting(a);
        } catch (const NumericalError&) {  // the rewriting has no value at all
        }
        if (difference.is_zero() || tree_size(difference) > 500) continue;
        const ZeroTest test = is_zero(difference, {.limits = {.terms = 5'000, .work = 5'000}});
        zero += test.proved_zero() ? 1 : 0;
        nonzero += test.proved_nonzero() ? 1 : 0;
        for (int k = 0; k < 20 && test.proved_zero(); ++k) {
            const Ball value = evaluate_ball(difference, point_for(difference, k), 300);
            EXPECT_TRUE(!value.finite || value.contains_zero)
                << to_text(difference) << " is " << value.midpoint;
        }
        if (!test.proved_nonzero()) continue;
        EXPECT_FALSE(evaluate_ball(difference, test.witness, 2000).contains_zero)
            << to_text(difference);
    }
    EXPECT_GT(zero, cases / 10);
    EXPECT_GT(nonzero, cases / 10);
}

TEST(IsZero, NeverHangs) {
    const auto nested = [](const std::string& function, int depth, const std::string& closing) {
        std::string text = "x";
        for (int i = 0; i < depth; ++i) text = function + text + closing;
        return text;
    };
    const auto cosine_of_sum = [](const std::string& u) {
        return "cos(x + " + u + ") - cos(x)*cos(" + u + ") + sin(x)*sin(" + u + ")";
    };
    const std::string roots = nested("1/(x + sqrt(1 + ", 8, "))"),
                      power = "(x^1000 - y^1000 + z^1000 + 1)";
    const std::vector<std::string> zeros = {
        "(x + y + z + 1)^200 - ((x + y + 1)^2 + 2*z*(x + y + 1) + z^2)^100",
        "sin(200*x) - 2*sin(100*x)*cos(100*x)",
        "exp(1000000*x)/exp(x) - exp(999999*x)",
        "(x^100000 - 1)/(x^99999 + y^7 + 2)*(1 - sin(x)^2 - cos(x)^2)",
        cosine_of_sum(nested("sin(", 60, ")")),
        cosine_of_sum(nested("sin(x + ", 60, ")")),
        "sin(" + roots + ")^2 + cos(" + roots + ")^2 - 1",
        "abs(" + power + ") - sqrt(" + power + "^2)"};
    for (const std::string& text : zeros) {
        const auto start = std::chrono::steady_clock::now();
        const Limits limits{.terms = 50'000, .work = 2'000};
        EXPECT_FALSE(is_zero(parse(text), {.limits = limits}).proved_nonzero()) << text;
        EXPECT_TRUE(is_zero(parse(text + " + 10^-30*z"), {.limits = limits}).proved_nonzero())
            << text;
        const std::chrono::duration<double> time = std::chrono::steady_clock::now() - start;
        EXPECT_LT(time.count(), 40) << text;
    }
}

}  // namespace
}  // namespace rattleback

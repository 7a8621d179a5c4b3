// Simplify: what a mechanician would have written, always exactly equal, never longer, never late.
#include "exact/simplify.hpp"

#include <gtest/gtest.h>

#include <chrono>

#include "exact/is_zero.hpp"
#include "exact/reading_cost.hpp"
#include "expr/parse.hpp"
#include "expr/print_text.hpp"
#include "rewriting.hpp"
#include "support/random_expression.hpp"
#include "support/sanitized.hpp"

namespace rattleback {
namespace {

constexpr int cases = testing::sanitized ? 100 : 1'000;

// Exact work stops by the number of terms here, not by the clock of a busy machine.
constexpr SimplifyOptions patient{.limits = {.terms = 5'000, .work = 20'000}};

struct Written {
    const char* before;
    const char* after;  // or empty: shorter than before, and not worth fixing the text
};

class SimplifyInMechanics : public ::testing::TestWithParam<Written> {};

TEST_P(SimplifyInMechanics, GivesWhatAMechanicianWrites) {
    const Expr before = parse(GetParam().before), after = simplify(before, patient);
    EXPECT_TRUE(are_equal(before, after).proved_zero()) << to_text(after);
    EXPECT_LE(reading_cost(after), reading_cost(before));
    const bool fixed = *GetParam().after != '\0';
    EXPECT_EQ(to_text(after), fixed ? GetParam().after : to_text(after));
    EXPECT_EQ(simplify(after, patient), after);
}

INSTANTIATE_TEST_SUITE_P(
    Energies, SimplifyInMechanics,
    ::testing::Values(
        Written{"1/2*m*((x'*cos(phi) + y'*sin(phi))^2 + (-x'*sin(phi) + y'*cos(phi))^2)",
                "m*(x'^2 + y'^2)/2"},
        Written{
            "m1*l1^2*theta1'^2/2 + m2/2*(l1^2*theta1'^2 + l2^2*theta2'^2 + 2*l1*l2*theta1'*theta2'"
            "*(cos(theta1)*cos(theta2) + sin(theta1)*sin(theta2)))",
            "((m1 + m2)*l1^2*theta1'^2 + 2*m2*l1*l2*theta1'*theta2'*cos(theta1 - theta2) + "
            "m2*l2^2*theta2'^2)/2"},
        Written{"J1*(phi'*cos(psi)*sin(theta) - theta'*sin(psi))^2 + J1*(phi'*sin(psi)*sin(theta) "
                "+ theta'*cos(psi))^2",
                "J1*(phi'^2*sin(theta)^2 + theta'^2)"},
        Written{"A*(phi'*sin(theta)*sin(psi) + theta'*cos(psi))^2/2 + A*(phi'*sin(theta)*cos(psi) "
                "- theta'*sin(psi))^2/2"
                " + C*(psi' + phi'*cos(theta))^2/2",
                ""},
        Written{"m*r^2*phi'^2/2 + I*(r*phi'/R)^2/2", "r^2*(I + m*R^2)*phi'^2/(2*R^2)"},
        Written{"m*(R + r*cos(u))^2*v'^2/2 + m*r^2*u'^2/2",
                "(m*r^2*u'^2 + m*(R + r*cos(u))^2*v'^2)/2"},
        Written{"m*l^2*(theta'^2 + sin(theta)^2*phi'^2)/2 + m*g*l*cos(theta)", ""},
        Written{"1/2*k*(sqrt(x^2 + y^2) - l0)^2", "k*(sqrt(x^2 + y^2) - l0)^2/2"},
        Written{"sqrt((x1 - x2)^2 + (y1 - y2)^2)^2", "(x1 - x2)^2 + (y1 - y2)^2"},
        Written{"m*c^2/sqrt(1 - v^2/c^2) - m*c^2", "m*c^2/sqrt(1 - v^2/c^2) - m*c^2"},
        Written{"(exp(k*x) + exp(-k*x))^2/4 - (exp(k*x) - exp(-k*x))^2/4", "1"},
        Written{"A*phi'^2*sin(theta)^2 + C*(psi' + phi'*cos(theta))^2 - C*psi'^2", ""}));

INSTANTIATE_TEST_SUITE_P(
    MassMatrices, SimplifyInMechanics,
    ::testing::Values(
        Written{"m2*l1*l2*(cos(theta1)*cos(theta2) + sin(theta1)*sin(theta2))",
                "m2*l1*l2*cos(theta1 - theta2)"},
        Written{"(J + m*a^2*sin(phi)^2 + m*a^2*cos(phi)^2)*phi'' + m*a*v*phi'",
                "(J + m*a^2)*phi'' + m*a*v*phi'"},
        Written{"(J*cos(psi)*cos(psi) + J*sin(psi)*sin(psi) + m*R^2*cos(theta)^2)*theta''",
                "(J + m*R^2*cos(theta)^2)*theta''"},
        Written{"m*l^2*cos(a + b)^2 + m*l^2*sin(a + b)^2 + 2*m*l*L*(cos(a)*cos(a + b) + "
                "sin(a)*sin(a + b))",
                "m*l*(2*L*cos(b) + l)"},
        Written{"(m1*m2*x1' - m1*m2*x2')/(m1 + m2) + m1*(m1*x1' + m2*x2')/(m1 + m2)", "m1*x1'"},
        Written{"(I1*I2*w1*w2 - I1^2*w1*w2)/(I1*I3) + w1*w2*(I1 - I2)/I3", "0"},
        Written{"m*a^2*cos(phi)^2 - m*a^2*cos(2*phi) - m*a^2*sin(phi)^2 + J", "J"},
        Written{"(m1 + m2)*l^2 - m2^2*l^2*cos(u)^2/m2", ""},
        Written{"sin(a - b)*cos(b) + cos(a - b)*sin(b)", "sin(a)"}));

INSTANTIATE_TEST_SUITE_P(
    ForcesAndReactions, SimplifyInMechanics,
    ::testing::Values(
        Written{"m2*l1*l2*(sin(a)*cos(b) - cos(a)*sin(b))*b'^2 + (m1 + m2)*g*l1*sin(a)",
                "m2*l1*l2*b'^2*sin(a - b) + (m1 + m2)*g*l1*sin(a)"},
        Written{"sin(phi)*(m*g*cos(phi)) - cos(phi)*(m*g*sin(phi) - k*phi')", "k*phi'*cos(phi)"},
        Written{"(m*a*phi'^2*cos(phi)^2 + m*a*phi'^2*sin(phi)^2)/(m + J/a^2)",
                "m*a^3*phi'^2/(J + m*a^2)"},
        Written{"(m*x'*cos(phi)*phi' + m*y'*sin(phi)*phi')/(cos(phi)^2 + sin(phi)^2)",
                "m*phi'*(x'*cos(phi) + y'*sin(phi))"},
        Written{"-m*phi'*(x'*cos(phi) + y'*sin(phi))*sin(phi)",
                "-m*phi'*(x'*cos(phi) + y'*sin(phi))*sin(phi)"},
        Written{"2*m*x*x'^2/(x^2 + y^2) + 2*m*x*y'^2/(x^2 + y^2)",
                "2*m*x*(x'^2 + y'^2)/(x^2 + y^2)"},
        Written{"k*(sqrt(x^2 + y^2) - l0)*x/sqrt(x^2 + y^2)",
                "k*x*(sqrt(x^2 + y^2) - l0)/sqrt(x^2 + y^2)"},
        Written{"-m*r*(R + r*cos(u))*sin(u)*v'^2 + m*r^2*u''",
                "m*r^2*u'' - m*r*(R + r*cos(u))*v'^2*sin(u)"},
        Written{"l^2*m*theta'' - l^2*m*sin(theta)*cos(theta)*phi'^2 - g*l*m*sin(theta)", ""},
        Written{"m*g*mu*cos(alpha) - m*g*sin(alpha) + m*x''",
                "m*(x'' + g*mu*cos(alpha) - g*sin(alpha))"},
        Written{"lambda*sin(phi) - lambda*cos(phi)*tan(phi) + F", "F"},
        Written{"exp(-k*t)*(c1*cos(w*t) + c2*sin(w*t)) - exp(-k*t)*c1*cos(w*t)", ""},
        Written{"(m*(r'' - r*p'^2)*cos(p) - m*(r*p'' + 2*r'*p')*sin(p))*cos(p)"
                " + (m*(r'' - r*p'^2)*sin(p) + m*(r*p'' + 2*r'*p')*cos(p))*sin(p)",
                ""}));

INSTANTIATE_TEST_SUITE_P(
    Constraints, SimplifyInMechanics,
    ::testing::Values(
        Written{"x'*sin(phi) - y'*cos(phi)", "x'*sin(phi) - y'*cos(phi)"},
        Written{"-(sin(phi)*x'' + phi'*cos(phi)*x' - cos(phi)*y'' + phi'*sin(phi)*y')", ""},
        Written{"(x'^2*cos(a)^2 - y'^2*sin(a)^2)/(x'*cos(a) - y'*sin(a))", "x'*cos(a) + y'*sin(a)"},
        Written{"(cos(theta)^2 - sin(theta)^2)*phi' + 2*sin(theta)*cos(theta)*psi'",
                "phi'*cos(2*theta) + psi'*sin(2*theta)"},
        Written{"tan(theta)*cos(theta)*phi' + psi'*sin(theta)/cos(theta)",
                "phi'*sin(theta) + psi'*tan(theta)"},
        Written{"(1 - cos(theta)^2)*phi'/sin(theta)", "phi'*sin(theta)"},
        Written{"cos(phi - pi/2)*x' + sin(phi + pi)*y'", "(x' - y')*sin(phi)"},
        Written{"v*sin(beta)/(a*cos(beta))*(a + b*cos(phi)*tan(beta)/sin(phi)*sin(phi))",
                "v*(a + b*cos(phi)*tan(beta))*tan(beta)/a"},
        Written{"x1'^2*y2'^2 - x2'^2*y1'^2", "x1'^2*y2'^2 - x2'^2*y1'^2"}));

TEST(Simplify, IsExactlyEqualAndNeverLonger) {
    int proved = 0;
    for (int i = 0; i < cases; ++i) {
        const auto seed = static_cast<std::uint64_t>(i) + 4'000'000;
        testing::ExpressionOfClass random(seed);
        testing::Rewriting rewriting(seed);
        const Expr e = rewriting(random.next(2)), simple = simplify(e);
        EXPECT_LE(reading_cost(simple), reading_cost(e)) << to_text(e) << "\n" << to_text(simple);
        const ZeroTest test = are_equal(e, simple, {.limits = {.terms = 50'000, .work = 20'000}});
        EXPECT_FALSE(test.proved_nonzero()) << to_text(e) << "\n" << to_text(simple);
        if (test.proved_zero()) ++proved;
    }
    EXPECT_GT(proved, cases * 95 / 100);
}

// Beyond the class, where equality cannot always be proved but must never be refuted.
TEST(Simplify, KeepsTheValueOfAnyExpression) {
    for (int i = 0; i < cases; ++i) {
        testing::RandomExpression random(
            static_cast<std::uint64_t>(i),
            {.depth = 3, .names = {"x", "y"}, .largest_order = 1, .big_numbers = false});
        const Expr e = random.next(), simple = simplify(e);
        EXPECT_LE(reading_cost(simple), reading_cost(e)) << to_text(e);
        const ZeroTest test = are_equal(e, simple, {.limits = {.terms = 2'000, .work = 2'000}});
        EXPECT_FALSE(test.proved_nonzero()) << to_text(e) << "\n" << to_text(simple);
    }
}

TEST(Simplify, ReturnsMonstersUnchangedInTime) {
    for (const char* text :
         {"(x + y + z + 1)^200 - (x + y + z + 1)^199",
          "(a + b + c + d + f + g + h)^6 + (a - b + c - d + f - g + h)^6 + 1",
          "sin(99*x)*cos(99*y)", "x^1000 - y^1000 + z^1000 + 1", "tanh(1/(x - 4*pi/9 + 8)^5)",
          "1/(a + b) + 1/(b + c) + 1/(c + d) + 1/(d + f) + 1/(f + g) + 1/(g + h) + 1/(h + i) + "
          "1/(i + j)",
          "1/(sin(x) + cos(y) + 2) + 1/(sin(y) + cos(z) + 2) + 1/(sin(z) + cos(w) + 2) + 1/(sin(w) "
          "+ cos(u) + 2)",
          "1/(sqrt(a) + sqrt(b) + sqrt(c) + sqrt(d) + sqrt(f) + sqrt(g))",
          "sin(x + sin(x + sin(x + sin(x + sin(x + sin(x))))))", "(x + 1/x^7)^100000",
          "log(x + y)^(x*y) - sqrt(1 + sqrt(1 + sqrt(1 + sqrt(1 + x^9))))"}) {
        const Expr monster = parse(text);
        const auto start = std::chrono::steady_clock::now();
        EXPECT_EQ(simplify(monster), monster) << text;
        const std::chrono::duration<double> time = std::chrono::steady_clock::now() - start;
        EXPECT_LT(time.count(), 20) << text;
    }
}

TEST(Simplify, DoesNotEvenLookAtHugeGraphs) {
    Expr e = symbol("x");
    for (int i = 0; i < 3'000; ++i) e = sin(e) + symbol("y");
    EXPECT_EQ(simplify(e), e);
    EXPECT_EQ(simplify(sin(pi() / 12), {.largest_graph = 1}), sin(pi() / 12));
}

TEST(Simplify, RemembersNoMoreThanABoundedNumberOfNodes) {
    const std::size_t before = live_nodes();
    for (int i = 0; i < 300; ++i) {
        SumBuilder sum;
        for (int j = 0; j < 600; ++j)
            sum.add(symbol("x" + std::to_string(i) + "_" + std::to_string(j)));
        simplify(sum.build(), {.limits = {.terms = 1, .work = 1}});
    }
    EXPECT_LT(live_nodes(), before + 110'000U);
}

TEST(ReadingCost, CountsWhatIsWritten) {
    const auto cost = [](const char* text) { return reading_cost(parse(text)); };
    EXPECT_EQ(cost("x"), 1);
    EXPECT_EQ(cost("x + y"), 3);
    EXPECT_EQ(cost("x*y"), 3);
    EXPECT_EQ(cost("-x"), cost("x") + 1);
    EXPECT_EQ(cost("sin(x)"), 3);
    EXPECT_LT(cost("(m1 + m2)*(x'^2 + y'^2)"), cost("m1*x'^2 + m1*y'^2 + m2*x'^2 + m2*y'^2"));
    EXPECT_LT(cost("tan(x)"), cost("sin(x)/cos(x)"));
    EXPECT_LT(cost("x - y"), cost("-x - y"));
}

}  // namespace
}  // namespace rattleback

#include "equations/higher_motion.hpp"

#include <gtest/gtest.h>

#include "equations/formulations.hpp"
#include "exact/is_zero.hpp"
#include "exact/linear_algebra.hpp"
#include "expr/parse.hpp"
#include "expr/print_text.hpp"
#include "expr/substitute.hpp"
#include "rattleback/errors.hpp"
#include "support/model_file.hpp"

namespace rattleback::testing {
namespace {

using Values = std::vector<Replacement>;

Expr formula(std::string_view text) { return parse(text, {.largest_order = 4}); }

// What the unknowns are at a state, exactly.
Values solved(const Equations& equations, const Values& at) {
    ExprMatrix matrix;
    for (const ExprVector& row : equations.matrix) matrix.push_back(substitute(row, at));
    const auto x = solve(matrix, substitute(equations.right, at));
    EXPECT_TRUE(x);
    Values result = at;
    for (std::size_t i = 0; i < equations.unknowns.size(); ++i)
        result.emplace_back(equations.unknowns[i], x ? (*x)[i] : Expr(0));
    return result;
}

void expect_equal(const Expr& actual, const Expr& expected, const std::string& what) {
    EXPECT_TRUE(is_zero(actual - expected).proved_zero())
        << what << ": " << to_text(actual) << " against " << to_text(expected);
}

TEST(HigherMotion, GivesTheReactionOfAFreeParticleItsRate) {
    const System system = model_file("third_order_oscillation");
    const Equations equations = derive(system, "lagrange_multipliers");
    const Values motion = solved(equations, {});
    // m x'' = μ, m y'' = −m g, and x''' = −w² x' makes μ' = −m w² x'.
    expect_equal(substitute(formula("x''"), motion), formula("mu1/m"), "x''");
    expect_equal(substitute(formula("y''"), motion), formula("-g"), "y''");
    expect_equal(substitute(formula("mu1'"), motion), formula("-m*w^2*x'"), "mu1'");
    expect_equal(equations.reactions[0], formula("mu1"), "R_x");
    EXPECT_TRUE(equations.reactions[1].is_zero());
}

// From Newton's law for trolley and load, and its derivative, by hand.
TEST(HigherMotion, GivesTheDriveOfACraneItsRate) {
    const Equations equations = derive(model_file("crane_jerk"), "lagrange_multipliers");
    const Values motion = solved(equations, {});
    const Expr a =
        formula("(mu1 + m*l*theta'^2*sin(theta) + m*g*sin(theta)*cos(theta))/(M + m*sin(theta)^2)");
    const Values by_hand{{formula("x''"), a}};
    const Expr alpha = substitute(formula("-(x''*cos(theta) + g*sin(theta))/l"), by_hand);
    expect_equal(substitute(formula("x''"), motion), a, "x''");
    expect_equal(substitute(formula("theta''"), motion), alpha, "theta''");
    const Values both{{formula("x''"), a}, {formula("theta''"), alpha}};
    expect_equal(
        substitute(formula("mu1'"), motion),
        substitute(formula("j*cos(w*t)*(M + m*sin(theta)^2) + 2*m*x''*sin(theta)*cos(theta)*theta'"
                           " - 2*m*l*theta'*theta''*sin(theta) - m*l*theta'^3*cos(theta)"
                           " - m*g*theta'*(cos(theta)^2 - sin(theta)^2)"),
                   both),
        "mu1'");
}

// A curved metric, time, a friction, coefficients with positions and velocities.
Description curved() {
    return {.coordinates = {"x", "y", "z"},
            .parameters = {{"k", "2"}},
            .lagrangian = "(2 + y^2)/2*x'^2 + x*x'*y'/3 + (3 + x^2)/2*y'^2 + z'^2/2 - z*x'/5",
            .forces = {{.on = "x", .value = "-k*x'*t"}, {.on = "z", .value = "y - z'/7"}}};
}

const Values curved_state{
    {symbol("t"), Expr(Number::ratio(1, 3))},    {symbol("x"), Expr(Number::ratio(2, 5))},
    {symbol("y"), Expr(Number::ratio(-3, 4))},   {symbol("z"), Expr(Number::ratio(1, 2))},
    {symbol("x", 1), Expr(Number::ratio(5, 6))}, {symbol("y", 1), Expr(Number::ratio(-1, 7))},
    {symbol("z", 1), Expr(Number::ratio(4, 3))}, {symbol("k"), 2}};

// A constraint on accelerations and its derivative have the same motion, with the same reaction, from
// the start that the first one gives; the derivative of the reaction is that along this motion.
TEST(HigherMotion, HasTheMotionsOfAConstraintThatWasDifferentiated) {
    const std::string second = "(1 + y)*x'' + x'*y'' + t*z'' + x*z'^2 + sin(x)*x' - t^2";
    Description of_second = curved(), of_third = curved();
    of_second.constraints = {{.equation = second + " = 0"}};
    const System lower = build(of_second);
    Values by_time = lower.by_time();
    for (const Expr& q : lower.q) by_time.emplace_back(symbol(q.name(), 2), symbol(q.name(), 3));
    of_third.constraints = {
        {.equation = to_text(derivative_along(parse(second), by_time)) + " = 0"}};
    const System higher = build(of_third);
    ASSERT_EQ(higher.higher.size(), 1U);

    const Equations first = derive(lower, "lagrange_multipliers");
    const auto x = solve(first.matrix, first.right);
    ASSERT_TRUE(x);
    Values along{{lower.t, 1}};
    for (std::size_t i = 0; i < 3; ++i) {
        along.emplace_back(lower.q[i], lower.v[i]);
        along.emplace_back(lower.v[i], (*x)[i]);
    }
    const Expr mu = substitute((*x)[3], curved_state);
    const Expr mu_rate = substitute(derivative_along((*x)[3], along), curved_state);
    Values at = curved_state;
    at.emplace_back(symbol("mu1"), mu);
    const Values motion = solved(derive(higher, "lagrange_multipliers"), at);
    for (std::size_t i = 0; i < 3; ++i)
        expect_equal(substitute(lower.a[i], motion), substitute((*x)[i], curved_state),
                     to_text(lower.a[i]));
    expect_equal(substitute(symbol("mu1", 1), motion), mu_rate, "mu1'");
}

TEST(HigherMotion, IsTheSameInAllFormsThatKeepVelocities) {
    Description description = curved();
    description.constraints = {{.name = "slide", .equation = "z' = x*y'"},
                               {.equation = "(1 + y)*x''' + x'*y''' + x''*z'' = t"}};
    const System system = build(description);
    EXPECT_EQ(system.constraints.size(), 1U);
    Values at = curved_state;
    at.back() = {symbol("k"), 3};
    at.emplace_back(symbol("mu2"), Number::ratio(3, 8));
    const Values first = solved(derive(system, "lagrange_multipliers"), at);
    for (const char* form : {"maggi", "gauss", "udwadia_kalaba"}) {
        const Equations equations = derive(system, form);
        const Values other = solved(equations, at);
        for (const Expr& e : {symbol("x", 2), symbol("y", 2), symbol("z", 2), symbol("mu2", 1)})
            expect_equal(substitute(e, other), substitute(e, first), form);
        const Equations reference = derive(system, "lagrange_multipliers");
        for (std::size_t i = 0; i < 3; ++i)
            expect_equal(substitute(equations.reactions[i], other),
                         substitute(reference.reactions[i], first), form);
    }
}

TEST(HigherMotion, DoesNotDependOnTheOrderOfCoordinates) {
    Description description = curved(), permuted = curved();
    permuted.coordinates = {"z", "y", "x"};
    for (Description* d : {&description, &permuted})
        d->constraints = {{.equation = "(1 + y)*x''' + x'*y''' + x''*z'' = t"},
                          {.equation = "z''' - y*y''' = x"}};
    Values at = curved_state;
    at.emplace_back(symbol("mu1"), Number::ratio(3, 8));
    at.emplace_back(symbol("mu2"), Number::ratio(-2, 9));
    const Values one = solved(derive(build(description), "lagrange_multipliers"), at),
                 other = solved(derive(build(permuted), "lagrange_multipliers"), at);
    for (const Expr& e :
         {symbol("x", 2), symbol("y", 2), symbol("z", 2), symbol("mu1", 1), symbol("mu2", 1)})
        expect_equal(substitute(e, one), substitute(e, other), to_text(e));
}

// Newton's law with the reaction along (1, 2): x'' = μ/m, y'' = 2 μ/m. The coefficients may then have
// accelerations in them: (x''² + y''²)' = 2 w asks for 2·5 μ μ'/m² = 2 w.
TEST(HigherMotion, ReactsInAGivenDirection) {
    const System system = build({.coordinates = {"x", "y"},
                                 .parameters = {{"m", "2"}, {"w", "3"}},
                                 .lagrangian = "m*(x'^2 + y'^2)/2",
                                 .constraints = {{.equation = "x''*x''' + y''*y''' = w",
                                                  .reaction = {{"x", "1"}, {"y", "2"}}}}});
    const Values motion = solved(derive(system, "lagrange_multipliers"), {});
    expect_equal(substitute(formula("y''"), motion), formula("2*mu1/m"), "y''");
    expect_equal(substitute(formula("mu1'"), motion), formula("w*m^2/(5*mu1)"), "mu1'");
}

TEST(HigherMotion, HasDerivativesOfTheReactionForOrderFour) {
    const System system = build({.coordinates = {"x"},
                                 .parameters = {{"m", "2"}},
                                 .lagrangian = "m*x'^2/2 - m*x^2",
                                 .constraints = {{.equation = "x'''' + 5*x'' + 4*x = 0"}}});
    const Equations equations = derive(system, "lagrange_multipliers");
    EXPECT_EQ(equations.speeds, (ExprVector{symbol("x", 1), symbol("mu1"), symbol("mu1_1")}));
    // m x'' = μ − 2 m x, so that m x'''' = μ'' − 2 m x''.
    const Values motion = solved(equations, {});
    expect_equal(substitute(formula("mu1'"), motion), formula("mu1_1"), "mu1'");
    expect_equal(substitute(formula("mu1_1'"), motion), formula("-3*(mu1 - 2*m*x) - 4*m*x"),
                 "mu1_1'");
}

std::string refusal(const System& system, std::string_view form) {
    try {
        derive(system, form);
    } catch (const DerivationError& error) {
        return error.what();
    }
    return {};
}

TEST(HigherMotion, IsRefusedByFormsInFewerSpeeds) {
    const System system = model_file("crane_jerk");
    EXPECT_EQ(refusal(system, "kane"),
              "'kane' cannot treat this system: the constraint 'jerk' is of order 3 and restricts "
              "no velocity; its reaction is a variable of the state. These can: "
              "lagrange_multipliers, maggi, gauss, udwadia_kalaba.");
    for (const char* form : {"benenti", "gibbs_appell", "voronec", "chaplygin", "voronec_nonlinear",
                             "talamucci", "boltzmann_hamel", "second_order", "vakonomic"})
        EXPECT_NE(refusal(system, form).find("'jerk' is of order 3"), std::string::npos) << form;
}

TEST(HigherMotion, IsRefusedWhereItsRateIsNotDetermined) {
    const auto of = [](const std::string& third) {
        return build(
            {.coordinates = {"x", "y"},
             .lagrangian = "(x'^2 + y'^2)/2",
             .constraints = {{.equation = "x'' = 1"}, {.name = "third", .equation = third}}});
    };
    EXPECT_EQ(refusal(of("x''' = 0"), "lagrange_multipliers"),
              "The constraints of order 3, 'third', do not determine how their reactions go on: "
              "their highest derivatives depend on each other, on the other constraints, or not on "
              "the reactions.");
    EXPECT_EQ(refusal(of("x''' + y''' = 0"), "lagrange_multipliers"), "");
}

}  // namespace
}  // namespace rattleback::testing

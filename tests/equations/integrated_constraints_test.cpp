// Integrable constraints put into T* (Remark 2.3). The oracle is the holonomic system, whose Lagrangian
// is written here by hand, with Lagrange's equations taken from it directly.
#include "equations/integrated_constraints.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "equations/voronec.hpp"
#include "equations/voronec_nonlinear.hpp"
#include "exact/is_zero.hpp"
#include "expr/parse.hpp"
#include "expr/substitute.hpp"
#include "support/explicit_systems.hpp"

namespace rattleback {
namespace {

using namespace testing;

bool has_step(const Equations& equations, std::string_view symbol) {
    return std::ranges::any_of(equations.all_steps(),
                               [&](const Step& s) { return s.symbol == symbol; });
}

void expect_equal(const Expr& a, const Expr& b, const std::string& what) {
    EXPECT_TRUE(are_equal(a, b).proved_zero()) << what;
}

// d/dt ∂L/∂v − ∂L/∂q of a Lagrangian of these coordinates.
ExprVector lagrange_equations(const char* lagrangian, std::initializer_list<const char*> names) {
    const Expr l = parse(lagrangian);
    std::vector<Replacement> by_time{{parse("t"), 1}};
    for (const char* q : names) {
        by_time.emplace_back(symbol(q), symbol(q, 1));
        by_time.emplace_back(symbol(q, 1), symbol(q, 2));
    }
    ExprVector result;
    for (const char* q : names)
        result.push_back(derivative_along(derivative(l, symbol(q, 1)), by_time) -
                         derivative(l, symbol(q)));
    return result;
}

// matrix · a − right, with the integrals put in.
ExprVector residual(const Equations& e, const std::vector<Replacement>& put_in) {
    ExprVector result = product(e.matrix, e.unknowns);
    for (std::size_t i = 0; i < result.size(); ++i)
        result[i] = substitute(result[i] - e.right[i], put_in);
    return result;
}

System bowl() {
    return build({.coordinates = {"x", "y", "z"},
                  .parameters = {{"m", "2"}, {"a", "1/2"}, {"g", "9.81"}},
                  .lagrangian = "m*(x'^2 + (1 + z^2)*y'^2 + z'^2)/2 - m*g*z + x*z",
                  .constraints = {{.name = "bowl", .equation = "z' = 2*a*(x*x' + y*y')"}}});
}

TEST(IntegratedConstraints, VoronecsEquationsAreLagranges) {
    const char* t_hat = "m*(x'^2 + (1 + (a*x^2 + a*y^2 + c1)^2)*y'^2 + (2*a*x*x' + 2*a*y*y')^2)/2";
    const std::string l_hat = std::string(t_hat) + " - (m*g - x)*(a*x^2 + a*y^2 + c1)";
    const ExprVector kinetic = lagrange_equations(t_hat, {"x", "y"});
    const ExprVector whole = lagrange_equations(l_hat.c_str(), {"x", "y"});
    const std::vector<Replacement> put_in{{symbol("z"), parse("a*x^2 + a*y^2 + c1")}};
    for (const Equations& equations : {voronec(bowl()), voronec_nonlinear(bowl())}) {
        expect_equal(step(equations, "f^1")[0][0], parse("a*x^2 + a*y^2"), "f");
        expect_equal(step(equations, "T̂")[0][0], parse(t_hat), "T̂");
        const ExprMatrix left = step(equations, "L̂");
        const ExprVector voronecs = residual(equations, put_in);
        for (std::size_t i = 0; i < 2; ++i) {
            expect_equal(left[i][0], kinetic[i], "L̂");
            expect_equal(voronecs[i], whole[i], "the equations");
        }
    }
    EXPECT_EQ(step(voronec(bowl()), "(12) − L̂"), (ExprMatrix{{0}, {0}}));
    EXPECT_EQ(step(voronec_nonlinear(bowl()), "(18) − L̂"), (ExprMatrix{{0}, {0}}));
}

// w' knows z, which is integrated first, and both know time: z = x² + t y, w = x³/3 + c1 x.
TEST(IntegratedConstraints, OneAfterTheOtherWithTime) {
    const System system =
        build({.coordinates = {"w", "x", "y", "z"},
               .lagrangian = "(3*w'^2 + (1 + w^2)*x'^2 + (2 + t)*y'^2 + z'^2)/2 + x*y'*z'",
               .constraints = {{.name = "w", .equation = "w' = (z - t*y)*x'"},
                               {.name = "z", .equation = "z' = 2*x*x' + t*y' + y"}}});
    const Equations equations = voronec_nonlinear(system);
    const Expr z = parse("x^2 + t*y + c2"), w = parse("x^3/3 + c2*x + c1");
    expect_equal(step(equations, "f^2")[0][0], z - symbol("c2"), "f^2");
    expect_equal(step(equations, "f^1")[0][0], w - symbol("c1"), "f^1");
    const ExprVector lagranges = lagrange_equations(
        "(3*(x^2*x' + c2*x')^2 + (1 + (x^3/3 + c2*x + c1)^2)*x'^2 + (2 + t)*y'^2"
        " + (2*x*x' + t*y' + y)^2)/2 + x*y'*(2*x*x' + t*y' + y)",
        {"x", "y"});
    const ExprVector voronecs = residual(equations, {{symbol("z"), z}, {symbol("w"), w}});
    for (std::size_t i = 0; i < 2; ++i) {
        expect_equal(step(equations, "L̂")[i][0], lagranges[i], "L̂");
        expect_equal(voronecs[i], lagranges[i], "the equations");
    }
    EXPECT_EQ(step(equations, "(18) − L̂"), (ExprMatrix{{0}, {0}}));
}

// z is integrated and w is not: what is left is the system without z, built and derived by itself.
TEST(IntegratedConstraints, SomeOfThem) {
    const char* w_with = "w' = z*x' + cos(w)*y'";
    const System whole =
        build({.coordinates = {"x", "y", "z", "w"},
               .lagrangian = "((1 + z^2)*x'^2 + 2*y'^2 + (2 + w^2)*z'^2 + w'^2)/2",
               .constraints = {{.equation = "z' = y*x' + x*y'"}, {.equation = w_with}}});
    const System left = build(
        {.coordinates = {"x", "y", "w"},
         .parameters = {{"c1", "1"}},
         .lagrangian = "((1 + (x*y + c1)^2)*x'^2 + 2*y'^2 + (2 + w^2)*(y*x' + x*y')^2 + w'^2)/2",
         .constraints = {{.equation = "w' = (x*y + c1)*x' + cos(w)*y'"}}});
    const Equations equations = voronec(whole);
    EXPECT_FALSE(has_step(equations, "T̂"));
    EXPECT_FALSE(has_step(equations, "f^2"));
    EXPECT_EQ(step(equations, "(12) − L_r"), (ExprMatrix{{0}, {0}}));
    const ExprVector independent = residual(voronec(left), {});  // no forces
    const ExprVector shown = residual(equations, {{symbol("z"), parse("x*y + c1")}});
    for (std::size_t i = 0; i < 2; ++i) {
        expect_equal(step(equations, "L_r")[i][0], independent[i], "L_r");
        expect_equal(shown[i], independent[i], "the equations");
    }
}

TEST(IntegratedConstraints, NoneWhereNothingIsIntegrable) {
    for (const HardSystem& hard :
         {skate(), curved_k1(), voronec_linear(), chaplygin_type(), time_alpha()})
        for (const Step& s : voronec_nonlinear(hard.system).all_steps())
            EXPECT_FALSE(s.symbol == "T̂" || s.symbol == "T_r") << hard.system.title();
    // Closed in x, but z occurs: z = c·exp(x) is not of the form f + c.
    const System own = build({.coordinates = {"x", "y", "z"},
                              .lagrangian = "(x'^2 + y'^2 + z'^2)/2",
                              .constraints = {{.equation = "z' = z*x'"}}});
    EXPECT_FALSE(has_step(voronec(own), "T_r"));
    EXPECT_FALSE(has_step(voronec(own), "T̂"));
    // t x' is closed at any one time only.
    const System moving = build({.coordinates = {"x", "z"},
                                 .lagrangian = "(x'^2 + z'^2)/2",
                                 .constraints = {{.equation = "z' = t*x'"}}});
    EXPECT_FALSE(has_step(voronec_nonlinear(moving), "T̂"));
}

// An error in the equations is seen.
TEST(IntegratedConstraints, WhatDiffersIsNotZero) {
    const System system = bowl();
    Equations wrong = voronec(system);
    wrong.right[1] += symbol("x");
    const auto steps = integrated_constraints(system, explicit_system(system), wrong, "(12)");
    ASSERT_FALSE(steps.empty());
    EXPECT_EQ(steps.back().value[0][0], Expr(0));
    expect_equal(steps.back().value[1][0], -symbol("x"), "the error");
}

}  // namespace
}  // namespace rattleback

// What kind a constraint is: against a table made by hand, and against values at random points.
#include "model/dependence.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "expr/evaluate.hpp"
#include "expr/graph.hpp"
#include "expr/parse.hpp"
#include "expr/print_text.hpp"

namespace rattleback {
namespace {

Constraint constraint(const std::string& equation) {
    return build({.coordinates = {"x", "y", "z", "phi"},
                  .parameters = {{"a", "2"}, {"b", "3"}, {"l", "1"}},
                  .functions = {{"A", {"x", "y"}}, {"B", {"x'"}}},
                  .lagrangian = "x'^2 + y'^2 + z'^2 + phi'^2",
                  .constraints = {{.equation = Written(equation)}}})
        .constraints.at(0);
}

struct Case {
    const char* equation;
    int order;
    Dependence dependence;
    Number degree = 0;
};

class Kinds : public testing::TestWithParam<Case> {};

TEST_P(Kinds, AreFound) {
    const Constraint found = constraint(GetParam().equation);
    EXPECT_EQ(found.order, GetParam().order);
    EXPECT_EQ(found.dependence, GetParam().dependence);
    EXPECT_EQ(found.degree, GetParam().degree) << found.degree.to_text();
}

const auto half = Number::ratio(1, 2);
using enum Dependence;

INSTANTIATE_TEST_SUITE_P(Positional, Kinds,
                         testing::Values(Case{"x^2 + y^2 = l^2", 0, Linear, 1},
                                         Case{"A = 0", 0, Linear, 1},
                                         Case{"x = l*cos(t)", 0, Affine},
                                         Case{"x*y*z*phi = t^2 - t", 0, Affine},
                                         Case{"(x + t)^2 - t^2 - 2*x*t = y", 0, Linear, 1}));

INSTANTIATE_TEST_SUITE_P(
    Linear, Kinds,
    testing::Values(Case{"x'*sin(phi) - y'*cos(phi) = 0", 1, Linear, 1},
                    Case{"x' = A*y'", 1, Linear, 1}, Case{"A[1,0](x, y)*x' = z'", 1, Linear, 1},
                    Case{"x' = t*y'", 1, Linear, 1}, Case{"x' = 0", 1, Linear, 1},
                    Case{"sqrt(1 + x^2)*x' + abs(y)*y' = exp(z)*z'", 1, Linear, 1},
                    // in disguise
                    Case{"x*(y' + z) - x*z = z'", 1, Linear, 1},
                    Case{"(x' + y')^2 - (x' - y')^2 - 4*x'*y' = phi'", 1, Linear, 1},
                    Case{"(x'^2 - y'^2)/(x' + y') = z'", 1, Linear, 1},
                    Case{"x'*(sin(phi)^2 + cos(phi)^2) = y'", 1, Linear, 1},
                    Case{"x'' - x'' + x' = y'", 1, Linear, 1},
                    Case{"x*(x'' + y'') - x*x'' - x*y'' = y'", 1, Linear, 1}));

INSTANTIATE_TEST_SUITE_P(Affine, Kinds,
                         testing::Values(Case{"z' = a + y*x'", 1, Affine},
                                         Case{"x' = 1", 1, Affine}, Case{"x' = sin(t)", 1, Affine},
                                         Case{"x'*y = x", 1, Affine},
                                         Case{"(x' + 1)^2 - x'^2 = y'", 1, Affine}));

INSTANTIATE_TEST_SUITE_P(
    Homogeneous, Kinds,
    testing::Values(
        Case{"z' = a*sqrt(x'^2 + y'^2)", 1, Homogeneous, 1},
        Case{"sqrt(x'^2 + y'^2) = z'", 1, Homogeneous, 1}, Case{"abs(x') = y'", 1, Homogeneous, 1},
        Case{"x'*y' - z'*phi' = 0", 1, Homogeneous, 2},
        Case{"x'^2 + x*y'^2 = A*z'^2", 1, Homogeneous, 2},
        Case{"x'^3 = t*y'*z'^2", 1, Homogeneous, 3}, Case{"x'/y' = tan(phi)", 1, Homogeneous, 0},
        Case{"atan2(y', x') = phi", 1, Homogeneous, 0},
        Case{"sqrt(x') = sqrt(y')", 1, Homogeneous, half},
        Case{"x'^(3/2) = y'^(1/2)*z'", 1, Homogeneous, Number::ratio(3, 2)},
        Case{"x'^2/(x' + y') = z'", 1, Homogeneous, 1}, Case{"1/x' + 1/y' = 0", 1, Homogeneous, -1},
        Case{"exp(x'/y') = 2", 1, Homogeneous, 0},
        // in disguise
        Case{"(x' + 1)*(y' - 1) + x' - y' + 1 = 0", 1, Homogeneous, 2},
        Case{"x'*y'*(sin(x)^2 + cos(x)^2 - 1) + z'^4 = y'^4", 1, Homogeneous, 4}));

INSTANTIATE_TEST_SUITE_P(
    Nonlinear, Kinds,
    testing::Values(Case{"x'^2 + y'^2 = l^2", 1, Nonlinear}, Case{"x'*y' = z'", 1, Nonlinear},
                    Case{"z' = sqrt(1 + x'^2)", 1, Nonlinear}, Case{"exp(x') = y'", 1, Nonlinear},
                    Case{"B = y'", 1, Nonlinear}, Case{"x'^a = y'", 1, Nonlinear},
                    Case{"x'*y' + y'*z'^2 = 0", 1, Nonlinear}));

INSTANTIATE_TEST_SUITE_P(
    SecondOrder, Kinds,
    testing::Values(Case{"x'' = y''", 2, Linear, 1},
                    Case{"a*x'*y'' + b*y'*x'' + a^2*x'^2 + b^2*y'^2 = 0", 2, Affine},
                    Case{"x'' = -x", 2, Affine}, Case{"x*x'' = t*y''", 2, Linear, 1},
                    Case{"(x'' + y'')^2 - (x'' - y'')^2 - 4*x''*y'' = z''", 2, Linear, 1}));

// b(t, q, s·v) = s^d b(t, q, v) at random points when b is homogeneous of degree d, and the second
// differences of b along a random line in v vanish when it is linear or affine.
TEST_P(Kinds, AgreeWithValues) {
    const Constraint found = constraint(GetParam().equation);
    const std::string_view equation = GetParam().equation;
    const bool has_value = equation.find_first_of("AB") == std::string_view::npos;
    const bool smooth = equation.find("abs(x')") == std::string_view::npos;
    if (found.order != 1 || !has_value || !smooth) return;
    std::mt19937 random(7);
    std::uniform_real_distribution<double> number(0.3, 2);
    for (int trial = 0; trial < 5; ++trial) {
        Values at, direction;
        for (const Expr& s : symbols_of(found.expression)) {
            at[s] = number(random);
            direction[s] = s.order() == 1 ? number(random) : 0;
        }
        const auto moved = [&](double scale, double step) {
            Values point = at;
            for (auto& [s, value] : point)
                if (s.order() == 1) value = scale * value + step * direction[s];
            return evaluate(found.expression, point);
        };
        const double b = moved(1, 0);
        const double homogeneous = moved(1.7, 0) - std::pow(1.7, found.degree.to_double()) * b;
        const double curved = moved(1, 0.1) - 2 * b + moved(1, -0.1);
        const bool is_affine = found.dependence == Linear || found.dependence == Affine;
        if (found.dependence == Linear || found.dependence == Homogeneous)
            EXPECT_NEAR(homogeneous, 0, 1e-12 * (1 + std::abs(b)));
        else
            EXPECT_GT(std::abs(moved(1.7, 0) - 1.7 * b), 1e-9);
        EXPECT_EQ(std::abs(curved) < 1e-10, is_affine) << curved;
    }
}

TEST(Constraint, KeepsWhatWasWritten) {
    const char* const disguised = "(x'^2 - y'^2)/(x' + y') = 0";
    const Constraint c = constraint(disguised);
    EXPECT_EQ(to_text(c.written), to_text(parse_equation(disguised)));
    // The disguise is taken off, so that ∂b/∂v is free of v.
    EXPECT_EQ(c.expression, parse("x' - y'"));
}

TEST(Constraint, HasAName) {
    const System system =
        build({.coordinates = {"x", "y"},
               .lagrangian = "x'^2 + y'^2",
               .constraints = {{.equation = "x' = 1"}, {.name = "second", .equation = "y' = 1"}}});
    EXPECT_EQ(system.constraints[0].name, "constraint 1");
    EXPECT_EQ(system.constraints[1].name, "second");
}

TEST(Constraint, KnowsAnExplicitVelocity) {
    EXPECT_EQ(constraint("y' = x'*tan(phi)").explicit_for, 1U);
    EXPECT_EQ(constraint("a*sqrt(x'^2 + y'^2) = z'").explicit_for, 2U);
    EXPECT_EQ(constraint("x' = y'").explicit_for, 0U);
    EXPECT_EQ(constraint("x' = x'^2 + y'").explicit_for, std::nullopt);
    EXPECT_EQ(constraint("x' - y' = 0").explicit_for, std::nullopt);
    EXPECT_EQ(constraint("2*x' = y").explicit_for, std::nullopt);
    EXPECT_EQ(constraint("x'' = y'").explicit_for, std::nullopt);
    EXPECT_EQ(constraint("x = y").explicit_for, std::nullopt);
}

// What shows itself as linear, and what only seems to be: a coefficient that vanishes identically.
TEST(Dependence, EvidentlyLinear) {
    const System system =
        build({.coordinates = {"x", "y", "phi"}, .lagrangian = "x'^2 + y'^2 + phi'^2"});
    for (const char* linear : {"x'*sin(phi) - y'*cos(phi)", "x*y'", "x*y - 1", "x'' + phi*y''"})
        EXPECT_TRUE(is_evidently_linear(parse(linear), system)) << linear;
    for (const char* other :
         {"x'*sin(phi) - y'*sin(10000019*phi)", "x'*(sin(phi)^2 + cos(phi)^2 - 1)", "x' - 1",
          "x'^2 - y'^2", "x - t", "3", "abs(x')", "x*(sin(phi)^2 + cos(phi)^2 - 1)"})
        EXPECT_FALSE(is_evidently_linear(parse(other), system)) << other;
}

}  // namespace
}  // namespace rattleback

#include "geometry/branches.hpp"

#include <gmock/gmock.h>

#include "geometry/parametrization.hpp"

#include <random>

#include "expr/evaluate.hpp"
#include "expr/print_text.hpp"

namespace rattleback {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

System with(const std::string& equation) {
    return build({.coordinates = {"x", "y", "z", "phi"},
                  .parameters = {{"a", "2"}, {"k", "-3"}},
                  .lagrangian = "(x'^2 + y'^2 + z'^2 + phi'^2)/2",
                  .constraints = {{.name = "c", .equation = equation}}});
}

// One text per branch: its equations, and the power of one where that is not one.
std::vector<std::string> branches(const std::string& equation) {
    const System system = with(equation);
    std::vector<std::string> texts;
    for (const Branch& b : branches_of(system, system.constraints[0]).branches) {
        std::string text;
        for (const Constraint& e : b.equations)
            text += (text.empty() ? "" : "; ") + to_text(e.expression);
        texts.push_back(text +
                        (b.equations.size() == 1 && b.power != 1 ? " ^" + b.power.to_text() : ""));
    }
    return texts;
}

// [B 8.4]
TEST(Branches, Product) {
    EXPECT_THAT(branches("x'*phi'*cos(phi) + y'*phi'*sin(phi) = 0"),
                ElementsAre("phi'", "x'*cos(phi) + y'*sin(phi)"));
    EXPECT_THAT(branches("x'^2 = y'^2"), ElementsAre("x' + y'", "x' - y'"));
}

// What is written as v₁×v₂ in the coordinates of [B 8.4].
TEST(Branches, ProductThatHasToBeFound) {
    EXPECT_THAT(branches("x'*(y' + cos(phi)*phi') - y'*(x' - sin(phi)*phi') = 0"),
                ElementsAre("phi'", "x'*cos(phi) + y'*sin(phi)"));
}

TEST(Branches, AffineConstraintsAreTheirOwn) {
    EXPECT_THAT(branches("x' - y*z' = 3"), ElementsAre("x' - y*z' - 3"));
}

TEST(Branches, PerfectPowers) {
    EXPECT_THAT(branches("(x' - y*z')^2 = 0"), ElementsAre("y*z' - x' ^2"));
    EXPECT_THAT(branches("(x' + 1)^3 = 0"), ElementsAre("x' + 1 ^3"));
}

TEST(Branches, SumOfSquares) {
    EXPECT_THAT(branches("(x' - y*z')^2 + (1 + x^2)*phi'^2 = 0"), ElementsAre("x' - y*z'; phi'"));
    EXPECT_THAT(branches("x'^2 + x'*y' + y'^2 = 0").size(), 1U);
    EXPECT_THAT(branches("-a*x'^2 + k*y'^2 = 0"), ElementsAre("x'; y'"));
    EXPECT_THAT(branches("sqrt(x'^2 + z'^2) = 0"), ElementsAre("x'; z'"));
}

// What is under a root or bars is disguised, and has a gradient only where it is raised to more than one.
TEST(Branches, UnderRootsAndBars) {
    const auto branch = [](const char* equation) {
        const System system = with(equation);
        return branches_of(system, system.constraints[0]).branches.at(0);
    };
    for (const char* text : {"abs(x' - y) = 0", "sqrt(abs(x')) = 0", "sqrt(x'^2 + z'^2) = 0",
                             "abs(x') + y'^2 = 0", "abs(x') + x'^2 = 0"}) {
        EXPECT_TRUE(branch(text).is_disguised()) << text;
        EXPECT_FALSE(branch(text).has_gradient()) << text;
    }
    for (const char* text : {"abs(x' - y)^3 = 0", "x'^2 + z'^2 = 0", "(abs(x') + abs(y'))^2 = 0"}) {
        EXPECT_TRUE(branch(text).is_disguised()) << text;
        EXPECT_TRUE(branch(text).has_gradient()) << text;
    }
    EXPECT_FALSE(branch("x'*(x'^2 + 1) = 0").is_disguised());
}

// |u| = |v| is u² = v², and so is what is |u| beside anything that is never negative.
TEST(Branches, EqualBars) {
    EXPECT_THAT(branches("abs(x') = abs(y')"), ElementsAre("x' + y'", "x' - y'"));
    EXPECT_THAT(branches("2*abs(x' - z') = abs(y')"),
                ElementsAre("2*x' + y' - 2*z'", "2*x' - y' - 2*z'"));
    EXPECT_THAT(branches("abs(x') = a"), ElementsAre("x' + a", "a - x'"));
    EXPECT_THAT(branches("abs(x' - y) = cosh(y)").size(), 2U);
}

TEST(Branches, SumOfTermsOfOneSign) {
    EXPECT_THAT(branches("abs(x') + abs(y') = 0"), ElementsAre("x'; y'"));
    EXPECT_THAT(branches("-abs(x' - y) + k*abs(y') = 0"), ElementsAre("y'; y - x'"));
    EXPECT_THAT(branches("abs(x') + sqrt(y'^2 + z'^2) = 0"), ElementsAre("x'; y'; z'"));
    EXPECT_THAT(branches("abs(x') + abs(y') + 1 = 0"), IsEmpty());
}

TEST(Branches, RootOfAQuadraticForm) {
    EXPECT_THAT(branches("sqrt(x'^2 + y'^2) = 1"), ElementsAre("x'^2 + y'^2 - 1"));
    EXPECT_THAT(branches("a*sqrt(x'^2 + y'^2) = 1 + x^2").size(), 1U);
    EXPECT_THAT(branches("sqrt(x'^2 + y'^2) = k"), IsEmpty());
    EXPECT_THAT(branches("sqrt(x'^2 + y'^2) = x"), ElementsAre("x - sqrt(x'^2 + y'^2)"));
}

TEST(Branches, CompletedSquares) {
    EXPECT_THAT(branches("x'^2 - 2*x'*y + y^2 + z'^2 = 0"), ElementsAre("x' - y; z'"));
    EXPECT_THAT(branches("x'^2 + y'^2 + 1 = 0"), IsEmpty());
    EXPECT_THAT(branches("x'^2 - 2*x' + y'^2 + 3 = 0"), IsEmpty());
}

TEST(Branches, DifferenceOfSquaresOverTheReals) {
    EXPECT_THAT(branches("x'^2 = 2*y'^2"), ElementsAre("x' - sqrt(2)*y'", "x' + sqrt(2)*y'"));
    EXPECT_THAT(branches("x'^2 = (1 + x^2)*y'^2").size(), 2U);
}

// However long what has no velocities in it is, in any units.
TEST(Branches, ProductOfLongFormulas) {
    for (const char* unit : {"1", "10^3", "10^-10"}) {
        const std::string f = std::string("((1 + x + 2*y + 3*z*") + unit +
                              ")^9*(x - y)^7/(1 + x^2 + y^4) + cos(phi)*(x + 5*z)^5)";
        const System system = with("x'*z'*" + f + " = x'*phi'*(x + 7*y + 1)^8");
        const Branches found =
            branches_of(system, system.constraints[0], {.terms = 100, .work = 100});
        ASSERT_EQ(found.branches.size(), 2U) << unit;
        EXPECT_EQ(to_text(found.branches[0].equations.at(0).expression), "x'");
        EXPECT_TRUE(found.branches[1].is_affine());
    }
}

// As powers of one.
TEST(Branches, ThoseThatAreTheSameAreOne) {
    EXPECT_THAT(branches("x'*abs(x') = 0"), ElementsAre("x' ^2"));
    EXPECT_THAT(branches("sign(x' - y') = 0"), ElementsAre("x' - y'"));
    EXPECT_THAT(branches("x'*sqrt(x'^2 + y'^2)*abs(x') = 0"), ElementsAre("x' ^2"));
}

// x'³ − y'³ has the factor x'² + x'y' + y'², whose zeros lie on x' = y'.
TEST(Branches, ThoseInsideAnotherAreDropped) {
    EXPECT_THAT(branches("x'^3 = y'^3"), ElementsAre("x' - y'"));
}

TEST(Branches, TrulyNonlinear) {
    for (const char* text : {"x'^2 + y'^2 = z'^2", "x'^2 + y'^2 = 1", "x'*y' - z'*phi' = 0",
                             "x'^2 + x*y'^2 = 0", "z' = a*sqrt(x'^2 + y'^2)", "x'*y' = 1"}) {
        const System system = with(text);
        const Branches found = branches_of(system, system.constraints[0]);
        ASSERT_EQ(found.branches.size(), 1U) << text;
        EXPECT_FALSE(found.branches[0].is_affine()) << text;
        EXPECT_EQ(found.branches[0].power, 1) << text;
    }
}

// The oracle: points on a branch satisfy the constraint, as numbers.
TEST(Branches, HoldWhereTheConstraintDoes) {
    std::mt19937 random(7);
    std::uniform_real_distribution<double> number(-2, 2);
    for (const char* text :
         {"(x'*cos(phi) + y'*sin(phi))*phi'*(z' - x*y') = 0", "x'^2 = (1 + x^2)*y'^2"}) {
        const System system = with(text);
        for (const Branch& branch : branches_of(system, system.constraints[0]).branches) {
            Values at{{symbol("a"), 2}, {symbol("k"), -3}};
            for (std::size_t i = 0; i < system.size(); ++i) {
                at[system.q[i]] = number(random);
                at[system.v[i]] = number(random);
            }
            // Solve the affine equation for one velocity.
            const Expr& b = branch.equations.at(0).expression;
            for (const Expr& v : system.v) {
                const double slope = evaluate(derivative(b, v), at);
                if (slope == 0) continue;
                at[v] -= evaluate(b, at) / slope;
                break;
            }
            EXPECT_NEAR(evaluate(system.constraints[0].expression, at), 0, 1e-12) << to_text(b);
        }
    }
}

TEST(OnBranch, ReplacesTheConstraint) {
    const System system = with("phi'*(x' - y') = 0");
    const Branches found = branches_of(system, system.constraints[0]);
    const System first = on_branch(system, 0, found.branches[0]);
    ASSERT_EQ(first.constraints.size(), 1U);
    EXPECT_EQ(to_text(first.constraints[0].expression), "phi'");
    EXPECT_EQ(first.constraints[0].dependence, Dependence::Linear);
    EXPECT_EQ(first.constraints[0].name, "c");
}

// Rounding leaves thousands of a factor whose numbers are so large.
TEST(Branches, TheOneOfTheStartIsFoundInAllUnits) {
    for (int k = 1; k < 10; ++k) {
        const std::string part = std::to_string(k) + "/7";
        const System system = build(
            {.coordinates = {"x", "y", "z"},
             .lagrangian = "(x'^2 + y'^2 + z'^2)/2",
             .constraints = {{.equation = "x'*10^20*(sqrt(2)*(1 + x^2)*y' - sqrt(3)*z') = 0"}},
             .initial = {{"x'", "1"}, {"y'", "sqrt(3)*" + part}, {"z'", "sqrt(2)*" + part}}});
        EXPECT_THAT(to_text(explicit_form(system).branch), ::testing::HasSubstr("y'")) << part;
    }
}

}  // namespace
}  // namespace rattleback

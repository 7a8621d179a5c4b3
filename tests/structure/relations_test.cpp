#include "structure/relations.hpp"

#include <gmock/gmock.h>

#include "expr/print_text.hpp"

namespace rattleback {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

Relations related(const std::vector<ConstraintDescription>& constraints) {
    return relations(build({.coordinates = {"x", "y", "z"},
                            .parameters = {{"c", "2"}},
                            .lagrangian = "(x'^2 + y'^2 + z'^2)/2",
                            .constraints = constraints}));
}

TEST(Relations, IndependentConstraints) {
    EXPECT_THAT(related({{.equation = "x' = y"}, {.equation = "y' = x*z'"}}).found, IsEmpty());
    EXPECT_THAT(related({{.equation = "x'^2 + y'^2 = z'^2"}, {.equation = "y' = x*z'"}}).found,
                IsEmpty());
}

TEST(Relations, Redundant) {
    const Relations found = related({{.name = "a", .equation = "x' = y*z'"},
                                     {.name = "b", .equation = "y' = z'"},
                                     {.name = "sum", .equation = "x' + 3*y' = (y + 3)*z'"}});
    ASSERT_EQ(found.found.size(), 1U);
    EXPECT_THAT(found.redundant(), ElementsAre(2));
    EXPECT_THAT(found.found[0].others, ElementsAre(0, 1));
    EXPECT_EQ(to_text(found.found[0].sentence),
              "The constraint 'sum' follows from 'a' and 'b': it is redundant. The motion is still "
              "unique, the "
              "multipliers are not.");
}

TEST(Relations, NamesOnlyThoseThatAreInvolved) {
    const Relations found = related({{.name = "a", .equation = "x' = y*z'"},
                                     {.name = "b", .equation = "y' = z'"},
                                     {.name = "again", .equation = "2*y' = 2*z'"}});
    ASSERT_EQ(found.found.size(), 1U);
    EXPECT_THAT(found.found[0].others, ElementsAre(1));
}

TEST(Relations, Inconsistent) {
    const Relations found = related(
        {{.name = "slow", .equation = "x' = 1"}, {.name = "fast", .equation = "x' = 1 + c"}});
    ASSERT_TRUE(found.has(RelationKind::Inconsistent));
    EXPECT_EQ(to_text(found.found[0].sentence),
              "The constraint 'fast' contradicts 'slow': together they require c = 0, which never "
              "holds.");
}

TEST(Relations, InconsistentByASign) {
    EXPECT_TRUE(related({{.equation = "x' = y'"}, {.equation = "x' - y' = 1 + z^2"}})
                    .has(RelationKind::Inconsistent));
}

TEST(Relations, HiddenPositionalConstraint) {
    const Relations found =
        related({{.name = "a", .equation = "x' = 0"}, {.name = "b", .equation = "x' = y"}});
    ASSERT_TRUE(found.has(RelationKind::Hidden));
    EXPECT_EQ(to_text(found.found[0].sentence),
              "The constraint 'b' agrees with 'a' only where y = 0; if that is meant, write it as "
              "a constraint of its own.");
}

TEST(Relations, PositionalConstraintAndItsDerivative) {
    EXPECT_THAT(
        related({{.equation = "x^2 + y^2 = 1"}, {.equation = "x*x' + y*y' = 0"}}).redundant(),
        ElementsAre(1));
}

// In any order: what a position says it says of velocities too.
TEST(Relations, DerivativeBeforeItsPositionalConstraint) {
    for (const auto& [velocity, position] :
         {std::pair{"x' = 0", "x = 1"}, {"x*x' + y*y' = 0", "x^2 + y^2 = 1"}}) {
        const Relations found = related({{.equation = velocity}, {.equation = position}});
        EXPECT_THAT(found.redundant(), ElementsAre(0)) << velocity;
        EXPECT_FALSE(found.has(RelationKind::Hidden)) << velocity;
    }
}

TEST(Relations, PositionalConstraintsWithTheSameDifferential) {
    EXPECT_THAT(
        related({{.equation = "x^2 + y^2 = 1"}, {.equation = "2*x^2 + 2*y^2 = 2"}}).redundant(),
        ElementsAre(1));
    EXPECT_TRUE(related({{.equation = "x^2 + y^2 = 1"}, {.equation = "x^2 + y^2 = 4"}})
                    .has(RelationKind::Inconsistent));
}

// No coordinate can be had from them in closed form, and none is needed.
TEST(Relations, SumOfPositionalConstraintsThatCannotBeSolved) {
    const std::string a = "x - tanh(t)*cos(y)", b = "y - exp(-x^2/2)";
    const auto with = [&](const std::string& last) {
        return related({{.name = "a", .equation = a + " = 0"},
                        {.name = "b", .equation = b + " = 0"},
                        {.name = "sum", .equation = last + " = 0"}});
    };
    const Relations found = with("5/4*(" + a + ") + (" + b + ")");
    ASSERT_EQ(found.found.size(), 1U);
    EXPECT_EQ(found.found[0].kind, RelationKind::Redundant);
    EXPECT_THAT(found.found[0].others, ElementsAre(0, 1));
    EXPECT_TRUE(with("5/4*(" + a + ") + (" + b + ") - 1/3").has(RelationKind::Inconsistent));
    // That is not decided, and never called a relation that nobody wrote.
    const Relations other = with("exp(" + a + " + " + b + ") - 1");
    ASSERT_EQ(other.found.size(), 1U);
    EXPECT_EQ(other.found[0].kind, RelationKind::Undecided);
}

TEST(Relations, NonlinearOnTheOthers) {
    EXPECT_THAT(
        related(
            {{.equation = "x' = 0"}, {.equation = "y' = 0"}, {.equation = "x'*z' = y'*(x' + z')"}})
            .redundant(),
        ElementsAre(2));
    EXPECT_TRUE(
        related({{.equation = "x' = 0"}, {.equation = "y' = 0"}, {.equation = "x'^2 + y'^2 = c"}})
            .has(RelationKind::Inconsistent));
    EXPECT_THAT(
        related({{.equation = "z' = sqrt(x'^2 + y'^2)"}, {.equation = "z'^2 = x'^2 + y'^2"}})
            .redundant(),
        ElementsAre(1));
}

TEST(Relations, SecondOrder) {
    EXPECT_THAT(
        related({{.equation = "x' = y*z'"}, {.equation = "x'' = y*z'' + y'*z'"}}).redundant(),
        ElementsAre(1));
    EXPECT_TRUE(
        related({{.equation = "x' = 1"}, {.equation = "x'' = 1"}}).has(RelationKind::Inconsistent));
    EXPECT_THAT(related({{.equation = "x' = 1"}, {.equation = "y'' = x'^2"}}).found, IsEmpty());
}

TEST(Relations, TooLargeSaysSo) {
    const System system = build(
        {.coordinates = {"x", "y", "z"},
         .lagrangian = "(x'^2 + y'^2 + z'^2)/2",
         .constraints = {{.equation = "x'*sin(y) + y'*cos(z) + z'*(x + y + z)^3 = 0"},
                         {.equation = "x'*sin(y)*z + y'*cos(z)*z + z'*z*(x + y + z)^3 = 0"}}});
    const Relations found = relations(system, {.terms = 2, .work = 1000});
    EXPECT_THAT(found.undecided,
                ElementsAre("Whether the constraints are independent was not decided: the exact "
                            "computation grew beyond its limits."));
}

}  // namespace
}  // namespace rattleback

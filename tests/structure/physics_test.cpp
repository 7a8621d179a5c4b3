#include "structure/physics.hpp"
#include "structure/classification.hpp"
#include "structure/run_branch.hpp"

#include <gmock/gmock.h>

#include "start/consistent_start.hpp"
#include "support/model_file.hpp"

namespace rattleback {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using testing::model_file;
using ::testing::Not;

std::vector<std::string> errors(const Description& description) {
    std::vector<std::string> texts;
    for (const Finding& f : findings(build(description)))
        if (f.severity == Severity::Error) texts.push_back(to_text(f.sentence));
    return texts;
}

Description particle(const std::vector<ConstraintDescription>& constraints,
                     const std::vector<Assignment>& initial = {}) {
    return {.coordinates = {"x", "y", "z"},
            .parameters = {{"m", "3"}},
            .lagrangian = "(m*x'^2 + y'^2 + z'^2)/2",
            .constraints = constraints,
            .initial = initial};
}

TEST(Findings, SoundModelsHaveNone) {
    for (const char* name : {"skate", "ball_on_turntable", "chaplygin_sleigh", "appell_hamel",
                             "parallel_points_spring", "orthogonal_velocities",
                             "generalized_momentum", "rolling_coin"})
        EXPECT_FALSE(has_errors(findings(model_file(name)))) << name;
}

// Nearest in the metric diag(3, 1, 1) to (1, 0, 0) on x' = y': (3/4, 3/4, 0), not (1/2, 1/2, 0).
TEST(Findings, InitialVelocitiesAndTheNearestConsistentOnes) {
    EXPECT_THAT(
        errors(particle({{.name = "c", .equation = "x' = y'"}}, {{"x'", "1"}, {"y'", "0"}})),
        Contains("The initial velocities violate the constraint 'c' by 1; the nearest "
                 "consistent ones, in the metric "
                 "of the kinetic energy, are x' = 0.75, y' = 0.75 and z' = 0."));
}

// What is named stays, and is not said to be completed. Of the others the smallest change in the metric diag(3, 1, 1), (1, 1)/2 for
// y' + z' = 1.
TEST(Findings, WhatIsNotNamedIsCompleted) {
    const auto found =
        findings(build(particle({{.name = "c", .equation = "y' + z' = x'"}}, {{"x'", "1"}})));
    ASSERT_EQ(found.size(), 1U);
    EXPECT_EQ(found[0].severity, Severity::Note);
    EXPECT_EQ(to_text(found[0].sentence),
              "The initial velocities were completed by y' = 0.5, z' = 0.5.");
}

TEST(Findings, ConsistentVelocitiesAreNotReported) {
    EXPECT_THAT(errors(particle({{.equation = "x' = y'"}}, {{"x'", "1/3"}, {"y'", "1/3"}})),
                IsEmpty());
    EXPECT_THAT(errors(particle({{.equation = "x'*sin(z) = y'*cos(z)"}},
                                {{"x'", "cos(1/10)"}, {"y'", "sin(1/10)"}, {"z", "1/10"}})),
                IsEmpty());
}

TEST(Findings, InitialCoordinates) {
    EXPECT_THAT(errors(particle({{.name = "c", .equation = "x^2 + y^2 = 4"}}, {{"x", "3"}})),
                Contains("The initial coordinates violate the constraint 'c' by 5; the nearest "
                         "consistent ones, in the metric "
                         "of the kinetic energy, are x = 2, y = 0 and z = 0."));
}

TEST(Findings, Inconsistent) {
    EXPECT_THAT(errors(particle(
                    {{.name = "a", .equation = "x' = 1"}, {.name = "b", .equation = "x' = 2"}})),
                Contains(HasSubstr("The constraint 'b' contradicts 'a'")));
}

TEST(Findings, RedundantIsAWarning) {
    const auto found = findings(build(particle(
        {{.name = "a", .equation = "x' = y'"}, {.name = "b", .equation = "2*x' = 2*y'"}})));
    EXPECT_FALSE(has_errors(found));
    ASSERT_EQ(found.size(), 1U);
    EXPECT_EQ(found[0].severity, Severity::Warning);
    EXPECT_THAT(to_text(found[0].sentence), HasSubstr("The constraint 'b' follows from 'a'"));
}

TEST(Findings, SingularMassMatrix) {
    const Description free{.coordinates = {"x", "y"}, .lagrangian = "(x' - 2*y')^2/2"};
    EXPECT_THAT(
        errors(free),
        Contains(
            "The mass matrix is singular: velocities along { x = 2, y = 1 } have no inertia, and "
            "nothing determines the acceleration."));
    Description held = free;
    held.constraints = {{.equation = "y' = 0"}};
    EXPECT_THAT(errors(held), IsEmpty());
    EXPECT_THAT(to_text(findings(build(held))[0].sentence),
                HasSubstr("the constraints determine the motion all the same"));
}

TEST(Findings, PositionsThatNoneSatisfies) {
    for (const char* equation : {"x^2 + y^2 = -1", "exp(x) + 1/10 = 0", "cos(x) = 2"})
        EXPECT_THAT(errors(particle({{.name = "c", .equation = equation}})),
                    ElementsAre("No real position satisfies the constraint 'c'."))
            << equation;
    EXPECT_THAT(errors(particle({{.name = "c", .equation = "x^2 + y^2 = 1"}})),
                Not(Contains(HasSubstr("No real position"))));
}

// Polar coordinates at r = 0: nothing determines phi''.
TEST(Findings, StartWithoutInertia) {
    Description polar{.coordinates = {"r", "phi"},
                      .lagrangian = "(r'^2 + r^2*phi'^2)/2",
                      .initial = {{"r'", "1"}}};
    EXPECT_THAT(errors(polar),
                ElementsAre("At the initial state the mass matrix is singular, and the motion is "
                            "not determined there."));
    polar.initial.push_back({"r", "1e-9"});
    EXPECT_THAT(errors(polar), IsEmpty());
}

// What is written in disguise is read as what it says: told by a note, the same one that the run has, and
// classified as what it says.
TEST(Findings, ConstraintsInDisguise) {
    const auto growth = [](const System& system) {
        return to_text(classification(system).sets.at(0).together.sentences.back());
    };
    const std::vector<std::pair<std::string, std::vector<std::string>>> pairs{
        {"(x' - y')^2 = 0", {"x' - y' = 0"}},
        {"abs(x') + abs(y') = 0", {"x' = 0", "y' = 0"}},
        {"(x' - y*z')^2 + (y' - x)^2 = 0", {"x' - y*z' = 0", "y' - x = 0"}},
        {"x'^2 + (y - z)^2 = 0", {"x' = 0", "y - z = 0"}},
        {"x^2 + y^2 = 0", {"x = 0", "y = 0"}},
        {"(x - 2)^2 + y^2 = 0", {"x - 2 = 0", "y = 0"}},
        {"x^4 + y^4 = 0", {"x = 0", "y = 0"}},
        {"(x^2 + y^2 - 1)^2 = 0", {"x^2 + y^2 - 1 = 0"}},
        {"x^2*y = 0", {"x*y = 0"}},
        {"abs(y - x') = 0", {"y - x' = 0"}},
        {"sqrt((x' - y')^2) = 0", {"x' - y' = 0"}},
        {"sqrt(abs(x')) = 0", {"x' = 0"}},
        {"max(x', -x') = 0", {"x' = 0"}},
        {"abs(x') + x'^2 = 0", {"x' = 0"}},
        {"x'^3 = y'^3", {"x' - y' = 0"}},
        {"(x' - y')^5 = 32*z'^5", {"x' - y' - 2*z' = 0"}},
        {"x'^3 = 27", {"x' - 3 = 0"}},
        {"x'^3 + x' = y'^3 + y'", {"x' - y' = 0"}},
        {"exp(x') = exp(y')", {"x' - y' = 0"}},
        {"exp(x' - y') = 1", {"x' - y' = 0"}},
        {"sinh(x') + sinh(y') = 0", {"x' + y' = 0"}},
        {"2*tanh(x') = 2*tanh(y')", {"x' - y' = 0"}},
        {"atan(x') = 0", {"x' = 0"}},
        {"x^3 = y^3", {"x - y = 0"}},
        {"abs(x - 1) = 0", {"x - 1 = 0"}}};
    for (const auto& [disguised, plain] : pairs) {
        Description model{.coordinates = {"x", "y", "z"},
                          .lagrangian = "(x'^2 + y'^2 + z'^2)/2",
                          .constraints = {{.name = "c", .equation = disguised}}};
        if (plain.size() == 1) model.initial = {{"x", "1"}};
        const System system = build(model);
        model.constraints.clear();
        std::string says;
        for (const std::string& equation : plain) {
            model.constraints.push_back({.equation = equation});
            says += (says.empty() ? "" : " and ") + equation;
        }
        const System as_said = build(model);
        EXPECT_FALSE(has_errors(findings(system))) << disguised;
        const std::string note =
            "The constraint 'c' says " + says + ": the motion is computed with that in its place.";
        EXPECT_EQ(to_text(findings(system)[0].sentence), note);
        const BranchChoice run = run_branch(system);
        EXPECT_EQ(to_text(run.notes.at(0)), note);
        ASSERT_EQ(run.system.constraints.size(), plain.size()) << disguised;
        for (std::size_t i = 0; i < plain.size(); ++i)
            EXPECT_EQ(run.system.constraints[i].expression, as_said.constraints[i].expression);
        EXPECT_EQ(growth(system), growth(as_said)) << disguised;
    }
}

TEST(Findings, ConstraintsInDisguiseBesideOthers) {
    const auto beside = [](const std::string& other) {
        return particle(
            {{.name = "c", .equation = "x^2 + y^2 = 0"}, {.name = "d", .equation = other}});
    };
    EXPECT_THAT(errors(beside("x = 1")),
                Contains("The constraint 'd' contradicts 'c': together they require 1 = 0, which "
                         "never holds."));
    EXPECT_THAT(errors(beside("x = y")), IsEmpty());
    EXPECT_THAT(to_text(findings(build(beside("x = y")))[1].sentence),
                HasSubstr("The constraint 'd' follows from 'c'"));
}

// What x' y' = 1 says beside x' = 0 is refused alike by what looks at it and what would run it.
TEST(Findings, ANonlinearConstraintThatContradictsAffineOnes) {
    const std::string words =
        "The constraint 'c' contradicts 'd': together they require 1 = 0, which never holds.";
    for (const char* other : {"x' = 0", "x = 0"}) {
        const Description model =
            particle({{.name = "c", .equation = "x'*y' = 1"}, {.name = "d", .equation = other}});
        EXPECT_THAT(errors(model), Contains(words)) << other;
        try {
            run_branch(build(model));
            ADD_FAILURE() << other;
        } catch (const NumericalError& error) {
            EXPECT_EQ(error.what(), words) << other;
        }
    }
}

TEST(Findings, SquaredConstraint) {
    EXPECT_THAT(errors(particle({{.name = "c", .equation = "x'^2 + y'^2 + 1 = 0"}})),
                Contains("No real velocity satisfies the constraint 'c'."));
}

// [B 8.3] started at rest.
TEST(Findings, SingularInitialState) {
    EXPECT_THAT(errors({.coordinates = {"x1", "y1", "x2", "y2"},
                        .lagrangian = "(x1'^2 + y1'^2 + x2'^2 + y2'^2)/2",
                        .constraints = {{.equation = "x1'*y2' = x2'*y1'"}}}),
                Contains("At the initial state the constraints lose rank: it is a singular state, "
                         "and the motion is not "
                         "determined there."));
}

TEST(Findings, TransversalityAtTheInitialState) {
    const auto system = [](const std::string& q1) {
        return Description{
            .coordinates = {"q1", "q2"},
            .parameters = {{"m1", "1"}, {"m2", "2"}},
            .lagrangian = "(m1*q1'^2 + m2*q2'^2)/2",
            .constraints = {{.equation = "q2' = q1*q1'", .reaction = {{"q1", "1"}, {"q2", "1"}}}},
            .initial = {{"q1", q1}}};
    };
    EXPECT_THAT(errors(system("1/2")),
                Contains(HasSubstr("At the initial state the reaction law is not transversal")));
    EXPECT_THAT(errors(system("1/3")), IsEmpty());
}

// The nearest velocity on a cone: the gradient of the distance is along that of the constraint.
TEST(ConsistentStart, NonlinearConstraint) {
    const System system = build(
        particle({{.equation = "z'^2 = x'^2 + y'^2"}}, {{"x'", "1"}, {"y'", "2"}, {"z'", "3"}}));
    const ConsistentStart start = consistent_start(system);
    ASSERT_EQ(start.velocities.size(), 1U);
    EXPECT_DOUBLE_EQ(start.velocities[0].amount, 4);
    ASSERT_TRUE(start.nearest_v);
    const auto& v = *start.nearest_v;
    EXPECT_NEAR(v[2] * v[2], v[0] * v[0] + v[1] * v[1], 1e-12);
    // M (v − v₀) + μ (−x', −y', z') = 0.
    const double mu = -(v[2] - 3) / v[2];
    EXPECT_NEAR(3 * (v[0] - 1), mu * v[0], 1e-9);
    EXPECT_NEAR(v[1] - 2, mu * v[1], 1e-9);
}

// x² + 1/x² is at least 2: nothing satisfies the first, and at its pole it has no value.
TEST(ConsistentStart, APoleIsNotConsistent) {
    const auto start = [](const std::string& right, const std::vector<Assignment>& initial) {
        return consistent_start(
            build({.coordinates = {"x", "y"},
                   .lagrangian = "(x'^2 + y'^2)/2",
                   .constraints = {{.name = "c", .equation = "x^2 + 1/x^2 + y^2 = " + right}},
                   .initial = initial}));
    };
    for (const std::vector<Assignment>& initial :
         {std::vector<Assignment>{{"x", "1"}}, {{"y", "1"}}, {{"x", "1/10"}, {"y", "1"}}}) {
        const ConsistentStart none = start("3/2", initial);
        EXPECT_EQ(none.positions.size(), 1U);
        EXPECT_FALSE(none.nearest_q);
    }
    const ConsistentStart at_pole = start("3", {{"x", "0"}});
    ASSERT_TRUE(at_pole.nearest_q);
    const double x = (*at_pole.nearest_q)[0], y = (*at_pole.nearest_q)[1];
    EXPECT_NEAR(x * x + 1 / (x * x) + y * y, 3, 1e-9);
    EXPECT_THAT(
        errors({.coordinates = {"x"},
                .lagrangian = "x'^2/2",
                .constraints = {{.name = "c", .equation = "1/x - x = t"}},
                .initial = {{"x", "0"}}}),
        ElementsAre(HasSubstr("The initial coordinates violate the constraint 'c', which has "
                              "no value there")));
}

TEST(ConsistentStart, ParametrizedVelocitiesAreConsistent) {
    const ConsistentStart start = consistent_start(model_file("parallel_points_spring"));
    EXPECT_THAT(start.velocities, IsEmpty());
}

Description stone(const std::vector<Written>& inertia) {
    return {.coordinates = {"a", "b", "c"},
            .frames = {{.name = "B", .rotations = {{"z", "a"}, {"x", "b"}, {"z", "c"}}}},
            .bodies = {{.name = "stone", .frame = "B", .mass = "1", .inertia = inertia}},
            .initial = {{"b", "1"}}};
}

// A chain of rods: the determinant of the mass matrix is out of reach; that it is not zero is proved
// by a point.
TEST(Findings, TheMassMatrixOfALargeSystem) {
    Description chain{.coordinates = {"x", "y"}, .lagrangian = "0"};
    std::string lagrangian = "0", u = "x'", w = "y'";
    for (int i = 1; i <= 10; ++i) {
        const std::string angle = "p" + std::to_string(i);
        chain.coordinates.emplace_back(angle);
        u += " - sin(" + angle + ")*" + angle + "'";
        w += " + cos(" + angle + ")*" + angle + "'";
        lagrangian += " + ((" + u + ")^2 + (" + w + ")^2 + " + angle + "'^2)/2";
    }
    chain.lagrangian = lagrangian;
    EXPECT_THAT(findings(build(chain)), IsEmpty());
}

TEST(Findings, InertiasThatNoBodyHas) {
    EXPECT_THAT(errors(stone({"2", "3", "-1"})),
                Contains("The body 'stone' has a negative moment of inertia: its principal moments "
                         "are -1, 2 and 3."));
    EXPECT_THAT(errors(stone({"1", "1", "3"})), IsEmpty());
    std::vector<std::string> all;
    for (const Finding& f : findings(build(stone({"1", "1", "3"}))))
        all.push_back(to_text(f.sentence));
    EXPECT_THAT(all, Contains(HasSubstr("the largest exceeds the sum of the others")));
    EXPECT_TRUE(findings(build(stone({"1", "1", "2"}))).empty());  // a thin disc
    // Off the principal axes: moments 1 ± 2.
    EXPECT_THAT(errors(stone({"1", "1", "1", "2", "0", "0"})), Contains(HasSubstr("-1, 1 and 3")));
}

}  // namespace
}  // namespace rattleback

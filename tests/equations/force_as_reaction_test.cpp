#include "equations/force_as_reaction.hpp"

#include <gtest/gtest.h>

#include "equations/formulations.hpp"
#include "equations/second_order.hpp"
#include "exact/is_zero.hpp"
#include "expr/matrices.hpp"
#include "expr/parse.hpp"
#include "geometry/core_system.hpp"
#include "rattleback/errors.hpp"
#include "support/curved_metric.hpp"

namespace rattleback::testing {
namespace {

void expect_reaction_is_force(const System& before, const System& after,
                              const Equations& equations) {
    for (std::size_t i = 0; i < before.size(); ++i)
        EXPECT_TRUE(
            are_equal(equations.reactions[i], before.force[i] - after.force[i]).proved_zero())
            << i;
    EXPECT_TRUE(are_equal(step(equations, "μ")[0][0], 1).proved_zero());
}

// M a = f: what the system did before its force became a reaction.
void expect_same_motion(const System& before, const System& after) {
    const Equations equations = rattleback::second_order(after);
    const auto [mass, f] = free_motion(before);
    for (std::size_t i = 0; i < before.size(); ++i)
        EXPECT_TRUE(are_equal(dot(mass[i], equations.right), f[i]).proved_zero()) << i;
    expect_reaction_is_force(before, after, equations);
}

// (24) and (25), whose sign in print makes the multiplier −1.
TEST(ForceAsReaction, SolvesLanchestersProblem) {
    const System combat =
        build({.title = "Lanchester",
               .coordinates = {"q1", "q2"},
               .parameters = {{"a", "0.8"}, {"b", "0.5"}},
               .lagrangian = "(q1'^2 + q2'^2)/2",
               .forces = {{.on = "q1", .value = "-b*q2'"}, {.on = "q2", .value = "-a*q1'"}}});
    const System constrained = with_force_as_reaction(combat);
    ASSERT_EQ(constrained.constraints.size(), 1);
    EXPECT_EQ(constrained.constraints[0].name, "force");
    EXPECT_EQ(constrained.constraints[0].order, 2);
    EXPECT_EQ(constrained.force, (ExprVector{0, 0}));
    const Expr printed = parse("a*q1'*q2'' + b*q2'*q1'' + a^2*q1'^2 + b^2*q2'^2");
    EXPECT_TRUE(are_equal(constrained.constraints[0].expression, -printed).proved_zero());
    const Equations equations = rattleback::second_order(constrained);
    EXPECT_TRUE(are_equal(equations.right[0], parse("-b*q2'")).proved_zero());
    EXPECT_TRUE(are_equal(equations.right[1], parse("-a*q1'")).proved_zero());
    EXPECT_EQ(to_text(equations.notes.at(0)), "The motion is a geodesic of the connection (8).");
    expect_same_motion(combat, constrained);
}

// Theorem IV in a curved metric, with a potential and with t in the force.
TEST(ForceAsReaction, HoldsInACurvedMetric) {
    Description description = curved_metric();
    description.forces = {{.potential = "(q1^2 + q2^2)/2"},
                          {.on = "q1", .value = "-q2'/2 + q3/5"},
                          {.on = "q2", .value = "3/10*q1' - q3'/4"},
                          {.on = "q3", .value = "-q3'/5 + t/10"}};
    const System before = build(description), after = with_force_as_reaction(before);
    EXPECT_EQ(after.force, (ExprVector{-before.q[0], -before.q[1], 0}));
    const Equations equations = rattleback::second_order(after);
    expect_reaction_is_force(before, after, equations);

    const Json all = reference("initial_rates");
    const Vector rates = numbers(all["d_thm4 rates"]);
    State start = curved_state();
    start.t = 0;
    expect_near(motion_of(equations, after, start).a, {rates.begin() + 3, rates.end()}, "d_thm4");
    expect_motion(equations, after, curved_state());
}

TEST(ForceAsReaction, TakesForcesOnParticles) {
    const System before = build({.title = "Two points",
                                 .coordinates = {"x", "y"},
                                 .particles = {{.name = "P",
                                                .mass = "2",
                                                .position = {"x*cos(y)", "x*sin(y)"},
                                                .force = {"-1", "x'"}}},
                                 .forces = {{.potential = "x^2"}}});
    const System after = with_force_as_reaction(before);
    EXPECT_EQ(after.particles[0].force, (ExprVector{0, 0}));
    EXPECT_EQ(after.force, (ExprVector{-2 * before.q[0], 0}));
    expect_same_motion(before, after);
}

// §4 (b): two ways to split one force, each with a constraint for each part. The motion is that of the
// force, M a = f, in both, and the reactions together are the force.
TEST(ForceAsReaction, IsNotUniqueForSeveralConstraints) {
    Description description = curved_metric();
    description.forces = {{.potential = "(q1^2 + q2^2)/2"},
                          {.components = {{"q1", "-q2'/2 + q3/5"}, {"q2", "t - q3'/4"}}},
                          {.on = "q3", .value = "-q3'/5 + t/10"}};
    const System before = build(description);
    for (const auto& [split, count] :
         {std::pair{ForceSplit::Forces, 2}, std::pair{ForceSplit::Coordinates, 3}}) {
        const System after = with_force_as_reaction(before, split);
        ASSERT_EQ(after.constraints.size(), count);
        EXPECT_EQ(after.force, (ExprVector{-before.q[0], -before.q[1], 0}));
        const Equations equations = derive(after, "lagrange_multipliers");
        State state = curved_state();
        state.t = 0.3;
        const Motion free = motion_of(derive(before, "lagrange_multipliers"), before, state);
        const Motion held = motion_of(equations, after, state);
        expect_near(held.a, free.a, "accelerations");
        for (const ForceConstraint& part : force_constraints(before, split))
            EXPECT_EQ(part.force.size(), 3);
    }
}

TEST(ForceAsReaction, SaysWhatItCannotDo) {
    const auto message = [](const Description& description) {
        try {
            with_force_as_reaction(build(description));
        } catch (const DerivationError& error) {
            return std::string(error.what());
        }
        return std::string();
    };
    Description point{.title = "Point", .coordinates = {"x", "y"}, .lagrangian = "(x'^2 + y'^2)/2"};
    EXPECT_EQ(message(point), "'Point' has no force that could be a reaction");
    point.forces = {{.potential = "x*y"}};
    EXPECT_EQ(message(point), "'Point' has no force that could be a reaction");
    point.forces = {{.on = "x", .value = "-x'"}};
    point.constraints = {{.equation = "y' = x"}};
    EXPECT_EQ(message(point),
              "'Point' has constraints, so the reaction of one more would not be the force alone");
}

}  // namespace
}  // namespace rattleback::testing

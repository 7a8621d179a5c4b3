// Theorem IV as a key of the model: a constraint that exerts a force moves the system as the force does.

#include "model/exerted_forces.hpp"

#include <gtest/gtest.h>

#include "equations/formulations.hpp"
#include "exact/is_zero.hpp"
#include "expr/parse.hpp"
#include "support/curved_metric.hpp"
#include "writing/model_toml.hpp"

namespace rattleback::testing {
namespace {

const std::vector<Assignment> first{{"q1", "-q2'/2 + q3/5"}, {"q2", "t - q3'/4"}};
const std::vector<Assignment> second{{"q3", "-q3'/5 + t/10"}, {"q1", "q1'*q2'"}};

// In a curved metric, with a potential and a force of the model's own beside them.
Description with_potential() {
    Description description = curved_metric();
    description.forces = {{.potential = "(q1^2 + q2^2)/2"}, {.on = "q2", .value = "-q1'/3"}};
    return description;
}

TEST(ExertedForces, MoveTheSystemAsForcesDo) {
    for (const int count : {1, 2}) {
        Description pushed = with_potential(), held = with_potential();
        for (const auto& force : {first, second}) {
            if (static_cast<int>(held.constraints.size()) == count) break;
            pushed.forces.push_back({.components = force});
            held.constraints.push_back({.force = force});
        }
        const System before = build(pushed), after = build(held);
        State state = curved_state();
        state.t = 0.3;
        const Motion free = motion_of(derive(before, "lagrange_multipliers"), before, state);
        for (const char* form : {"lagrange_multipliers", "second_order", "udwadia_kalaba"})
            expect_near(motion_of(derive(after, form), after, state).a, free.a, form);
        for (const Constraint& c : after.constraints) EXPECT_EQ(c.order, 2);
    }
}

// (24), (25): the equation and the multiplier.
TEST(ExertedForces, MakeLanchestersConstraint) {
    const System combat =
        build({.coordinates = {"q1", "q2"},
               .parameters = {{"a", "0.8"}, {"b", "0.5"}},
               .lagrangian = "(q1'^2 + q2'^2)/2",
               .constraints = {{.name = "losses", .force = {{"q1", "-b*q2'"}, {"q2", "-a*q1'"}}}}});
    const Expr printed = parse("a*q1'*q2'' + b*q2'*q1'' + a^2*q1'^2 + b^2*q2'^2");
    EXPECT_TRUE(are_equal(combat.constraints.at(0).expression, -printed).proved_zero());
    EXPECT_EQ(combat.constraints[0].name, "losses");
    const Equations equations = derive(combat, "second_order");
    EXPECT_TRUE(are_equal(step(equations, "μ")[0][0], 1).proved_zero());
}

TEST(ExertedForces, AreWrittenAndReadAgain) {
    Description held = with_potential();
    held.constraints = {{.name = "push", .force = first}};
    const std::string text = model_toml(held);
    const Description again = read_model_text(text, "again.toml");
    EXPECT_EQ(model_toml(again), text);
    EXPECT_EQ(build(again).constraints[0].expression, build(held).constraints[0].expression);
}

}  // namespace
}  // namespace rattleback::testing

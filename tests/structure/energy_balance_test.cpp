#include "structure/energy_balance.hpp"

#include <gmock/gmock.h>

#include "expr/parse.hpp"
#include "support/model_file.hpp"
#include "support/true_rate.hpp"

namespace rattleback {
namespace {

using testing::expect_near;
using ::testing::HasSubstr;
using testing::model_file;
using testing::on_constraints;
using testing::State;
using testing::true_rate;
using testing::true_reaction_power;
using testing::value_at;

// The terms of dE/dt, on the manifold, against numbers.
void expect_balance(const System& system, const State& start) {
    const State state = on_constraints(system, start);
    const EnergyBalance balance = energy_balance(system);
    ASSERT_TRUE(balance.reaction_power) << system.title();
    const Expr rate = balance.explicit_power + balance.force_power + *balance.reaction_power;
    expect_near({value_at(system, state, rate), value_at(system, state, *balance.reaction_power)},
                {true_rate(system, state, balance.energy), true_reaction_power(system, state)},
                system.title());
}

System particle(const std::vector<ConstraintDescription>& constraints,
                const std::vector<ForceDescription>& forces = {}) {
    return build({.coordinates = {"x", "y", "z"},
                  .parameters = {{"c", "2"}, {"m", "3/2"}},
                  .lagrangian = "m*(x'^2 + y'^2 + (1 + x^2)*z'^2)/2 - x*y",
                  .forces = forces,
                  .constraints = constraints});
}

const State somewhere{.t = 0.3L, .q = {0.4L, -0.8L, 1.2L}, .v = {0.7L, 1.1L, -0.5L}};

// Erratum E3: ż = c + y ẋ, dK/dt = c ẋẏ/(1 + y²).
TEST(EnergyBalance, AffineConstraintDoesWork) {
    const System system = build({.coordinates = {"x", "y", "z"},
                                 .parameters = {{"c", "2"}},
                                 .lagrangian = "(x'^2 + y'^2 + z'^2)/2",
                                 .constraints = {{.name = "affine", .equation = "z' = c + y*x'"}}});
    const EnergyBalance balance = energy_balance(system);
    EXPECT_EQ(balance.conserved, Answer::No);
    EXPECT_EQ(balance.reactions_work, Answer::Yes);
    ASSERT_TRUE(balance.reaction_power);
    EXPECT_TRUE(is_zero(*balance.reaction_power - parse("c*x'*y'/(1 + y^2)")).proved_zero());
    EXPECT_EQ(to_text(balance.sentences[0]),
              "The energy (x'^2 + y'^2 + z'^2)/2 is not conserved: its rate is "
              "c*x'*y'/(y^2 + 1) from the reactions.");
    EXPECT_EQ(
        to_text(balance.sentences[1]),
        "The reactions do work, though they are ideal: the velocity is no virtual "
        "displacement, as it would be if the constraints were homogeneous in the velocities.");
    expect_balance(system, somewhere);
}

TEST(EnergyBalance, HomogeneousConstraintsDoNoWork) {
    for (const char* equation : {"z' = y*x'", "z'^2 = x'^2 + (1 + x^2)*y'^2",
                                 "z' = 3*sqrt(x'^2 + y'^2)", "x'*y' = z'^2"}) {
        const System system = particle({{.equation = equation}});
        const EnergyBalance balance = energy_balance(system);
        EXPECT_EQ(balance.conserved, Answer::Yes) << equation;
        EXPECT_EQ(balance.reactions_work, Answer::No) << equation;
    }
}

// Written so that the gradient is not homogeneous, but A v = 0 where the constraint holds.
TEST(EnergyBalance, DecidedOnTheConstraintAndNotBeside) {
    const System system = particle({{.equation = "(z' - y*x')*(1 + z'^2) = 0"}});
    EXPECT_EQ(energy_balance(system).conserved, Answer::Yes);
}

TEST(EnergyBalance, NonlinearConstraintThatIsNotHomogeneous) {
    for (const char* equation : {"z' = 1 + x'^2", "z' = c + y*x' + x*y'", "z' = y*x' + t"})
        expect_balance(particle({{.equation = equation}}), somewhere);
}

TEST(EnergyBalance, TwoConstraintsAndForces) {
    const System system = particle({{.equation = "z' = c + y*x'"}, {.equation = "y' = x*x' + 1"}},
                                   {{.components = {{"x", "-y'"}, {"z", "-3*z'"}}}});
    expect_balance(system, somewhere);
    EXPECT_EQ(energy_balance(system).conserved, Answer::No);
}

TEST(EnergyBalance, GeneralizedReactions) {
    for (const char* name : {"generalized_momentum", "steered_wheel"}) {
        const System system = model_file(name);
        State start{.t = 0, .q = {}, .v = {}};
        for (std::size_t i = 0; i < system.size(); ++i) {
            start.q.push_back(0.3L + 0.2L * static_cast<testing::Real>(i));
            start.v.push_back(0.5L + 0.3L * static_cast<testing::Real>(i));
        }
        expect_balance(system, start);
    }
}

TEST(EnergyBalance, GeneralizedReactionOfAServoIsNotIdeal) {
    const EnergyBalance balance = energy_balance(model_file("generalized_momentum"));
    EXPECT_EQ(balance.reactions_work, Answer::Yes);
    EXPECT_EQ(
        to_text(balance.sentences[1]),
        "The reactions do work: the velocity does not lie in W, the space on which they vanish.");
}

// Erratum E4: the wheel steered by the velocity, f ẋ = g ẏ with reaction along (f, −g), does no work;
// the same constraint taken as ideal does.
TEST(EnergyBalance, SteeredWheel) {
    const auto wheel = [](bool steered) {
        return build(
            {.coordinates = {"x", "y"},
             .lagrangian = "(x'^2 + y'^2)/2",
             .constraints = {{.equation = "(1 + x'^2)*x' = (2 + x)*y'",
                              .reaction = steered ? std::vector<Assignment>{{"x", "1 + x'^2"},
                                                                            {"y", "-(2 + x)"}}
                                                  : std::vector<Assignment>{}}}});
    };
    EXPECT_EQ(energy_balance(wheel(true)).conserved, Answer::Yes);
    EXPECT_EQ(energy_balance(wheel(false)).conserved, Answer::No);
    expect_balance(wheel(false), {.t = 0, .q = {0.4L, 0.1L}, .v = {0.8L, 0.5L}});
}

TEST(EnergyBalance, ForcesWithAPotentialAreCounted) {
    const System system =
        particle({{.equation = "z' = y*x'"}}, {{.components = {{"x", "y"}, {"y", "x - 2*y"}}}});
    const EnergyBalance balance = energy_balance(system);
    EXPECT_EQ(balance.conserved, Answer::Yes);
    EXPECT_TRUE(is_zero(balance.potential - parse("y^2 - x*y")).proved_zero());
}

TEST(EnergyBalance, FrictionIsNamed) {
    const EnergyBalance balance = energy_balance(particle({}, {{.on = "x", .value = "-c*x'"}}));
    EXPECT_EQ(balance.conserved, Answer::No);
    EXPECT_THAT(to_text(balance.sentences[0]),
                HasSubstr("is not conserved: its rate is -c*x'^2 from the forces."));
}

TEST(EnergyBalance, GyroscopicForcesDoNoWork) {
    const System system =
        particle({{.equation = "z' = y*x'"}}, {{.components = {{"x", "y'"}, {"y", "-x'"}}}});
    EXPECT_EQ(energy_balance(system).conserved, Answer::Yes);
}

TEST(EnergyBalance, ExplicitTime) {
    const System system = build({.coordinates = {"x", "y"},
                                 .lagrangian = "(1 + t^2)*(x'^2 + y'^2)/2 - x*t",
                                 .constraints = {{.equation = "y' = x*x'"}}});
    const EnergyBalance balance = energy_balance(system);
    EXPECT_EQ(balance.conserved, Answer::No);
    expect_balance(system, {.t = 0.4L, .q = {0.2L, 0.7L}, .v = {0.9L, 0.1L}});
}

TEST(EnergyBalance, MovingPositionalConstraintDoesWork) {
    const System system = build({.coordinates = {"x", "y"},
                                 .lagrangian = "(x'^2 + y'^2)/2 - 9*y",
                                 .constraints = {{.equation = "y = x^2 + sin(t)"}}});
    EXPECT_EQ(energy_balance(system).reactions_work, Answer::Yes);
    expect_balance(system, {.t = 0.4L, .q = {0.2L, 0.7L}, .v = {0.9L, 0.1L}});
}

TEST(EnergyBalance, SecondOrderConstraint) {
    const System system = build({.coordinates = {"x", "y"},
                                 .lagrangian = "(x'^2 + y'^2)/2",
                                 .constraints = {{.equation = "x'*y'' - y'*x'' = x'^2 + y'^2"}}});
    const EnergyBalance balance = energy_balance(system);
    EXPECT_EQ(balance.conserved,
              Answer::Yes);  // the reaction (−ẏ, ẋ) is orthogonal to the velocity
    expect_balance(system, {.t = 0, .q = {0, 0}, .v = {0.9L, 0.1L}});
}

// E of 𝕃 = L − λb; for the skate b is linear, so it is the energy of L.
TEST(EnergyBalance, Vakonomic) {
    const EnergyBalance balance = energy_balance(model_file("skate_vakonomic"));
    EXPECT_EQ(balance.conserved, Answer::Yes);
    EXPECT_THAT(to_text(balance.sentences[1]),
                HasSubstr("it has no reaction of its own: R = M*a - f"));
}

TEST(EnergyBalance, OfWhatHasNoClosedFormIsDecidedAtAPoint) {
    const EnergyBalance balance =
        energy_balance(particle({{.equation = "z' = 1 + x'^2"}}), {.terms = 3, .work = 500});
    EXPECT_FALSE(balance.reaction_power);
    EXPECT_THAT(to_text(balance.sentences[0]),
                HasSubstr("its rate is the power of the reactions, of which no closed form was "
                          "found within the limits."));
    EXPECT_EQ(balance.conserved, Answer::No);  // proved at a point
    EXPECT_EQ(balance.reactions_work, Answer::Yes);
}

}  // namespace
}  // namespace rattleback

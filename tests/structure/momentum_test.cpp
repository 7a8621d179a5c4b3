#include "structure/momentum.hpp"

#include <gmock/gmock.h>

#include "expr/parse.hpp"
#include "support/model_file.hpp"
#include "support/reference_values.hpp"
#include "support/true_rate.hpp"

namespace rattleback {
namespace {

using testing::on_constraints;
using testing::State;
using testing::true_rate;
using testing::value_at;

void expect_rate(const System& system, const Momentum& m, const State& start) {
    const State state = on_constraints(system, start);
    ASSERT_TRUE(m.rate) << m.name;
    testing::expect_near({value_at(system, state, *m.rate)}, {true_rate(system, state, m.momentum)},
                         to_text(m.name));
}

const std::vector<SymmetryDescription> motions_of_the_plane{
    {.name = "along x", .generator = {{"x", "1"}}},
    {.name = "along y", .generator = {{"y", "1"}}},
    {.name = "about the origin", .generator = {{"x", "-y"}, {"y", "x"}, {"phi", "1"}}}};

System sleigh(const std::string& potential = "0") {
    return build(
        {.coordinates = {"x", "y", "phi"},
         .parameters = {{"m", "2"}, {"J", "3/2"}, {"a", "1/2"}},
         .lagrangian = "m*((x' - a*phi'*sin(phi))^2 + (y' + a*phi'*cos(phi))^2)/2 + J*phi'^2/2 - " +
                       potential,
         .constraints = {{.name = "blade", .equation = "x'*sin(phi) - y'*cos(phi) = 0"}},
         .symmetries = motions_of_the_plane});
}

const State somewhere{.t = 0, .q = {0.4L, -0.3L, 0.7L}, .v = {0.8L, 0.2L, 1.1L}};

TEST(Momentum, FreeParticleKeepsAll) {
    const System system = build({.coordinates = {"x", "y", "phi"},
                                 .lagrangian = "(x'^2 + y'^2 + phi'^2)/2",
                                 .symmetries = motions_of_the_plane});
    for (const Momentum& m : momenta(system).symmetries)
        EXPECT_EQ(m.conserved, Answer::Yes) << m.name;
}

// Symmetries of L that do not lie in W = D: none of the three momenta is conserved.
TEST(Momentum, SleighReactionsActAlongSymmetries) {
    const System system = sleigh();
    const Momenta found = momenta(system);
    ASSERT_EQ(found.symmetries.size(), 3U);
    for (const Momentum& m : found.symmetries) {
        EXPECT_EQ(m.symmetry_of_lagrangian, Answer::Yes) << m.name;
        EXPECT_EQ(m.in_w, Answer::No) << m.name;
        EXPECT_EQ(m.conserved, Answer::No) << m.name;
        expect_rate(system, m, somewhere);
    }
}

// Two combinations of the three lie in D: their momentum equations are those of Bloch et al. (1996).
TEST(Momentum, SectionsOfTheSleigh) {
    const System system = sleigh("x*sin(phi)");
    EXPECT_TRUE(momenta(system).sections.empty());  // the potential breaks the symmetry
    const Momenta found = momenta(sleigh());
    ASSERT_EQ(found.sections.size(), 2U);
    for (const Momentum& m : found.sections) {
        EXPECT_EQ(m.in_w, Answer::Yes);
        expect_rate(sleigh(), m, somewhere);
    }
}

// A skate, centre of mass on the blade: turning about the vertical is a symmetry of L that lies in D.
TEST(Momentum, ConservedWhereTheSymmetryLiesInD) {
    const System skate = build({.coordinates = {"x", "y", "phi"},
                                .parameters = {{"m", "2"}, {"J", "3/2"}},
                                .lagrangian = "m*(x'^2 + y'^2)/2 + J*phi'^2/2 + m*x",
                                .constraints = {{.equation = "x'*sin(phi) - y'*cos(phi) = 0"}},
                                .symmetries = {{.name = "spin", .generator = {{"phi", "1"}}}}});
    const Momentum spin = momenta(skate).symmetries.at(0);
    EXPECT_EQ(spin.in_w, Answer::Yes);
    EXPECT_EQ(spin.conserved, Answer::Yes);
    EXPECT_EQ(to_text(spin.sentences.at(0)),
              "The symmetry 'spin' has the momentum J*phi', which is conserved.");
}

TEST(Momentum, ForcesAlongTheField) {
    const System system = build({.coordinates = {"x", "y"},
                                 .lagrangian = "(x'^2 + y'^2)/2",
                                 .forces = {{.on = "x", .value = "-x'"}},
                                 .symmetries = {{.name = "s", .generator = {{"x", "1"}}}}});
    const Momentum m = momenta(system).symmetries.at(0);
    EXPECT_EQ(m.conserved, Answer::No);
    EXPECT_EQ(to_text(m.sentences[0]),
              "The symmetry 's' has the momentum x', which is not conserved: its rate is -x'.");
    EXPECT_EQ(to_text(m.sentences[1]), "Of this field: the forces act along it, -x'.");
}

// [S (47)] for W ≠ D: ξ = (1, 0, α(y)) ∈ W, dJ/dt = ż α'(y) ẏ. Values by independent integration.
TEST(Momentum, GeneralizedMomentumEquation) {
    const testing::Json reference = testing::reference("bs_momentum");
    const System system =
        build({.coordinates = {"x", "y", "z"},
               .lagrangian = "(x'^2 + y'^2 + z'^2)/2",
               .constraints = {{.equation = "z' = y*x'",
                                .reaction = {{"x", "-(y + sin(y)/2)"}, {"z", "1"}}}},
               .symmetries = {{.name = "section", .generator = {{"x", "1"}, {"z", "y + sin(y)/2"}}},
                              {.name = "x", .generator = {{"x", "1"}}},
                              {.name = "z", .generator = {{"z", "1"}}}}});
    const Momenta found = momenta(system);
    const Momentum& section = found.symmetries.at(0);
    EXPECT_EQ(section.in_w, Answer::Yes);
    EXPECT_EQ(section.symmetry_of_lagrangian, Answer::No);
    EXPECT_EQ(section.conserved, Answer::No);
    const auto& rates = reference["derived"]["dJ_dt_by_(47)"]["values"];
    const auto& momenta_there = reference["derived"]["J"]["values"];
    for (std::size_t i = 0; i < rates.size(); ++i) {
        const auto row = testing::numbers(reference["values"][i]);
        const State state{.t = 0, .q = {row[0], row[1], row[2]}, .v = {row[3], row[4], row[5]}};
        const auto rate = testing::number(rates[i]), j = testing::number(momenta_there[i]);
        testing::expect_near(
            {value_at(system, state, *section.rate), value_at(system, state, section.momentum),
             true_rate(system, state, section.momentum)},
            {rate, j, rate}, "dJ/dt, J");
    }
    // The translations themselves: symmetries of L outside W; their combination in W is the section.
    EXPECT_EQ(found.symmetries[1].in_w, Answer::No);
    ASSERT_EQ(found.sections.size(), 1U);
    expect_rate(system, found.symmetries[1], {.t = 0, .q = {0, 0.3L, 0}, .v = {0.5L, 0.7L, 0.2L}});
    expect_rate(system, found.sections[0], {.t = 0, .q = {0, 0.3L, 0}, .v = {0.5L, 0.7L, 0.2L}});
}

// [S Proposition 4] with F·ξ: the steered wheel has W = span(1 + ẋ², 1), which depends on velocities.
// Here J = (1 + ẋ²)ẋ + ẏ, and D_vL([dξ/dt]_Q) = ẋ·2ẋẍ, by hand.
TEST(Momentum, SectionsThatDependOnVelocities) {
    const auto wheel = [](std::vector<SymmetryDescription> symmetries) {
        return build(
            {.coordinates = {"x", "y"},
             .lagrangian = "(x'^2 + y'^2)/2",
             .forces = {{.on = "x", .value = "-x - y/5"}, {.on = "y", .value = "1/2 - 2*y"}},
             .constraints = {{.equation = "x' - (1 + x'^2)*y' = 0",
                              .reaction = {{"x", "1"}, {"y", "-(1 + x'^2)"}}}},
             .symmetries = std::move(symmetries)});
    };
    const State start{.t = 0, .q = {0.2L, 0.1L}, .v = {0.8L, 0.4L}};
    const System given =
        wheel({{.name = "along the wheel", .generator = {{"x", "1 + x'^2"}, {"y", "1"}}}});
    const Momentum along = momenta(given).symmetries.at(0);
    EXPECT_TRUE(along.is_section);
    EXPECT_EQ(along.in_w, Answer::Yes);
    EXPECT_EQ(along.conserved, Answer::No);
    expect_rate(given, along, start);
    const State state = on_constraints(given, start);
    const long double twice_x_a = true_rate(given, state, parse("x'^2"));
    testing::expect_near({value_at(given, state, *along.lagrangian_rate)}, {state.v[0] * twice_x_a},
                         "D_vL([dξ/dt]_Q)");
    EXPECT_EQ(to_text(along.sentences.at(1)).find("Of this section: D_vL([dξ/dt]_Q) is "), 0U);

    // From the translations alone the same section is found.
    const System found_there =
        wheel({{.name = "x", .generator = {{"x", "1"}}}, {.name = "y", .generator = {{"y", "1"}}}});
    const Momenta found = momenta(found_there);
    ASSERT_EQ(found.sections.size(), 1U);
    EXPECT_EQ(found.sections[0].in_w, Answer::Yes);
    expect_rate(found_there, found.sections[0], start);
}

// With ξ = v the momentum is p·v, which is 2T; and the Lagrangian of a free fall is not invariant.
TEST(Momentum, AlongTheVelocity) {
    const System fall =
        build({.coordinates = {"x", "y"},
               .lagrangian = "(x'^2 + y'^2)/2 - y",
               .symmetries = {{.name = "v", .generator = {{"x", "x'"}, {"y", "y'"}}}}});
    const Momentum m = momenta(fall).symmetries.at(0);
    EXPECT_FALSE(m.is_section);
    ASSERT_TRUE(m.rate);
    EXPECT_TRUE(is_zero(*m.rate + 2 * parse("y'")).proved_zero());
}

// THEORY: vakonomic skate on an incline along x; p_y = ẏ + λ cos φ is an integral, p_x grows as t.
TEST(Momentum, VakonomicSkate) {
    const System system = build({.coordinates = {"x", "y", "phi"},
                                 .lagrangian = "(x'^2 + y'^2 + phi'^2)/2 + x",
                                 .constraints = {{.equation = "x'*sin(phi) - y'*cos(phi) = 0"}},
                                 .principle = "vakonomic",
                                 .symmetries = {{.name = "y", .generator = {{"y", "1"}}},
                                                {.name = "x", .generator = {{"x", "1"}}}}});
    const Momenta found = momenta(system);
    EXPECT_EQ(found.symmetries.at(0).conserved, Answer::Yes);
    EXPECT_TRUE(
        is_zero(found.symmetries[0].momentum - parse("y' + lambda1*cos(phi)")).proved_zero());
    EXPECT_EQ(found.symmetries[1].conserved, Answer::No);
    EXPECT_TRUE(is_zero(*found.symmetries[1].rate - 1).proved_zero());
}

TEST(Momentum, NonlinearConstraint) {
    const System system = build({.coordinates = {"x", "y", "z"},
                                 .lagrangian = "(x'^2 + y'^2 + z'^2)/2 - z",
                                 .constraints = {{.equation = "z'^2 = x'^2 + 2*y'^2"}},
                                 .symmetries = {{.name = "x", .generator = {{"x", "1"}}}}});
    expect_rate(system, momenta(system).symmetries.at(0),
                {.t = 0, .q = {0, 0, 0}, .v = {0.5L, 0.7L, 1.2L}});
}

}  // namespace
}  // namespace rattleback

// The branch on which a motion begins: that of its start, that which the model names, or that of the
// least constraint. The oracle for Gauss's function is the rod of [B 8.4] by hand.

#include "start/branch.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <cmath>
#include <random>

#include "equations/formulations.hpp"
#include "expr/graph.hpp"
#include "expr/print_text.hpp"
#include "geometry/branches.hpp"
#include "rattleback/errors.hpp"
#include "start/initial_state.hpp"
#include "start/least_constraint.hpp"
#include "structure/agreement.hpp"
#include "structure/classification.hpp"
#include "structure/physics.hpp"
#include "structure/run_branch.hpp"
#include "support/model_file.hpp"
#include "trajectory/simulate.hpp"

namespace rattleback::testing {
namespace {

using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::Not;

// Masses 1 and 2 at the ends of a rod of length 3/2, with springs of stiffness 1 and 1/2.
struct Rod {
    double x, y, phi, speed;  // speed: across the rod

    Description described(const std::string& branch) const {
        Description d = model_description("rigid_parallel_transition");
        d.expect.clear();
        d.initial = {{"x", std::to_string(x)},
                     {"y", std::to_string(y)},
                     {"phi", std::to_string(phi)},
                     {"x'", std::to_string(-speed) + "*sin(" + std::to_string(phi) + ")"},
                     {"y'", std::to_string(speed) + "*cos(" + std::to_string(phi) + ")"}};
        if (!branch.empty()) d.initial.push_back({"parallel.branch", branch});
        return d;
    }

    // ½ F·F/(m₁ + m₂) of the force along the rod that τ = 0 cancels where φ̇ = 0, and ½ μ δ² of the
    // difference of the free accelerations across it, which φ̇ = 0 cancels; μ the reduced mass.
    double without_sliding() const {
        const double along = -(x + 0.5 * x2()) * std::cos(phi) - (y + 0.5 * y2()) * std::sin(phi);
        return along * along / 3 / 2;
    }
    double without_turning() const {
        const double first = x * std::sin(phi) - y * std::cos(phi),
                     second = (x2() * std::sin(phi) - y2() * std::cos(phi)) / 4;
        return (2.0 / 3) * (second - first) * (second - first) / 2;
    }
    double x2() const { return x + 1.5 * std::cos(phi); }
    double y2() const { return y + 1.5 * std::sin(phi); }
};

bool turns(const BranchChoice& choice) {
    return to_text(choice.system.constraints.at(0).expression) != "phi'";
}

std::vector<Rod> rods() {
    std::mt19937 random(11);
    std::uniform_int_distribution<int> part(-128, 128);
    const auto number = [&] { return part(random) / 64.0; };  // with six digits
    std::vector<Rod> result;
    for (int i = 0; i < 12; ++i) result.push_back({number(), number(), number(), number()});
    return result;
}

TEST(LeastConstraint, IsThatOfTheRodByHand) {
    for (const Rod& rod : rods()) {
        const System system = build(rod.described(""));
        const Branches found = branches_of(system, system.constraints[0]);
        const auto of = [&](std::size_t k) {
            return constraint_at_start(on_branch(system, 0, found.branches.at(k))).value();
        };
        EXPECT_NEAR(of(0), rod.without_turning(), 1e-12);
        EXPECT_NEAR(of(1), rod.without_sliding(), 1e-12);
    }
}

TEST(Branch, GaussTakesTheOneWithTheLeastConstraint) {
    int turning = 0;
    for (const Rod& rod : rods()) {
        const BranchChoice choice = run_branch(build(rod.described("gauss")));
        EXPECT_EQ(turns(choice), rod.without_sliding() < rod.without_turning());
        EXPECT_THAT(to_texts(choice.notes), Contains(HasSubstr("the least constraint")));
        turning += turns(choice) ? 1 : 0;
    }
    EXPECT_GT(turning, 0);
    EXPECT_LT(turning, 12);
}

TEST(Branch, GaussDecidesOnlyWhereTheStartIsOnSeveral) {
    Description d = Rod{1, 1, 0, 1}.described("gauss");
    d.initial.push_back({"phi'", "1"});
    const BranchChoice choice = run_branch(build(d));
    EXPECT_TRUE(turns(choice));
    EXPECT_THAT(to_texts(choice.notes), Not(Contains(HasSubstr("least"))));
}

// Of two products the least is over all pairs.
TEST(Branch, GaussDecidesOfSeveralProductsTogether) {
    for (const char* force : {"3*x + 2*y + z/2 + w", "x + 2*y + 3*z + w/5"}) {
        const System system =
            build({.coordinates = {"x", "y", "z", "w"},
                   .lagrangian = std::string("(x'^2 + y'^2 + z'^2 + w'^2)/2 + ") + force,
                   .constraints = {{.name = "a", .equation = "x'*y' = 0"},
                                   {.name = "b", .equation = "z'*w' = 0"}},
                   .initial = {{"x'", "0"},
                               {"y'", "0"},
                               {"z'", "0"},
                               {"w'", "0"},
                               {"a.branch", "gauss"},
                               {"b.branch", "gauss"}}});
        const BranchChoice choice = run_branch(system);
        EXPECT_EQ(to_text(choice.system.constraints.at(0).expression),
                  force[0] == '3' ? "y'" : "x'");
        EXPECT_EQ(to_text(choice.system.constraints.at(1).expression),
                  force[0] == '3' ? "z'" : "w'");
    }
}

TEST(Branch, IsThatWhichTheModelNames) {
    const Rod rod{0.4, -1, 0.7, 0.3};
    for (const auto& [wish, turning] : {std::pair("1", false),
                                        {"2", true},
                                        {"phi' = 0", false},
                                        {"2*phi' = 0", false},
                                        {"x'*cos(phi) = -y'*sin(phi)", true},
                                        {"x'/sin(phi) + y'/cos(phi) = 0", true}})
        EXPECT_EQ(turns(run_branch(build(rod.described(wish)))), turning) << wish;
    // Without a wish it is the first.
    EXPECT_FALSE(turns(run_branch(build(rod.described("")))));
}

// All that is asked of the model is asked of the branch: here by its motion.
TEST(Branch, IsThatOfTheMotion) {
    const Rod rod{0.4, -1, 0.7, 0.3};
    for (const auto& [wish, equation] :
         {std::pair("1", "phi' = 0"), {"2", "x'*cos(phi) + y'*sin(phi) = 0"}}) {
        Description plain = rod.described("");
        plain.constraints[0].equation = equation;
        std::vector<std::vector<double>> ends;
        for (const Description& d : {plain, rod.described(wish)}) {
            const System system = run_branch(build(d)).system;
            const Trajectory run = simulate(system, derive(system, "lagrange_multipliers"),
                                            {.integration = {.until = 3}});
            ends.emplace_back(run.states.back().begin(), run.states.back().end());
        }
        for (std::size_t i = 0; i < 6; ++i) EXPECT_NEAR(ends[0][i], ends[1][i], 1e-8) << wish;
    }
}

// What is not named is completed on the branch; what is named and not on it is refused.
TEST(Branch, CompletesOrRefusesTheStart) {
    Description d = Rod{0.4, -1, 0.7, 0.3}.described("2");
    std::erase_if(d.initial, [](const Assignment& a) { return a.name.text() == "y'"; });
    const System system = run_branch(build(d)).system;
    const Values start = numbers_at_start(system);
    EXPECT_NEAR(start.at(system.v[0]) * std::cos(0.7) + start.at(system.v[1]) * std::sin(0.7), 0,
                1e-12);
    Description turning = Rod{0.4, -1, 0.7, 0.3}.described("1");
    turning.initial.push_back({"phi'", "1"});
    EXPECT_TRUE(has_errors(findings(build(turning))));
}

TEST(Branch, ThatIsNoneIsRefusedWithItsPlace) {
    const auto message = [](const std::string& equation, const std::string& wish) {
        try {
            run_branch(build({.coordinates = {"x", "y", "z"},
                              .lagrangian = "(x'^2 + y'^2 + z'^2)/2",
                              .constraints = {{.name = "c", .equation = equation}},
                              .initial = {{"x'", "1"}, {"c.branch", wish}}}));
            return std::string("accepted");
        } catch (const ModelError& error) {
            return std::string(error.what());
        }
    };
    EXPECT_THAT(message("x'*y' = 0", "3"),
                HasSubstr("the constraint 'c' has no such branch; its branches are 1: "));
    EXPECT_THAT(message("x'*y' = 0", "z' = 0"), HasSubstr("no such branch"));
    EXPECT_THAT(message("x'*y' = 0", "x = 0"), HasSubstr("no such branch"));
    EXPECT_THAT(message("x'^2 = y'^2 + z'^2", "1"), HasSubstr("is no product"));
    EXPECT_THAT(message("x'^2 = y'^2 + z'^2", "gauss"), HasSubstr("is no product"));
    EXPECT_THAT(message("x' = y'", "1"), HasSubstr("has no branches to choose from"));
    EXPECT_THAT(message("x*y = 1", "1"), HasSubstr("positional"));
    for (const char* wish : {"0", "-1", "1.5", "first", "99999999999999999999"})
        EXPECT_THAT(message("x'*y' = 0", wish), HasSubstr("a branch is a number from 1 on"))
            << wish;
}

// A start on several branches is read alike by what asks for formulas and by what runs, and said.
TEST(Branch, AtATransitionIsOneForAll) {
    const Rod rod{-0.25, 1, 0, -0.2};
    Description at_rest = model_description("orthogonal_velocities_product");
    at_rest.expect.clear();
    at_rest.initial = {{"x2", "2"}, {"y2'", "1"}};
    for (const Description& d : {rod.described(""), rod.described("gauss"), at_rest}) {
        const System system = build(d);
        const BranchChoice formulas = understood(system), run = run_branch(system);
        ASSERT_EQ(formulas.system.constraints.size(), run.system.constraints.size());
        for (std::size_t i = 0; i < run.system.constraints.size(); ++i)
            EXPECT_EQ(formulas.system.constraints[i].expression,
                      run.system.constraints[i].expression);
        EXPECT_TRUE(agreement(formulas.system).all_proved());
        std::vector<std::string> said;
        for (const Finding& finding : findings(system)) said.push_back(to_text(finding.sentence));
        EXPECT_THAT(said, Contains(HasSubstr(" The start is one")));
    }
}

TEST(Branch, ThatTheModelNamesIsTheOnlyOneClassified) {
    const Rod rod{0.4, -1, 0.7, 0.3};
    const auto sets = [&](const char* wish) {
        return classification(build(rod.described(wish))).sets;
    };
    EXPECT_EQ(sets("").size(), 2U);
    ASSERT_EQ(sets("1").size(), 1U);
    EXPECT_EQ(sets("1")[0].together.is_integrable(), Answer::Yes);
    ASSERT_EQ(sets("2").size(), 1U);
    EXPECT_EQ(sets("2")[0].together.is_integrable(), Answer::No);
}

// v₁ × v₂ = 0 beside v₁ ⟂ P₁P₂: the branches are named as they are seen beside it. Of v₁ = 0 one
// component says both.
TEST(Branch, MayBeOneBesideOthers) {
    for (const auto& [wish, rests] : {std::pair("x1' = 0", true),
                                      {"y1' = 0", true},
                                      {"x2'*(x2 - x1) + y2'*(y2 - y1) = 0", false}}) {
        Description d = model_description("orthogonal_velocities_product");
        d.initial = {{"x2", "2"}, {"y2", "1"}, {"parallel.branch", wish}};
        const System system = run_branch(build(d)).system;
        const Expr& branch = system.constraints.at(1).expression;
        EXPECT_EQ(depends_on(branch, system.v[0]), rests) << wish;
        EXPECT_EQ(depends_on(branch, system.v[2]), !rests) << wish;
    }
}

// z = f(x), w = g(y) and z'y' = w'x' say x'y'(f' − g') = 0.
System on_axes(const std::string& x_rate, const std::string& y_rate) {
    return build({.coordinates = {"x", "y", "z", "w"},
                  .lagrangian = "(x'^2 + y'^2 + z'^2 + w'^2)/2",
                  .constraints = {{.equation = "z = exp(-x^2/2)"},
                                  {.equation = "z'*y' = w'*x'"},
                                  {.equation = "w = y/3"}},
                  .initial = {{"x", "-0.75"}, {"x'", x_rate}, {"y", "0"}, {"y'", y_rate}}});
}

// A point on a sphere, of whose velocities z' is eliminated at first. The branch x' + z' = w' is not to
// end at z = 0, where the sphere does not determine z'; alone it is the oracle.
TEST(InitialBranch, DoesNotEndWhereTheVelocitiesOfItsChartDo) {
    Description d{
        .coordinates = {"x", "y", "z", "w"},
        .lagrangian = "(x'^2 + 2*y'^2 + z'^2 + w'^2)/2 - z",
        .constraints = {{.equation = "x^2 + y^2 + z^2 = 1"}, {.equation = "w' = x' + z'"}},
        .initial = {{"x", "0.36"},
                    {"y", "0.48"},
                    {"z", "0.8"},
                    {"x'", "0.8"},
                    {"z'", "-0.36"},
                    {"w'", "0.44"}}};
    const auto end = [](const System& system) {
        const Trajectory run = simulate(system, derive(system, "lagrange_multipliers"),
                                        {.integration = {.until = 3, .at = {3}}});
        EXPECT_TRUE(run.reached_end()) << to_text(run.stop.message);
        return std::vector<double>(run.states[0].begin(), run.states[0].end());
    };
    const std::vector<double> expected = end(build(d));
    EXPECT_LT(expected[2], -0.1) << "z passes zero";
    d.constraints[1] = {.equation = "(x' + z' - w')*(w' - 2*x') + (x*x' + y*y' + z*z')*y' = 0"};
    const std::vector<double> found = end(run_branch(build(d)).system);
    for (std::size_t i = 0; i < 8; ++i) EXPECT_NEAR(found[i], expected[i], 1e-8);
}

// The motion is on x' = 0, and none of y' is lost.
TEST(InitialBranch, OfAVelocityThatIsRounding) {
    const System taken = run_branch(on_axes("10^(-19)", "1")).system;
    for (const std::string form : {"voronec_nonlinear", "lagrange_multipliers", "maggi"}) {
        SimulationOptions options;
        options.integration.until = 1;
        const Trajectory run = simulate(taken, derive(taken, form), options);
        ASSERT_TRUE(run.reached_end()) << form;
        EXPECT_NEAR(run.states.back()[1], 1, 1e-8) << form;
    }
}

TEST(InitialBranch, OfAFormIsThatOfTheStart) {
    const Equations turning = derive(on_axes("1", "0"), "voronec_nonlinear");
    EXPECT_NO_THROW(initial_state(on_axes("2", "0"), turning));
    try {
        initial_state(on_axes("0", "1"), turning);
        FAIL() << "a form of another branch was accepted";
    } catch (const NumericalError& error) {
        EXPECT_THAT(error.what(), HasSubstr("does not have the initial velocities"));
    }
}

// x' = 0, or y' = (sin(x + y) + sin(2 x + y)/2 + …) z': the second has a number in place of its formula.
TEST(InitialBranch, WithALongFormulaIsToldByItsNumber) {
    std::string slope = "sin(x + y)";
    for (int k = 2; k <= 40; ++k) slope += fmt::format(" + sin({}*x + y)/{}", k, k);
    const auto choice = [&](const std::string& factor) {
        return on_initial_branch(
            build({.coordinates = {"x", "y", "z"},
                   .lagrangian = "(x'^2 + y'^2 + z'^2)/2",
                   .constraints = {{.name = "c", .equation = "x'*(y' - (" + factor + ")*z') = 0"}},
                   .initial = {{"y'", "1"}, {"z'", "3"}}}));
    };
    for (const auto& [factor, told] :
         {std::pair{slope, "transition of 'c': the equation of branch"},
          {std::string("x"), "transition of 'c': x*z' - y' = 0"}}) {
        const BranchChoice taken = choice(factor);
        ASSERT_EQ(taken.system.events.size(), 1U);
        EXPECT_THAT(taken.system.events[0].name, HasSubstr(told));
        ASSERT_EQ(taken.notes.size(), 1U);
        const std::string note = to_text(taken.notes[0]);
        EXPECT_THAT(note, HasSubstr("the motion is on its branch x' = 0. Transition states"));
        EXPECT_LT(note.size(), 200U) << note;
        EXPECT_LT(taken.system.events[0].name.size(), 80U) << taken.system.events[0].name;
    }
}

// (x² + y²) z = 0 has no gradient at x = y = 0, which is what it says there; elsewhere it is z = 0 as it
// stands, and where both hold it says nothing that is determined.
TEST(PositionalBranch, WhereTheGradientVanishes) {
    const auto system = [](const std::string& z, const std::string& x) {
        return build({.coordinates = {"x", "y", "z"},
                      .lagrangian = "(x'^2 + y'^2 + z'^2)/2 - 2*z + x",
                      .constraints = {{.name = "c", .equation = "(x^2 + y^2)*z = 0"}},
                      .initial = {{"x", x}, {"y", "0"}, {"z", z}}});
    };
    const System on_axis = run_branch(system("1", "0")).system;
    ASSERT_EQ(on_axis.constraints.size(), 2U);
    EXPECT_EQ(to_text(on_axis.constraints[0].expression), "x");
    EXPECT_EQ(to_text(on_axis.constraints[1].expression), "y");
    for (const char* form : {"benenti", "lagrange_multipliers", "gauss"})
        for (const char* method : {"taylor", "dop853", "bdf"}) {
            SimulationOptions options;
            options.integration = {.method = method, .rtol = 1e-9, .until = 2};
            const Trajectory run = simulate(on_axis, derive(on_axis, form), options);
            ASSERT_TRUE(run.reached_end()) << run.stop.message;
            EXPECT_NEAR(run.stop.state[0], 0, 1e-12);
            EXPECT_NEAR(run.stop.state[2], 1 - 4, 1e-7);
        }
    EXPECT_EQ(run_branch(system("0", "1")).system.constraints.size(), 1U);
    EXPECT_EQ(run_branch(system("0", "0")).system.constraints.size(), 1U);
    EXPECT_THAT(to_texts(run_branch(system("1", "0")).notes),
                Contains("The constraint 'c' is a product; the motion is on its branch x = 0, y = "
                         "0. Transition states are where z = 0."));
}

}  // namespace
}  // namespace rattleback::testing

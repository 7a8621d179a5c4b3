// The worked equations of Benenti's Examples 8.3 and 8.4, proved equal to those derived.
#include <gtest/gtest.h>

#include "equations/normal_equations.hpp"
#include "exact/is_zero.hpp"
#include "expr/parse.hpp"
#include "expr/print_text.hpp"
#include "expr/substitute.hpp"
#include "geometry/branches.hpp"
#include "structure/agreement.hpp"
#include "support/model_file.hpp"

namespace rattleback {
namespace {

using testing::model_file;

// That the normal form has these right sides, one per auxiliary variable.
void expect_rates(const System& system, const std::vector<std::string>& printed) {
    const Equations equations = derive(system, "benenti");
    const auto rates = solve_for_unknowns(equations);
    ASSERT_TRUE(rates) << system.title();
    ASSERT_EQ(rates->size(), printed.size());
    for (std::size_t i = 0; i < printed.size(); ++i)
        EXPECT_TRUE(are_equal((*rates)[i], parse(printed[i])).proved_zero())
            << to_text(equations.unknowns[i]) << " = " << to_text((*rates)[i]);
}

// (52), for any forces.
TEST(BenentiExamples, ParallelVelocities) {
    Description d = model_file("parallel_points_incline").description;
    for (const char* a : {"A1", "A2", "A3", "A4"}) d.parameters.push_back({a, "1"});
    d.particles[0].force = {"A1", "A2"};
    d.particles[1].force = {"A3", "A4"};
    expect_rates(build(d),
                 {"(A1*cos(theta) + A2*sin(theta))/m1", "(A3*cos(theta) + A4*sin(theta))/m2",
                  "(v1*(A2*cos(theta) - A1*sin(theta)) + v2*(A4*cos(theta) - "
                  "A3*sin(theta)))/(m1*v1^2 + m2*v2^2)"});
}

// (53), and (54) for equal masses.
TEST(BenentiExamples, ParallelVelocitiesOnAnInclinedPlane) {
    expect_rates(
        model_file("parallel_points_incline"),
        {"g*cos(theta)", "g*cos(theta)", "-g*sin(theta)*(m1*v1 + m2*v2)/(m1*v1^2 + m2*v2^2)"});
    Description equal = model_file("parallel_points_incline").description;
    for (auto& particle : equal.particles) {
        particle.mass = "m1";
        particle.force = {"m1*g", "0"};
    }
    expect_rates(build(equal),
                 {"g*cos(theta)", "g*cos(theta)", "-g*sin(theta)*(v1 + v2)/(v1^2 + v2^2)"});
}

// (55): r = P₁P₂.
TEST(BenentiExamples, ParallelVelocitiesWithASpring) {
    expect_rates(
        model_file("parallel_points_spring"),
        {"k*((x2 - x1)*cos(theta) + (y2 - y1)*sin(theta))/m1",
         "k*((x1 - x2)*cos(theta) + (y1 - y2)*sin(theta))/m2",
         "k*(v1*((y2 - y1)*cos(theta) - (x2 - x1)*sin(theta)) + v2*((y1 - y2)*cos(theta) - "
         "(x1 - x2)*sin(theta)))/(m1*v1^2 + m2*v2^2)"});
}

// (60)–(62): v₁ × v₂ = ℓ τ φ̇ with τ = ẋ cos φ + ẏ sin φ (57), two linear constraints.
TEST(BenentiExamples, RigidSegmentHasTwoBranches) {
    const System system = model_file("rigid_parallel");
    const Expr b = system.constraints[0].expression;
    const Expr ratio = b / parse("(x'*cos(phi) + y'*sin(phi))*phi'");
    for (const Expr& v : system.v)
        EXPECT_TRUE(is_zero(derivative(ratio, v)).proved_zero()) << "by " << to_text(v);
    const Branches found = branches_of(system, system.constraints[0]);
    ASSERT_EQ(found.branches.size(), 2U);
    EXPECT_EQ(to_text(found.branches[0].equations[0].expression), "phi'");
    EXPECT_EQ(to_text(found.branches[1].equations[0].expression), "x'*cos(phi) + y'*sin(phi)");
    for (const Branch& branch : found.branches)
        EXPECT_TRUE(agreement(on_branch(system, 0, branch)).all_proved());
}

// Type II: all motions are translations, φ = const, and the centre of mass falls freely.
TEST(BenentiExamples, RigidSegmentTranslates) {
    const System system = model_file("rigid_parallel");
    const System on = on_branch(system, 0, branches_of(system, system.constraints[0]).branches[0]);
    const Equations equations = derive(on, "lagrange_multipliers");
    auto solution = solve_for_unknowns(equations);
    ASSERT_TRUE(solution);
    const Replacement translation{parse("phi'"), 0};
    solution = substitute(*solution, {&translation, 1});
    EXPECT_TRUE(are_equal((*solution)[0], parse("g")).proved_zero());
    EXPECT_TRUE(is_zero((*solution)[1]).proved_zero());
    EXPECT_TRUE(is_zero((*solution)[2]).proved_zero());
}

// Type I is the motion of Example 8.2, a rigid segment with velocities orthogonal to it: (49) with
// ρ = ℓ and the forces of weight, A_x = (m₁ + m₂) g, A_y = 0, A_φ = −m₂ g ℓ sin φ.
TEST(BenentiExamples, RigidSegmentMovesAsWithOrthogonalVelocities) {
    const System system = model_file("rigid_parallel");
    System on = on_branch(system, 0, branches_of(system, system.constraints[0]).branches[1]);
    Description d = system.description;
    d.constraints[0].equation = "x'*cos(phi) + y'*sin(phi) = 0";
    d.parametrization = ParametrizationDescription{
        {"v", "omega"}, {{"x'", "v*sin(phi)"}, {"y'", "-v*cos(phi)"}, {"phi'", "omega"}}};
    expect_rates(build(d), {"(l*sin(phi)*(m1 + m2)*g - m2*g*l*sin(phi))/(m1*l)",
                            "(m2*l*sin(phi)*(m1 + m2)*g - (m1 + m2)*m2*g*l*sin(phi))/(m1*m2*l^2)"});
    EXPECT_EQ(derive(on, "lagrange_multipliers").right,
              derive(build(d), "lagrange_multipliers").right);
}

}  // namespace
}  // namespace rattleback

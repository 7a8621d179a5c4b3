// The energy of a heavy body does not hide what is wrong with a light one.

#include "dynamics/part_energies.hpp"

#include <gmock/gmock.h>

#include "dynamics/motion_checks.hpp"
#include "equations/formulations.hpp"
#include "trajectory/simulate.hpp"

namespace rattleback::testing {
namespace {

// A planet that moves, a satellite, and a wind of this part of its weight.
System satellite(const std::string& wind) {
    return build({.coordinates = {"X", "Y", "x", "y"},
                  .lagrangian = "10^24*(X'^2 + Y'^2)/2 + 10^(-9)*(x'^2 + y'^2)/2"
                                " + 10^(-9)/sqrt((x - X)^2 + (y - Y)^2)",
                  .forces = {{.on = "x", .value = "10^(-9)*" + wind}},
                  .initial = {{"X'", "1"}, {"x", "1"}, {"x'", "1"}, {"y'", "1"}}});
}

std::vector<MotionCheck> checks(const System& system, const System& moved_as) {
    SimulationOptions options;
    options.integration.until = 10;
    options.integration.dense = true;
    const Trajectory run = simulate(moved_as, derive(moved_as, "benenti"), options);
    return check_motion(system, derive(system, "benenti"), run);
}

bool holds(const std::vector<MotionCheck>& all, const std::string& name) {
    const auto found = std::ranges::find(all, name, &MotionCheck::name);
    EXPECT_NE(found, all.end()) << name;
    return found != all.end() && found->holds();
}

TEST(PartEnergies, AreCheckedWhereTheWholeHidesThem) {
    const System system = satellite("0");
    const std::vector<MotionCheck> right = checks(system, system);
    for (const MotionCheck& check : right) EXPECT_TRUE(check.holds()) << check.name;
    EXPECT_TRUE(holds(right, "energy of x"));
    EXPECT_TRUE(holds(right, "energy of y"));
    const std::vector<MotionCheck> wrong = checks(system, satellite("0.001"));
    EXPECT_TRUE(holds(wrong, "energy"));
    EXPECT_FALSE(holds(wrong, "energy of x"));
}

TEST(PartEnergies, AreNotToldWhereTheWholeDecides) {
    const System system = build({.coordinates = {"x", "y"},
                                 .lagrangian = "(x'^2 + 3*y'^2)/2 - x^2*y^2 - x^2",
                                 .initial = {{"x", "1"}, {"y'", "1"}}});
    for (const MotionCheck& check : checks(system, system))
        EXPECT_THAT(check.name, ::testing::Not(::testing::StartsWith("energy of")));
}

// Inertia that changes with place, and reactions, do work that the balance counts.
TEST(PartEnergies, CountTheWorkOfInertiaAndReactions) {
    const System system =
        build({.coordinates = {"x", "y", "phi", "X"},
               .lagrangian = "((2 + sin(y))*x'^2 + y'^2 + phi'^2)/2 + x + 10^18*X'^2/2",
               .constraints = {{.equation = "y'*cos(phi) - x'*sin(phi) = 0"}},
               .initial = {{"x'", "1"}, {"phi'", "1"}, {"X'", "1000"}}});
    const std::vector<MotionCheck> all = checks(system, system);
    for (const char* name : {"energy of x", "energy of y", "energy of phi"})
        EXPECT_TRUE(holds(all, name)) << name;
}

}  // namespace
}  // namespace rattleback::testing

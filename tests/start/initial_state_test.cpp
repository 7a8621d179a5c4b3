// Starts that are completed: whatever the order of the constraints and the units of the model.

#include "start/initial_state.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "equations/formulations.hpp"

namespace rattleback {
namespace {

InitialState started(const Description& description) {
    const System system = build(description);
    return initial_state(system, derive(system, "lagrange_multipliers"));
}

Description in_plane(const std::vector<const char*>& equations) {
    Description result{
        .coordinates = {"x", "y"}, .lagrangian = "(x'^2 + y'^2)/2", .initial = {{"y'", "1"}}};
    for (const char* equation : equations) result.constraints.push_back({.equation = equation});
    return result;
}

TEST(InitialState, IsCompletedInAnyOrderOfTheConstraints) {
    EXPECT_DOUBLE_EQ(started(in_plane({"x' = 0", "x = 1"})).q[0], 1);
    EXPECT_DOUBLE_EQ(started(in_plane({"x = 1", "x' = 0"})).q[0], 1);
    EXPECT_DOUBLE_EQ(started(in_plane({"x'' = y''", "x' = y'"})).v[0], 1);
    EXPECT_DOUBLE_EQ(started(in_plane({"x' = y'", "x'' = y''"})).v[0], 1);
}

// A hoop of any size rolls alike: x' is r times a number, angles do not depend on r.
TEST(InitialState, IsCompletedInAnyUnits) {
    const auto hoop = [](const std::string& r) {
        return started({.coordinates = {"x", "y", "psi", "theta", "phi"},
                        .parameters = {{"r", r}},
                        .lagrangian = "(x'^2 + y'^2)/2 + r^2*(phi' + psi'*sin(theta))^2/2 + "
                                      "r^2*(theta'^2 + psi'^2*cos(theta)^2)/4",
                        .constraints = {{.equation = "x' = r*phi'*cos(psi)"},
                                        {.equation = "y' = r*phi'*sin(psi)"}},
                        .initial = {{"theta", "0.1"}, {"psi", "0.3"}, {"phi'", "3"}}});
    };
    const InitialState one = hoop("1");
    for (const int power : {-30, -20, -5, 5, 6, 7, 10, 16, 20, 30}) {
        const InitialState other = hoop(fmt::format("10^({})", power));
        const double r = std::pow(10.0, power);
        for (std::size_t i = 0; i < 5; ++i)
            EXPECT_NEAR(other.v[i] / (i < 2 ? r : 1), one.v[i], 1e-12) << power << ' ' << i;
    }
}

}  // namespace
}  // namespace rattleback

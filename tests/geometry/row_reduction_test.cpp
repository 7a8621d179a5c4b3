// What elimination by rows leaves of constraints.
#include "geometry/row_reduction.hpp"

#include <gtest/gtest.h>

#include <map>

#include "geometry/parametrization.hpp"

namespace rattleback {
namespace {

// In coordinates that move: q1 = x − 7/10 sin 2t, and so on.
std::string in_moving_coordinates(std::string text) {
    const std::map<std::string, std::pair<std::string, std::string>> by{{"q1", {"x", "- 7/10"}},
                                                                        {"q2", {"y", "- 9/20"}},
                                                                        {"q3", {"z", "+ 11/20"}},
                                                                        {"q4", {"u", "+ 4/5"}}};
    for (const auto& [name, moved] : by) {
        const auto& [x, amplitude] = moved;
        const auto replace = [&](const std::string& old, const std::string& with) {
            for (std::size_t at = 0; (at = text.find(old, at)) != std::string::npos;
                 at += with.size())
                text.replace(at, old.size(), with);
        };
        replace(name + "'", "(" + x + "' " + amplitude + "*2*cos(2*t))");
        replace(name, "(" + x + " " + amplitude + "*sin(2*t))");
    }
    return text;
}

// The fourth is 5/2 of the first and the second; what elimination makes of it is too large for a proof.
TEST(RowReduction, LeavesOutALargeRowThatFollowsFromOthers) {
    const std::string first =
        "q1' + (sin(t)/5 + 3/10*exp(-q2^2/2))*q2' + (3/10*tanh(q2)*sin(2*q1 + 1) + "
        "9/20*sin(q4))*q3' "
        "+ 4/5*cos(q3) + 17/20*(q1/(1 + q1^2))^2";
    const std::string second =
        "q3' - (2/5*cos(3*t) - 1/4*sin(2*q1 + 1)*q1/(1 + q1^2))*q1' + (13/20*tanh(t) - "
        "3/5*cos(t))*q4'";
    const std::string third =
        "(q2/(1 + q2^2)/2 - t/(1 + t^2) + 1)*q2' + (9/10*tanh(q1) - 17/40*sin(2*q4 + "
        "1)*tanh(q2))*q1' "
        "- (13/20*q4*sin(q2) + 2/5*cos(q3)*exp(-q1^2/2))*q3' + (7/20*sin(q4) + "
        "9/10*exp(-q3^2/2))*q4'";
    std::vector<ConstraintDescription> constraints;
    for (const std::string& c : {first, second, third, "5/2*(" + first + ") + (" + second + ")"})
        constraints.push_back({.equation = in_moving_coordinates(c) + " = 0"});
    const System system = build(
        {.coordinates = {"x", "y", "z", "u"},
         .lagrangian = "(x'^2 + y'^2 + z'^2 + u'^2)/2",
         .constraints = constraints,
         .initial = {
             {"x", "-24/25"}, {"y", "-17/50"}, {"z", "19/50"}, {"u", "-37/100"}, {"u'", "-7/5"}}});
    EXPECT_EQ(explicit_form(system).dependent.size(), 3u);
}

// A row that contradicts those before it stays, and is told.
TEST(RowReduction, KeepsARowThatContradictsOthers) {
    const Expr x = symbol("x");
    EXPECT_EQ(rows_that_matter({{1, x, 0}, {2, 2 * x, 0}, {2, 2 * x, 1}}),
              (std::vector<std::size_t>{0, 2}));
}

}  // namespace
}  // namespace rattleback

#include "geometry/solution_space.hpp"

#include <gmock/gmock.h>

#include "exact/is_zero.hpp"
#include "expr/matrices.hpp"
#include "expr/parse.hpp"
#include "expr/substitute.hpp"
#include "geometry/denominators.hpp"
#include "geometry/parametrization.hpp"

namespace rattleback::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

System with(std::vector<Written> coordinates, const std::vector<std::string>& equations) {
    std::string lagrangian = "0";
    for (const Written& c : coordinates) lagrangian += " + " + c.text() + "'^2/2";
    Description d;
    d.coordinates = std::move(coordinates);
    d.lagrangian = lagrangian;
    for (const std::string& equation : equations)
        d.constraints.push_back(
            {.name = "c" + std::to_string(d.constraints.size()), .equation = equation});
    return build(d);
}

struct Conditions {
    ExprMatrix a;
    ExprVector c;
};

Conditions conditions_of(const System& system) {
    const ExprVector b = velocity_constraints(system);
    std::vector<Replacement> at_rest;
    for (const Expr& v : system.v) at_rest.emplace_back(v, 0);
    return {jacobian(b, system.v), substitute(b, at_rest)};
}

void expect_solved(const System& system) {
    const auto [a, c] = conditions_of(system);
    const auto [basis, start] = solution_space(system, a, c);
    EXPECT_EQ(basis.size(), system.size() - a.size());
    for (std::size_t i = 0; i < a.size(); ++i) {
        for (const ExprVector& b : basis) EXPECT_TRUE(is_zero(dot(a[i], b)).proved_zero());
        EXPECT_TRUE(is_zero(dot(a[i], start) + c[i]).proved_zero());
    }
}

ExprVector divisors_of_start(const System& system) {
    const auto [a, c] = conditions_of(system);
    return denominators(solution_space(system, a, c).start, system.q);
}

TEST(SolutionSpace, SolvesWhatItIsGiven) {
    expect_solved(with({"x", "y", "z"}, {"y*x' - x*y' = 1"}));
    expect_solved(with({"x", "y", "z"}, {"y*x' - x*y' + x*z' = z", "x*y*x' + z' = y"}));
    expect_solved(with({"x", "y", "z", "w"}, {"y*x' - x*y' = 1", "x*z' + z*x' - y*w' = 2"}));
    expect_solved(with({"x", "y", "z", "w"},
                       {"x*x' + y*y' + z*z' = 1", "y*x' + z*y' + x*z' = 2", "w*w' + z*x' = 3"}));
}

// y x' − x y' = 1 fails at x = y = 0 only, and so does what solves it.
TEST(SolutionSpace, OfAPairTheStartFailsOnlyWhereTheConditionDoes) {
    EXPECT_THAT(divisors_of_start(with({"x", "y", "z"}, {"y*x' - x*y' = 1"})),
                ElementsAre(parse("x^2 + y^2")));
    EXPECT_THAT(divisors_of_start(with({"x", "y", "z"}, {"sin(z)*x' - cos(z)*y' = 1"})), IsEmpty());
    EXPECT_THAT(divisors_of_start(with({"x", "y", "z"}, {"x*x' + (2 + cos(y))*y' = 1"})),
                ElementsAre(parse("2 + cos(y)")));
}

}  // namespace
}  // namespace rattleback::testing

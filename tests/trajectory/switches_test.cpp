// What a system with sides says, with each side as its surface has it, is what the system says.
#include "trajectory/switches.hpp"

#include <gmock/gmock.h>

#include "expr/evaluate.hpp"
#include "expr/functions.hpp"
#include "expr/graph.hpp"
#include "expr/print_text.hpp"
#include "expr/substitute.hpp"
#include "model/system.hpp"
#include "support/random_expression.hpp"

namespace rattleback::testing {
namespace {

// With sides and turns as they are at the state.
double value_with_sides(const SwitchedSystem& of, const Expr& e, Values at) {
    for (const Switch& s : of.switches) {
        const double u = evaluate(s.argument, at);
        const bool is_cut = s.only_left.has_value();
        const bool is_left = is_cut && evaluate(*s.only_left, at) < 0;
        at[s.side] = is_cut && !is_left ? 0 : u < 0 ? -1 : 1;
        if (is_cut) at[s.turned] = is_left ? -1 : 1;
    }
    return evaluate(e, at);
}

void expect_the_same_force(const std::string& force, int seed) {
    const System system = build({.coordinates = {"x", "y"},
                                 .lagrangian = "(x'^2 + y'^2)/2",
                                 .forces = {{.on = "x", .value = force}}});
    const auto switched = with_sides(system);
    if (!switched) return;
    std::mt19937_64 random(static_cast<std::uint64_t>(seed));
    std::uniform_real_distribution<double> number(-3, 3);
    for (int i = 0; i < 12; ++i) {
        Values at{{system.t, number(random)}};
        for (const ExprVector* all : {&system.q, &system.v})
            for (const Expr& s : *all) at[s] = number(random);
        const double truth = evaluate(system.force[0], at);
        if (!std::isfinite(truth)) continue;
        EXPECT_NEAR(value_with_sides(*switched, switched->system.force[0], at), truth,
                    1e-9 * (1 + std::abs(truth)))
            << force;
    }
}

TEST(Switches, KeepTheForce) {
    int seed = 0;
    for (const char* force : {
             "-sqrt((abs(x) + 1)/2)",
             "sqrt(2*(abs(x) + 1))",
             "((abs(x) + 1)/2)^(1/3)",
             "((abs(x) + x)/2)^(5/2)",
             "-10^4*((abs(x) + x)/2)^(3/2)",
             "1/sqrt(3*(abs(x) + 1)^3)",
             "sqrt((2 + sign(x))/3)",
             "x'*sqrt((abs(x') + 3)/7)",
             "sqrt(8*x^2*(1 + abs(y)))",
             "sqrt(x^2*y^2/3)",
             "(4*x^2*(3 + sign(y)))^(3/2)",
             "sqrt(5*(abs(x) + 1)^2)",
             "sqrt(abs(x))*sign(x)",
             "abs(x)^(5/2)/3",
             "log(2*abs(x) + 1)",
             "exp(-abs(x)/2)*sign(x'*y)",
             "abs(abs(x) - 1)/sqrt((abs(y) + 2)/5)",
             "atan2(x, y)*abs(x*y)",
             "abs(2*x - 3*y)^3",
             "sign(max(0, x))",
             "sign(min(0, x) + abs(min(0, x))*y^2/50)",
             "abs(max(0, min(1, x - y)))",
             "sign(x*max(0, x - 1))*sign(max(0, min(0, y)))",
         })
        expect_the_same_force(force, ++seed);
}

TEST(Switches, KeepRandomForces) {
    RandomOptions options{.depth = 4,
                          .names = {"x", "y"},
                          .largest_order = 1,
                          .big_numbers = false,
                          .unspecified = false,
                          .functions = {FunctionId::Abs, FunctionId::Sign, FunctionId::Sqrt,
                                        FunctionId::Atan2, FunctionId::Sin}};
    RandomExpression random(5, options);
    for (int seed = 1; seed <= 200; ++seed) expect_the_same_force(to_text(random.next()), seed);
}

// Sides are letters that no formula has; where they are told, they are formulas of the model.
TEST(Switches, SidesStandForSigns) {
    const System system = build({.coordinates = {"x", "y"},
                                 .lagrangian = "(x'^2 + y'^2)/2",
                                 .forces = {{.on = "x", .value = "abs(abs(x) - y)*sign(y')"}}});
    const auto switched = with_sides(system);
    ASSERT_TRUE(switched);
    const std::vector<Replacement> meanings = meanings_of_sides(*switched);
    ASSERT_EQ(meanings.size(), 3U);
    for (const auto& [side, meaning] : meanings)
        for (const Expr& s : symbols_of(meaning))
            EXPECT_THAT(std::string(s.name()), ::testing::AnyOf("x", "y")) << to_text(meaning);
    const Expr force = substitute(switched->system.force[0], meanings);
    const Values at{{system.q[0], -3}, {system.q[1], 2}, {system.v[0], 1}, {system.v[1], -1}};
    EXPECT_NEAR(evaluate(force, at), -1, 1e-12);
}

}  // namespace
}  // namespace rattleback::testing

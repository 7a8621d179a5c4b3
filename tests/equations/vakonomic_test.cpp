#include "equations/vakonomic.hpp"

#include <gtest/gtest.h>

#include "exact/is_zero.hpp"
#include "exact/linear_algebra.hpp"
#include "expr/matrices.hpp"
#include "expr/parse.hpp"
#include "expr/substitute.hpp"
#include "geometry/core_system.hpp"
#include "geometry/parametrization.hpp"
#include "support/hard_systems.hpp"
#include "support/reference_values.hpp"

namespace rattleback::testing {
namespace {

System skate() {
    return build({.title = "Skate",
                  .coordinates = {"x", "y", "phi"},
                  .lagrangian = "(x'^2 + y'^2 + phi'^2)/2 + x",
                  .constraints = {{.name = "blade", .equation = "x'*sin(phi) - y'*cos(phi) = 0"}}});
}

// matrix · unknowns − right.
ExprVector rows(const Equations& equations) {
    return difference(product(equations.matrix, equations.unknowns), equations.right);
}

void expect_equal(const ExprVector& actual, const std::vector<std::string>& expected) {
    ASSERT_EQ(actual.size(), expected.size());
    for (std::size_t i = 0; i < actual.size(); ++i)
        EXPECT_TRUE(are_equal(actual[i], parse(expected[i])).proved_zero()) << expected[i];
}

TEST(Vakonomic, IsZampierisSkate) {
    const Equations equations = vakonomic(skate());
    EXPECT_EQ(equations.speeds,
              (ExprVector{parse("x'"), parse("y'"), parse("phi'"), symbol("lambda1")}));
    expect_equal(rows(equations),  // (3.12), the constraint differentiated
                 {"x'' - lambda1'*sin(phi) - lambda1*phi'*cos(phi) - 1",
                  "y'' + lambda1'*cos(phi) - lambda1*phi'*sin(phi)",
                  "phi'' + lambda1*(x'*cos(phi) + y'*sin(phi))",
                  "x''*sin(phi) - y''*cos(phi) + phi'*(x'*cos(phi) + y'*sin(phi))"});
    expect_equal(
        *solve(equations.matrix, equations.right),  // (3.13)
        {"-phi'*sin(phi)*(x'*cos(phi) + y'*sin(phi)) + lambda1*phi'*cos(phi) + cos(phi)^2",
         "phi'*cos(phi)*(x'*cos(phi) + y'*sin(phi)) + lambda1*phi'*sin(phi)"
         " + sin(phi)*cos(phi)",
         "-lambda1*(x'*cos(phi) + y'*sin(phi))", "-sin(phi) - phi'*(x'*cos(phi) + y'*sin(phi))"});
}

// What the paper did not notice: p_y and p_x − t; and what it did, the constraint (3.14), the energy.
TEST(Vakonomic, KeepsTheIntegralsOfTheSkate) {
    const System system = skate();
    const Equations equations = vakonomic(system);
    const ExprVector rates = *solve(equations.matrix, equations.right);
    std::vector<Replacement> motion = system.by_time_without_accelerations();
    for (std::size_t i = 0; i < rates.size(); ++i)
        motion.emplace_back(equations.speeds[i], rates[i]);
    for (const std::string integral :
         {"y' + lambda1*cos(phi)", "x' - lambda1*sin(phi) - t", "x'*sin(phi) - y'*cos(phi)"})
        EXPECT_TRUE(is_zero(derivative_along(parse(integral), motion)).proved_zero()) << integral;
    const Expr energy = derivative_along(parse("(x'^2 + y'^2 + phi'^2)/2 - x"), motion);
    EXPECT_TRUE(is_zero(energy).proved_nonzero());  // only on the constraint:
    EXPECT_TRUE(
        is_zero(substitute(energy, std::vector<Replacement>{{parse("x'"), parse("u*cos(phi)")},
                                                            {parse("y'"), parse("u*sin(phi)")}}))
            .proved_zero());
}

// Hamilton's equations of H = ½(p_x cosφ + p_y sinφ)² + ½p_φ² − x, with p = ∂𝕃/∂v.
TEST(Vakonomic, IsHamiltonianOnTheConstraint) {
    const Equations equations = vakonomic(skate());
    const ExprVector solution = *solve(equations.matrix, equations.right);
    const ExprVector q{symbol("x"), symbol("y"), symbol("phi")},
        p{symbol("p_x"), symbol("p_y"), symbol("p_phi")};
    const Expr h = parse("(p_x*cos(phi) + p_y*sin(phi))^2/2 + p_phi^2/2 - x");
    const ExprVector velocities = gradient(h, p), slope = gradient(h, q);
    std::vector<Replacement> flow;
    for (std::size_t i = 0; i < 3; ++i) {
        flow.emplace_back(q[i], velocities[i]);
        flow.emplace_back(p[i], -slope[i]);
    }
    const ExprVector a = derivative_along(velocities, flow);
    const std::vector<Replacement> on_constraint{{parse("x'"), parse("u*cos(phi)")},
                                                 {parse("y'"), parse("u*sin(phi)")}};
    const std::vector<Replacement> momenta{{p[0], parse("u*cos(phi) - lambda1*sin(phi)")},
                                           {p[1], parse("u*sin(phi) + lambda1*cos(phi)")},
                                           {p[2], parse("phi'")}};
    for (std::size_t i = 0; i < 3; ++i)
        EXPECT_TRUE(are_equal(substitute(a[i], momenta), substitute(solution[i], on_constraint))
                        .proved_zero())
            << i;
}

TEST(Vakonomic, StartsAsTheReferenceCasesDo) {
    const Json all = reference("initial_rates");
    const System system = skate();
    for (const std::string name : {"zvak_gen_lm0p5", "zvak_side_l1", "zvak_spin_l0"}) {
        const Vector start = numbers(all[name + " state"]), rates = numbers(all[name + " rates"]);
        const State state{.t = 0,
                          .q = {start.begin(), start.begin() + 3},
                          .v = {start.begin() + 3, start.begin() + 6},
                          .z = {start.begin() + 3, start.end()}};
        const Equations equations = vakonomic(system);
        expect_near(Evaluated(equations, system, state)(equations.unknowns),
                    {rates.begin() + 3, rates.end()}, name);
    }
}

// (3.3)–(3.6) in a curved metric.
TEST(Vakonomic, HasTheReferenceValues) {
    const Json expected = reference("z_pointwise")["cases"][1];
    const std::vector<std::string> coordinates = {"q1", "q2", "q3"};
    const System system = build(
        {.title = "Curved",
         .coordinates = {"q1", "q2", "q3"},
         .lagrangian = kinetic_energy(expected["A"], coordinates) + " - " + formula(expected["U"]),
         .constraints = {{.equation = formula(expected["B"][0]) + "*q1' + " +
                                      formula(expected["B"][1]) + "*q2' + " +
                                      formula(expected["B"][2]) + "*q3' = 0"}}});
    const auto at = [&](const char* name) { return number(expected["point"][name]); };
    const Vector v{at("u1"), at("u2"), at("u3")};
    const State state{.t = 0,
                      .q = {at("q1"), at("q2"), at("q3")},
                      .v = v,
                      .z = {v[0], v[1], v[2], number(expected["vakonomic_lambda"])}};
    const Equations equations = vakonomic(system);
    const Evaluated value(equations, system, state);
    expect_near(value(equations.accelerations), numbers(expected["vakonomic_qddot"]), "q̈");
    expect_near(value(ExprVector{equations.unknowns[3]}),
                {number(expected["vakonomic_lambda_dot"])}, "λ̇");
}

// 𝕃 = L − λᵀb as a system of its own in which λ are coordinates.
System extended(const System& system, const Equations& equations) {
    System result = system;
    const std::size_t n = system.size();
    for (std::size_t i = n; i < equations.speeds.size(); ++i) {
        result.q.push_back(equations.speeds[i]);
        result.v.push_back(equations.unknowns[i]);
        result.a.push_back(symbol(equations.speeds[i].name(), 2));
        result.force.emplace_back();
    }
    ExprVector lambda(result.q.begin() + static_cast<std::ptrdiff_t>(n), result.q.end());
    result.lagrangian -= dot(lambda, velocity_constraints(system));
    result.constraints.clear();
    return result;
}

bool is_treated(const System& system) { return !vakonomic_refusal(system); }

// The Euler–Lagrange equations of 𝕃, by derivatives of the whole.
TEST(Vakonomic, AreTheEquationsOfTheExtendedLagrangian) {
    int treated = 0;
    for (const auto& [system, state] : hard_systems()) {
        if (!is_treated(system)) continue;
        ++treated;
        const Equations equations = vakonomic(system);
        const System whole = extended(system, equations);
        const ExprVector momenta = gradient(whole.lagrangian, system.v);
        const ExprVector rate = derivative_along(momenta, whole.by_time());
        const ExprVector slope = gradient(whole.lagrangian, system.q), actual = rows(equations);
        for (std::size_t i = 0; i < system.size(); ++i)
            EXPECT_TRUE(are_equal(actual[i], rate[i] - slope[i] - system.force[i]).proved_zero())
                << system.title() << ", " << i;
        const ExprVector b = derivative_along(velocity_constraints(system), system.by_time());
        for (std::size_t i = 0; i < b.size(); ++i)
            EXPECT_TRUE(are_equal(actual[system.size() + i], b[i]).proved_zero()) << system.title();
    }
    EXPECT_EQ(treated, 10);
}

// The same by plain numbers, along curves: no derivative of the program takes part.
TEST(Vakonomic, MovesTheExtendedSystem) {
    for (const auto& [system, start] : hard_systems()) {
        if (!is_treated(system)) continue;
        const Equations equations = vakonomic(system);
        const std::size_t n = system.size();
        State state = start;
        state.z = start.v;
        for (std::size_t i = n; i < equations.speeds.size(); ++i)
            state.z.push_back(0.7L - 1.1L * static_cast<Real>(i - n));
        const Evaluated value(equations, system, state);
        const Vector unknowns = value(equations.unknowns);
        const System whole = extended(system, equations);
        State with_lambda{.t = start.t, .q = start.q, .v = start.v};
        Vector a(unknowns.begin(), unknowns.begin() + static_cast<std::ptrdiff_t>(n));
        for (std::size_t i = n; i < unknowns.size(); ++i) {
            with_lambda.q.push_back(state.z[i]);
            with_lambda.v.push_back(unknowns[i]);
            a.push_back(0);
        }
        const Curve curve(whole, with_lambda, a), plain(system, start, a);
        Vector residuals, reactions, scale(n + system.constraints.size(), 1);
        for (std::size_t i = 0; i < n; ++i) {
            residuals.push_back(1 + curve.lagrange_equation(i));
            reactions.push_back(plain.lagrange_equation(i));
        }
        for (const Constraint& c : system.constraints) residuals.push_back(1 + plain.constraint(c));
        expect_near(residuals, scale, system.title(), 1e-12L);
        expect_near(value(equations.reactions), reactions, system.title() + ", reactions", 1e-12L);
    }
}

}  // namespace
}  // namespace rattleback::testing

// The Boltzmann–Hamel equations: the motion against motion_oracle.hpp, the coefficients γ against
// their classical definition by derivatives of W, and the momenta of all quasi-velocities by a
// numerical inverse of W.
#include "equations/boltzmann_hamel.hpp"

#include <gtest/gtest.h>

#include "exact/is_zero.hpp"
#include "expr/functions.hpp"
#include "expr/substitute.hpp"
#include "support/explicit_systems.hpp"

namespace rattleback {
namespace {

using namespace testing;

std::vector<HardSystem> systems() {
    return {chaplygin_sleigh(),      curved_with_damping(),
            ball_on_turntable(),     rheonomic(),
            rolling_disc(),          positional_and_kinematic(),
            not_quadratic(),         voronec_linear(),
            nonholonomic_particle(), skate()};
}

const ExprMatrix& step(const Equations& equations, const std::string& symbol) {
    for (const Step& s : equations.steps)
        if (s.symbol == symbol) return s.value;
    throw std::logic_error("no step " + symbol);
}

ExprVector quasi_velocities(const Equations& equations) {
    ExprVector u;
    for (const ExprVector& row : step(equations, "u")) u.push_back(row[0]);
    return u;
}

TEST(BoltzmannHamel, HasTheMotion) {
    for (const HardSystem& hard : systems()) {
        ASSERT_EQ(boltzmann_hamel_refusal(hard.system), std::nullopt) << hard.system.title();
        expect_motion(boltzmann_hamel(hard.system), hard);
    }
}

// A parametrization of the user's, with and without equations, affine and moving.
TEST(BoltzmannHamel, TakesTheUsersQuasiVelocities) {
    Description description{
        .title = "Moving blade",
        .coordinates = {"x", "y", "phi"},
        .lagrangian = "((2 + y^2)*x'^2 + y'^2 + (1 + t^2)*phi'^2)/2 + x*y'*phi' - x*y",
        .constraints = {{.name = "blade", .equation = "x'*sin(phi) - y'*cos(phi) = t*y"}},
        .parametrization = {{.variables = {"s", "w"},
                             .velocities = {{"x'", "s*cos(phi) + t*y*sin(phi)"},
                                            {"y'", "s*sin(phi) - t*y*cos(phi)"},
                                            {"phi'", "w/(1 + x^2)"}}}}};
    const State near{.t = 0.4L, .q = {0.3L, -0.7L, 0.5L}, .v = {0.6L, 0.5L, 0.2L}};
    const auto [system, state] = hard_system(description, near);
    const Equations equations = boltzmann_hamel(system);
    EXPECT_EQ(equations.speeds, (ExprVector{symbol("s"), symbol("w")}));
    expect_motion(equations, system, state);

    description.constraints.clear();
    const System alone = build(description);
    ASSERT_EQ(boltzmann_hamel_refusal(alone), std::nullopt);
    const Motion expected = true_motion(system, state);
    const Motion actual = motion_of(boltzmann_hamel(alone), alone, state);
    expect_near(actual.a, expected.a, "accelerations");
    expect_near(actual.reaction, expected.reaction, "reactions");
}

// Neither orthogonal nor with coordinates of their own, and with no equations beside them.
TEST(BoltzmannHamel, TakesAnyLinearQuasiVelocities) {
    Description description{
        .title = "Skew quasi-velocities",
        .coordinates = {"x", "y", "z"},
        .lagrangian = "(x'^2 + (2 + x^2)*y'^2 + 3*z'^2)/2 - x*z",
        .constraints = {{.name = "c", .equation = "z' = y' + (x - 2)*(y' - x')"}},
        .parametrization = {
            {.variables = {"s", "w"},
             .velocities = {{"x'", "s + w"}, {"y'", "s + 2*w"}, {"z'", "s + x*w"}}}}};
    const auto [system, state] =
        hard_system(description, {.t = 0, .q = {0.3L, -0.7L, 0.5L}, .v = {0.6L, 0.5L, 0.2L}});
    expect_motion(boltzmann_hamel(system), system, state);
    description.constraints.clear();
    const System alone = build(description);
    expect_near(motion_of(boltzmann_hamel(alone), alone, state).a, true_motion(system, state).a,
                "accelerations");
}

// [V_r, V_s] = Σ γ^a_rs V_a of the skate: V_1 = (cos φ, sin φ, 0), V_2 = (0, 0, 1), and the third
// quasi-velocity is the constraint x' sin φ − y' cos φ. [V_1, V_2] = −∂V_1/∂φ = (sin φ, −cos φ, 0).
TEST(BoltzmannHamel, HasTheCoefficientsOfTheSkate) {
    Description description = skate().system.description;
    description.parametrization = {
        .variables = {"s", "w"},
        .velocities = {{"x'", "s*cos(phi)"}, {"y'", "s*sin(phi)"}, {"phi'", "w"}}};
    const Equations equations = boltzmann_hamel(build(description));
    const Expr phi = symbol("phi"), x = symbol("x", 1), y = symbol("y", 1);
    const ExprVector u = quasi_velocities(equations);
    ASSERT_EQ(u.size(), 3U);
    EXPECT_TRUE(are_equal(u[0], x * cos(phi) + y * sin(phi)).proved_zero());
    EXPECT_TRUE(are_equal(u[1], symbol("phi", 1)).proved_zero());
    EXPECT_TRUE(are_equal(u[2], x * sin(phi) - y * cos(phi)).proved_zero());
    for (const char* name : {"γ^1", "γ^2"})
        for (const ExprVector& row : step(equations, name))
            for (const Expr& e : row) EXPECT_TRUE(is_zero(e).proved_zero()) << name;
    EXPECT_TRUE(are_equal(step(equations, "γ^3")[0][1], 1).proved_zero());
    EXPECT_TRUE(are_equal(step(equations, "γ^3")[1][0], -1).proved_zero());
}

// γ^a_rs = Σ_ij (∂W_ai/∂q_j − ∂W_aj/∂q_i) V_ir V_js, where time is one more coordinate q_0, W_a0 the
// part of u_a without velocities, and V_0 = (1, velocities at u = 0).
TEST(BoltzmannHamel, HasTheClassicalCoefficients) {
    for (const HardSystem& hard : {curved_with_damping(), ball_on_turntable(), rheonomic(),
                                   positional_and_kinematic(), voronec_linear()}) {
        const System& system = hard.system;
        const Equations equations = boltzmann_hamel(system);
        const ExprVector u = quasi_velocities(equations);
        ASSERT_EQ(u.size(), system.size());
        const Evaluated value(equations, system, hard.state);
        ExprVector q = system.q;
        q.push_back(system.t);
        std::vector<Replacement> rest, still;
        for (const Expr& v : system.v) rest.emplace_back(v, 0);
        for (const Expr& z : equations.speeds) still.emplace_back(z, 0);
        const ExprMatrix slope = jacobian(equations.velocities, equations.speeds);
        const ExprVector start = substitute(equations.velocities, still);
        const auto field = [&](std::size_t i, std::size_t s) {
            const bool is_start = s == equations.speeds.size();
            if (i == system.size()) return Real(is_start ? 1 : 0);
            return value(is_start ? start[i] : slope[i][s]);
        };
        for (std::size_t a = 0; a < u.size(); ++a) {
            ExprVector w = gradient(u[a], system.v);
            w.push_back(substitute(u[a], rest));
            const ExprMatrix by_q = jacobian(w, q);
            const ExprMatrix& gamma = step(equations, "γ^" + std::to_string(a + 1));
            for (std::size_t r = 0; r < gamma.size(); ++r)
                for (std::size_t s = 0; s < gamma[r].size(); ++s) {
                    Real sum = 0;
                    for (std::size_t i = 0; i < q.size(); ++i)
                        for (std::size_t j = 0; j < q.size(); ++j)
                            sum +=
                                (value(by_q[i][j]) - value(by_q[j][i])) * field(i, r) * field(j, s);
                    expect_near({value(gamma[r][s])}, {sum}, system.title() + ", γ");
                }
        }
    }
}

// Σ_a Σ_s γ^a_rs u_s ∂L/∂u_a, with ∂L/∂u from p = Wᵀ ∂L/∂u, completes Lagrange's terms.
TEST(BoltzmannHamel, HasTheClassicalSumOverAllMomenta) {
    const auto [system, state] = voronec_linear();
    const Equations equations = boltzmann_hamel(system);
    const Evaluated value(equations, system, state);
    const ExprMatrix w = jacobian(quasi_velocities(equations), system.v);
    std::vector<Replacement> on;
    std::vector<Replacement> by_time;
    for (std::size_t i = 0; i < system.size(); ++i) {
        on.emplace_back(system.v[i], equations.velocities[i]);
        by_time.emplace_back(system.q[i], equations.velocities[i]);
    }
    Matrix transposed_w(system.size(), Vector(system.size()));
    for (std::size_t a = 0; a < w.size(); ++a)
        for (std::size_t i = 0; i < w.size(); ++i) transposed_w[i][a] = value(w[a][i]);
    const Vector momenta =
        solution(transposed_w, value(substitute(gradient(system.lagrangian, system.v), on)));

    const Expr lagrangian = substitute(system.lagrangian, on);
    const ExprMatrix slope = jacobian(equations.velocities, equations.speeds);
    const Vector pull = value(gradient(lagrangian, system.q));
    const Vector drift = value(derivative_along(gradient(lagrangian, equations.speeds), by_time));
    Vector expected;
    for (std::size_t r = 0; r < equations.speeds.size(); ++r) {
        Real right = -drift[r];
        for (std::size_t i = 0; i < system.size(); ++i) right += value(slope[i][r]) * pull[i];
        for (std::size_t a = 0; a < w.size(); ++a)
            for (std::size_t s = 0; s < equations.speeds.size(); ++s)
                right -= value(step(equations, "γ^" + std::to_string(a + 1))[r][s]) *
                         value(equations.speeds[s]) * momenta[a];
        expected.push_back(right);
    }
    expect_near(value(equations.right), expected, "right side");
}

TEST(BoltzmannHamel, HasNoCoefficientsOfIntegrableConstraints) {
    const System system =
        build({.coordinates = {"x", "y", "z"},
               .lagrangian = "x'^2 + y'^2 + z'^2",
               .constraints = {{.name = "c", .equation = "z' = 2*x*y*x' + (x^2 + cos(y))*y'"}}});
    const Equations equations = boltzmann_hamel(system);
    for (const ExprVector& row : step(equations, "γ^3"))
        for (const Expr& e : row) EXPECT_TRUE(is_zero(e).proved_zero());
}

TEST(BoltzmannHamel, TreatsFreeMotion) {
    auto [system, state] = rheonomic();
    system.constraints.clear();
    expect_motion(boltzmann_hamel(system), system, state);
}

TEST(BoltzmannHamel, SaysWhyItRefuses) {
    const auto why = [](const System& system) { return boltzmann_hamel_refusal(system).value(); };
    EXPECT_EQ(why(appell_hamel().system), "the constraint 'hamel' is not linear in the velocities");
    EXPECT_EQ(why(second_order().system), "the constraint 'jerk' is of second order");
    EXPECT_EQ(why(charged_particles().system),
              "the constraints are not ideal: their reactions vanish on a space of their own");
    EXPECT_EQ(why(build({.coordinates = {"x", "y"},
                         .lagrangian = "x'^2 + y'^2",
                         .parametrization = {{.variables = {"u"},
                                              .velocities = {{"x'", "u"}, {"y'", "u^2"}}}}})),
              "the parametrization is not linear in 'u'");
}

}  // namespace
}  // namespace rattleback

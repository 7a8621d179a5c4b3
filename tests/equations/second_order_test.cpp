#include "equations/second_order.hpp"

#include <gtest/gtest.h>

#include "exact/is_zero.hpp"
#include "exact/linear_algebra.hpp"
#include "expr/matrices.hpp"
#include "expr/parse.hpp"
#include "geometry/core_system.hpp"
#include "support/curved_metric.hpp"
#include "support/hard_systems.hpp"

namespace rattleback::testing {
namespace {

Equations geodesics(const System& system) { return rattleback::second_order(system); }

// With one or both of the constraints of the reference cases, as text beside C_i aⁱ.
System curved_system(const std::vector<std::string>& rests, bool forced) {
    Description description = curved_metric();
    const std::vector<std::string> c_i{"q1'' + q1/2*q2'' + 3/10*cos(q3)*q3''",
                                       "cos(q3)/3*q1'' + q2'' + q2*q3''"};
    for (std::size_t nu = 0; nu < rests.size(); ++nu)
        description.constraints.push_back({.equation = c_i[nu] + " + " + rests[nu] + " = 0"});
    if (forced)
        description.forces = {{.on = "q1", .value = "-q1 + 3/10*q3'"},
                              {.on = "q2", .value = "-q2 - q2'/5"},
                              {.on = "q3", .value = "1/2"}};
    return build(description);
}

void expect_rates(const System& system, const std::string& name) {
    const Json& all = reference("initial_rates");
    const Vector state = numbers(all[name + " state"]), rates = numbers(all[name + " rates"]);
    const auto n = static_cast<std::ptrdiff_t>(system.size());
    const State start{
        .t = 0, .q = {state.begin(), state.begin() + n}, .v = {state.begin() + n, state.end()}};
    const Equations equations = geodesics(system);
    const Motion motion = motion_of(equations, system, start);
    expect_near(motion.a, {rates.begin() + n, rates.end()}, name);
    expect_motion(equations, system, start);
}

void expect_equal(const ExprVector& actual, const std::vector<std::string>& expected) {
    ASSERT_EQ(actual.size(), expected.size());
    for (std::size_t i = 0; i < actual.size(); ++i)
        EXPECT_TRUE(are_equal(actual[i], parse(expected[i])).proved_zero()) << expected[i];
}

// aʳ = −Γʳ_ks vᵏvˢ with the coefficients as shown.
void expect_geodesics(const System& system, const Equations& equations) {
    for (std::size_t r = 0; r < system.size(); ++r) {
        const ExprMatrix& gamma = step(equations, "Γ^" + std::string(system.q[r].name()));
        EXPECT_TRUE(
            is_zero(equations.right[r] + dot(system.v, product(gamma, system.v))).proved_zero())
            << system.title() << ", " << r;
    }
}

TEST(SecondOrder, MovesHardSystems) {
    std::vector<std::string> refused;
    for (const auto& [system, state] : hard_systems()) {
        if (second_order_refusal(system)) {
            refused.push_back(system.title());
            continue;
        }
        expect_motion(geodesics(system), system, state);
    }
    EXPECT_EQ(refused,
              (std::vector<std::string>{"Relativistic charge", "Reactions along given directions",
                                        "Charged particles in a controlled field"}));
}

TEST(SecondOrder, StartsAsTheReferenceCasesDo) {
    expect_rates(curved_system({"0"}, false), "d_thm1_k1");
    expect_rates(curved_system({"q1'*q2'/10", "3/10 - q3'^2/5"}, true), "d_thm2_k2");
    expect_rates(build({.title = "Lanchester",
                        .coordinates = {"q1", "q2"},
                        .parameters = {{"a", "0.8"}, {"b", "0.5"}},
                        .lagrangian = "(q1'^2 + q2'^2)/2",
                        .constraints = {{.equation = "a*q1'*q2'' + b*q2'*q1'' + a^2*q1'^2"
                                                     " + b^2*q2'^2 = 0"}}}),
                 "d_lanchester");
}

TEST(SecondOrder, HasForceAndReactionOf19) {
    const System system = curved_system({"q1'*q2'/10", "3/10 - q3'^2/5"}, true);
    const ExprVector lower = transposed(step(geodesics(system), "Q̄_i")).at(0);
    expect_values(system, raised(metric(system), lower),
                  numbers(reference("d_pointwise")["Qbar_up_eq19_case_d_thm2_k2"]), "(19)");
}

// Without force and with quadratic C the connection of Theorem I or III, otherwise that of II.
TEST(SecondOrder, ChoosesTheConnection) {
    const auto note = [](const System& system) { return to_text(geodesics(system).notes.at(0)); };
    const std::string text = "The motion is a geodesic of the connection ";
    EXPECT_EQ(note(curved_system({"0"}, false)), text + "(8).");
    EXPECT_EQ(note(curved_system({"q1'*q3'*sin(q2)"}, false)), text + "(8).");
    EXPECT_EQ(note(curved_system({"0", "q1*q2'^2"}, false)), text + "(17).");
    EXPECT_EQ(note(curved_system({"0"}, true)), text + "(11).");
    EXPECT_EQ(note(curved_system({"q1"}, false)), text + "(11).");
    EXPECT_EQ(note(curved_system({"q1*q2'"}, false)), text + "(11).");
    EXPECT_EQ(note(curved_system({"0", "q2'^3"}, false)), text + "(11).");
}

TEST(SecondOrder, MovesAlongGeodesics) {
    Description small{.title = "(11)",
                      .coordinates = {"x", "y", "z"},
                      .lagrangian = "((1 + y^2)*x'^2 + 2*y'^2 + z'^2)/2",
                      .forces = {{.on = "x", .value = "z*y'"}},
                      .constraints = {{.equation = "x'' + y*z'' = x'*y' + t"}}};
    const System forced = build(small);
    expect_geodesics(forced, geodesics(forced));
    small.title = "(17)";
    small.forces.clear();
    small.constraints = {{.equation = "x'' + y*z'' = x'*y'"}, {.equation = "y' = x*z'"}};
    const System inertial = build(small);
    expect_geodesics(inertial, geodesics(inertial));
    EXPECT_EQ(to_text(geodesics(inertial).notes.at(0)),
              "The motion is a geodesic of the connection (17).");
}

// μ of (5) as printed, with all three terms.
TEST(SecondOrder, HasDjukicsMultiplier) {
    const System system = curved_system({"q1'*q2'/10 + q3"}, true);
    const Equations equations = geodesics(system);
    const Metric g = metric(system);
    const ExprTensor second = christoffel_second_kind(g, christoffel_first_kind(g));
    const ExprVector c_i = step(equations, "C_i")[0];
    const Expr c = step(equations, "C")[0][0];
    Expr bracket = -c;
    for (std::size_t i = 0; i < 3; ++i)
        bracket +=
            c_i[i] * (dot(system.v, product(second[i], system.v)) - raised(g, system.force)[i]);
    const Expr mu = bracket / dot(raised(g, c_i), c_i);
    EXPECT_TRUE(are_equal(step(equations, "μ")[0][0], mu).proved_zero());
    for (std::size_t i = 0; i < 3; ++i)
        EXPECT_TRUE(are_equal(equations.reactions[i], mu * c_i[i]).proved_zero());
}

// Several constraints have the multipliers (6), and R is their sum.
TEST(SecondOrder, HasMultipliersOfOrthonormalConstraints) {
    const System system = curved_system({"q1'*q2'/10", "3/10 - q3'^2/5"}, true);
    const Equations equations = geodesics(system);
    const ExprMatrix &mu = step(equations, "μ_(ν)"), &c = step(equations, "C_(ν)i");
    const Evaluated value(equations, system, curved_state());
    for (std::size_t i = 0; i < 3; ++i)
        EXPECT_NEAR(static_cast<double>(value(mu[0][0] * c[0][i] + mu[1][0] * c[1][i])),
                    static_cast<double>(value(equations.reactions[i])), 1e-15);
}

// (13) and (14) as printed, with S of (15): Γ_(ks) = {r ks} − Q̄ʳ g_ks/2T, Γ_[ks] = S_[k δʳ_s].
TEST(SecondOrder, HasTheSymmetricAndTheAntisymmetricPart) {
    const System system = curved_system({"q1'*q2'/10 + q3"}, true);
    const Equations equations = geodesics(system);
    const Metric g = metric(system);
    const ExprTensor second = christoffel_second_kind(g, christoffel_first_kind(g));
    const ExprVector q_bar = transposed(step(equations, "Q̄_i")).at(0);
    const ExprVector s = transposed(step(equations, "S_k")).at(0), upper = raised(g, q_bar);
    const Expr kinetic = dot(system.v, product(g.lower, system.v)) / 2;
    const Evaluated value(equations, system, curved_state());
    const auto expect_near = [&](const Expr& actual, const Expr& expected) {
        EXPECT_NEAR(static_cast<double>(value(actual)), static_cast<double>(value(expected)),
                    1e-14);
    };
    for (std::size_t r = 0; r < 3; ++r) {
        const std::string name = "Γ^" + std::string(system.q[r].name());
        const ExprMatrix even = step(equations, name + "_(ks)"),
                         odd = step(equations, name + "_[ks]");
        expect_near(s[r] * kinetic, -q_bar[r]);
        for (std::size_t k = 0; k < 3; ++k)
            for (std::size_t l = 0; l < 3; ++l) {
                expect_near(even[k][l], second[r][k][l] - upper[r] * g.lower[k][l] / (2 * kinetic));
                expect_near(odd[k][l], ((r == l ? s[k] : 0) - (r == k ? s[l] : 0)) / 2);
            }
    }
}

// T = 0 is where (11) does not exist.
TEST(SecondOrder, StartsFromRest) {
    const System system = curved_system({"q1 - 1/5"}, true);
    expect_motion(geodesics(system), system, {.t = 0, .q = {0.3L, -0.4L, 0.7L}, .v = {0, 0, 0}});
}

// [Z 2.14], and [Z 4.10] with e^(kt) in the metric.
TEST(SecondOrder, MovesZampierisSkate) {
    Description skate{.coordinates = {"x", "y", "phi"},
                      .lagrangian = "(x'^2 + y'^2 + phi'^2)/2 + x",
                      .constraints = {{.equation = "x'*sin(phi) - y'*cos(phi) = 0"}}};
    const std::string x = "cos(phi)^2 - phi'*sin(phi)*(x'*cos(phi) + y'*sin(phi))",
                      y = "cos(phi)*sin(phi) + phi'*cos(phi)*(x'*cos(phi) + y'*sin(phi))";
    expect_equal(geodesics(build(skate)).right, {x, y, "0"});
    skate.parameters = {{"k", "1/4"}};
    skate.lagrangian = "(x'^2 + y'^2 + exp(k*t)*phi'^2)/2 + x";
    const System friction = build(skate);
    expect_equal(geodesics(friction).right, {x, y, "-k*phi'"});

    // (4.9): f + Dᵀμ = M a with one μ, and (2.13) at k = 0.
    const CoreSystem core = core_system(friction);
    const Expr mu = symbol("mu");
    ExprVector rows;
    for (std::size_t i = 0; i < 3; ++i)
        rows.push_back(dot(core.mass[i], friction.a) - core.force[i] - mu * core.n[0][i]);
    expect_equal(rows, {"x'' - 1 - mu*sin(phi)", "y'' + mu*cos(phi)", "exp(k*t)*(phi'' + k*phi')"});
}

TEST(SecondOrder, NeedsNoConstraint) {
    const System system = build({.title = "Free",
                                 .coordinates = {"x", "y"},
                                 .lagrangian = "(x'^2 + x^2*y'^2)/2 - x*y",
                                 .forces = {{.on = "y", .value = "-x'"}}});
    expect_motion(geodesics(system), system, {.t = 0, .q = {1, 2}, .v = {3, 4}});
}

TEST(SecondOrder, SaysWhatItCannotTreat) {
    EXPECT_EQ(second_order_refusal(not_quadratic().system),
              "the Lagrangian is not quadratic in the velocities, so it gives no metric");
    EXPECT_EQ(second_order_refusal(charged_particles().system),
              "the constraints are not ideal: their reactions vanish on a space of their own");
    EXPECT_EQ(second_order_refusal(
                  build({.coordinates = {"x", "y"},
                         .lagrangian = "(x'^2 + y'^2)/2",
                         .parametrization = {{.variables = {"u"},
                                              .velocities = {{"x'", "u"}, {"y'", "x*u"}}}}})),
              "the constraints are given by a parametrization of the velocities, not by equations");
}

}  // namespace
}  // namespace rattleback::testing

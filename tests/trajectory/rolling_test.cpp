// Rolling bodies from bodies and contacts, against what is known of them.

#include <gmock/gmock.h>

#include <cmath>
#include <numbers>

#include "compiled/equations_of_motion.hpp"
#include "dynamics/motion_checks.hpp"
#include "equations/formulations.hpp"
#include "model/energy.hpp"
#include "support/model_file.hpp"
#include "support/sanitized.hpp"
#include "trajectory/simulate.hpp"

namespace rattleback::testing {
namespace {

using std::numbers::pi;

SimulationOptions until(double end, double tolerance = 1e-12) {
    SimulationOptions options;
    options.integration.until = end;
    options.integration.rtol = options.integration.atol = tolerance;
    options.integration.dense = true;
    return options;
}

double largest(const System& system, const Equations& equations, const Trajectory& run,
               const std::string& name) {
    for (const MotionCheck& check : check_motion(system, equations, run))
        if (check.name == name) return check.largest;
    throw std::runtime_error("there is no check " + name);
}

System with(const std::string& model, const std::string& parameter, const std::string& value) {
    Description d = model_file(model).description;
    for (auto& [name, formula] : d.parameters)
        if (name.text() == parameter) formula = value;
    return build(d);
}

// Kane & Levinson's equations of the rolling disc, in u1 = θ', u2 the spin about its axis and u3 the
// component in its plane; theirs has q2 = −θ for the lean and turns the other way.
TEST(RollingDisc, MovesByKanesEquations) {
    const System system = model_file("rolling_disc");
    for (const char* form : {"lagrange_multipliers", "benenti", "gibbs_appell"}) {
        const EquationsOfMotion motion(system, derive(system, "lagrange_multipliers"));
        const double psi = 0.4, lean = 0.3, yaw_rate = 0.7, lean_rate = -0.2, spin = 1.3;
        const double r = 1, g = 1;
        // The centre follows from rolling: ẋ = r((φ' + ψ' sin θ) cos ψ + θ' cos θ sin ψ), …
        const double along = r * (spin + yaw_rate * std::sin(lean)),
                     across = r * lean_rate * std::cos(lean);
        const std::vector<double> state{0,
                                        0,
                                        psi,
                                        lean,
                                        0,
                                        along * std::cos(psi) + across * std::sin(psi),
                                        along * std::sin(psi) - across * std::cos(psi),
                                        yaw_rate,
                                        lean_rate,
                                        spin};
        const std::vector<double> in = motion.input(state, 0);
        const CompiledFunction constraints = compile(motion.inputs(), motion.constraint_values());
        std::vector<double> residuals(constraints.outputs());
        constraints(in.data(), residuals.data());
        for (const double residual : residuals) EXPECT_NEAR(residual, 0, 1e-14);
        const SolvedFunction forces = motion.forces();
        std::vector<double> a(forces.outputs());
        forces(in.data(), a.data());
        const double u1 = lean_rate, u2 = spin + yaw_rate * std::sin(lean),
                     u3 = yaw_rate * std::cos(lean);
        const double u1_rate =
            (6 * r * u2 * u3 - r * u3 * u3 * std::tan(lean) + 4 * g * std::sin(lean)) / (5 * r);
        const double u2_rate = -2.0 / 3 * u1 * u3, u3_rate = u1 * (-2 * u2 + u3 * std::tan(lean));
        EXPECT_NEAR(a[3], u1_rate, 1e-13) << form;
        EXPECT_NEAR(a[4] + a[2] * std::sin(lean) + yaw_rate * lean_rate * std::cos(lean), u2_rate,
                    1e-13);
        EXPECT_NEAR(a[2] * std::cos(lean) - yaw_rate * lean_rate * std::sin(lean), u3_rate, 1e-13);
    }
}

// Newton's law for the centre, whose acceleration is differenced: m(ẍ, ÿ, (r cos θ)¨ + g).
TEST(RollingDisc, StandsOnItsContactForce) {
    Description d = model_description("rolling_disc");
    d.initial = {{"theta", "3/10"}, {"psi'", "1/2"}, {"phi'", "2"}, {"theta'", "1/4"}};
    const System system = build(d);
    SimulationOptions options = until(2, 1e-13);
    const double h = 1e-3;
    for (int i = 0; i <= 2000; ++i) options.integration.at.push_back(i * h);
    for (const char* form : {"benenti", "lagrange_multipliers"}) {
        const Trajectory run = simulate(system, derive(system, form), options);
        ASSERT_EQ(run.contacts.width(), 3U);
        for (const std::size_t i : {100U, 777U, 1500U}) {
            const auto bent = [&](auto&& f) {
                return (f(run.states[i - 1]) - 2 * f(run.states[i]) + f(run.states[i + 1])) /
                       (h * h);
            };
            EXPECT_NEAR(run.contacts[i][0], bent([](auto s) { return s[0]; }), 1e-5) << form;
            EXPECT_NEAR(run.contacts[i][1], bent([](auto s) { return s[1]; }), 1e-5) << form;
            EXPECT_NEAR(run.contacts[i][2], bent([](auto s) { return std::cos(s[3]); }) + 1, 1e-5)
                << form;
        }
    }
}

// Where the contact is not the only support the force there does not follow from the motion of all.
TEST(RollingDisc, DoesNotClaimAForceThatOthersShare) {
    Description d = model_description("rolling_disc");
    d.bodies.push_back({.name = "stone", .frame = "ground", .mass = "10"});
    const auto last_force = [](const Description& description) {
        const System system = build(description);
        return simulate(system, derive(system, "benenti"), until(1)).contacts.back()[2];
    };
    EXPECT_TRUE(std::isnan(last_force(d)));  // the stone's weight is carried elsewhere
    d = model_description("rolling_disc");
    d.constraints.push_back({.name = "held", .equation = "psi' = 0"});
    EXPECT_TRUE(std::isnan(last_force(d)));
    // A wheel at the end of an arm that the coordinates pin to the ground.
    const Description arm{
        .coordinates = {"a", "b"},
        .frames = {{.name = "arm", .rotations = {{"z", "a"}}},
                   {.name = "wheel",
                    .parent = "arm",
                    .origin = {"2", "0", "1"},
                    .rotations = {{"x", "b"}}}},
        .bodies = {{.frame = "wheel", .mass = "3", .inertia = {"2", "1", "1"}}},
        .gravity = {"0", "0", "-10"},
        .rollings = {{.frame = "wheel", .shape = "disc", .radius = "1", .axis = "x"}},
        .initial = {{"a'", "1"}}};
    EXPECT_TRUE(std::isnan(last_force(arm)));
}

// Kane & Levinson 1982: from −5 the spin reverses near 2.78 s, from +5 near 11.5 s.
TEST(Rattleback, TurnsRoundAndKeepsItsEnergy) {
    if (sanitized) GTEST_SKIP() << "would take minutes with sanitizers";
    struct Row {
        const char* spin;
        double reversal;
    };
    for (const Row row : {Row{"-5", 2.78}, Row{"5", 11.5}}) {
        const System system = with("rattleback", "spin", row.spin);
        const Equations equations = derive(system, "benenti");
        SimulationOptions options = until(20, 1e-13);
        for (double t = 0.05; t < 20; t += 0.05) options.integration.at.push_back(t);
        const Trajectory run = simulate(system, equations, options);
        ASSERT_TRUE(run.reached_end()) << run.stop.message;
        EXPECT_LT(largest(system, equations, run, "energy"), 1e-12) << row.spin;
        // Spin averaged over half a second: γ(t + ¼) − γ(t − ¼) changes its sign once.
        std::vector<double> reversals;
        double tilt = 0;
        for (std::size_t i = 0; i < run.times.size(); ++i) {
            const double alpha = run.states[i][3], beta = run.states[i][4];
            tilt = std::max(tilt, std::acos(std::cos(alpha) * std::cos(beta)));
            if (i < 6 || i + 6 >= run.times.size()) continue;
            const double before = run.states[i + 4][5] - run.states[i - 6][5],
                         after = run.states[i + 5][5] - run.states[i - 5][5];
            if (before * after < 0) reversals.push_back(run.times[i]);
        }
        ASSERT_GE(reversals.size(), 1U) << row.spin;
        EXPECT_NEAR(reversals[0], row.reversal, 0.25) << row.spin;
        if (row.reversal < 5) {
            EXPECT_NEAR(tilt * 180 / pi, 23.04, 0.5);
        }
    }
}

TEST(Rattleback, StartsWithThePublishedEnergy) {
    const System system = model_file("rattleback");
    const Equations equations = derive(system, "lagrange_multipliers");
    const Trajectory run = simulate(system, equations, until(1e-3));
    const EquationsOfMotion motion(system, equations);
    const Expr energy = energy_of(system.lagrangian, system.v);
    double value = 0;
    motion.observed({&energy, 1})(motion.input(run.states[0], 0).data(), &value);
    EXPECT_NEAR(value, 0.123885313673553, 1e-14);
}

// A ball on a turntable goes in circles at 2/7 of its rate.
TEST(BallOnTurntable, GoesInCircles) {
    Description d = model_file("ball_on_tilted_table").description;
    for (auto& [name, formula] : d.parameters)
        if (name.text() == "alpha") formula = "0";
    d.expect.clear();
    d.initial = {{"e0", "1"}, {"x", "0.3"}, {"x'", "0.2"}, {"y'", "0.1"}};
    const System system = build(d);
    const double w = 2.0 / 7 * 7, period = 2 * pi / w;
    SimulationOptions options = until(period);
    options.integration.at = {period / 2, period};
    const Trajectory run = simulate(system, derive(system, "lagrange_multipliers"), options);
    ASSERT_TRUE(run.reached_end()) << run.stop.message;
    // Half a turn later it is opposite, about the centre (0.3, 0) + (−0.1, 0.2)/w.
    EXPECT_NEAR(run.states[0][0], 0.3 - 2 * 0.1 / w, 1e-9);
    EXPECT_NEAR(run.states[0][1], 2 * 0.2 / w, 1e-9);
    EXPECT_NEAR(run.states[1][0], 0.3, 1e-9);
    EXPECT_NEAR(run.states[1][1], 0, 1e-9);
}

TEST(Expected, ClosedFormsAreMet) {
    for (const char* model : {"ball_in_cylinder", "ball_on_tilted_table", "chaplygin_sleigh"}) {
        const System system = model_file(model);
        ASSERT_FALSE(system.expect.empty()) << model;
        const Equations equations = derive(system, "lagrange_multipliers");
        const Trajectory run = simulate(system, equations, until(5));
        ASSERT_TRUE(run.reached_end()) << model << ": " << run.stop.message;
        for (const MotionCheck& check : check_motion(system, equations, run)) {
            EXPECT_TRUE(check.holds()) << model << ", " << check.name << ": " << check.largest;
            if (check.name.starts_with("expected")) {
                EXPECT_LT(check.largest, 1e-8) << model << ", " << check.name;
            }
        }
    }
}

// The moment of momentum about the point of contact, Iω + m r² (ω − (ω·n) n) in space.
TEST(ChaplyginSphere, KeepsItsMomentOfMomentum) {
    const System system = model_file("chaplygin_sphere");
    const Equations equations = derive(system, "lagrange_multipliers");
    const Frame& ball = system.frames[1];
    const Body& body = system.bodies[0];
    const Vector3 own = body.inertia * ball.own.omega, turning = ball.turning;
    Vector3 moment = ball.own.axes * own;
    moment[0] += symbol("m") * symbol("r") * symbol("r") * turning[0];
    moment[1] += symbol("m") * symbol("r") * symbol("r") * turning[1];
    const EquationsOfMotion motion(system, equations);
    const CompiledFunction code = motion.observed(moment);
    const Trajectory run = simulate(system, equations, until(10));
    ASSERT_TRUE(run.reached_end()) << run.stop.message;
    std::array<double, 3> first{}, last{};
    code(motion.input(run.states[0], 0).data(), first.data());
    code(motion.input(run.states.back(), 10).data(), last.data());
    for (std::size_t i = 0; i < 3; ++i) {
        EXPECT_NEAR(last[i], first[i], 1e-10);
        EXPECT_GT(std::abs(first[i]), 1e-3);
    }
}

// Suslov: with I ω̇-coupling through the products of inertia, in the body ω moves on an ellipse of
// energy and ends where Ixz ω₁ + Iyz ω₂ = 0.
TEST(Suslov, GoesToASteadyRotation) {
    const System system = model_file("suslov");
    const Equations equations = derive(system, "lagrange_multipliers");
    const Vector3 omega = system.frames[1].own.omega;
    const EquationsOfMotion motion(system, equations);
    const CompiledFunction code = motion.observed(omega);
    const Trajectory run = simulate(system, equations, until(30));
    std::array<double, 3> w{};
    code(motion.input(run.stop.state, run.stop.time).data(), w.data());
    EXPECT_NEAR(w[2], 0, 1e-10);
    EXPECT_NEAR(0.3 * w[0] + 0.4 * w[1], 0, 1e-3) << run.stop.message;
    EXPECT_GT(std::hypot(w[0], w[1]), 0.5);
}

TEST(Cart, SharesItsSidewaysForceEvenly) {
    const System system = model_file("cart");
    const Trajectory run = simulate(system, derive(system, "lagrange_multipliers"), until(5));
    ASSERT_TRUE(run.reached_end()) << run.stop.message;
    const auto forces = run.contacts.back();
    // Across the cart the wheels bear the whole push: −2 cos θ + sin θ.
    double across = 0;
    for (std::size_t wheel = 0; wheel < 4; ++wheel) {
        const double each =
            -forces[3 * wheel] * std::sin(0.3) + forces[3 * wheel + 1] * std::cos(0.3);
        EXPECT_NEAR(each, (-2 * std::cos(0.3) + std::sin(0.3)) / 4, 1e-10);
        across += each;
        EXPECT_TRUE(std::isnan(forces[3 * wheel + 2]));
    }
    EXPECT_NEAR(across, -2 * std::cos(0.3) + std::sin(0.3), 1e-10);
}

}  // namespace
}  // namespace rattleback::testing

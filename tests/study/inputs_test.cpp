// Inputs: known functions of time, as forces and as prescribed coordinates. What they must give is known
// from the same model with the formula in their place, from a coordinate that a positional constraint
// holds to the same function, whose multiplier is the drive's force, and from closed forms.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <numbers>
#include <stop_token>

#include "expr/input.hpp"
#include "expr/print_text.hpp"
#include "rattleback/errors.hpp"
#include "study/changed_model.hpp"
#include "study/check_model.hpp"
#include "study/derive_forms.hpp"
#include "study/derive_motion.hpp"
#include "study/quantity_along.hpp"
#include "study/quantity_rate.hpp"
#include "study/run_motion.hpp"
#include "support/model_file.hpp"
#include "trajectory/simulate.hpp"

namespace rattleback {
namespace {

using ::testing::HasSubstr;

std::vector<double> along(const Run& run, const std::string& quantity) {
    return quantity_along(run, quantity);
}

void expect_near(const std::vector<double>& a, const std::vector<double>& b, double allowed) {
    ASSERT_EQ(a.size(), b.size());
    for (std::size_t i = 0; i < a.size(); ++i) EXPECT_NEAR(a[i], b[i], allowed) << "sample " << i;
}

void expect_checks_hold(const Run& run) {
    for (const MotionCheck& check : checks_of(run))
        EXPECT_TRUE(check.holds())
            << check.name << ": " << check.largest << " of " << check.allowed;
}

// A pendulum on a cart that is carried to and fro, and the cart as a coordinate held to the same motion.
Description carried_pendulum() {
    return {.title = "Pendulum on a cart that is carried",
            .coordinates = {"theta"},
            .parameters = {{"M", "3"}, {"m", "2"}, {"l", "1/2"}, {"g", "9.81"}, {"w", "3"}},
            .inputs = {{"s", "sin(w*t)/3"}},
            .lagrangian =
                "M*s'^2/2 + m*(s'^2 + 2*l*cos(theta)*s'*theta' + l^2*theta'^2)/2 + "
                "m*g*l*cos(theta)",
            .forces = {{.on = "theta", .value = "-theta'/10"}},
            .initial = {{"theta", "1"}}};
}

Description held_pendulum() {
    Description result = carried_pendulum();
    result.coordinates.emplace_back("s");
    result.inputs.clear();
    result.constraints = {{.name = "carrier", .equation = "s = sin(w*t)/3"}};
    result.initial.push_back({"s'", "w/3"});
    return result;
}

const std::vector<double> times{0.5, 1, 1.5, 2, 2.5, 3};

TEST(Inputs, GiveTheMotionOfTheFormulaInTheirPlace) {
    Description written = carried_pendulum();
    written.inputs.clear();
    written.definitions = {{"v", "w*cos(w*t)/3"}};
    written.lagrangian =
        "M*v^2/2 + m*(v^2 + 2*l*cos(theta)*v*theta' + l^2*theta'^2)/2 + "
        "m*g*l*cos(theta)";
    for (const char* method : {"taylor", "dop853", "bdf", "gauss6"}) {
        const RunRequest request{.method = method, .until = 3, .at = times};
        const auto a = run_motion(carried_pendulum(), request), b = run_motion(written, request);
        EXPECT_EQ(along(a, "theta"), along(b, "theta")) << method;
        EXPECT_EQ(along(a, "theta'"), along(b, "theta'")) << method;
        expect_checks_hold(a);
    }
}

TEST(Inputs, DrivesExertWhatHoldsACoordinateToTheSameMotion) {
    const RunRequest request{.until = 3, .at = times};
    const auto driven = run_motion(carried_pendulum(), request),
               held = run_motion(held_pendulum(), request);
    expect_near(along(driven, "theta"), along(held, "theta"), 1e-8);
    expect_near(along(driven, "Q_s"), along(held, "R_s"), 1e-6);
    expect_near(along(driven, "P_s"), along(held, "R_s*s'"), 1e-6);
    expect_near(along(driven, "energy"), along(held, "energy"), 1e-7);
    EXPECT_EQ(driven.trajectory.drive_names, (std::vector<std::string>{"Q_s", "P_s"}));
    expect_checks_hold(driven);
}

// A sleigh on a plate that turns: the input is in the constraint, whose reaction acts on the drive too.
Description sleigh_on_plate() {
    return {.coordinates = {"x", "y", "phi"},
            .inputs = {{"alpha", "sin(2*t)/2"}, {"torque", "cos(t)"}},
            .lagrangian = "(x'^2 + y'^2)/2 + (phi' + alpha')^2/4 + alpha'^2",
            .forces = {{.on = "phi", .value = "torque"}},
            .constraints = {{.name = "blade",
                             .equation = "(x' + y*alpha')*sin(phi) = (y' - x*alpha')*cos(phi)"}},
            .initial = {{"x'", "1"}, {"phi'", "1/3"}, {"x", "1"}}};
}

TEST(Inputs, ReactionsOfConstraintsActOnDrives) {
    Description held = sleigh_on_plate();
    held.coordinates.emplace_back("alpha");
    held.inputs.erase(held.inputs.begin());
    held.constraints.push_back({.name = "plate", .equation = "alpha = sin(2*t)/2"});
    held.initial.push_back({"alpha'", "1"});
    const RunRequest request{.until = 3, .at = times};
    const auto driven = run_motion(sleigh_on_plate(), request), other = run_motion(held, request);
    expect_near(along(driven, "x"), along(other, "x"), 1e-8);
    expect_near(along(driven, "phi"), along(other, "phi"), 1e-8);
    expect_near(along(driven, "Q_alpha"), along(other, "mu2"), 1e-6);
    expect_near(along(driven, "P_alpha"), along(other, "mu2*alpha'"), 1e-6);
    expect_checks_hold(driven);
    expect_checks_hold(other);
}

// x'' = -k(x - s): the drive stretches the spring.
TEST(Inputs, DrivesOfPotentialsAreKnownInClosedForm) {
    const Description model{.coordinates = {"x"},
                            .parameters = {{"k", "4"}, {"w", "1"}},
                            .inputs = {{"s", "sin(w*t)"}},
                            .lagrangian = "x'^2/2",
                            .forces = {{.potential = "k*(x - s)^2/2"}},
                            .initial = {{"x'", "4/3"}},
                            .expect = {{"x", "4/3*sin(t)"}}};
    const auto run = run_motion(model, {.until = 3, .at = times});
    expect_checks_hold(run);
    for (std::size_t i = 0; i < times.size(); ++i)
        EXPECT_NEAR(along(run, "Q_s")[i], -4 * std::sin(times[i]) / 3, 1e-8);
    EXPECT_TRUE(check_model(model, {.run = {.until = 3}}).ok());
}

TEST(Inputs, ThatAreOpenAreZero) {
    Description model{.coordinates = {"x"},
                      .inputs = {{.name = "torque"}},
                      .lagrangian = "x'^2/2 - x^2/2",
                      .forces = {{.on = "x", .value = "torque"}},
                      .initial = {{"x", "1"}},
                      .expect = {{"x", "cos(t)"}}};
    expect_checks_hold(run_motion(model, {.until = 3, .at = times}));
    const DerivedForms derived = derive_form(model);
    EXPECT_EQ(to_text(derived.forms[0].equations.right[0]), "torque - x");
    EXPECT_TRUE(check_model(model, {.run = {.until = 1}}).ok());
}

TEST(Inputs, StandInEquationsByTheirNames) {
    const DerivedForms derived = derive_form(carried_pendulum(), "lagrange_multipliers");
    const std::string right = to_text(derived.forms[0].equations.right[0]);
    EXPECT_THAT(right, HasSubstr("s''"));
    EXPECT_EQ(right.find("sin(w*t)"), std::string::npos);
    EXPECT_EQ(to_text(input("psi", 2)), "psi''");
}

TEST(Inputs, AreSpokenOfInCheck) {
    const ModelCheck check = check_model(carried_pendulum(), {.run = {.until = 2}});
    EXPECT_TRUE(check.ok());
    const Section& inputs = check.section("inputs");
    ASSERT_EQ(inputs.sentences.size(), 1U);
    const std::string text = to_text(inputs.sentences[0]);
    EXPECT_THAT(text, HasSubstr("depends on it up to s''."));
    EXPECT_THAT(text, HasSubstr("Q_s = "));
    EXPECT_THAT(to_text(check.section("energy").sentences[0]),
                HasSubstr("Q_s*s' from the drive of s"));
}

TEST(Inputs, HaveRates) {
    const QuantityRate rate = rate_of(carried_pendulum(), "s*theta");
    EXPECT_EQ(to_text(rate.rate.value), "theta*s' + s*theta'");
}

// A velocity would jump with the rate of a mass that is moved along |t - 1|, an acceleration with a torque.
TEST(Inputs, MustBeAsSmoothAsTheMotionNeeds) {
    Description model = carried_pendulum();
    model.inputs = {{"s", "abs(t - 1)"}};
    try {
        build(model);
        FAIL() << "it was built";
    } catch (const ModelError& error) {
        EXPECT_THAT(
            error.what(),
            HasSubstr("the first derivative of the input 's' jumps where t - 1 = 0, and the "
                      "motion, or the force of its drive, depends on its second derivative: "
                      "there it would take an impact"));
    }
    model.inputs = {{"s", "(t - 1)*abs(t - 1)"}};
    EXPECT_NO_THROW(build(model));
    model.inputs = {{"s", "sin(t)*abs(sin(t))"}};
    EXPECT_NO_THROW(build(model));
}

// s = (t - 1)|t - 1|/2 has the acceleration sign(t - 1).
TEST(Inputs, MayHaveKinksAndJumpsWhereTheMotionAllowsThem) {
    const Description model{.coordinates = {"x"},
                            .inputs = {{"s", "(t - 1)*abs(t - 1)/2"}, {"f", "sign(t - 1/2)"}},
                            .lagrangian = "(x' + s')^2/2",
                            .forces = {{.on = "x", .value = "f + max(0, t - 3/4)"}},
                            .initial = {{"x'", "0"}}};
    for (const char* method : {"taylor", "dop853", "adams", "bdf", "gauss6"}) {
        const auto run = run_motion(model, {.method = method, .until = 2, .at = {2}});
        // The momentum x' + s' begins with 1, and changes by the integral of the forces.
        const double momentum = 1 + (-0.5 + 1.5) + 1.25 * 1.25 / 2;
        EXPECT_NEAR(along(run, "x'")[0], momentum - 1, 1e-9) << method;
        expect_checks_hold(run);
    }
}

// The board in the velocity u along it, by hand: the blades say θ' = u tan φ / l, and the force along the
// motion that they leave free vanishes. Classical Runge–Kutta in long double.
class Snakeboard {
public:
    Snakeboard(int n1, int n2) : n1_(n1), n2_(n2) {}

    using State = std::array<long double, 4>;  // x, y, θ, u

    State after_a_cycle() const {
        constexpr int steps = 20'000;
        const long double h = 2 * std::numbers::pi_v<long double> / steps;
        State y{};
        for (int i = 0; i < steps; ++i) {
            const long double t = i * h;
            const State a = rate(t, y), b = rate(t + h / 2, moved(y, a, h / 2)),
                        c = rate(t + h / 2, moved(y, b, h / 2)), d = rate(t + h, moved(y, c, h));
            for (std::size_t k = 0; k < 4; ++k) y[k] += h * (a[k] + 2 * b[k] + 2 * c[k] + d[k]) / 6;
        }
        return y;
    }

private:
    static State moved(State y, const State& by, long double h) {
        for (std::size_t k = 0; k < 4; ++k) y[k] += h * by[k];
        return y;
    }

    State rate(long double t, const State& y) const {
        const long double m = 6, l = 0.2L, jr = 0.072L, inertia = 0.016L + jr + 2 * 0.0013L;
        const long double turned = -0.7L * n1_ * n1_ * std::sin(n1_ * t);  // psi''
        const long double phi = 0.3L * std::sin(n2_ * t), rate = 0.3L * n2_ * std::cos(n2_ * t);
        const long double k = std::tan(phi) / l,
                          k_rate = rate / (l * std::cos(phi) * std::cos(phi));
        const long double u = y[3];
        return {u * std::cos(y[2]), u * std::sin(y[2]), k * u,
                -k * (inertia * u * k_rate + jr * turned) / (m + inertia * k * k)};
    }

    int n1_, n2_;
};

Description gait(int n1, int n2) {
    return with_values(
        testing::model_description("snakeboard_gait"),
        std::vector<NewValue>{{"n1", std::to_string(n1)}, {"n2", std::to_string(n2)}});
}

std::array<double, 3> displacement(const Description& model) {
    const double cycle = 2 * std::numbers::pi;
    const auto run = run_motion(model, {.until = cycle, .rtol = 1e-13, .at = {cycle}});
    expect_checks_hold(run);
    return {along(run, "x")[0], along(run, "y")[0], along(run, "theta")[0]};
}

constexpr std::array<std::array<int, 2>, 3> gaits{{{1, 1}, {2, 1}, {3, 2}}};

TEST(Inputs, PrescribeTheGaitsOfTheSnakeboard) {
    for (const auto& [n1, n2] : gaits) {
        const Snakeboard::State by_hand = Snakeboard(n1, n2).after_a_cycle();
        const std::array<double, 3> found = displacement(gait(n1, n2));
        for (std::size_t k = 0; k < 3; ++k)
            EXPECT_NEAR(found[k], static_cast<double>(by_hand[k]), 1e-10) << n1 << ':' << n2;
    }
}

InputDescription sampled(const std::string& name, double amplitude, int frequency, int points) {
    InputDescription result{.name = name, .beyond = "periodic"};
    for (int i = 0; i <= points; ++i) {
        result.times.push_back(2 * std::numbers::pi * i / points);
        result.values.push_back(amplitude * std::sin(frequency * result.times.back()));
    }
    result.values.back() = 0;
    return result;
}

double largest_difference(const std::array<double, 3>& a, const std::array<double, 3>& b) {
    double worst = 0;
    for (std::size_t k = 0; k < 3; ++k) worst = std::max(worst, std::abs(a[k] - b[k]));
    return worst;
}

TEST(Inputs, PrescribeThemByTablesToTheirAccuracy) {
    for (const auto& [n1, n2] : gaits) {
        const std::array<double, 3> exact = displacement(gait(n1, n2));
        const auto error = [&, n1 = n1, n2 = n2](int points) {
            Description model = gait(n1, n2);
            model.inputs = {sampled("psi", 0.7, n1, points), sampled("phi", 0.3, n2, points)};
            return largest_difference(displacement(model), exact);
        };
        const double coarse = error(100), fine = error(200);
        EXPECT_LT(fine, 1e-6) << n1 << ':' << n2;
        EXPECT_GT(coarse / fine, 3.5) << n1 << ':' << n2;
    }
}

const std::vector<const char*> all_methods{"taylor", "dop853", "dopri5", "vern9",
                                           "adams",  "bdf",    "gauss4", "gauss6"};

// x'' = f with straight lines between the times: x' is the sum of trapezia.
TEST(Inputs, StopEveryMethodAtTheTimesOfATable) {
    Description model{.coordinates = {"x"},
                      .inputs = {{.name = "f",
                                  .interpolation = "linear",
                                  .times = {0, 0.3, 0.31, 1, 1.7, 2},
                                  .values = {0, 5, -5, 1, 1, 0}}},
                      .lagrangian = "x'^2/2",
                      .forces = {{.on = "x", .value = "f"}}};
    const double speed = 0.75 + 0 - 0.69 * 2 + 0.7 + 0.15;
    for (const char* method : all_methods) {
        const auto run = run_motion(model, {.method = method, .until = 2, .at = {0.31, 2}});
        EXPECT_NEAR(along(run, "x'")[1], speed, 1e-9) << method;
        EXPECT_NEAR(along(run, "x'")[0], 0.75, 1e-9) << method;
        expect_checks_hold(run);
    }
}

// Friction of at most 1 holds a block until the force steps up at t = 1.
Description block_that_is_pushed() {
    return {.coordinates = {"x"},
            .inputs = {{.name = "f",
                        .interpolation = "step",
                        .beyond = "hold",
                        .times = {0, 1, 2},
                        .values = {0.5, 3, 0.25}}},
            .lagrangian = "x'^2/2",
            .forces = {{.on = "x", .value = "f - sign(x')"}}};
}

constexpr double end_of_push = 1 + 2 * 2 / (2 * 0.75);

TEST(Inputs, LetGoWhatFrictionHeld) {
    const Description model = block_that_is_pushed();
    for (const char* method : {"taylor", "dop853"}) {
        const auto run = run_motion(model, {.method = method, .until = 5, .at = {1, 2, 5}});
        EXPECT_NEAR(along(run, "x'")[0], 0, 1e-12) << method;
        EXPECT_NEAR(along(run, "x'")[1], 2, 1e-9) << method;
        EXPECT_NEAR(along(run, "x")[2], end_of_push, 1e-8) << method;
        expect_checks_hold(run);
    }
}

// In a plane friction has a direction. A force that begins with zero is none that is zero throughout.
TEST(Inputs, PushABlockInAPlaneFromRest) {
    const InputDescription push{
        .name = "f", .interpolation = "linear", .times = {0, 1, 2, 3}, .values = {0, 2, 1, 1}};
    const Description plane{.coordinates = {"x", "y"},
                            .inputs = {push},
                            .lagrangian = "(x'^2 + y'^2)/2",
                            .forces = {{.components = {{"x", "f - x'/(4*sqrt(x'^2 + y'^2))"},
                                                       {"y", "-y'/(4*sqrt(x'^2 + y'^2))"}}}}};
    const Description line{.coordinates = {"x"},
                           .inputs = {push},
                           .lagrangian = "x'^2/2",
                           .forces = {{.on = "x", .value = "f - sign(x')/4"}}};
    const RunRequest request{.until = 3, .at = {3}};
    const auto run = run_motion(plane, request);
    // From t = 1/8 on, where the push exceeds 1/4.
    EXPECT_NEAR(along(run, "x'")[0], 1.0 + 1.5 + 1 - 1.0 / 64 - 23.0 / 32, 1e-7);
    EXPECT_NEAR(along(run, "x")[0], along(run_motion(line, request), "x")[0], 1e-7);
    expect_checks_hold(run);
}

// A spline through noise, beyond its own piece, is soon as large as nothing else is.
TEST(Inputs, ShakeABlockInAPlane) {
    InputDescription shaking{.name = "f"};
    for (int i = 0; i <= 80; ++i) {
        shaking.times.push_back(i / 2.0);
        shaking.values.push_back(std::sin(7 * i) / 2 + std::sin(3 * i) / 4);
    }
    const Description plane{.coordinates = {"x", "y"},
                            .inputs = {shaking},
                            .lagrangian = "(x'^2 + y'^2)/2",
                            .forces = {{.components = {{"x", "f - x'/(4*sqrt(x'^2 + y'^2))"},
                                                       {"y", "-y'/(4*sqrt(x'^2 + y'^2))"}}}}};
    const Description line{.coordinates = {"x"},
                           .inputs = {shaking},
                           .lagrangian = "x'^2/2",
                           .forces = {{.on = "x", .value = "f - sign(x')/4"}}};
    const RunRequest request{.until = 40, .at = {10, 20, 30, 40}};
    expect_near(along(run_motion(plane, request), "x"), along(run_motion(line, request), "x"),
                1e-6);
}

// The angle jumps where x = 0 and s < 0, which is not so with the first value of the table.
TEST(Inputs, DecideNothingByTheirFirstValues) {
    const Description model{.coordinates = {"x"},
                            .inputs = {{.name = "s",
                                        .interpolation = "step",
                                        .beyond = "hold",
                                        .times = {0, 1, 2},
                                        .values = {1, -1, -1}}},
                            .lagrangian = "x'^2/2",
                            .forces = {{.on = "x", .value = "atan2(x, s)/100"}},
                            .initial = {{"x", "-2"}, {"x'", "1"}}};
    const auto run = run_motion(model, {.until = 3, .at = {3}});
    EXPECT_GT(run.trajectory.phases.size(), 1U);
    expect_checks_hold(run);
}

// A leg that ends where the force steps up is followed by one that begins anew.
TEST(Inputs, LetGoWhatFrictionHeldUntilALegEnded) {
    const DerivedMotion derived = derive_motion(block_that_is_pushed());
    const CompiledMotion motion(derived.system, derived.equations, ParametersAs::Numbers);
    for (const double pause : {0.75, 1.0, 1.5, 2.0}) {
        SimulationOptions options{.integration = {.method = "dop853", .until = 5}};
        options.integration.leg.until = pause;
        RunSoFar so_far;
        const Trajectory leg = simulate_leg(motion, derived.system, so_far, options);
        ASSERT_EQ(leg.stop.reason, StopReason::Paused) << pause;
        EXPECT_EQ(so_far.time.high, pause);
        options.integration.leg = {};
        const Trajectory rest = simulate_leg(motion, derived.system, so_far, options);
        ASSERT_EQ(rest.stop.reason, StopReason::ReachedEnd) << pause;
        EXPECT_NEAR(rest.stop.state[0], end_of_push, 1e-8) << pause;
        EXPECT_EQ(rest.reactions.size(), rest.times.size());
    }
}

// Who ends a run has what was computed, what drives exert too.
TEST(Inputs, AreToldOfARunThatIsEnded) {
    std::stop_source stop;
    const auto run =
        run_motion(carried_pendulum(), {.until = 1e6},
                   {.stop = stop.get_token(),
                    .progress = [&](double, const std::string&) { stop.request_stop(); }});
    EXPECT_EQ(run.trajectory.stop.reason, StopReason::Interrupted);
    EXPECT_GT(run.trajectory.times.size(), 1U);
    EXPECT_EQ(run.trajectory.drives.size(), run.trajectory.times.size());
}

// With the wheels straight at the first time of the table the constraint would be another one.
TEST(Inputs, SteerFromATableThatBeginsWithZero) {
    Description model = testing::model_description("car_on_file");
    const auto end = [&](const std::string& name) {
        const auto run = run_motion(model, {.until = 3, .at = {3}});
        expect_checks_hold(run);
        return along(run, name)[0];
    };
    model.inputs[0] = {.name = "steer",
                       .interpolation = "linear",
                       .times = {0, 1, 2, 3},
                       .values = {0, 0, 0.2, 0.2}};
    const double x = end("x"), theta = end("theta");
    EXPECT_GT(theta, 0.5);
    model.inputs[0] = {.name = "steer", .formula = "max(0, min(1, t - 1))/5"};
    EXPECT_NEAR(end("x"), x, 1e-8);
    EXPECT_NEAR(end("theta"), theta, 1e-8);
}

TEST(Inputs, AreRefusedWhereATableHasNoValue) {
    Description model = testing::model_description("snakeboard_gait");
    model.inputs[0] = sampled("psi", 0.7, 1, 20);
    model.inputs[0].beyond = "error";
    const auto refusal = [&] {
        try {
            run_motion(model, {.until = 7});
        } catch (const RequestError& error) {
            return std::string(error.what());
        }
        return std::string();
    };
    EXPECT_THAT(refusal(), HasSubstr("the run goes from 0 to 7, and the table of the input 'psi' "
                                     "from 0 to 6.28"));
    model.inputs[0].beyond = "hold";
    EXPECT_THAT(refusal(), HasSubstr("would take an impact there"));
}

TEST(Inputs, AreGivenByRequest) {
    const Description model = carried_pendulum();
    const std::vector<NewValue> other{{"s", "0"}}, wrong{{"r", "0"}};
    EXPECT_EQ(with_inputs(model, other).inputs[0].formula.text(), "0");
    EXPECT_THROW(with_inputs(model, wrong), RequestError);
}

}  // namespace
}  // namespace rattleback

// Runs under constraints of order three: against closed forms, against the constraint whose derivative
// they are, and against Newton's law and the constraint themselves, in differences of the samples.

#include <gtest/gtest.h>

#include <cmath>

#include "equations/formulations.hpp"
#include "expr/evaluate.hpp"
#include "expr/parse.hpp"
#include "model/initial_values.hpp"
#include "rattleback/errors.hpp"
#include "support/model_file.hpp"
#include "trajectory/simulate.hpp"

namespace rattleback::testing {
namespace {

constexpr const char* form = "lagrange_multipliers";

Trajectory run(const System& system, const std::vector<double>& at, const char* in = form) {
    return simulate(system, derive(system, in),
                    {.integration = {.rtol = 1e-12, .atol = 1e-13, .until = at.back(), .at = at}});
}

TEST(HigherConstraints, MoveAParticleAsTheClosedFormSays) {
    const System system = model_file("third_order_oscillation");
    for (const char* in : {"lagrange_multipliers", "maggi", "gauss", "udwadia_kalaba"}) {
        const Trajectory motion = run(system, {1, 2.5, 5}, in);
        for (std::size_t i = 0; i < motion.times.size(); ++i) {
            const double t = motion.times[i], w = 3, v = 1, a = 2;
            EXPECT_NEAR(motion.states[i][0],
                        v * std::sin(w * t) / w + a * (1 - std::cos(w * t)) / (w * w), 1e-10);
            EXPECT_NEAR(motion.states[i][1], 3 * t - t * t / 2, 1e-10);
            // m x'', with m = 2
            EXPECT_NEAR(motion.states[i][4], 2 * (-v * w * std::sin(w * t) + a * std::cos(w * t)),
                        1e-9);
        }
    }
}

TEST(HigherConstraints, MoveAsTheConstraintOfWhichTheyAreTheDerivative) {
    const std::vector<double> at{0.5, 1, 2, 4};
    const Trajectory third = run(model_file("constant_speed_by_jerk"), at),
                     second = run(model_file("constant_speed_by_accelerations"), at);
    ASSERT_EQ(third.times.size(), second.times.size());
    for (std::size_t i = 0; i < third.times.size(); ++i)
        for (std::size_t j = 0; j < 4; ++j)
            EXPECT_NEAR(third.states[i][j], second.states[i][j], 1e-9);
    Description crane = model_description("crane_jerk");
    const Trajectory jerk = run(build(crane), at);
    crane.constraints[0].equation = "x'' = j*sin(w*t)/w";
    std::erase_if(crane.initial, [](const Assignment& a) { return a.name.text() == "x''"; });
    crane.plots.clear();
    const Trajectory acceleration = run(build(crane), at);
    for (std::size_t i = 0; i < jerk.times.size(); ++i)
        for (std::size_t j = 0; j < 4; ++j)
            EXPECT_NEAR(jerk.states[i][j], acceleration.states[i][j], 1e-9);
}

// The speed's square grows with the time: (v²)'' = 0 and (v²)' = 2 x'(0) x''(0).
TEST(HigherConstraints, HaveOtherMotionsFromOtherStarts) {
    Description description = model_description("constant_speed_by_jerk");
    for (Assignment& a : description.initial)
        if (a.name.text() == "x''") a.formula = "1/4";
    const Trajectory motion = run(build(description), {1, 3});
    for (std::size_t i = 0; i < motion.times.size(); ++i)
        EXPECT_NEAR(std::pow(motion.states[i][2], 2) + std::pow(motion.states[i][3], 2),
                    1 + motion.times[i] / 2, 1e-9);
}

TEST(HigherConstraints, KeepOrderFour) {
    const System system =
        build({.coordinates = {"x"},
               .parameters = {{"m", "2"}},
               .lagrangian = "m*x'^2/2 - m*x^2",
               .constraints = {{.equation = "x'''' + 5*x'' + 4*x = 0"}},
               .initial = {{"x", "2"}, {"x'", "1"}, {"x''", "-5"}, {"x'''", "2"}}});
    // x = A cos t + B sin t + C cos 2t + D sin 2t with A + C = 2, B + 2D = 1, A + 4C = 5, B + 8D = −2.
    const Trajectory motion = run(system, {1, 4});
    for (std::size_t i = 0; i < motion.times.size(); ++i) {
        const double t = motion.times[i];
        EXPECT_NEAR(motion.states[i][0],
                    std::cos(t) + 2 * std::sin(t) + std::cos(2 * t) - std::sin(2 * t) / 2, 1e-10);
    }
}

// With q''' and a from differences of v, of order six, nothing of the derivation is used.
class Differences {
public:
    Differences(const System& system, double t) : system_(system) {
        std::vector<double> at;
        for (int k = -3; k <= 3; ++k) at.push_back(t + k * h);
        motion_ = run(system, at);
        values_[system.t] = t;
        for (const auto& [symbol, value] : parameter_values(system))
            values_[symbol] = evaluate(value, {});
        const std::size_t n = system.size(), first = motion_.times.size() - 7;
        const auto v = [&](int k, std::size_t i) {
            return motion_.states[first + static_cast<std::size_t>(k + 3)][n + i];
        };
        for (std::size_t i = 0; i < n; ++i) {
            values_[system.q[i]] = motion_.states[first + 3][i];
            values_[system.v[i]] = v(0, i);
            values_[system.a[i]] =
                (45 * (v(1, i) - v(-1, i)) - 9 * (v(2, i) - v(-2, i)) + v(3, i) - v(-3, i)) /
                (60 * h);
            values_[symbol(system.q[i].name(), 3)] =
                (270 * (v(1, i) + v(-1, i)) - 27 * (v(2, i) + v(-2, i)) + 2 * (v(3, i) + v(-3, i)) -
                 490 * v(0, i)) /
                (180 * h * h);
        }
    }
    double operator()(const Expr& e) const { return evaluate(e, values_); }
    // d/dt ∂L/∂v − ∂L/∂q − F.
    double reaction(std::size_t i) const {
        return (*this)(
            derivative_along(derivative(system_.lagrangian, system_.v[i]), system_.by_time()) -
            derivative(system_.lagrangian, system_.q[i]) - system_.force[i]);
    }

private:
    static constexpr double h = 0.02;
    const System& system_;
    Trajectory motion_;
    Values values_;
};

TEST(HigherConstraints, KeepNewtonsLawAndTheConstraint) {
    // A sleigh with a turning rate that is prescribed in its second derivative, by the state.
    const System sleigh =
        build({.coordinates = {"x", "y", "phi"},
               .lagrangian = "(x'^2 + y'^2)/2 + phi'^2/3 - x/2",
               .constraints = {{.name = "servo", .equation = "phi''' = -phi' + x'*y''/4 + cos(t)"},
                               {.name = "blade", .equation = "x'*sin(phi) - y'*cos(phi) = 0"}},
               .initial = {{"x'", "1"}, {"phi'", "1/2"}, {"phi''", "1/3"}}});
    const Differences of_sleigh(sleigh, 1);
    EXPECT_NEAR(of_sleigh(sleigh.higher[0].constraint.expression), 0, 1e-6);
    EXPECT_NEAR(of_sleigh(sleigh.constraints[0].expression), 0, 1e-9);
    // The blade has no moment and pushes across.
    EXPECT_NEAR(of_sleigh(parse("cos(phi)")) * of_sleigh.reaction(0) +
                    of_sleigh(parse("sin(phi)")) * of_sleigh.reaction(1),
                0, 1e-7);
    EXPECT_GT(std::abs(of_sleigh.reaction(2)), 1e-3);

    // Two in a curved metric, with time, nonlinear in what is below the highest derivatives.
    const System curved = build(
        {.coordinates = {"x", "y", "z"},
         .lagrangian = "(2 + y^2)/2*x'^2 + x*x'*y'/3 + (3 + x^2)/2*y'^2 + z'^2/2 - z*x'/5",
         .forces = {{.on = "x", .value = "-x'*t"}, {.on = "z", .value = "y - z'/7"}},
         .constraints = {{.equation = "(2 + y)*x''' + x'*y''' + x''*z'' = t"},
                         {.equation = "z''' - y*y''' = sin(x) - y''^2"}},
         .initial = {{"x'", "1/2"}, {"y", "1/3"}, {"z'", "-1/4"}, {"x''", "1/5"}, {"z''", "1/6"}}});
    const Differences of_curved(curved, 1);
    for (const HigherConstraint& h : curved.higher)
        EXPECT_NEAR(of_curved(h.constraint.expression), 0, 1e-6);
    // R = μ₁ (2 + y, x', 0) + μ₂ (0, −y, 1): what is across to both does not occur.
    const double y = of_curved(curved.q[1]), vx = of_curved(curved.v[0]);
    const double across[] = {-vx, 2 + y, y * (2 + y)};
    double sum = 0;
    for (std::size_t i = 0; i < 3; ++i) sum += across[i] * of_curved.reaction(i);
    EXPECT_NEAR(sum, 0, 1e-7);
}

std::string failure(const System& system) {
    try {
        run(system, {1});
    } catch (const NumericalError& error) {
        return error.what();
    }
    return {};
}

TEST(HigherConstraints, RefuseAccelerationsThatNoReactionGives) {
    Description description = model_description("third_order_oscillation");
    description.initial.push_back({"y''", "1"});
    EXPECT_EQ(
        failure(build(description)),
        "No reaction of 'third order' gives the initial x'' = 2, y'' = 1. The nearest that it "
        "can give are x'' = 2, y'' = -1.");
}

TEST(HigherConstraints, BeginWithoutReactionWhereNothingIsNamed) {
    Description description = model_description("crane_jerk");
    std::erase_if(description.initial, [](const Assignment& a) { return a.name.text() == "x''"; });
    const Trajectory motion = run(build(description), {0, 1});
    ASSERT_EQ(motion.times[0], 0);
    EXPECT_EQ(motion.states[0][4], 0);
    EXPECT_GT(std::abs(motion.states[1][4]), 1);
}

}  // namespace
}  // namespace rattleback::testing

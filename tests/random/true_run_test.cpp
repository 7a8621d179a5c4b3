// The oracle of trajectories itself: against the other oracle, and against motions in closed form.
#include "support/true_run.hpp"

#include <gmock/gmock.h>

#include <cmath>

#include "expr/parse.hpp"
#include "random/random_model.hpp"
#include "support/hard_systems.hpp"

namespace rattleback::testing {
namespace {

TEST(SecondDerivatives, AreThoseOfTheFormula) {
    const Expr x = symbol("x"), y = symbol("y");
    SecondDerivatives f(parse("x^2*sin(y) + y^(-3) + exp(x*y)"), {x, y});
    f.at({0.7L, 1.3L});
    const Real e = std::exp(0.7L * 1.3L), s = std::sin(1.3L), c = std::cos(1.3L);
    expect_near({f.value(), f.first(0), f.first(1)},
                {0.49L * s + std::pow(1.3L, -3.0L) + e, 1.4L * s + 1.3L * e,
                 0.49L * c - 3 * std::pow(1.3L, -4.0L) + 0.7L * e},
                "value and gradient", 1e-17L);
    expect_near({f.second(0, 0), f.second(0, 1), f.second(1, 1)},
                {2 * s + 1.69L * e, 1.4L * c + e + 0.91L * e,
                 -0.49L * s + 12 * std::pow(1.3L, -5.0L) + 0.49L * e},
                "second derivatives", 1e-17L);
}

// By difference quotients of the first derivatives, which those of complex steps confirm.
TEST(SecondDerivatives, AreRightForEveryFunction) {
    const Expr x = symbol("x"), y = symbol("y");
    for (const char* text : {"sin(x)", "cos(x)", "tan(x)", "asin(x/2)", "acos(x/2)", "atan(x)",
                             "sinh(x)", "cosh(x)", "tanh(x)", "exp(x)", "log(x)", "sqrt(x)",
                             "abs(x)", "x^(2/3)", "x^(-5)", "atan2(y, x)", "atan2(x, y)"}) {
        const Expr e = parse(text);
        SecondDerivatives f(e, {x, y});
        const auto at = [&](Real u) {
            f.at({u, 0.4L});
            return f.first(0);
        };
        OracleValue<Complex> stepped({{x, {0.8L, 1e-30L}}, {y, 0.4L}});
        EXPECT_NEAR(static_cast<double>(at(0.8L)), static_cast<double>(stepped(e).imag() / 1e-30L),
                    1e-17)
            << text;
        const Real h = 1e-3L;
        const Real quotient =
            (45 * (at(0.8L + h) - at(0.8L - h)) - 9 * (at(0.8L + 2 * h) - at(0.8L - 2 * h)) +
             at(0.8L + 3 * h) - at(0.8L - 3 * h)) /
            (60 * h);
        at(0.8L);
        EXPECT_NEAR(static_cast<double>(f.second(0, 0)), static_cast<double>(quotient),
                    1e-12 * std::max(1.0, std::fabs(static_cast<double>(quotient))))
            << text;
    }
}

TEST(TrueMotion, IsThatOfTheCurves) {
    for (const auto& [system, state] : hard_systems()) {
        const RegularMotion found = TrueMotion(system).at(state);
        const Motion expected = true_motion(system, state);
        expect_near(found.motion.a, expected.a, system.title() + ": accelerations");
        expect_near(found.motion.reaction, expected.reaction, system.title() + ": reactions");
    }
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
        const ModelText model = random_model(seed).model;
        const System system = built(model);
        const State state{0, model.q, model.v};
        const RegularMotion found = TrueMotion(system).at(state);
        const Motion expected = true_motion(system, state);
        expect_near(found.motion.a, expected.a, "accelerations of " + std::to_string(seed), 1e-10L);
        expect_near(found.motion.reaction, expected.reaction,
                    "reactions of " + std::to_string(seed), 1e-10L);
    }
}

// The centre of a homogeneous ball on a turntable goes round a circle at 2/7 of its rate.
TEST(TrueRun, GoesRoundTheCircleOfTheBallOnATurntable) {
    const auto [system, state] = ball_on_turntable();
    TrueMotion motion(system);
    const TrueRun run = true_run(motion, state, {1, 5});
    ASSERT_TRUE(run.finished);
    const Real rate = 2 * 0.75L / 7;
    for (const State& now : run.samples) {
        const Real s = std::sin(rate * now.t), c = std::cos(rate * now.t);
        expect_near({now.q[0], now.q[1]},
                    {state.q[0] + (state.v[0] * s - state.v[1] * (1 - c)) / rate,
                     state.q[1] + (state.v[1] * s + state.v[0] * (1 - c)) / rate},
                    "the circle", 1e-13L);
    }
    EXPECT_LT(static_cast<double>(motion.violation(run.samples.back())), 1e-12);
}

// x'' = x: errors grow by cosh and sinh. x'' = 2 x³ ends at t = 1 from x = x' = 1.
TEST(TrueRun, KnowsGrowthAndWhereAMotionEnds) {
    const System saddle = build({.coordinates = {"x"}, .lagrangian = "(x'^2 + x^2)/2"});
    TrueMotion motion(saddle);
    const State start{0, {0.1L}, {0.2L}};
    const TrueRun run = true_run(motion, start, {1, 2, 3, 4});
    expect_near(run.samples[3].q, {0.1L * std::cosh(4.0L) + 0.2L * std::sinh(4.0L)}, "x", 1e-13L);
    const Real growing = growth(motion, start, run);
    EXPECT_GT(growing, std::exp(4.0L) / 3);
    EXPECT_LT(growing, std::exp(4.0L) * 3);

    const System running_away = build({.coordinates = {"x"}, .lagrangian = "(x'^2 + x^4)/2"});
    TrueMotion away(running_away);
    const TrueRun ended = true_run(away, {0, {1}, {1}}, {0.5L, 2});
    EXPECT_FALSE(ended.finished);
    EXPECT_NEAR(static_cast<double>(ended.end), 1, 1e-6);
    expect_near(ended.samples[0].q, {2}, "x = 1/(1 − t)", 1e-13L);
}

// y' = x x' in units of mass and of the constraint: m x'' = −μ k x, m y'' = μ k, y'' = x'² + x x''.
TEST(TrueMotion, HasItsReactionsInAllUnits) {
    for (const auto& [m, k] : {std::pair("10^(-27)", "10^(-10)"),
                               {"10^27", "10^(-10)"},
                               {"10^(-27)", "10^10"},
                               {"3", "1"}}) {
        const System system =
            build({.coordinates = {"x", "y"},
                   .lagrangian = std::string(m) + "*(x'^2 + y'^2)/2",
                   .constraints = {{.equation = std::string(k) + "*(y' - x*x') = 0"}}});
        const Real mass = OracleValue<Real>({})(parse(m));
        const Real x = 0.7L, v = 1.3L, a = v * v / (1 + x * x);
        TrueMotion motion(system);
        const RegularMotion found = motion.at({0, {x, 0}, {v, x * v}});
        EXPECT_EQ(found.rank, 3U) << m << ", " << k;
        expect_near({found.motion.reaction[0] / mass, found.motion.reaction[1] / mass}, {-x * a, a},
                    "reaction", 1e-15L);
    }
}

// The same with a reaction that does no work on (k, k/2): R = m (−μ/2, μ), μ = x'² + x x'' and x'' = −μ/2.
TEST(TrueMotion, HasTheReactionsOfALawInAllUnits) {
    for (const auto& [m, k] : {std::pair("10^(-13)", "10^9"),
                               {"10^(-27)", "10^(-10)"},
                               {"10^27", "10^10"},
                               {"3", "1"}}) {
        const System system =
            build({.coordinates = {"x", "y"},
                   .lagrangian = std::string(m) + "*(x'^2 + y'^2)/2",
                   .constraints = {{.equation = "y' - x*x' = 0"}},
                   .reaction_vanishes_on = {{{"x", k}, {"y", std::string(k) + "/2"}}}});
        const Real mass = OracleValue<Real>({})(parse(m));
        const Real x = 0.7L, v = 1.3L, mu = v * v / (1 + x / 2);
        TrueMotion motion(system);
        const RegularMotion found = motion.at({0, {x, 0}, {v, x * v}});
        EXPECT_EQ(found.rank, 4U) << m << ", " << k;
        expect_near({found.motion.reaction[0] / mass, found.motion.reaction[1] / mass},
                    {-mu / 2, mu}, "reaction", 1e-15L);
    }
}

}  // namespace
}  // namespace rattleback::testing

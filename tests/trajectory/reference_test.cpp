// Every method reproduces the reference trajectories, from the reference's own first-order equations.

#include <gmock/gmock.h>

#include <array>
#include <cmath>

#include "compiled/compiled_function.hpp"
#include "trajectory/closed_forms.hpp"
#include "trajectory/rate_tape.hpp"
#include "trajectory/reference_motion.hpp"

namespace rattleback::testing {
namespace {

class CompiledRates {
public:
    explicit CompiledRates(const ReferenceMotion& motion)
        : code_(compiled(motion)), tape_(code_.tape()), in_(motion.state.size() + 1) {}
    const RateTape& tape() const { return tape_; }
    void operator()(double t, const double* y, double* f) const {
        std::copy(y, y + in_.size() - 1, in_.begin());
        in_.back() = t;
        code_(in_.data(), f);
    }

private:
    static CompiledFunction compiled(const ReferenceMotion& motion) {
        ExprVector inputs = motion.state_symbols();
        inputs.push_back(symbol("t"));
        return compile(inputs, motion.rates());
    }
    CompiledFunction code_;
    RateTape tape_;
    mutable std::vector<double> in_;
};

// The largest error, relative to the sensitivity and to the size of the state.
double worst_error(const ReferenceMotion& motion, const Trajectory& run) {
    double worst = 0;
    for (std::size_t i = 0; i < motion.times.size(); ++i)
        for (std::size_t j = 0; j < motion.state.size(); ++j)
            worst = std::max(
                worst, std::abs(run.states[i][j] - motion.values[i][j]) /
                           (motion.sensitivity[i] * std::max(1.0, std::abs(motion.values[i][j]))));
    return worst;
}

Trajectory computed(const ReferenceMotion& motion, const CompiledRates& rates,
                    const std::string& method, double tolerance) {
    const OdeProblem problem{.size = motion.state.size(), .rate = rates, .tape = &rates.tape()};
    IntegrationOptions options;
    options.method = method;
    options.rtol = options.atol = tolerance;
    options.until = motion.times.back();
    options.at = motion.times;
    return integrate(problem, motion.start, options);
}

// The same in units of rounding errors: 2⁻⁵² times the sensitivity, for the size of the whole state.
double worst_in_units(const ReferenceMotion& motion, const Trajectory& run) {
    double worst = 0;
    for (std::size_t i = 0; i < motion.times.size(); ++i) {
        double size = 1;
        for (const double x : motion.values[i]) size = std::max(size, std::abs(x));
        const double error = largest_difference(run.states[i], motion.values[i]);
        worst = std::max(worst, error / (0x1p-52 * motion.sensitivity[i] * size));
    }
    return worst;
}

class References : public ::testing::TestWithParam<std::string> {};

TEST_P(References, AreReproducedToRoundingError) {
    const ReferenceMotion motion(GetParam());
    const CompiledRates rates(motion);
    for (const char* method : {"dop853", "vern9"}) {
        const Trajectory run = computed(motion, rates, method, 1e-15);
        ASSERT_TRUE(run.reached_end()) << run.stop.message;
        ASSERT_EQ(run.times, motion.times);
        EXPECT_LT(worst_error(motion, run), 1e-13) << method;
    }
}

TEST_P(References, AreReproducedByTaylorWithinFourUnitsOfRounding) {
    const ReferenceMotion motion(GetParam());
    const CompiledRates rates(motion);
    const Trajectory run = computed(motion, rates, "taylor", 1e-15);
    ASSERT_TRUE(run.reached_end()) << run.stop.message;
    ASSERT_EQ(run.times, motion.times);
    const double worst = worst_in_units(motion, run);
    RecordProperty("worst", std::to_string(worst));
    EXPECT_LT(worst, 4);
}

TEST_P(References, HaveErrorsInProportionToTheToleranceOfTaylor) {
    const ReferenceMotion motion(GetParam());
    const CompiledRates rates(motion);
    for (double tolerance = 1e-6; tolerance > 1e-13; tolerance /= 10)
        EXPECT_LT(worst_error(motion, computed(motion, rates, "taylor", tolerance)), 20 * tolerance)
            << "at " << tolerance;
}

TEST_P(References, AreReproducedByEveryMethod) {
    const ReferenceMotion motion(GetParam());
    const CompiledRates rates(motion);
    for (const std::string& method : adaptive_methods()) {
        const Trajectory run = computed(motion, rates, method, 1e-9);
        ASSERT_TRUE(run.reached_end()) << method << ": " << run.stop.message;
        EXPECT_LT(worst_error(motion, run), 1e-7) << method;
    }
}

INSTANTIATE_TEST_SUITE_P(All, References, ::testing::ValuesIn(reference_cases()),
                         [](const auto& row) { return row.param; });

// The slope of log error over log tolerance, by least squares.
double slope(const std::vector<std::pair<double, double>>& points) {
    const auto n = static_cast<double>(points.size());
    double x = 0, y = 0, xx = 0, xy = 0;
    for (const auto& [tolerance, error] : points) {
        const double u = std::log(tolerance), v = std::log(error);
        x += u, y += v, xx += u * u, xy += u * v;
    }
    return (n * xy - x * y) / (n * xx - x * x);
}

// A metric of the positions, one of the time, a nonlinear constraint with the time in it, parallel
// velocities, and vakonomic motion.
constexpr std::array proportional_cases{"t_voronec_linear", "z411_k025_w2", "t_time_alpha",
                                        "b831_eq_generic", "zvak_gen_lm0p5"};

class Tolerance : public ::testing::TestWithParam<std::string> {};

// Where steps are few, at loose tolerances, methods of high order err by less than in proportion: that
// makes slopes below 1, and 0.69 is the smallest.
TEST_P(Tolerance, IsKeptAndTheErrorIsProportionalToIt) {
    constexpr double rounding = 1e-14;
    const double factor = GetParam() == "gauss6" ? 50 : 20;
    for (const char* name : proportional_cases) {
        const ReferenceMotion motion(name);
        const CompiledRates rates(motion);
        std::vector<std::pair<double, double>> points;
        for (const double tolerance : {1e-6, 1e-7, 1e-8, 1e-9, 1e-10, 1e-11, 1e-12}) {
            const double error =
                worst_error(motion, computed(motion, rates, GetParam(), tolerance));
            EXPECT_LT(error, factor * tolerance) << name << " at " << tolerance;
            if (error > rounding) points.emplace_back(tolerance, error);
        }
        EXPECT_GT(points.size(), 4U) << name;
        EXPECT_NEAR(slope(points), 1, 0.35) << name;
    }
}

INSTANTIATE_TEST_SUITE_P(All, Tolerance, ::testing::ValuesIn(adaptive_methods()),
                         [](const auto& row) { return row.param; });

}  // namespace
}  // namespace rattleback::testing

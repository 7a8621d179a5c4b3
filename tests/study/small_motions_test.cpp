// What the functions for steady states take and refuse; their numbers are tested in dynamics.
#include <cmath>
#include <numbers>
#include <stop_token>

#include "rattleback/errors.hpp"
#include "study/find_equilibria.hpp"
#include "study/linearize_model.hpp"
#include "study/quantity_rate.hpp"

namespace rattleback {
namespace {

Description pendulum() {
    return {.title = "Pendulum",
            .coordinates = {"theta"},
            .parameters = {{"g", "4"}, {"l", "1"}, {"k", "0"}},
            .lagrangian = "l^2*theta'^2/2 + g*l*cos(theta)",
            .forces = {{.on = "theta", .value = "-k*theta'"}}};
}

TEST(LinearizeModel, IsAboutTheInitialState) {
    const SmallMotions small = linearize_model(pendulum());
    ASSERT_EQ(small.about.spectrum.modes.size(), 2U);
    EXPECT_NEAR(small.about.spectrum.modes[0].eigenvalue.imag(), 2, 1e-12);  // √(g/l)
    EXPECT_FALSE(small.locus);
}

TEST(LinearizeModel, TakesAnotherState) {
    const SmallMotions small = linearize_model(pendulum(), {.at = {{"theta", "pi"}}});
    EXPECT_NEAR(small.about.spectrum.modes[0].eigenvalue.real(), 2, 1e-12);
}

TEST(LinearizeModel, SweepsInAnyOrder) {
    const auto small = linearize_model(
        pendulum(), {.sweep = SweepRequest{.parameter = "k", .values = {1, -1, 0.5, -0.5}}});
    ASSERT_TRUE(small.locus);
    EXPECT_EQ(small.locus->values, (std::vector<double>{-1, -0.5, 0.5, 1}));
    ASSERT_EQ(small.locus->critical.size(), 1U);
    EXPECT_NEAR(small.locus->critical[0].value, 0, 1e-12);
}

// x' = 2 r and y = r are not named, and follow r: the frequency of th is √(1 + (2r)² + r²).
TEST(LinearizeModel, CompletesTheStateForEveryValueOfASweep) {
    const Description rolling{.coordinates = {"x", "phi", "y", "th"},
                              .parameters = {{"r", "1"}},
                              .lagrangian = "(x'^2 + phi'^2 + y'^2 + th'^2)/2",
                              .forces = {{.on = "th", .value = "-(1 + x'^2 + y^2)*th"}},
                              .constraints = {{.name = "rolling", .equation = "x' = r*phi'"},
                                              {.name = "height", .equation = "y = r"}},
                              .initial = {{"phi'", "2"}}};
    const auto small = linearize_model(
        rolling, {.sweep = SweepRequest{.parameter = "r", .values = {0, 0.5, 1, 3}}});
    ASSERT_TRUE(small.locus);
    for (std::size_t i = 0; i < small.locus->values.size(); ++i) {
        const double r = small.locus->values[i];
        double frequency = 0;
        for (const auto& branch : small.locus->branches)
            frequency = std::max(frequency, branch[i].imag());
        EXPECT_NEAR(frequency, std::sqrt(1 + 5 * r * r), 1e-12) << r;
    }
}

TEST(LinearizeModel, NamesTheOptionThatHasNoSense) {
    const auto option_of = [](const LinearizeRequest& request) -> std::string {
        try {
            linearize_model(pendulum(), request);
        } catch (const RequestError& error) {
            return error.option();
        }
        return "none";
    };
    EXPECT_EQ(option_of({.at = {{"g", "1"}}}), "at");
    EXPECT_EQ(option_of({.sweep = SweepRequest{.parameter = "theta", .values = {0, 1}}}), "sweep");
    EXPECT_EQ(option_of({}), "none");
}

TEST(LinearizeModel, EndsASweepWhereAStopIsRequested) {
    std::stop_source stop;
    int told = 0;
    const Attention attention{.stop = stop.get_token(),
                              .progress = [&](double, const std::string&) {
                                  if (++told == 2) stop.request_stop();
                              }};
    const auto small = linearize_model(
        pendulum(), {.sweep = SweepRequest{.parameter = "k", .values = {-1, 0.5, 1}}}, attention);
    ASSERT_TRUE(small.locus);
    EXPECT_EQ(small.locus->values, std::vector<double>{-1});
    EXPECT_TRUE(small.locus->was_left);
}

TEST(FindEquilibria, FindsBothOfAPendulum) {
    const Equilibria all = find_equilibria(pendulum());
    EXPECT_EQ(all.found.size(), 2U);
}

TEST(RateOf, ReadsWhatTheModelHasNamesFor) {
    const QuantityRate energy = rate_of(pendulum(), "l^2*theta'^2/2 - g*l*cos(theta)");
    EXPECT_TRUE(energy.rate.is_conserved());  // k = 0
    EXPECT_FALSE(rate_of(pendulum(), "theta'").rate.is_conserved());
    EXPECT_THROW(rate_of(pendulum(), "phi"), ModelError);
}

}  // namespace
}  // namespace rattleback

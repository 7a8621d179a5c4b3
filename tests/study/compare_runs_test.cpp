// Two runs beside each other, against closed forms of their distance.

#include "study/compare_runs.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "rattleback/errors.hpp"
#include "study/changed_model.hpp"
#include "support/model_file.hpp"

namespace rattleback {
namespace {

constexpr auto falling = R"(
coordinates = ["x"]
lagrangian = "m*x'^2/2 - m*g*x"
[parameters]
m = 4
g = 10
[initial]
"x'" = 1
[simulate]
until = 2
)";

Description falling_body() { return read_model_text(falling, "falling.toml"); }

std::vector<NewValue> set(const std::string& name, const std::string& formula) {
    return {{name, formula}};
}

// Of two bodies that fall the distance is √m·Δg·t²/2.
TEST(CompareRuns, WithAnotherValueOfAParameter) {
    const Description model = falling_body();
    const auto found = compare_runs(
        {.sides = {{{.description = model}, {.description = with_values(model, set("g", "9"))}}}});
    ASSERT_TRUE(found);
    EXPECT_FALSE(found->is_same_motion);
    EXPECT_TRUE(found->differ());
    EXPECT_NEAR(found->comparison.largest.value, 2 * 1 * 4 / 2.0, 1e-10);
    ASSERT_TRUE(found->comparison.growth);
    EXPECT_NEAR(found->comparison.growth->exponent, 2, 1e-3);
}

TEST(CompareRuns, WithAnotherStart) {
    const Description model = falling_body();
    const auto found = compare_runs(
        {.sides = {{{.description = model}, {.description = with_values(model, set("x", "3"))}}}});
    ASSERT_TRUE(found);
    for (const double d : found->comparison.distances) EXPECT_NEAR(d, 6, 1e-11);
}

// Models that are written in a program have no file to be told apart by.
TEST(CompareRuns, OfTwoModelsMayDiffer) {
    Description one{.coordinates = {"x"}, .lagrangian = "x'^2/2 - x^2/2", .initial = {{"x", "1"}}};
    Description other = one;
    other.lagrangian = "x'^2/2 - x^2";
    const auto found =
        compare_runs({.sides = {{{.description = one}, {.description = other}}}, .until = 1});
    ASSERT_TRUE(found);
    EXPECT_FALSE(found->is_same_motion);
}

TEST(CompareRuns, VakonomicBladesHaveLatentVariables) {
    Description model = testing::model_description("skate_vakonomic");
    model.initial.push_back({"lambda1", "1"});
    model.plots.push_back({.x = {"t"}, .y = {"2*lambda1"}});
    const Description kane = with_principle(model, Principle::Nonholonomic);
    EXPECT_NO_THROW(build(kane));
    Description named{.coordinates = {"lambda1"},
                      .lagrangian = "lambda1'^2/2",
                      .initial = {{"lambda1", "1"}, {"lambda1'", "2"}}};
    named.constraints = {{.equation = "lambda1' = 2"}};
    EXPECT_EQ(with_principle(named, Principle::Nonholonomic).initial.size(), 2U);
}

TEST(CompareRuns, OfOneModelInTwoFormsMustAgree) {
    const Description skate = testing::model_description("skate");
    const auto found = compare_runs({.sides = {{{.description = skate, .run = {.form = "kane"}},
                                                {.description = skate, .run = {.form = "maggi"}}}},
                                     .until = 3});
    ASSERT_TRUE(found);
    EXPECT_TRUE(found->is_same_motion);
    EXPECT_TRUE(found->agree());
    EXPECT_EQ(found->sides[1].label(), "nonholonomic (maggi)");
}

TEST(CompareRuns, OfModelsWithOtherCoordinatesAreRefused) {
    const Description skate = testing::model_description("skate");
    EXPECT_THROW(
        compare_runs({.sides = {{{.description = skate}, {.description = falling_body()}}}}),
        RequestError);
}

TEST(CompareRuns, NaturallyComparesPrinciplesOrForms) {
    const auto principles = natural_comparison(testing::model_description("skate"));
    EXPECT_EQ(principle_of(principles[0].description), Principle::Nonholonomic);
    EXPECT_EQ(principle_of(principles[1].description), Principle::Vakonomic);
    const auto forms = natural_comparison(falling_body());
    EXPECT_EQ(principle_of(forms[1].description), Principle::Nonholonomic);
    EXPECT_NE(forms[0].run.form, forms[1].run.form);
}

TEST(CompareRuns, GivesNothingWhereItIsStoppedBefore) {
    std::stop_source stop;
    stop.request_stop();
    const Description model = falling_body();
    EXPECT_FALSE(compare_runs({.sides = {{{.description = model}, {.description = model}}}},
                              {.stop = stop.get_token()}));
}

}  // namespace
}  // namespace rattleback

// The series of a motion against closed forms, against the paper, and against runs.

#include "study/motion_series.hpp"

#include <gtest/gtest.h>

#include "exact/is_zero.hpp"
#include "expr/evaluate.hpp"
#include "expr/parse.hpp"
#include "expr/print_text.hpp"
#include "expr/substitute.hpp"
#include "model/initial_values.hpp"
#include "rattleback/errors.hpp"
#include "study/changed_model.hpp"
#include "study/run_motion.hpp"
#include "support/model_file.hpp"

namespace rattleback {
namespace {

std::vector<std::string> texts(const ExprVector& coefficients) {
    std::vector<std::string> result;
    for (const Expr& c : coefficients) result.push_back(to_text(c));
    return result;
}

using Texts = std::vector<std::string>;

// The k-th derivative of the closed form is k! times the coefficient.
TEST(MotionSeries, OfAClosedForm) {
    const Description model = testing::model_description("skate");
    const System skate = build(model);
    const MotionSeries series = series_of(model, {.order = 8});
    ASSERT_EQ(series.variables, skate.q);
    for (const auto& [name, closed] : skate.expect) {
        const auto place = std::ranges::find(skate.q, name) - skate.q.begin();
        if (place == std::ssize(skate.q)) continue;
        Expr derivative_now = closed, factorial = 1;
        for (std::size_t k = 0; k <= 8; ++k) {
            const Replacement start[]{{skate.t, 0}};
            const Expr& found = series.coefficients[static_cast<std::size_t>(place)][k];
            EXPECT_TRUE(are_equal(found * factorial, substitute(derivative_now, start)).holds())
                << to_text(name) << " " << k << ": " << to_text(found);
            derivative_now = derivative(derivative_now, skate.t);
            factorial *= Expr(static_cast<std::int64_t>(k + 1));
        }
    }
}

// Zampieri (3.18) and (3.20), and one term more.
TEST(MotionSeries, OfTheVakonomicSkate) {
    const Description model = testing::model_description("skate_vakonomic_sideways");
    const MotionSeries series = series_of(model, {.order = 3, .numbers = {"g"}});
    EXPECT_EQ(texts(series.coefficients[0]), (Texts{"0", "0", "0", "l0*v^2/6"}));
    EXPECT_EQ(texts(series.coefficients[2]), (Texts{"pi/2", "0", "-l0*v/2", "v/6"}));
    const MotionSeries without =
        series_of(with_values(model, {{{"l0", "0"}}}), {.order = 4, .numbers = {"g", "l0"}});
    EXPECT_EQ(texts(without.coefficients[0]), (Texts{"0", "0", "0", "0", "-v^2/24"}));
    EXPECT_EQ(texts(without.coefficients[2]), (Texts{"pi/2", "0", "0", "v/6", "0"}));
}

// All kinds of constraints; starts that have to be completed.
TEST(MotionSeries, IsTheMotion) {
    for (const char* name :
         {"skate", "appell_hamel", "second_order_forced", "talamucci_time", "rolling_disc",
          "skate_vakonomic_generic", "chaplygin_sphere", "parallel_points_spring"}) {
        constexpr double h = 1e-3;
        const Description model = testing::model_description(name);
        const MotionSeries series = series_of(model, {.order = 3});
        const auto run = run_motion(model, {.until = h, .rtol = 1e-13, .at = {h}});
        Values values;
        for (const auto& [parameter, value] : parameter_values(run.system))
            values[parameter] = evaluate(value, {});
        for (std::size_t i = 0; i < run.system.size(); ++i) {
            double sum = 0, power = 1;
            for (const Expr& c : series.coefficients[i]) {
                sum += power * evaluate(c, values);
                power *= h;
            }
            EXPECT_NEAR(sum, run.trajectory.states.back()[i], 1e-10)
                << name << " " << to_text(series.variables[i]);
        }
    }
}

TEST(MotionSeries, OfAStartThatDoesNotSatisfyItsConstraints) {
    Description model = testing::model_description("skate");
    model = with_values(model, {{{"y'", "1"}, {"x'", "1"}, {"phi", "1"}}});
    EXPECT_THROW(series_of(model, {}), NumericalError);
}

}  // namespace
}  // namespace rattleback

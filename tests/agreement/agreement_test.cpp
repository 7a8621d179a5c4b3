// Every formulation that applies to a model of the gallery agrees with every other.
#include "analysis/agreement.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <set>

#include "expr/parse.hpp"

namespace rattleback {
namespace {

namespace fs = std::filesystem;

std::vector<std::string> gallery() {
    std::vector<std::string> names;
    for (const auto& entry : fs::directory_iterator(RATTLEBACK_TESTS_DIR "/../models"))
        if (entry.path().extension() == ".toml") names.push_back(entry.path().stem());
    std::sort(names.begin(), names.end());
    return names;
}

// Where the exact proof of some pair is too large, and the accelerations are enclosed instead.
const std::set<std::string> enclosed{"second_order_curved", "snake3",    "talamucci_curved",
                                     "talamucci_time",      "trailers2", "voronec_linear"};

class Gallery : public testing::TestWithParam<std::string> {};

TEST_P(Gallery, FormulationsAgree) {
    const System system =
        build(read_model(RATTLEBACK_TESTS_DIR "/../models/" + GetParam() + ".toml"));
    const Agreement found = agreement(system);
    EXPECT_GE(found.forms.size(), 3U);
    for (const FormAgreement& form : found.forms) {
        if (form.outcome == FormAgreement::Outcome::Bounded) {
            EXPECT_LT(form.bound, 1e-50) << form.form;
            EXPECT_GE(form.states, 5) << form.form;
            EXPECT_TRUE(enclosed.contains(GetParam())) << form.form << " was proved once";
        } else {
            EXPECT_EQ(form.outcome, FormAgreement::Outcome::Proved)
                << form.form << ": " << form.because;
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Models, Gallery, testing::ValuesIn(gallery()),
                         [](const auto& model) { return model.param; });

// A wrong reaction law is another motion: the comparison must be able to fail.
TEST(Agreement, SeesThatTwoMotionsDiffer) {
    const Description ideal{
        .coordinates = {"x", "y"},
        .lagrangian = "(x'^2 + y'^2)/2 - x^2 - y^2/3",
        .constraints = {{.name = "wheel", .equation = "x' - (1 + x^2)*y' = 0"}}};
    Description other = ideal;
    other.lagrangian = "(x'^2 + 2*y'^2)/2 - x^2 - y^2/3";
    const Equations a = derive(build(ideal), "lagrange_multipliers"),
                    b = derive(build(other), "lagrange_multipliers");
    const Point state{{parse("x"), Number::ratio(1, 3)},
                      {parse("y"), 1},
                      {parse("x'"), 2},
                      {parse("y'"), Number::ratio(9, 5)}};
    const auto balls = difference_at({a.matrix, a.right, a.unknowns, a.accelerations},
                                     {b.matrix, b.right, b.unknowns, b.accelerations}, state);
    EXPECT_TRUE(std::ranges::any_of(
        balls, [](const Ball& ball) { return ball.finite && !ball.contains_zero; }));
}

}  // namespace
}  // namespace rattleback

// Other coordinates of a model. The oracle is motion_oracle.hpp in both of them: at the same state the
// accelerations must be those that the map makes of each other, and the reactions covectors.
#include "study/new_coordinates.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "equations/form_choice.hpp"
#include "exact/is_zero.hpp"
#include "expr/parse.hpp"
#include "model/expectation.hpp"
#include "model/same_formulas.hpp"
#include "rattleback/errors.hpp"
#include "structure/agreement.hpp"
#include "study/changed_model.hpp"
#include "support/model_file.hpp"
#include "support/motion_oracle.hpp"
#include "writing/model_toml.hpp"

namespace rattleback {
namespace {

using namespace testing;
using ::testing::HasSubstr;

using Old = std::vector<NewValue>;

// Through the text of its file.
System built_in(const Description& description, const Old& old) {
    const auto [model, left_out] = in_coordinates(description, old);
    return build(read_model_text(model_toml(model, to_texts(left_out)), "new.toml"));
}

// φ and its derivatives by numbers, from the texts of the test.
class Map {
public:
    Map(const System& before, const System& after, const Old& old) : after_(after) {
        for (const Expr& q : before.q) {
            phi_.push_back(q);
            for (const NewValue& one : old)
                if (one.name == q.name()) phi_.back() = parse(one.formula);
        }
    }

    // Old q, v, a of a curve in the new coordinates.
    std::array<Vector, 3> old(const State& state, const Vector& a) const {
        const Curve curve(after_, state, a);
        std::array<Vector, 3> result;
        for (const Expr& phi : phi_) {
            result[0].push_back(curve.value(phi, 0).real());
            result[1].push_back(curve.rate(phi));
            result[2].push_back(
                Curve::difference_quotient([&](Real s) { return curve.rate(phi, s); }));
        }
        return result;
    }
    // Σ_i x_i ∂φ_i/∂Q_j
    Vector covector(const State& state, const Vector& x) const {
        const Curve curve(after_, state, Vector(after_.size()));
        Vector result;
        for (const Expr& q : after_.q) {
            Real sum = 0;
            for (std::size_t i = 0; i < x.size(); ++i) sum += x[i] * curve.partial(phi_[i], q);
            result.push_back(sum);
        }
        return result;
    }

private:
    const System& after_;
    ExprVector phi_;
};

void expect_same_motion(const Description& description, const Old& old, const State& near) {
    const System before = build(description), after = built_in(description, old);
    const Map map(before, after, old);
    std::mt19937_64 random(3);
    std::uniform_real_distribution<double> shift(-0.1, 0.1);
    for (int i = 0; i < 3; ++i) {
        State state = near;
        for (Real& q : state.q) q += shift(random);
        for (Real& v : state.v) v += shift(random);
        state = on_constraints(after, state);
        const Motion found = true_motion(after, state);
        const auto [q, v, a] = map.old(state, found.a);
        const Motion expected = true_motion(before, {.t = state.t, .q = q, .v = v});
        expect_near(a, expected.a, before.title(), 1e-9L);
        expect_near(found.reaction, map.covector(state, expected.reaction), before.title(), 1e-9L);
        const auto at_start = derive(after, plain_form(after).name);
        if (!after.parametrization) expect_motion(at_start, after, state, 1e-10L);
    }
}

const Old polar{{"x", "r*cos(theta)"}, {"y", "r*sin(theta)"}};

TEST(NewCoordinates, HaveTheMotion) {
    const State three{.t = 0.3L, .q = {1.2L, 0.4L, 0.7L}, .v = {0.5L, -0.4L, 0.6L}};
    for (const char* name : {"skate", "affine_particle", "appell_hamel", "chaplygin_sleigh",
                             "dependent_coordinate", "integrable_constraint", "skate_friction"}) {
        const NewValue beside_the_pole{"x", "1"};
        expect_same_motion(with_values(model_description(name), {&beside_the_pole, 1}), polar,
                           three);
    }
}

// Coordinates that move; reactions along directions of their own; a space W; second order.
TEST(NewCoordinates, HaveTheMotionOfEveryKindOfModel) {
    const Old turning{{"x", "X*cos(t) - Y*sin(t)"}, {"y", "X*sin(t) + Y*cos(t)"}};
    const State three{.t = 0.3L, .q = {1.2L, 0.4L, 0.7L}, .v = {0.5L, -0.4L, 0.6L}};
    const State two{.t = 0.3L, .q = {1.2L, 0.4L}, .v = {0.5L, -0.4L}};
    expect_same_motion(model_description("skate"), turning, three);
    expect_same_motion(model_description("slope_in_time"), turning, two);
    expect_same_motion(model_description("wheel_on_slope"), turning, two);
    expect_same_motion(model_description("parallel_points_spring"),
                       {{"x1", "p + x2 + t"}, {"y1", "q - y2*t"}},
                       {.t = 0.3L, .q = {1.2L, 0.4L, 0.7L, 0.2L}, .v = {0.5L, -0.4L, 0.6L, 0.3L}});
    expect_same_motion(model_description("constant_speed_by_accelerations"), turning, two);
    expect_same_motion({.coordinates = {"x", "y", "z"},
                        .lagrangian = "((1 + z^2)*x'^2 + 2*y'^2 + 3*z'^2)/2 - x*y + t*z'*y",
                        .forces = {{.on = "x", .value = "-x'*y"}},
                        .constraints = {{.name = "c",
                                         .equation = "z' = y*x'^2 + t",
                                         .reaction = {{"x", "1"}, {"z", "2 + y"}}}}},
                       {{"x", "X + y*z"}}, three);
    expect_same_motion({.coordinates = {"x", "y", "z"},
                        .lagrangian = "((1 + z^2)*x'^2 + 2*y'^2 + 3*z'^2)/2",
                        .constraints = {{.name = "c", .equation = "z' = y*x'"}},
                        .reaction_vanishes_on = {{{"x", "1"}, {"z", "x"}}, {{"y", "1"}}}},
                       {{"x", "u + w^3"}, {"z", "w - u"}}, three);
}

// A parametrization is carried over as velocities: forms with and without it are the same.
TEST(NewCoordinates, HaveAllForms) {
    for (const char* name : {"parallel_points_spring", "parallel_points"}) {
        const System system =
            built_in(model_description(name), {{"x1", "p + x2 + t"}, {"y1", "q - y2*t"}});
        ASSERT_TRUE(system.parametrization);
        const Agreement found = agreement(system);
        EXPECT_GT(found.forms.size(), 5U);
        for (const FormAgreement& form : found.forms)
            EXPECT_EQ(form.outcome, FormAgreement::Outcome::Proved) << name << ", " << form.form;
    }
}

// What a map that moves makes of a symmetry depends on time; a contact that the coordinates ensure says
// nothing.
TEST(NewCoordinates, LeaveOutWhatAModelCannotSay) {
    const auto moved =
        in_coordinates(model_description("integrable_constraint"), Old{{"x", "X + t"}});
    EXPECT_TRUE(moved.description.symmetries.empty());
    EXPECT_THAT(to_texts(moved.left_out),
                ::testing::Contains("The generator of 'rotation about the axis' would depend on "
                                    "time, and is left out."));
    const System hoop = built_in(model_description("littlewood_hoop"), {{"x", "2*X"}});
    EXPECT_EQ(hoop.q[0].name(), "X");
}

TEST(NewCoordinates, AreWrittenShortly) {
    const auto [model, left_out] = in_coordinates({.title = "Free",
                                                   .coordinates = {"x", "y"},
                                                   .parameters = {{"m", "2"}},
                                                   .lagrangian = "m*(x'^2 + y'^2)/2",
                                                   .initial = {{"x", "1"}, {"y'", "3"}}},
                                                  polar);
    EXPECT_TRUE(left_out.empty());
    EXPECT_EQ(model.coordinates[0].text(), "r");
    EXPECT_EQ(model.coordinates[1].text(), "theta");
    EXPECT_TRUE(are_equal(parse(model.lagrangian.text()), parse("m*(r'^2 + r^2*theta'^2)/2"))
                    .proved_zero());
}

std::map<std::string, std::string> start(const Description& description, const Old& old) {
    std::map<std::string, std::string> result;
    for (const auto& [name, formula] : in_coordinates(description, old).description.initial)
        result[name.text()] = formula.text();
    return result;
}

using Start = std::map<std::string, std::string>;

TEST(NewCoordinates, BeginInTheSameState) {
    const auto particle = [](std::vector<Assignment> initial) {
        return Description{.coordinates = {"x", "y"},
                           .parameters = {{"c", "2"}},
                           .lagrangian = "(x'^2 + y'^2)/2",
                           .initial = std::move(initial)};
    };
    // Simple numbers are exact: at (−1, 1) r = √2 is none, and all are decimals.
    EXPECT_EQ(start(particle({{"x", "-1"}, {"y'", "3"}}), polar),
              (Start{{"r", "1"}, {"theta", "pi"}, {"theta'", "-3"}}));
    EXPECT_EQ(start(particle({{"y", "2"}, {"x'", "3"}, {"y'", "1"}}), polar),
              (Start{{"r", "2"}, {"theta", "pi/2"}, {"r'", "1"}, {"theta'", "-3/2"}}));
    const Start decimals = start(particle({{"x", "-1"}, {"y", "1"}, {"x'", "1"}}), polar);
    EXPECT_NEAR(std::stod(decimals.at("r")), std::sqrt(2.0), 1e-15);
    EXPECT_NEAR(std::stod(decimals.at("theta")), 2.356194490192345, 1e-15);
    EXPECT_NEAR(std::stod(decimals.at("r'")), -std::sqrt(0.5), 1e-15);
    EXPECT_NEAR(std::stod(decimals.at("theta'")), -0.5, 1e-15);
    // Affine maps keep letters.
    EXPECT_EQ(start(particle({{"x", "c"}, {"y", "1"}, {"x'", "c"}}), {{"x", "X + 2*y"}}),
              (Start{{"X", "c - 2"}, {"y", "1"}, {"X'", "c"}}));
    EXPECT_EQ(start(particle({{"x", "c"}, {"x'", "1"}}), {{"x", "X + c*t"}}),
              (Start{{"X", "c"}, {"X'", "1 - c"}}));
}

TEST(NewCoordinates, KeepWhatIsExpected) {
    const Description model{
        .coordinates = {"x", "y"},
        .lagrangian = "(x'^2 + y'^2)/2 - x",
        .initial = {{"y'", "1"}},
        .expect = {{"x", "-t^2/2"}, {"y", "t"}, {"x + y'^2*t^2/2", "constant"}}};
    const System linear = built_in(model, {{"x", "X + t"}, {"y", "X - Y"}});
    ASSERT_EQ(linear.expect.size(), 3U);
    EXPECT_TRUE(are_equal(linear.expect[0].second, parse("-t^2/2 - t")).proved_zero());
    EXPECT_TRUE(are_equal(linear.expect[1].second, parse("-t^2/2 - 2*t")).proved_zero());
    EXPECT_TRUE(is_constant_of_motion(linear.expect[2].second));
    EXPECT_TRUE(
        are_equal(linear.expect[2].first, parse("X + t + (X' - Y')^2*t^2/2")).proved_zero());
    const auto cubic = in_coordinates(model, Old{{"x", "X + X^3"}});
    ASSERT_EQ(cubic.description.expect.size(), 2U);
    EXPECT_EQ(to_texts(cubic.left_out),
              (std::vector<std::string>{
                  "The closed form x = -t^2/2 is that of a coordinate which is replaced."}));
}

// What is constant has no closed form that others could be solved with.
TEST(NewCoordinates, KeepConstantsBesideClosedForms) {
    const Description model{.coordinates = {"x", "y"},
                            .lagrangian = "(x'^2 + y'^2)/2",
                            .initial = {{"y'", "1"}},
                            .expect = {{"x", "constant"}, {"y", "t"}}};
    const auto moved = in_coordinates(model, Old{{"x", "X + Y"}, {"y", "X - Y"}});
    ASSERT_EQ(moved.description.expect.size(), 1U);
    EXPECT_EQ(moved.description.expect[0].name.text(), "X + Y");
    EXPECT_EQ(moved.description.expect[0].formula.text(), "constant");
    EXPECT_EQ(to_texts(moved.left_out),
              (std::vector<std::string>{
                  "The closed form y = t is that of a coordinate which is replaced."}));
    EXPECT_NO_THROW(build(moved.description));
}

// R_r is a radius here, and gauss a coordinate: neither may be drawn as what the old names were.
TEST(NewCoordinates, LeaveOutWhatHasItsNameForSomethingElse) {
    const Description model{
        .coordinates = {"x", "y"},
        .parameters = {{"R_r", "7"}},
        .lagrangian = "(x'^2 + y'^2)/2",
        .constraints = {{.name = "line", .equation = "y' = x*x'"}},
        .initial = {{"x", "1"}, {"x'", "1"}, {"y'", "1"}},
        .plots = {
            {.x = {"t"}, .y = {"R_x"}}, {.x = {"t"}, .y = {"gauss"}}, {.x = {"t"}, .y = {"mu1"}}}};
    const auto asked_for = [&](const Old& old) {
        std::vector<std::string> left;
        for (const PlotDescription& plot : in_coordinates(model, old).description.plots)
            left.push_back(plot.y[0].text());
        return left;
    };
    EXPECT_EQ(asked_for(polar), (std::vector<std::string>{"gauss", "mu1"}));
    EXPECT_EQ(asked_for({{"x", "gauss + mu1"}, {"y", "gauss - mu1"}}),
              (std::vector<std::string>{"(R_gauss + R_mu1)/2"}));
}

// Remark 2.4: what is solved for velocities of coordinates that stay goes on being so.
TEST(NewCoordinates, KeepAnExplicitForm) {
    const System system = built_in({.coordinates = {"x", "y", "z"},
                                    .lagrangian = "(x'^2 + y'^2 + z'^2)/2",
                                    .constraints = {{.name = "c", .equation = "z' = y*x' - x*y'"}},
                                    .initial = {{"x", "1"}}},
                                   polar);
    ASSERT_TRUE(system.constraints[0].explicit_for);
    EXPECT_EQ(*system.constraints[0].explicit_for, 2U);
    EXPECT_TRUE(are_equal(system.constraints[0].written.right, parse("-r^2*theta'")).proved_zero());
}

TEST(NewCoordinates, ThereAndBackIsTheModel) {
    Description model = model_description("skate_friction");
    model.expect.clear();
    const auto there = in_coordinates(model, Old{{"x", "X + 2*Y"}, {"y", "Y - X"}});
    const System back = built_in(there.description, {{"X", "(x - 2*y)/3"}, {"Y", "(x + y)/3"}});
    const System system = build(model);
    EXPECT_TRUE(are_equal(back.lagrangian, system.lagrangian).proved_zero());
    for (std::size_t i = 0; i < system.size(); ++i) {
        EXPECT_EQ(back.q[i], system.q[i]);
        EXPECT_TRUE(are_equal(back.force[i], system.force[i]).proved_zero());
    }
    EXPECT_TRUE(
        are_equal(back.constraints[0].expression, system.constraints[0].expression).proved_zero());
}

TEST(NewCoordinates, SayWhyTheyAreNone) {
    const auto why = [](const Old& old) -> std::string {
        try {
            in_coordinates({.coordinates = {"x", "y", "phi"},
                            .parameters = {{"m", "1"}},
                            .lagrangian = "m*(x'^2 + y'^2 + phi'^2)/2"},
                           old);
        } catch (const RequestError& error) {
            return error.what();
        } catch (const NumericalError& error) {
            return error.what();
        }
        return "";
    };
    EXPECT_THAT(why({}), HasSubstr("no coordinate is given as a formula of new ones"));
    EXPECT_THAT(why({{"ph", "a"}}), HasSubstr("no coordinate 'ph'; did you mean 'phi'?"));
    EXPECT_THAT(why({{"x", "a"}, {"x", "b"}}), HasSubstr("'x' is given twice"));
    EXPECT_THAT(why({{"x", "a + b"}}),
                HasSubstr("1 coordinate is given, in terms of 2 new ones, a, b"));
    EXPECT_THAT(why({{"x", "2*m"}}), HasSubstr("in terms of 0 new ones"));
    EXPECT_THAT(why({{"x", "y + 1"}, {"y", "a"}}),
                HasSubstr("'y' in the formula for 'x' is replaced"));
    EXPECT_THAT(why({{"x", "a + b"}, {"y", "(a + b)^2"}}),
                HasSubstr("a, b are no coordinates: the old ones do not change independently"));
    EXPECT_THAT(why(polar), HasSubstr("At the start, x = 0, y = 0, no regular values of r, theta"));
    const auto clash = [](const char* model, const NewValue& old) -> std::string {
        try {
            in_coordinates(model_description(model), Old{old});
        } catch (const RequestError& error) {
            return error.what();
        }
        return "";
    };
    EXPECT_THAT(clash("parallel_points_spring", {"x1", "v1 + x2"}),
                HasSubstr("'v1' in the formula for 'x1' is a variable of the parametrization"));
    EXPECT_THAT(clash("skate_vakonomic", {"x", "lambda1"}), HasSubstr("is a latent variable"));
    EXPECT_THAT(clash("integrable_constraint", {"x", "w"}), HasSubstr("an abbreviation"));
    EXPECT_THAT(clash("bead", {"x", "f + x1"}), HasSubstr("'f' in the formula for 'x'"));
    EXPECT_THAT(why({{"x", "exp(a)"}}), HasSubstr("At the start, x = 0, no regular values of a"));
}

// A name may have lines; what is said of it is a comment all the same.
TEST(ModelToml, KeepsRemarksInComments) {
    const Description model{.coordinates = {"x"}, .lagrangian = "x'^2/2"};
    const std::vector<std::string> remarks{"The event 'a\n[oops]\r\nb' is left out."};
    const std::string text = model_toml(model, remarks);
    EXPECT_THAT(text, ::testing::StartsWith("# The event 'a [oops]  b' is left out.\n"));
    EXPECT_TRUE(same_formulas(build(read_model_text(text, "m.toml")), build(model)));
}

// Every model of the gallery is written and read as itself.
TEST(ModelToml, ReadsBackAsTheModel) {
    for (const std::string& name : gallery()) {
        const Description model = model_description(name);
        const Description read = read_model_text(model_toml(model), name);
        EXPECT_TRUE(same_formulas(build(model), build(read))) << name;
        EXPECT_EQ(model.description.text(), read.description.text()) << name;
        EXPECT_EQ(model.initial.size(), read.initial.size()) << name;
        EXPECT_EQ(model.expect.size(), read.expect.size()) << name;
        EXPECT_EQ(model.plots.size(), read.plots.size()) << name;
        EXPECT_EQ(model.drawings.size(), read.drawings.size()) << name;
        EXPECT_EQ(model.simulate.until, read.simulate.until) << name;
    }
}

}  // namespace
}  // namespace rattleback

#include <gtest/gtest.h>

#include <filesystem>

#include "expr/functions.hpp"
#include "expr/parse.hpp"
#include "expr/print_text.hpp"
#include "model/system.hpp"
#include "rattleback/errors.hpp"
#include "support/folders.hpp"

namespace rattleback {
namespace {

namespace fs = std::filesystem;

const fs::path models = testing::models_folder();

Description skate_in_cpp() {
    return {
        .title = "Skate on an inclined plane",
        .reference = "G. Zampieri, J. Differential Equations 163 (2000), eqs. (2.11)-(2.15)",
        .coordinates = {"x", "y", "phi"},
        .parameters = {{"g", "1"}, {"w", "1/2"}},
        .definitions = {{"speed", "x'*cos(phi) + y'*sin(phi)"}},
        .lagrangian = "(x'^2 + y'^2 + phi'^2)/2 + g*x",
        .constraints = {{.name = "blade", .equation = "x'*sin(phi) - y'*cos(phi) = 0"}},
        .initial = {{"phi'", "w"}},
        .expect = {{"x", "g*sin(w*t)^2/(2*w^2)"},
                   {"y", "g*(w*t - sin(2*w*t)/2)/(2*w^2)"},
                   {"phi", "w*t"}},
        .plots = {{.x = {"y"}, .y = {"-x"}}},
        .simulate = {.until = 20},
    };
}

void expect_same(const std::vector<Constraint>& a, const std::vector<Constraint>& b) {
    ASSERT_EQ(a.size(), b.size());
    for (std::size_t i = 0; i < a.size(); ++i) {
        EXPECT_EQ(a[i].name, b[i].name);
        EXPECT_EQ(a[i].expression, b[i].expression);
        EXPECT_EQ(a[i].order, b[i].order);
        EXPECT_EQ(a[i].dependence, b[i].dependence);
        EXPECT_EQ(a[i].degree, b[i].degree);
        EXPECT_EQ(a[i].explicit_for, b[i].explicit_for);
        EXPECT_EQ(a[i].reaction, b[i].reaction);
    }
}

TEST(Build, FromCppEqualsFromFile) {
    const System a = build(skate_in_cpp());
    const System b = build(read_model((models / "skate.toml").string()));
    EXPECT_EQ(a.title(), b.title());
    EXPECT_EQ(a.q, b.q);
    EXPECT_EQ(a.v, b.v);
    EXPECT_EQ(a.a, b.a);
    EXPECT_EQ(a.t, b.t);
    EXPECT_EQ(a.definitions, b.definitions);
    EXPECT_EQ(a.functions, b.functions);
    EXPECT_EQ(a.lagrangian, b.lagrangian);
    EXPECT_EQ(a.force, b.force);
    EXPECT_EQ(a.principle, b.principle);
    EXPECT_EQ(a.initial, b.initial);
    EXPECT_EQ(a.expect, b.expect);
    expect_same(a.constraints, b.constraints);
    ASSERT_EQ(a.parameters.size(), b.parameters.size());
    for (std::size_t i = 0; i < a.parameters.size(); ++i) {
        EXPECT_EQ(a.parameters[i].symbol, b.parameters[i].symbol);
        EXPECT_EQ(a.parameters[i].value, b.parameters[i].value);
    }
    ASSERT_EQ(a.plots.size(), b.plots.size());
    EXPECT_EQ(a.plots[0].curves[0].x, b.plots[0].curves[0].x);
    EXPECT_EQ(a.plots[0].curves[0].y, b.plots[0].curves[0].y);
    EXPECT_EQ(a.description.simulate.until, b.description.simulate.until);
}

TEST(Build, MakesTheSkate) {
    const System skate = build(skate_in_cpp());
    EXPECT_EQ(skate.size(), 3U);
    EXPECT_EQ(skate.q, (ExprVector{symbol("x"), symbol("y"), symbol("phi")}));
    EXPECT_EQ(skate.v[2], symbol("phi", 1));
    EXPECT_EQ(skate.a[0], symbol("x", 2));
    EXPECT_EQ(skate.lagrangian, parse("g*x + (phi'^2 + x'^2 + y'^2)/2"));
    EXPECT_EQ(skate.force, ExprVector(3));
    EXPECT_EQ(skate.parameters[1].value, ratio(1, 2));
    EXPECT_EQ(skate.definitions[0].second, parse("x'*cos(phi) + y'*sin(phi)"));
    ASSERT_EQ(skate.initial.size(), 1U);
    EXPECT_EQ(skate.initial[0].first, symbol("phi", 1));
    EXPECT_EQ(skate.initial[0].second, symbol("w"));
    EXPECT_FALSE(is_generalized(skate));
}

TEST(Build, KnowsTheDerivativeByTime) {
    const System skate = build(skate_in_cpp());
    const Expr e = parse("t*x*phi' + sin(y)");
    EXPECT_EQ(derivative_along(e, skate.by_time()),
              parse("x*phi' + t*x'*phi' + t*x*phi'' + y'*cos(y)"));
    EXPECT_EQ(derivative_along(e, skate.by_time_without_accelerations()),
              parse("x*phi' + t*x'*phi' + y'*cos(y)"));
}

TEST(Build, TakesNumbersExactly) {
    const System system = build(read_model_text(
        "coordinates = ['x']\nlagrangian = \"a*x'^2\"\n[parameters]\na = 0.1\nb = 1e-3\nc = "
        "1_000.5\nd = '6.02e23'\n[initial]\nx = 0.3\n",
        "f"));
    EXPECT_EQ(system.parameters[0].value, ratio(1, 10));
    EXPECT_EQ(system.parameters[1].value, ratio(1, 1000));
    EXPECT_EQ(system.parameters[2].value, ratio(2001, 2));
    EXPECT_EQ(system.parameters[3].value, parse("602*10^21"));
    EXPECT_EQ(system.initial[0].second, ratio(3, 10));
}

TEST(Build, LetsParametersUseEarlierOnes) {
    const System system = build({.coordinates = {"x"},
                                 .parameters = {{"a", "2"}, {"b", "sqrt(a)"}, {"c", "b^2 + a"}},
                                 .lagrangian = "c*x'^2"});
    EXPECT_EQ(system.parameters[1].value, sqrt(Expr(2)));
    EXPECT_EQ(system.parameters[2].value, Expr(4));
    EXPECT_EQ(system.lagrangian, parse("c*x'^2"));
}

TEST(Build, PutsDefinitionsIn) {
    const System system =
        build({.coordinates = {"x", "y"},
               .parameters = {{"m", "1"}, {"r", "2"}},
               .definitions = {{"area", "pi*r^2"}, {"u", "x' - y"}, {"k", "m*u^2"}},
               .lagrangian = "k + area*y'^2",
               .initial = {{"x", "2*area"}}});
    EXPECT_EQ(system.lagrangian, parse("m*(x' - y)^2 + pi*r^2*y'^2"));
    EXPECT_EQ(system.initial[0].second, parse("2*pi*r^2"));
}

TEST(Build, KeepsUnspecifiedFunctions) {
    const System system = build({.coordinates = {"q1", "q2"},
                                 .functions = {{"A", {"q1", "q2"}}, {"f", {"t"}}},
                                 .lagrangian = "q1'^2 + f*q2'^2 + A(q2, 1)",
                                 .constraints = {{.equation = "q2' = A*q1'"}}});
    const Names any{.any_function = true};
    ASSERT_EQ(system.functions.size(), 2U);
    EXPECT_EQ(system.functions[0], parse("A(q1, q2)", any));
    EXPECT_EQ(system.functions[1], parse("f(t)", any));
    EXPECT_EQ(system.lagrangian, parse("q1'^2 + f(t)*q2'^2 + A(q2, 1)", any));
    EXPECT_EQ(system.constraints[0].expression, parse("q2' - A(q1, q2)*q1'", any));
    EXPECT_EQ(system.constraints[0].dependence, Dependence::Linear);
    EXPECT_EQ(system.constraints[0].explicit_for, 1U);
}

TEST(Build, ReadsRequests) {
    const System system = build({
        .coordinates = {"x", "y"},
        .parameters = {{"l", "3"}},
        .lagrangian = "x'^2 + y'^2",
        .initial = {{"x", "l"}, {"y'", "-1/l"}},
        .expect = {{"x", "l*cos(t)"}, {"y'", "t"}},
        .symmetries = {{.name = "turn", .generator = {{"x", "-y"}, {"y", "x"}}},
                       {.generator = {{"x", "1"}}}},
        .events = {{.name = "axis", .when = "y = 0", .direction = "rising", .stop = true},
                   {.when = "x' = t", .direction = "falling"},
                   {.when = "x = 1"}},
        .plots = {{.x = {"t"}, .y = {"x'*l"}, .title = "momentum"}},
    });
    const Expr x = symbol("x"), y = symbol("y");
    EXPECT_EQ(system.initial[1].first, symbol("y", 1));
    EXPECT_EQ(system.initial[1].second, parse("-1/l"));
    EXPECT_EQ(system.expect[0].second, parse("l*cos(t)"));
    EXPECT_EQ(system.expect[1].first, symbol("y", 1));
    EXPECT_EQ(system.symmetries[0].name, "turn");
    EXPECT_EQ(system.symmetries[0].generator, (ExprVector{-y, x}));
    EXPECT_EQ(system.symmetries[1].name, "symmetry 2");
    EXPECT_EQ(system.symmetries[1].generator, (ExprVector{1, 0}));
    EXPECT_EQ(system.events[0].name, "axis");
    EXPECT_EQ(system.events[0].expression, y);
    EXPECT_EQ(system.events[0].direction, 1);
    EXPECT_TRUE(system.events[0].stop);
    EXPECT_EQ(system.events[1].expression, parse("x' - t"));
    EXPECT_EQ(system.events[1].direction, -1);
    EXPECT_EQ(system.events[1].name, "x' = t");
    EXPECT_EQ(system.events[2].direction, 0);
    EXPECT_EQ(system.plots[0].title, "momentum");
    EXPECT_EQ(system.plots[0].curves[0].y, parse("x'*l"));
}

TEST(Build, NamesLatentVariablesOfVakonomicMotion) {
    Description skate = skate_in_cpp();
    skate.principle = "vakonomic";
    skate.initial.push_back({"lambda1", "w^2"});
    const System system = build(skate);
    EXPECT_EQ(system.principle, Principle::Vakonomic);
    EXPECT_EQ(system.initial[1].first, symbol("lambda1"));
    EXPECT_EQ(system.initial[1].second, parse("w^2"));
}

std::string message_of(const Description& description) {
    try {
        build(description);
        return "no error";
    } catch (const ModelError& error) {
        return error.what();
    }
}

// What TOML itself would refuse, or has no way to say.
TEST(Build, ChecksADescriptionMadeInCpp) {
    EXPECT_EQ(message_of({}),
              "model: the model has no coordinates; it begins with them, as in coordinates = "
              "[\"x\", \"y\"]");
    const Description good{.file = "cart", .coordinates = {"x"}, .lagrangian = "x'^2"};
    Description bad = good;
    bad.initial = {{"x", "1"}, {"x", "2"}};
    EXPECT_EQ(message_of(bad), "formula:1:1: 'x' is given twice\n  x\n  ^");
    bad = good;
    bad.forces = {{}};
    EXPECT_EQ(message_of(bad),
              "cart:1:1: this force says nothing; give 'value' with 'on' or 'particle', or "
              "'potential'\n  [[force]]\n  ^^^^^^^^^");
    bad = good;
    bad.forces = {{.components = {{"x", "1"}, {"x", "2"}}}};
    EXPECT_EQ(message_of(bad), "formula:1:1: the component 'x' is given twice\n  x\n  ^");
    bad = good;
    bad.simulate.rtol = -1;
    EXPECT_EQ(message_of(bad), "cart: 'rtol' is -1; it has to be a number above 0 and at most 0.1");
    bad = good;
    bad.coordinates = {""};
    EXPECT_EQ(message_of(bad), "formula:1:1: the name of a coordinate is empty\n  \n  ^");
    bad = good;
    bad.parametrization = {.variables = {"z"}, .velocities = {{"x'", "z"}, {"x'", "2*z"}}};
    EXPECT_EQ(message_of(bad), "formula:1:1: the velocity x' is given twice\n  x'\n  ^^");
    bad = good;
    bad.lagrangian = "x'^2 + omega";
    EXPECT_EQ(message_of(bad), "formula:1:8: unknown name 'omega'\n  x'^2 + omega\n         ^^^^^");
}

class EveryModel : public ::testing::TestWithParam<std::string> {};

TEST_P(EveryModel, IsBuilt) {
    const System system = build(read_model((models / (GetParam() + ".toml")).string()));
    EXPECT_FALSE(system.title().empty());
    EXPECT_EQ(system.force.size(), system.size());
}

std::vector<std::string> model_names() {
    std::vector<std::string> names;
    for (const auto& entry : fs::directory_iterator(models))
        if (entry.path().extension() == ".toml") names.push_back(entry.path().stem().string());
    return names;
}

INSTANTIATE_TEST_SUITE_P(Models, EveryModel, ::testing::ValuesIn(model_names()),
                         [](const auto& test) { return test.param; });

}  // namespace
}  // namespace rattleback

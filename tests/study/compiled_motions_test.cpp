// The motion of other values is, formula by formula and note by note, the one that is derived anew for
// them, whether or not it is one that was derived before.
#include <gtest/gtest.h>

#include "equations/same_equations.hpp"
#include "model/same_formulas.hpp"
#include "rattleback/errors.hpp"
#include "study/compiled_model.hpp"
#include "support/chart_systems.hpp"
#include "support/model_file.hpp"

namespace rattleback::testing {
namespace {

using Settings = std::vector<NewValue>;

// What was derived, or the message that there is no motion.
struct Outcome {
    std::optional<DerivedMotion> motion = {};
    std::string error = {};
};

template <typename Make>
Outcome outcome_of(const Make& make) {
    try {
        return {.motion = make()};
    } catch (const std::runtime_error& error) {
        return {.error = error.what()};
    }
}

std::vector<std::string> texts(const DerivedMotion& motion) { return to_texts(motion.notes); }

void expect_same(const Outcome& kept, const Outcome& fresh, const std::string& what) {
    ASSERT_EQ(kept.error, fresh.error) << what;
    if (!fresh.motion) return;
    const DerivedMotion &a = *kept.motion, &b = *fresh.motion;
    EXPECT_TRUE(same_formulas(a.system, b.system)) << what;
    EXPECT_TRUE(same_formulas(a.equations, b.equations)) << what;
    EXPECT_EQ(a.system.initial, b.system.initial) << what;
    EXPECT_TRUE(std::ranges::equal(a.system.parameters, b.system.parameters, {}, &Parameter::value,
                                   &Parameter::value))
        << what;
    EXPECT_EQ(a.system.expect, b.system.expect) << what;
    EXPECT_EQ(to_text(a.form.sentence()), to_text(b.form.sentence())) << what;
    EXPECT_EQ(texts(a), texts(b)) << what;
}

// One after the other, by motions that remember those before. How many had to be derived.
std::size_t expect_fresh_ones(const Description& description, const std::vector<Settings>& all,
                              const std::string& form = {}) {
    const CompiledMotions motions;
    for (const Settings& values : all) {
        std::string what = title_of(description);
        for (const NewValue& value : values) what += ", " + value.name + " = " + value.formula;
        const Outcome kept =
            outcome_of([&] { return motions.of(with_values(description, values), form).motion; });
        const Outcome fresh =
            outcome_of([&] { return derive_motion(with_values(description, values), form); });
        expect_same(kept, fresh, what);
    }
    return motions.derived();
}

// All numbers a little other; then single parameters other by much, nothing, or of the other sign.
std::vector<Settings> other_values(const Description& d, std::size_t singles) {
    std::vector<Settings> all{{}};
    for (const char* factor : {"11/10", "9/10"}) {
        Settings& values = all.emplace_back();
        for (const Assignment& p : d.parameters)
            values.push_back({p.name.text(), "(" + p.formula.text() + ")*" + factor});
    }
    for (std::size_t i = 0; i < d.parameters.size() && i < singles; ++i) {
        const std::string name = d.parameters[i].name.text(),
                          formula = d.parameters[i].formula.text();
        for (const std::string other : {"0", "1", ""})
            all.push_back({{name, other.empty() ? "-(" + formula + ")" : other}});
    }
    for (std::size_t i = 0; i < d.initial.size() && i < singles; ++i)
        all.push_back({{d.initial[i].name.text(), "6/5*(" + d.initial[i].formula.text() + ")"}});
    return all;
}

TEST(CompiledMotions, AreThoseThatAreDerivedAnew) {
    std::size_t models = 0, derived_once = 0;
    for (const std::string& name : gallery()) {
        const Description d = model_description(name);
        if (!d.functions.empty()) continue;
        const std::vector<Settings> others = other_values(d, is_large(name) ? 1 : 2);
        expect_fresh_ones(d, others);
        if (d.parameters.empty()) continue;
        ++models;
        const std::size_t derived = expect_fresh_ones(d, {others[0], others[1], others[2]});
        if (derived == 1)
            ++derived_once;
        else
            std::printf("%s is derived %zu times\n", name.c_str(), derived);
    }
    EXPECT_GE(derived_once, models * 9 / 10) << "of " << models;
}

TEST(CompiledMotions, AreDerivedAnewWhereValuesDecideOtherwise) {
    // y' = x' tan φ is solved for x' where tan φ is large at the start.
    EXPECT_EQ(
        expect_fresh_ones(skate_by("y' = x'*tan(phi)", "1/3"),
                          {{}, {{"phi", "2/5"}}, {{"phi", "pi/2"}}, {{"phi", "1/2"}}}, "voronec"),
        2U);
    const Description two{.coordinates = {"x", "y", "z"},
                          .parameters = {{"a", "2"}, {"b", "1"}},
                          .lagrangian = "(x'^2 + y'^2 + z'^2)/2",
                          .constraints = {{.name = "c", .equation = "a*x' + b*y' = z*z'"}},
                          .initial = {{"x'", "1"}, {"z", "1"}}};
    EXPECT_EQ(expect_fresh_ones(two, {{}, {{"a", "3"}}, {{"a", "0"}}, {{"b", "0"}}, {{"a", "5"}}}),
              3U);
    // A product, on one branch and on the other.
    const Description product{
        .coordinates = {"x", "y"},
        .parameters = {{"m", "1"}},
        .lagrangian = "m*(x'^2 + y'^2)/2 - y",
        .constraints = {{.name = "c", .equation = "(x' - y')*(x' + 2*y') = 0"}},
        .initial = {{"x'", "1"}, {"y'", "1"}}};
    EXPECT_EQ(expect_fresh_ones(product, {{},
                                          {{"x'", "3"}, {"y'", "3"}},
                                          {{"x'", "-2"}},
                                          {{"m", "4"}},
                                          {{"x'", "-6"}, {"y'", "3"}}}),
              2U);
    // A sum of squares, a difference, and one square alone.
    const Description squares{.coordinates = {"x", "y"},
                              .parameters = {{"a", "1"}},
                              .lagrangian = "(x'^2 + y'^2)/2 - y",
                              .constraints = {{.name = "c", .equation = "x'^2 + a*y'^2 = 0"}}};
    expect_fresh_ones(squares, {{}, {{"a", "2"}}, {{"a", "-1"}}, {{"a", "0"}}, {{"a", "-4"}}});
}

// What of the start is completed is completed for each.
TEST(CompiledMotions, HaveTheirOwnStart) {
    const Description rod{.coordinates = {"x", "y"},
                          .parameters = {{"l", "1"}},
                          .lagrangian = "(x'^2 + y'^2)/2 - y",
                          .constraints = {{.name = "rod", .equation = "x^2 + y^2 = l^2"}},
                          .initial = {{"x", "3/5"}}};
    EXPECT_EQ(expect_fresh_ones(rod, {{}, {{"l", "13/10"}}, {{"l", "2"}}, {{"x", "1/2"}}}), 1U);
    expect_fresh_ones(rod, {{{"x", "0"}, {"y", "1"}}, {}, {{"l", "1/2"}}});
}

TEST(CompiledMotions, KnowTheirModelAndTheirForm) {
    const CompiledMotions motions;
    for (const char* name : {"skate", "rolling_disc", "skate"})
        for (const char* form : {"kane", "", "lagrange_multipliers"})
            expect_same(
                outcome_of([&] { return motions.of(model_description(name), form).motion; }),
                outcome_of([&] { return derive_motion(model_description(name), form); }),
                std::string(name) + " " + form);
    EXPECT_EQ(motions.derived(), 6U);
}

}  // namespace
}  // namespace rattleback::testing

// One compiled model, many values: each run is that of the changed model, and compiles nothing.

#include "study/compiled_model.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <thread>

#include "compiled/code_cache.hpp"
#include "compiled/compiled_function.hpp"
#include "support/model_file.hpp"
#include "support/sanitized.hpp"

namespace rattleback {
namespace {

using testing::model_description;

struct Case {
    const char* model;
    std::vector<NewValue> values;
    RunRequest request;
};

void PrintTo(const Case& c, std::ostream* to) { *to << c.model << " " << c.request.form; }

// Sampled where both can be compared, whatever steps they take.
RunRequest sampled(RunRequest request) {
    for (int i = 1; i <= 8; ++i) request.at.push_back(*request.until * i / 8);
    return request;
}

// The same motion: samples, events, contacts, the stop and the words about it.
void expect_same(const Run& run, const Run& fresh, double tolerance) {
    const Trajectory &a = run.trajectory, &b = fresh.trajectory;
    ASSERT_EQ(a.columns, b.columns);
    ASSERT_EQ(a.times.size(), b.times.size());
    std::vector<double> sizes(a.columns.size(), 1e-3);
    for (std::size_t i = 0; i < b.times.size(); ++i)
        for (std::size_t j = 0; j < sizes.size(); ++j)
            if (std::isfinite(b.states[i][j]))
                sizes[j] = std::max(sizes[j], std::fabs(b.states[i][j]));
    for (std::size_t i = 0; i < a.times.size(); ++i) {
        EXPECT_NEAR(a.times[i], b.times[i], tolerance);
        for (std::size_t j = 0; j < sizes.size(); ++j) {
            if (std::isnan(b.states[i][j]) && std::isnan(a.states[i][j])) continue;
            EXPECT_NEAR(a.states[i][j], b.states[i][j], tolerance * sizes[j])
                << a.columns[j] << " at t = " << a.times[i];
        }
    }
    EXPECT_EQ(a.stop.reason, b.stop.reason) << a.stop.message << b.stop.message;
    EXPECT_NEAR(a.stop.time, b.stop.time, tolerance * (1 + std::fabs(b.stop.time)));
    ASSERT_EQ(a.events.size(), b.events.size());
    for (std::size_t i = 0; i < a.events.size(); ++i) {
        EXPECT_EQ(a.events[i].name, b.events[i].name);
        EXPECT_EQ(a.events[i].direction, b.events[i].direction);
        EXPECT_NEAR(a.events[i].time, b.events[i].time, 1e3 * tolerance);
    }
    ASSERT_EQ(a.contact_findings.size(), b.contact_findings.size());
    for (std::size_t i = 0; i < a.contact_findings.size(); ++i) {
        EXPECT_EQ(a.contact_findings[i].limit, b.contact_findings[i].limit);
        EXPECT_EQ(a.contact_findings[i].lifts_off.has_value(),
                  b.contact_findings[i].lifts_off.has_value());
    }
    EXPECT_EQ(a.phases.size(), b.phases.size());
    EXPECT_EQ(a.notes.size(), b.notes.size());
    EXPECT_EQ(a.reactions.size(), b.reactions.size());
    EXPECT_EQ(a.rest != nullptr, b.rest != nullptr);
}

class OtherValues : public ::testing::TestWithParam<Case> {};

TEST_P(OtherValues, GiveTheMotionOfTheChangedModelAndCompileNothing) {
    const Case& c = GetParam();
    const Description description = model_description(c.model);
    const RunRequest request = sampled(c.request);
    const CompiledModel model = compile_model(description, c.request.form);
    expect_same(run_motion(model, {}, request), run_motion(description, request), 1e-8);
    const std::size_t before = code_made();
    const auto run = run_motion(model, c.values, request);
    EXPECT_EQ(code_made(), before);
    expect_same(run, run_motion(with_values(description, c.values), request), 1e-8);
}

const std::vector<Case> cases{
    {"skate", {{"g", "5"}}, {.until = 3}},
    {"skate", {{"g", "5"}}, {.form = "lagrange_multipliers", .method = "bdf", .until = 3}},
    {"chaplygin_sleigh", {{"a", "0.3"}, {"m", "2"}}, {.method = "taylor", .until = 5}},
    {"chaplygin_sleigh", {{"J", "3"}}, {.form = "gauss", .method = "gauss6", .until = 2}},
    {"stick_slip", {{"F", "0.8"}, {"k", "2"}}, {.until = 12}},
    {"stick_slip", {{"belt", "0.4"}}, {.method = "taylor", .until = 12}},
    {"block_on_incline", {{"mu", "0.7"}, {"v0", "1.5"}}, {.until = 1}},
    {"skate_friction", {{"mu", "0.2"}}, {.until = 8}},
    {"ball_on_incline", {{"alpha", "0.7"}, {"m", "3"}}, {.until = 2}},
    {"ball_on_incline", {{"alpha", "1.2"}}, {.until = 2}},
    {"ball_on_sphere", {{"theta0", "0.2"}, {"g", "3"}}, {.until = 5}},
    {"littlewood_hoop", {{"w0", "0.7"}, {"M", "0.1"}}, {.until = 4}},
    {"cart", {{"m", "12"}, {"r", "0.2"}}, {.form = "lagrange_multipliers", .until = 2}},
    {"differential_drive", {{"d", "0.08"}}, {.form = "maggi", .until = 2}},
    {"parallel_points_d_turning", {{"m2", "2"}, {"k", "3"}}, {.until = 2}},
    {"skate", {{"g", "2"}, {"w", "3/4"}}, {.form = "voronec", .until = 40}},
    {"rolling_disc", {{"g", "2"}, {"m", "3"}}, {.until = 2}},
    {"magnetic_sleigh", {{"B", "2"}}, {.until = 2}},
    {"roller_racer", {{"m1", "2"}, {"l2", "0.2"}}, {.until = 2}},
    {"skate_vakonomic", {{"g", "2"}}, {.until = 1}},
    {"knife_edge", {{"m", "1"}, {"alpha", "0.3"}}, {.until = 2}},
    {"force_as_constraint", {{"c", "0.3"}, {"m", "2"}}, {.until = 1}},
    {"rattleback", {{"M", "1.1"}}, {.until = 1}},
};
INSTANTIATE_TEST_SUITE_P(Models, OtherValues, ::testing::ValuesIn(cases));

// With a = 0 terms are gone, and other code is made; then both are there.
TEST(CompiledModel, IsRightWhereAParameterVanishes) {
    const Description description = model_description("chaplygin_sleigh");
    const RunRequest request = sampled({.until = 3});
    const CompiledModel model = compile_model(description);
    run_motion(model, {}, request);
    const std::vector<NewValue> zero{{"a", "0"}}, other{{"a", "0.7"}};
    const auto without = run_motion(model, zero, request);
    const std::size_t before = code_made();
    const auto with = run_motion(model, other, request);
    run_motion(model, zero, request);
    EXPECT_EQ(code_made(), before);
    expect_same(without, run_motion(with_values(description, zero), request), 1e-9);
    expect_same(with, run_motion(with_values(description, other), request), 1e-9);
}

// Where friction vanishes nothing switches, and where it comes back it does.
TEST(CompiledModel, IsRightWhereFrictionVanishes) {
    const Description description = model_description("block_on_incline");
    const RunRequest request = sampled({.until = 1});
    const CompiledModel model = compile_model(description);
    for (const char* mu : {"0.8", "0", "0.6", "0"}) {
        const std::vector<NewValue> values{{"mu", mu}};
        expect_same(run_motion(model, values, request),
                    run_motion(with_values(description, values), request), 1e-8);
    }
}

// With |a| > 2 the inertia vanishes somewhere: then it must be watched, and the run ends there.
TEST(CompiledModel, WatchesWhatMayVanishWithOtherValues) {
    const Description description{.coordinates = {"x"},
                                  .parameters = {{"a", "1"}},
                                  .lagrangian = "(2 + a*cos(x))*x'^2/2",
                                  .initial = {{"x'", "1"}}};
    const RunRequest request = sampled({.until = 4});
    const CompiledModel model = compile_model(description);
    EXPECT_TRUE(run_motion(model, {}, request).trajectory.reached_end());
    for (const char* a : {"3", "1.5", "-3", "2.5"}) {
        const std::vector<NewValue> values{{"a", a}};
        const auto run = run_motion(model, values, request);
        expect_same(run, run_motion(with_values(description, values), request), 1e-8);
        EXPECT_EQ(run.trajectory.stop.reason,
                  std::abs(std::stod(a)) > 2 ? StopReason::SingularState : StopReason::ReachedEnd)
            << a;
    }
}

// What of the start is completed depends on the value.
TEST(CompiledModel, CompletesTheStartOfEachRun) {
    const Description description{.coordinates = {"x", "y"},
                                  .parameters = {{"l", "1"}},
                                  .lagrangian = "(x'^2 + y'^2)/2 - y",
                                  .constraints = {{.name = "rod", .equation = "x^2 + y^2 = l^2"}},
                                  .initial = {{"x", "3/5"}}};
    const RunRequest request = sampled({.form = "lagrange_multipliers", .until = 2});
    const CompiledModel model = compile_model(description, request.form);
    for (const char* l : {"1", "1.3", "2"}) {
        const std::vector<NewValue> values{{"l", l}};
        const auto run = run_motion(model, values, request);
        expect_same(run, run_motion(with_values(description, values), request), 1e-8);
        const auto state = run.trajectory.states[0];
        EXPECT_NEAR(std::hypot(state[0], state[1]), std::stod(l), 1e-9);
    }
}

// Values that lead through other phases: the sleigh with other starts, and a block that never sticks.
TEST(CompiledModel, TakesOtherStartsToo) {
    const Description description = model_description("chaplygin_sleigh");
    const RunRequest request = sampled({.until = 3});
    const CompiledModel model = compile_model(description);
    run_motion(model, {}, request);
    const std::size_t before = code_made();
    const std::vector<NewValue> values{{"x'", "0.5"}, {"m", "3"}};
    const auto run = run_motion(model, values, request);
    EXPECT_EQ(code_made(), before);
    expect_same(run, run_motion(with_values(description, values), request), 1e-9);
}

TEST(CompiledModel, RunsInManyThreadsAtOnce) {
    constexpr int threads = 8;
    for (const char* name : {"stick_slip", "chaplygin_sleigh", "ball_on_incline"}) {
        const CompiledModel model = compile_model(model_description(name));
        const RunRequest request = sampled({.until = 2});
        const auto run_with = [&](int i) {
            const std::vector<NewValue> values{{"m", std::to_string(1 + i)}};
            return run_motion(model, values, request).trajectory;
        };
        std::vector<Trajectory> at_once(threads);
        std::vector<std::thread> running;
        for (int i = 0; i < threads; ++i)
            running.emplace_back([&, i] { at_once[static_cast<std::size_t>(i)] = run_with(i); });
        for (std::thread& t : running) t.join();
        for (int i = 0; i < threads; ++i) {
            const Trajectory alone = run_with(i);
            const Trajectory& other = at_once[static_cast<std::size_t>(i)];
            ASSERT_EQ(alone.times, other.times) << name;
            for (std::size_t s = 0; s < alone.times.size(); ++s)
                EXPECT_TRUE(std::ranges::equal(alone.states[s], other.states[s]))
                    << name << " with m = " << 1 + i << " at t = " << alone.times[s];
            EXPECT_EQ(alone.stop.message, other.stop.message);
        }
    }
}

}  // namespace
}  // namespace rattleback

// Motions from models, in every formulation, against the reference trajectories.

#include "trajectory/simulate.hpp"

#include <gmock/gmock.h>

#include <thread>

#include "dynamics/motion_checks.hpp"
#include "equations/force_as_reaction.hpp"
#include "equations/formulations.hpp"
#include "rattleback/errors.hpp"
#include "start/branch.hpp"
#include "start/initial_state.hpp"
#include "support/model_file.hpp"
#include "trajectory/closed_forms.hpp"
#include "trajectory/reference_motion.hpp"

namespace rattleback::testing {
namespace {

using ::testing::HasSubstr;

// Σ Cᵢ qᵢ'' + C = 0
void add_second_order(const Json& file, Description& d) {
    const Json& given = file["second_order"];
    for (std::size_t k = 0; k < given["C_i"].size(); ++k) {
        std::string sum = formula(given["C"][k]);
        for (std::size_t i = 0; i < d.coordinates.size(); ++i)
            sum += " + " + formula(given["C_i"][k][i]) + "*" + d.coordinates[i].text() + "''";
        d.constraints.push_back({.equation = sum + " = 0"});
    }
}

// The model as its mechanics says it.
System mechanics_of(const ReferenceMotion& motion) {
    const Json& file = motion.file;
    Description d;
    d.coordinates.assign(file["coordinates"].entries.size(), {});
    for (std::size_t i = 0; i < d.coordinates.size(); ++i)
        d.coordinates[i] = file["coordinates"][i].text;
    for (const auto& [name, value] : file["parameters"].items())
        d.parameters.push_back({name, formula(value)});
    d.kinetic = formula(file["kinetic"]);
    if (file.contains("potential")) d.potential = formula(file["potential"]);
    for (const char* key : {"forces", "nonconservative_forces"})
        if (file.contains(key))
            for (const auto& [name, value] : file[key].items())
                d.forces.push_back({.on = name, .value = formula(value)});
    if (file.contains("constraints"))
        for (const Json& c : file["constraints"])
            d.constraints.push_back({.equation = formula(c) + " = 0"});
    if (file.contains("reaction_covectors"))
        for (std::size_t i = 0; i < d.constraints.size(); ++i)
            for (std::size_t j = 0; j < d.coordinates.size(); ++j)
                d.constraints[i].reaction.push_back(
                    {d.coordinates[j], formula(file["reaction_covectors"][i][j])});
    const bool is_theorem_4 = file.contains("nonconservative_forces");
    if (file.contains("second_order") && !is_theorem_4) add_second_order(file, d);
    std::vector<Replacement> at_start;
    for (const std::string& s : motion.state)
        at_start.emplace_back(symbol(s), parse(formula(file["initial"][s])));
    at_start.emplace_back(symbol("t"), 0);
    for (const auto& [name, value] : file["velocities"].items())
        d.initial.push_back({name + "'", to_text(substitute(parse(formula(value)), at_start))});
    for (const std::string& q : file["coordinates"].texts())
        if (file["initial"].contains(q)) d.initial.push_back({q, formula(file["initial"][q])});
    return is_theorem_4 ? with_force_as_reaction(build(d)) : build(d);
}

bool is_plain(const ReferenceMotion& motion) {
    return !motion.file.contains("coordinate_formulas") &&
           (motion.file.contains("constraints") || motion.file["second_order"].size() > 0) &&
           std::ranges::all_of(motion.file["coordinates"].texts(), [&](const std::string& q) {
               return std::ranges::find(motion.state, q) != motion.state.end();
           });
}

SimulationOptions options_for(const ReferenceMotion& motion, double tolerance) {
    SimulationOptions options;
    options.integration.rtol = options.integration.atol = tolerance;
    options.integration.until = motion.times.back();
    options.integration.at = motion.times;
    return options;
}

// Deriving and compiling takes longer than running: every form where the forms differ most.
bool takes_all_forms(const std::string& name) {
    if (name.starts_with("bs_") || name.starts_with("d_")) return true;
    for (const char* some : {"b832_D_fig28", "b_thm1_sleigh", "b_thm3_affine", "t_appell_hamel",
                             "t_time_alpha", "t_voronec_linear"})
        if (name == some) return true;
    return false;
}

bool is_main_form(std::string_view form) {
    return form == "benenti" || form == "lagrange_multipliers" || form == "vakonomic";
}

class Motions : public ::testing::TestWithParam<std::string> {};

TEST_P(Motions, AreTheSameInEveryForm) {
    const ReferenceMotion motion(GetParam());
    if (!is_plain(motion))
        GTEST_SKIP() << "given in coordinates that are not those of the reference";
    const bool is_vakonomic = GetParam().starts_with("zvak");
    System system = on_initial_branch(mechanics_of(motion)).system;
    if (is_vakonomic) {
        system.principle = Principle::Vakonomic;
        system.initial.emplace_back(symbol("lambda1"),
                                    parse(formula(motion.file["initial"]["lam"])));
    }
    std::size_t forms = 0;
    for (const Formulation* row : applicable(system)) {
        if ((row->principle() == Principle::Vakonomic) != is_vakonomic) continue;
        if (!takes_all_forms(GetParam()) && !is_main_form(row->name)) continue;
        const Equations equations = derive(system, row->name);
        const Trajectory run = simulate(system, equations, options_for(motion, 1e-13));
        ASSERT_TRUE(run.reached_end()) << row->name << ": " << run.stop.message;
        ASSERT_EQ(run.times, motion.times) << row->name;
        for (std::size_t i = 0; i < motion.times.size(); ++i) {
            const std::vector<double> q = motion.coordinates(i);
            EXPECT_LT(largest_difference(run.states[i], q) / motion.sensitivity[i], 1e-10)
                << row->name << " at t = " << motion.times[i];
        }
        for (const MotionCheck& check : check_motion(system, equations, run))
            EXPECT_TRUE(check.holds()) << row->name << ", " << check.name << ": " << check.largest;
        ++forms;
    }
    EXPECT_GE(forms, is_vakonomic ? 1U : 2U);
}

INSTANTIATE_TEST_SUITE_P(All, Motions, ::testing::ValuesIn(reference_cases()),
                         [](const auto& row) { return row.param; });

double deviation(const System& system, const Equations& equations, const Trajectory& run,
                 const std::string& name) {
    for (const MotionCheck& check : check_motion(system, equations, run))
        if (check.name == name) return check.largest;
    ADD_FAILURE() << "there is no check '" << name << "'";
    return std::nan("");
}

SimulationOptions until(double end, double tolerance = 1e-10) {
    SimulationOptions options;
    options.integration.until = end;
    options.integration.rtol = options.integration.atol = tolerance;
    return options;
}

TEST(Simulate, FollowsZampierisCycloidForLong) {
    const System system = model_file("skate");
    SimulationOptions options = until(1000, 1e-13);
    options.integration.at = {1000};
    for (const char* form : {"benenti", "lagrange_multipliers", "maggi"}) {
        const Trajectory run = simulate(system, derive(system, form), options);
        ASSERT_TRUE(run.reached_end()) << form << ": " << run.stop.message;
        const double g = 1, w = 0.5, t = 1000;
        const std::vector<double> expected{g * std::pow(std::sin(w * t), 2) / (2 * w * w),
                                           g * (w * t - std::sin(2 * w * t) / 2) / (2 * w * w),
                                           w * t};
        EXPECT_LT(largest_difference(run.states[0], expected), 2e-9) << form;
    }
}

TEST(Simulate, GivesReactionsMultipliersAndEnergy) {
    const System system = model_file("skate");
    const Trajectory run = simulate(system, derive(system, "lagrange_multipliers"), until(20));
    EXPECT_EQ(run.columns, (std::vector<std::string>{"x", "y", "phi", "x'", "y'", "phi'"}));
    ASSERT_EQ(run.multiplier_names.size(), 1U);
    EXPECT_EQ(run.reaction_names, (std::vector<std::string>{"R_x", "R_y", "R_phi"}));
    for (std::size_t i = 0; i < run.times.size(); ++i) {
        const auto s = run.states[i];
        const double mu = -std::sin(s[2]) - s[5] * (s[3] * std::cos(s[2]) + s[4] * std::sin(s[2]));
        EXPECT_NEAR(run.multipliers[i][0], mu, 1e-9);
        EXPECT_NEAR(run.reactions[i][0], mu * std::sin(s[2]), 1e-9);
    }
    EXPECT_LT(run.projection.value, 1e-9);
    EXPECT_GT(run.projection.value, 0);
    EXPECT_GT(run.statistics.projections, 5U);
}

TEST(Simulate, LeavesOutReactionsForWhichNobodyWaits) {
    const System skate = model_file("skate");
    const Equations equations = derive(skate, "benenti");
    SimulationOptions options;
    options.integration.until = 1e9;
    std::stop_source stop;
    options.integration.stop = stop.get_token();
    const auto progress = [&](const Progress& p) {
        if (p.steps > 6000) stop.request_stop();
    };
    options.integration.progress = progress;
    const Trajectory run = simulate(skate, equations, options);
    ASSERT_EQ(run.stop.reason, StopReason::Interrupted);
    ASSERT_GT(run.times.size(), 6000U);
    ASSERT_EQ(run.reactions.size(), run.times.size());
    constexpr std::size_t computed = 4096;
    EXPECT_THAT(to_texts(run.notes), ::testing::Contains(HasSubstr("were not computed")));
    for (std::size_t i = 0; i < run.times.size(); ++i)
        for (const double x : run.reactions[i]) EXPECT_EQ(std::isfinite(x), i < computed) << i;

    SimulationOptions undisturbed;
    undisturbed.integration.until = run.times[computed];
    const Trajectory whole = simulate(skate, equations, undisturbed);
    for (std::size_t i = 0; i < computed - 2; ++i)
        EXPECT_THAT(whole.reactions[i], ::testing::ElementsAreArray(run.reactions[i])) << i;
}

TEST(Simulate, DriftsWithoutProjection) {
    const System system = model_file("skate");
    SimulationOptions options = until(300, 1e-6);
    const Equations equations = derive(system, "lagrange_multipliers");
    const Trajectory kept = simulate(system, equations, options);
    options.motion.project = false;
    const Trajectory raw = simulate(system, equations, options);
    EXPECT_EQ(raw.statistics.projections, 0U);
    EXPECT_LT(deviation(system, equations, kept, "constraint blade"), 1e-13);
    EXPECT_GT(deviation(system, equations, raw, "constraint blade"), 1e-9);
}

TEST(Simulate, KeepsPositionalConstraints) {
    const System pendulum = build({.coordinates = {"x", "y"},
                                   .kinetic = "(x'^2 + y'^2)/2",
                                   .potential = "y",
                                   .constraints = {{.name = "rod", .equation = "x^2 + y^2 = 1"}},
                                   .initial = {{"x", "1"}}});
    const Equations equations = derive(pendulum, "lagrange_multipliers");
    const Trajectory run = simulate(pendulum, equations, until(20));
    ASSERT_TRUE(run.reached_end()) << run.stop.message;
    EXPECT_LT(deviation(pendulum, equations, run, "constraint rod"), 1e-13);
    EXPECT_LT(deviation(pendulum, equations, run, "constraint rod'"), 1e-13);
    EXPECT_LT(deviation(pendulum, equations, run, "energy"), 1e-8);
}

TEST(Simulate, CrossesTheEndOfAChart) {
    // y' = x' tan phi has no meaning at phi = π/2, which the skate passes with y' ≠ 0.
    const System system = build({.coordinates = {"x", "y", "phi"},
                                 .lagrangian = "(x'^2 + y'^2 + phi'^2)/2 + x",
                                 .constraints = {{.equation = "y' = x'*tan(phi)"}},
                                 .initial = {{"phi'", "1"}}});
    SimulationOptions options = until(10);
    options.integration.at = {1, 3, 5, 10};
    for (const Formulation* row : applicable(system)) {
        if (row->principle() == Principle::Vakonomic) continue;
        const Trajectory run = simulate(system, derive(system, row->name), options);
        EXPECT_TRUE(run.reached_end()) << row->name << ": " << run.stop.message;
        ASSERT_EQ(run.times, options.integration.at) << row->name;
        for (std::size_t i = 0; i < run.times.size(); ++i) {
            std::vector<double> q = skate_at(run.times[i]);
            q.resize(3);
            EXPECT_LT(largest_difference(run.states[i], q), 1e-7)
                << row->name << " " << run.times[i];
        }
    }
}

TEST(Simulate, GivesTheSameInEveryThread) {
    const System system = model_file("parallel_points_spring");
    const Equations equations = derive(system, "lagrange_multipliers");
    const SimulationOptions options = until(10);
    const std::vector<double> alone = simulate(system, equations, options).stop.state;
    std::vector<std::vector<double>> states(4);
    std::vector<std::thread> threads;
    for (auto& state : states)
        threads.emplace_back([&] { state = simulate(system, equations, options).stop.state; });
    for (auto& thread : threads) thread.join();
    for (const auto& state : states) EXPECT_EQ(state, alone);
}

TEST(Simulate, FindsTheEventsOfTheModel) {
    System system = model_file("skate");
    const System with_event = build([&] {
        Description d = system.description;
        d.events = {{.name = "turns", .when = "phi = 2", .direction = "rising", .stop = true}};
        return d;
    }());
    const Trajectory run = simulate(with_event, derive(with_event, "benenti"), until(20));
    EXPECT_EQ(run.stop.reason, StopReason::Event);
    EXPECT_NEAR(run.stop.time, 4, 1e-9);
    EXPECT_EQ(run.stop.what, "turns");
}

TEST(Singular, ParallelPointsComeToRest) {
    // On the line that joins them, symmetric: both stop where the spring has taken all.
    Description d = model_file("parallel_points_spring").description;
    d.parameters = {{"m1", "1"}, {"m2", "1"}, {"k", "1"}};
    d.initial = {{"x2", "1"}, {"v1", "-1"}, {"v2", "1"}, {"theta", "0"}};
    const System system = build(d);
    // r = x2 − x1: r'' = −2 r, r(0) = 1, r'(0) = 2: r' = 0 at tan(√2 t) = √2.
    const double expected = std::atan(std::sqrt(2.0)) / std::sqrt(2.0);
    for (const char* form : {"benenti", "lagrange_multipliers"}) {
        const Trajectory run = simulate(system, derive(system, form), until(10));
        EXPECT_EQ(run.stop.reason, StopReason::SingularState) << form << run.stop.message;
        EXPECT_NEAR(run.stop.time, expected, 1e-4) << form;
        EXPECT_EQ(run.stop.what, "parallel") << form;
        EXPECT_THAT(to_text(run.stop.message),
                    HasSubstr("the constraint 'parallel' no longer restricts"));
        EXPECT_GE(run.times.size(), 2U);
        EXPECT_EQ(run.times.back(), run.stop.time);
        EXPECT_TRUE(std::ranges::all_of(run.stop.state, [](double x) { return std::isfinite(x); }));
    }
}

TEST(Singular, AppellHamelComesToRest) {
    const System system = model_file("appell_hamel");
    for (const char* form : {"benenti", "lagrange_multipliers", "voronec_nonlinear"}) {
        const Trajectory run = simulate(system, derive(system, form), until(20));
        EXPECT_EQ(run.stop.reason, StopReason::SingularState) << form << run.stop.message;
        EXPECT_NEAR(run.stop.time, 12.5, 1e-3) << form;
        EXPECT_THAT(to_text(run.stop.message), HasSubstr("x'^2 + y'^2")) << form;
        EXPECT_GT(run.times.size(), 5U);
    }
}

TEST(Singular, StartIsSeenAtOnce) {
    Description d = model_file("parallel_points_spring").description;
    d.initial = {{"x2", "1"}};
    const System system = build(d);
    const Trajectory run = simulate(system, derive(system, "benenti"), until(10));
    EXPECT_EQ(run.stop.reason, StopReason::SingularState);
    EXPECT_EQ(run.stop.time, 0);
    EXPECT_EQ(run.times.size(), 1U);
}

// Numbers that overflow are no singular state, and what is one has a cause.
TEST(Singular, IsNotWhatOverflows) {
    System system = model_file("skate");
    system.parameters[0].value = parse("1e300");  // g
    for (const std::string& method : adaptive_methods()) {
        SimulationOptions options;
        options.integration.method = method;
        options.integration.until = 5;
        const Trajectory run = simulate(system, derive(system, "benenti"), options);
        EXPECT_NE(run.stop.reason, StopReason::SingularState) << method << run.stop.message;
        EXPECT_FALSE(run.stop.message.empty()) << method;
        if (method != "taylor") continue;
        ASSERT_TRUE(run.reached_end()) << run.stop.message;  // by dop853, x = 2g sin²(t/2)
        EXPECT_NEAR(run.stop.state[0] / 1e300, 2 * std::pow(std::sin(2.5), 2), 1e-8);
    }
}

TEST(Singular, IsNotAMarginThatOverflows) {
    const System system = build({.coordinates = {"x", "y"},
                                 .lagrangian = "((1 + x^4)*x'^2 + y'^2)/2",
                                 .constraints = {{.equation = "x^2*x' - y' = 0"}}});
    const std::vector<double> state{1e200, 0, 0, 0};
    const Trajectory run = simulate(system, derive(system, "lagrange_multipliers"), state, {});
    EXPECT_EQ(run.stop.reason, StopReason::NotFinite) << run.stop.message;
    EXPECT_THAT(to_text(run.stop.message), HasSubstr("no finite values at t = 0"));
}

TEST(Branch, IsKeptAndItsTransitionsAreEvents) {
    // A particle on rails: (x' cos φ + y' sin φ)·φ' = 0 [B 8.4], on the branch that turns.
    const System system =
        build({.coordinates = {"x", "y", "phi"},
               .lagrangian = "(x'^2 + y'^2 + phi'^2)/2 - phi^2/2 + y",
               .constraints = {{.name = "rolling or sliding",
                                .equation = "(x'*cos(phi) + y'*sin(phi))*phi' = 0"}},
               .initial = {{"phi", "1/2"}, {"phi'", "1"}}});
    const BranchChoice choice = on_initial_branch(system);
    ASSERT_EQ(choice.notes.size(), 1U);
    EXPECT_THAT(to_text(choice.notes[0]), HasSubstr("the motion is on its branch"));
    EXPECT_EQ(choice.system.constraints[0].dependence, Dependence::Linear);
    for (const char* form : {"benenti", "lagrange_multipliers"}) {
        const Trajectory run = simulate(choice.system, derive(choice.system, form), until(10));
        ASSERT_TRUE(run.reached_end()) << run.stop.message;
        // φ = cos t/2 + sin t: φ' = 0 at tan t = 2.
        ASSERT_EQ(run.events.size(), 3U) << form;
        for (std::size_t i = 0; i < 3; ++i)
            EXPECT_NEAR(run.events[i].time,
                        std::atan(2.0) + static_cast<double>(i) * std::numbers::pi, 1e-8);
        EXPECT_THAT(run.events[0].name, HasSubstr("transition of 'rolling or sliding': phi' = 0"));
    }
    // The product itself has a singular state there.
    const Trajectory run = simulate(system, derive(system, "lagrange_multipliers"), until(10));
    EXPECT_EQ(run.stop.reason, StopReason::SingularState);
    EXPECT_NEAR(run.stop.time, std::atan(2.0), 1e-4);
}

TEST(Branch, NoteSaysWhetherTheStartIsATransitionState) {
    const auto note = [](const std::string& turning) {
        const System system =
            build({.coordinates = {"x", "y", "phi"},
                   .lagrangian = "(x'^2 + y'^2 + phi'^2)/2",
                   .constraints = {{.name = "either", .equation = "(x' + y')*phi' = 0"}},
                   .initial = {{"x'", "1"}, {"y'", turning}}});
        return on_initial_branch(system).notes.at(0);
    };
    EXPECT_EQ(to_text(note("1")),
              "The constraint 'either' is a product; the motion is on its branch phi' = 0. "
              "Transition states are where x' + y' = 0.");
    EXPECT_EQ(to_text(note("-1")),
              "The constraint 'either' is a product; the motion is on its branch phi' = 0. "
              "Transition states are where x' + y' = 0. The start is one: the motion could as well "
              "begin on another branch.");
}

TEST(LagrangeDAlembert, KeepsTheEnergyForLong) {
    // 10⁵ steps of the skate, whose energy error does not grow.
    const System system = model_file("skate");
    SimulationOptions options;
    options.integration.method = "lagrange_dalembert";
    options.integration.step = 0.05;
    options.integration.until = 5000;
    const Equations equations = derive(system, "lagrange_multipliers");
    const Trajectory run = simulate(system, equations, options);
    ASSERT_TRUE(run.reached_end()) << run.stop.message;
    EXPECT_EQ(run.statistics.steps, 100000U);
    EXPECT_LT(deviation(system, equations, run, "constraint blade"), 1e-12);
    const double drift = deviation(system, equations, run, "energy");
    EXPECT_LT(drift, 2e-3);
    // The first tenth has errors as large as the rest.
    options.integration.until = 500;
    const Trajectory beginning = simulate(system, equations, options);
    EXPECT_LT(drift, 1.5 * deviation(system, equations, beginning, "energy"));
}

TEST(LagrangeDAlembert, IsOfOrderTwoAndSymmetric) {
    const System system = model_file("skate");
    const Equations equations = derive(system, "lagrange_multipliers");
    const auto end = [&](double step, double until_time, std::vector<double> from) {
        SimulationOptions options;
        options.integration.method = "lagrange_dalembert";
        options.integration.step = step;
        options.integration.from = until_time > 0 ? 0 : 4;
        options.integration.until = until_time;
        return simulate(system, equations, from, options).stop.state;
    };
    const std::vector<double> start{0, 0, 0, 0, 0, 0.5};
    const double w = 0.5, t = 4;
    const std::vector<double> exact{std::pow(std::sin(w * t), 2) / (2 * w * w),
                                    (w * t - std::sin(2 * w * t) / 2) / (2 * w * w), w * t};
    const double coarse = largest_difference(end(0.02, 4, start), exact);
    const double fine = largest_difference(end(0.01, 4, start), exact);
    EXPECT_NEAR(std::log2(coarse / fine), 2, 0.1);
    const std::vector<double> there = end(0.02, 4, start), back = end(0.02, 0, there);
    EXPECT_LT(largest_difference(back, start), 1e-12);
}

TEST(LagrangeDAlembert, SaysWhyItRefuses) {
    const System system = model_file("parallel_points_spring");
    SimulationOptions options;
    options.integration.method = "lagrange_dalembert";
    options.integration.step = 0.01;
    const auto message = [&](const char* form) {
        try {
            simulate(system, derive(system, form), options);
        } catch (const NumericalError& error) {
            return std::string(error.what());
        }
        return std::string();
    };
    EXPECT_EQ(message("lagrange_multipliers"),
              "The method 'lagrange_dalembert' cannot be used: The constraint 'parallel' is not "
              "linear in the velocities.");
    EXPECT_THAT(message("benenti"), HasSubstr("take 'lagrange_multipliers'"));
}

TEST(InitialState, IsCompletedByTheSmallestChange) {
    // x' = 1 is given: the blade at φ = π/4 asks for y' = 1.
    const System system =
        build({.coordinates = {"x", "y", "phi"},
               .lagrangian = "(x'^2 + y'^2 + phi'^2)/2 + x",
               .constraints = {{.name = "blade", .equation = "x'*sin(phi) - y'*cos(phi) = 0"}},
               .initial = {{"phi", "pi/4"}, {"x'", "1"}}});
    const Trajectory run = simulate(system, derive(system, "lagrange_multipliers"), until(1));
    EXPECT_NEAR(run.states[0][4], 1, 1e-14);
    EXPECT_EQ(to_text(run.notes.front()), "The initial velocities were completed by y' = 1.");
}

// At y = 0 the gradient of the constraint has no part along y.
TEST(InitialState, IsCompletedWhereTheGradientVanishes) {
    const System circle = build({.coordinates = {"x", "y"},
                                 .lagrangian = "(x'^2 + y'^2)/2 - y",
                                 .constraints = {{.equation = "x^2 + y^2 = 1"}},
                                 .initial = {{"x", "0.6"}}});
    const Trajectory run = simulate(circle, derive(circle, "lagrange_multipliers"), until(1));
    EXPECT_NEAR(run.states[0][1], 0.8, 1e-14);
    EXPECT_EQ(to_text(run.notes.front()), "The initial positions were completed by y = 0.8.");

    const System two =
        build({.coordinates = {"x", "y", "u", "w"},
               .lagrangian = "(x'^2 + y'^2 + u'^2 + w'^2)/2",
               .constraints = {{.equation = "x^2 + y^2 = 1"}, {.equation = "u^2 + w^2 = 4"}},
               .initial = {{"x", "0.6"}, {"u", "1.2"}}});
    const InitialState state = initial_state(two, derive(two, "lagrange_multipliers"));
    EXPECT_LT(largest_difference(state.q, std::vector{0.6, 0.8, 1.2, 1.6}), 1e-14);

    const System servo = build({.coordinates = {"x", "y"},
                                .lagrangian = "(x'^2 + y'^2)/2",
                                .constraints = {{.equation = "x'^2 + y'^2 = 1"}}});
    const InitialState moving = initial_state(servo, derive(servo, "lagrange_multipliers"));
    EXPECT_NEAR(std::hypot(moving.v[0], moving.v[1]), 1, 1e-14);
}

TEST(InitialState, IsStillRefusedWhereNoneCompletesIt) {
    const System system = build({.coordinates = {"x", "y"},
                                 .lagrangian = "(x'^2 + y'^2)/2",
                                 .constraints = {{.name = "circle", .equation = "x^2 + y^2 = 1"}},
                                 .initial = {{"x", "2"}}});
    try {
        initial_state(system, derive(system, "lagrange_multipliers"));
        FAIL();
    } catch (const NumericalError& error) {
        EXPECT_STREQ(error.what(),
                     "The initial positions violate the constraint 'circle' by 3. The nearest "
                     "consistent ones are x = 1, y = 0.");
    }
}

TEST(InitialState, NamesTheConstraintThatCannotHold) {
    const System system =
        build({.coordinates = {"x", "y", "phi"},
               .lagrangian = "(x'^2 + y'^2 + phi'^2)/2 + x",
               .constraints = {{.name = "blade", .equation = "x'*sin(phi) - y'*cos(phi) = 0"}},
               .initial = {{"x'", "1"}, {"y'", "1/2"}, {"phi'", "0"}}});
    try {
        simulate(system, derive(system, "benenti"), until(1));
        FAIL();
    } catch (const NumericalError& error) {
        EXPECT_STREQ(error.what(),
                     "The initial velocities violate the constraint 'blade' by -0.5. The nearest "
                     "consistent ones are x' = 1, y' = 0, phi' = 0.");
    }
}

}  // namespace
}  // namespace rattleback::testing

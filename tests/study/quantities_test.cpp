// Accelerations, reactions and what follows from them, along runs: against closed forms, against
// differences of the samples, and against the forces of Newton's law.

#include "model/quantities.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <cmath>

#include "rattleback/errors.hpp"
#include "study/changed_model.hpp"
#include "study/compiled_model.hpp"
#include "study/gauss_lines.hpp"
#include "study/new_coordinates.hpp"
#include "study/quantity_along.hpp"
#include "study/quantity_rate.hpp"
#include "support/model_file.hpp"
#include "support/small_systems.hpp"

namespace rattleback {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using testing::model_description;

using Numbers = std::vector<double>;

// Equally far apart, so that differences of neighbours tell derivatives.
Run run_of(const Description& model, double until, double step, const std::string& form = {}) {
    return run_motion(model, {.form = form,
                              .until = until,
                              .rtol = 1e-12,
                              .atol = 1e-13,
                              .at = times_between(0, until, step)});
}

// Central differences of fourth order; shorter by two at both ends.
Numbers rates(const Numbers& values, double step) {
    Numbers result;
    for (std::size_t i = 2; i + 2 < values.size(); ++i)
        result.push_back((8 * (values[i + 1] - values[i - 1]) - values[i + 2] + values[i - 2]) /
                         (12 * step));
    return result;
}

void expect_near(const Numbers& found, const Numbers& expected, double allowed,
                 const std::string& what) {
    ASSERT_EQ(found.size(), expected.size()) << what;
    for (std::size_t i = 0; i < found.size(); ++i)
        EXPECT_NEAR(found[i], expected[i], allowed) << what << " at " << i;
}

// Each quantity beside the rate of another.
void expect_rates(const Run& run, double step,
                  const std::vector<std::pair<std::string, std::string>>& pairs, double allowed) {
    for (const auto& [of, rate] : pairs) {
        const Numbers all = quantity_along(run, rate);
        expect_near(Numbers(all.begin() + 2, all.end() - 2), rates(quantity_along(run, of), step),
                    allowed, rate + " in " + run.form.name);
    }
}

std::string refusal(const Description& model, const std::string& quantity,
                    const std::string& form = {}) {
    try {
        quantity_along(run_motion(model, {.form = form, .until = 0.1}), quantity);
    } catch (const std::runtime_error& error) {
        return error.what();
    }
    return "";
}

// The tension of a pendulum at y: T = m (2 (E/m − g y)/l² − g y/l²) l, with E = m g y₀.
TEST(Quantities, AreTheForceOfAPendulumsRod) {
    const double l = 2.0 / 3, g = 9.81, start = -0.2;
    for (const char* form : {"", "lagrange_multipliers", "udwadia_kalaba", "maggi", "gauss"}) {
        const auto run = run_of(testing::pendulum_in_plane("-1/5"), 1, 0.01, form);
        const Numbers y = quantity_along(run, "y"), x = quantity_along(run, "x");
        const Numbers rx = quantity_along(run, "R_x"), ry = quantity_along(run, "R_y"),
                      mu = quantity_along(run, "mu1"), gauss = quantity_along(run, "gauss"),
                      ay = quantity_along(run, "y''");
        for (std::size_t i = 0; i < y.size(); ++i) {
            const double tension = (2 * g * (start - y[i]) - g * y[i]) / l;
            EXPECT_NEAR(rx[i], -tension * x[i] / l, 1e-9) << form;
            EXPECT_NEAR(ry[i], -tension * y[i] / l, 1e-9) << form;
            EXPECT_NEAR(mu[i], -tension / (2 * l), 1e-9) << form;  // N = (2 x, 2 y)
            EXPECT_NEAR(gauss[i], tension * tension / 2, 1e-8) << form;
            EXPECT_NEAR(ay[i], ry[i] - g, 1e-9) << form;
        }
    }
}

// Each beside what it is by (31)–(38), in accelerations and reactions of the same run.
void expect_equal_along(const Run& run,
                        const std::vector<std::pair<std::string, std::string>>& pairs) {
    for (const auto& [quantity, formula] : pairs)
        expect_near(quantity_along(run, quantity), quantity_along(run, formula), 1e-9,
                    quantity + " in " + run.form.name);
}

TEST(Quantities, ArePartsAndDerivativesOfGausssFunction) {
    const Description points = model_description("parallel_points_incline");
    for (const char* form : {"", "lagrange_multipliers"}) {
        expect_equal_along(run_of(points, 1, 0.1, form),
                           {{"S", "m1*(x1''^2 + y1''^2)/2 + m2*(x2''^2 + y2''^2)/2"},
                            {"S_0", "0*t"},
                            {"S_1", "(m1 + m2)*g^2/2"},
                            {"S_2", "m1*g*x1'' + m2*g*x2''"},
                            {"gauss", "S + S_1 - S_2"}});
        // Here R does not vanish on D, spanned by (1, A).
        expect_equal_along(
            run_of(with_values(model_description("charged_particles"),
                               std::vector<NewValue>{{"A", "2 + sin(q1)/2"}, {"q1'", "0.3"}}),
                   1, 0.1, form),
            {{"gauss_u1", "R_q1 + A*R_q2"}, {"gauss_u1_u1", "m1 + m2*A^2"}});
    }
    for (const char* form : {"", "gibbs_appell"})
        expect_equal_along(run_of(points, 1, 0.1, form),
                           {{"gauss_v1", "0*t"},
                            {"gauss_theta", "0*t"},
                            {"gauss_v1_v1", "m1"},
                            {"gauss_v1_v2", "0*t"},
                            {"gauss_theta_theta", "m1*(x1'^2 + y1'^2) + m2*(x2'^2 + y2'^2)"}});
    EXPECT_THAT(refusal(points, "gauss_theta", "lagrange_multipliers"),
                HasSubstr("'theta' of the form benenti is no function of the velocities"));
    EXPECT_THAT(refusal(model_description("second_order_radial"), "gauss_u1"),
                HasSubstr("unknown name"));
    Description massless{
        .coordinates = {"x", "y"}, .lagrangian = "x'^2/2", .constraints = {{.equation = "y' = x"}}};
    EXPECT_EQ(refusal(massless, "S - x''^2/2"), "");
    EXPECT_THAT(refusal(massless, "S_1"), HasSubstr("singular"));
}

// (38) for a Lagrangian that is not that of particles.
TEST(Quantities, OfGausssFunctionAddUp) {
    for (const char* name : {"chaplygin_sleigh", "skate_growing_inertia", "rolling_disc"})
        EXPECT_TRUE(
            rate_of(model_description(name), "gauss - S - S_0 - S_1 + S_2").rate.is_conserved())
            << name;
}

TEST(Quantities, AreTheRatesOfVelocitiesAndMomenta) {
    const double step = 0.01;
    Description charged =
        with_values(model_description("charged_particles"),
                    std::vector<NewValue>{{"A", "2 + sin(q1)/2"}, {"q1'", "0.3"}});
    for (const char* form : {"", "lagrange_multipliers", "gibbs_appell"})
        expect_rates(run_of(charged, 1, step, form), step,
                     {{"q1'", "q1''"},
                      {"q2'", "q2''"},
                      {"m1*q1'", "R_q1 + kappa*(q2 - a - q1) - kc*e^2/(q2 - q1)^2"},
                      {"m2*q2'", "R_q2 - kappa*(q2 - a - q1) + kc*e^2/(q2 - q1)^2"}},
                     1e-6);
    for (const char* form : {"benenti", "voronec", "lagrange_multipliers", "vakonomic"})
        expect_rates(run_of(model_description("skate"), 1, step, form), step,
                     {{"x'", "x''"}, {"y'", "y''"}, {"phi'", "phi''"}}, 1e-6);
    expect_rates(run_of(model_description("skate"), 1, step), step,
                 {{"x' - g*t", "R_x"}, {"y'", "R_y"}, {"phi'", "R_phi"}}, 1e-6);
    const Description third = model_description("third_order_oscillation");
    expect_rates(run_of(third, 1, step), step, {{"x'", "x''"}, {"y'", "y''"}}, 1e-6);
}

// Both particles are pushed alike: the law says so, and E = F/e does for both.
TEST(Quantities, ShowTheFieldThatDrivesChargedParticles) {
    const auto run = run_of(with_values(model_description("charged_particles"),
                                        std::vector<NewValue>{{"A", "2"}, {"q1'", "0.3"}}),
                            1, 0.05);
    const Numbers first = quantity_along(run, "R_q1/e"), second = quantity_along(run, "R_q2/e"),
                  mu = quantity_along(run, "mu1/e"), gauss = quantity_along(run, "gauss");
    // With q2' = 2 q1' and both accelerated by the field: m1 a + S = F, 2 m2 a − S = F.
    const Numbers q1 = quantity_along(run, "q1"), q2 = quantity_along(run, "q2");
    for (std::size_t i = 0; i < first.size(); ++i) {
        const double d = q2[i] - q1[i], spring = 2 * (d - 1) - 1 / (d * d);
        const double acceleration = (2 * spring) / (1 - 1.5 * 2);
        const double field = acceleration - spring;
        EXPECT_NEAR(first[i], field, 1e-9);
        EXPECT_NEAR(second[i], field, 1e-9);
        EXPECT_NEAR(std::abs(mu[i]), std::abs(field), 1e-9);
        EXPECT_NEAR(gauss[i], field * field * (1 + 1 / 1.5) / 2, 1e-9);
    }
}

// Gauss's function along lines of accelerations is another computation of it, least at the motion.
TEST(Quantities, AreTheLeastOfGausssFunction) {
    for (const char* name :
         {"parallel_points_spring", "unit_charges", "skate", "chaplygin_sleigh"}) {
        const Description model = model_description(name);
        const GaussLines lines = gauss_lines(model, {.until = 1});
        const auto run = run_motion(model, {.at = {1}});
        EXPECT_NEAR(quantity_along(run, "gauss").back(), lines.curves.value().g,
                    1e-7 * (1 + lines.curves->g))
            << name;
    }
}

// At a_free the multiplier of the state is a force like others: G is least over the accelerations that
// the constraint on velocities allows, (x'', y'', y x'' + x'y').
TEST(Quantities, HaveReactionsOfTheStateAmongTheForcesOfGausssFunction) {
    const Description model{
        .coordinates = {"x", "y", "z"},
        .lagrangian = "(x'^2 + 2*y'^2 + 3*z'^2)/2 - y",
        .constraints = {{.name = "blade", .equation = "z' = y*x'"},
                        {.name = "jerk", .equation = "x''' + x' = sin(t)"}},
        .initial = {{"y", "1"}, {"x'", "1"}, {"y'", "1/2"}, {"z'", "1"}, {"x''", "1/2"}}};
    const auto run = run_of(model, 1, 0.1);
    const Numbers g = quantity_along(run, "gauss"), mu = quantity_along(run, "mu2"),
                  vx = quantity_along(run, "x'"), vy = quantity_along(run, "y'"),
                  y = quantity_along(run, "y");
    for (std::size_t i = 0; i < g.size(); ++i) {
        // The least of ½ (X − μ)² + (3/2) (y X + x'y')².
        const double b = vx[i] * vy[i], x = (mu[i] - 3 * y[i] * b) / (1 + 3 * y[i] * y[i]);
        const double z = y[i] * x + b;
        EXPECT_NEAR(g[i], (x - mu[i]) * (x - mu[i]) / 2 + 1.5 * z * z, 1e-9) << i;
    }
    EXPECT_NEAR(g.back(), gauss_lines(model, {.until = 1}).curves.value().g, 1e-7);
    EXPECT_TRUE(rate_of(model, "gauss - (x'' - mu2)^2/2 - 3*z''^2/2").rate.is_conserved());
}

// Forces at the contacts of a body are its weight and what moves it.
TEST(Quantities, AtContactsAddUpToNewtonsLaw) {
    const auto disc = run_of(
        with_values(
            model_description("rolling_disc"),
            std::vector<NewValue>{{"theta", "1/10"}, {"psi'", "1/5"}, {"x'", "1 + sin(1/10)/5"}}),
        2, 0.05);
    const Numbers along = quantity_along(disc, "F_disc_x"), up = quantity_along(disc, "N_disc"),
                  friction = quantity_along(disc, "T_disc"),
                  across = quantity_along(disc, "F_disc_y");
    const Numbers theta = quantity_along(disc, "theta"), rate = quantity_along(disc, "theta'"),
                  second = quantity_along(disc, "theta''");
    for (std::size_t i = 0; i < up.size(); ++i) {
        // The centre is at the height r cos θ.
        const double lift =
            -std::sin(theta[i]) * second[i] - std::cos(theta[i]) * rate[i] * rate[i];
        EXPECT_NEAR(up[i], 1 + lift, 1e-8);
        EXPECT_NEAR(friction[i], std::hypot(along[i], across[i]), 1e-9);
    }
    expect_near(quantity_along(disc, "disc z"), up, 1e-12, "disc z");
}

// Held by friction, a block has no acceleration, though the force of the model jumps there.
TEST(Quantities, AreThoseOfThePhase) {
    const auto run = run_of(model_description("stick_slip"), 4, 0.02);
    const Numbers v = quantity_along(run, "x'"), a = quantity_along(run, "x''");
    std::size_t held = 0;
    for (std::size_t i = 0; i < v.size(); ++i) {
        const double t = run.trajectory.times[i];
        if (t < 0.53 || t > 2.25) continue;
        ++held;
        EXPECT_NEAR(a[i], 0, 1e-9) << t;
    }
    EXPECT_GT(held, 50U);
    for (std::size_t i = 2; i + 2 < v.size(); ++i) {
        const double t = run.trajectory.times[i];
        if (std::abs(t - 0.5236) < 0.05 || std::abs(t - 2.2556) < 0.05) continue;
        EXPECT_NEAR(a[i], (8 * (v[i + 1] - v[i - 1]) - v[i + 2] + v[i - 2]) / 0.24, 1e-5) << t;
    }
}

// Round a circle at the speed 1, x = cos(t + 1/2): where x or y vanishes, the variables of the form fail.
TEST(Quantities, GoOnWhereARunChangesItsVariables) {
    const Description circle{.coordinates = {"x", "y", "z"},
                             .lagrangian = "(x'^2 + y'^2 + z'^2)/2 - z^2/2",
                             .constraints = {{.name = "circle", .equation = "x^2 + y^2 = 1"},
                                             {.name = "speed", .equation = "x'^2 + y'^2 = 1"}},
                             .initial = {{"x", "cos(1/2)"},
                                         {"y", "sin(1/2)"},
                                         {"x'", "-sin(1/2)"},
                                         {"y'", "cos(1/2)"},
                                         {"z", "1"}}};
    const auto changed = run_motion(
        circle,
        {.form = "benenti", .method = "dop853", .until = 6, .at = times_between(0, 6, 0.1)});
    ASSERT_TRUE(changed.trajectory.rest);
    const Numbers a = quantity_along(changed, "x''"), r = quantity_along(changed, "R_y + 0*x''"),
                  z = quantity_along(changed, "z''"), mu = quantity_along(changed, "2*mu1"),
                  gauss = quantity_along(changed, "gauss");
    for (std::size_t i = 0; i < a.size(); ++i) {
        const double t = changed.trajectory.times[i];
        EXPECT_NEAR(a[i], -std::cos(t + 0.5), 1e-5) << t;
        EXPECT_NEAR(r[i], -std::sin(t + 0.5), 1e-5) << t;
        EXPECT_NEAR(z[i], -std::cos(t), 1e-5) << t;
        EXPECT_NEAR(mu[i], -1, 1e-4) << t;  // R = μ (2 x, 2 y)
        EXPECT_NEAR(gauss[i], 0.5, 1e-5) << t;
    }
}

TEST(Quantities, AreSpeedsInEveryForm) {
    const Description skate = model_description("skate");
    const Numbers own = quantity_along(run_of(skate, 1, 0.1), "u1 + 0*R_x");
    for (const char* form : {"lagrange_multipliers", "voronec"})
        expect_near(quantity_along(run_of(skate, 1, 0.1, form), "u1"), own, 1e-9, form);
    EXPECT_THAT(refusal({.coordinates = {"x", "y"},
                         .lagrangian = "(x'^2 + y'^2)/2",
                         .constraints = {{.name = "c", .equation = "x'^2 + y'^2 = 1"}},
                         .initial = {{"x'", "1"}}},
                        "u1", "lagrange_multipliers"),
                HasSubstr("'u1'"));
}

TEST(Quantities, OfRedundantConstraintsAreReactionsAlone) {
    Description model = testing::pendulum_in_plane("-1/5");
    model.constraints.push_back({.name = "again", .equation = "2*x*x' + 2*y*y' = 0"});
    const auto run = run_of(model, 0.5, 0.1),
               plain = run_of(testing::pendulum_in_plane("-1/5"), 0.5, 0.1);
    expect_near(quantity_along(run, "R_x + 0*x''"), quantity_along(plain, "R_x"), 1e-9, "R_x");
    EXPECT_THAT(refusal(model, "2*mu1"), HasSubstr("are not unique"));
}

// Where one is left out those behind it would have its name, also in a model that has a frame.
TEST(Quantities, AreMultipliersOfTheConstraintsThatAreWritten) {
    Description model{.coordinates = {"x", "y", "z"},
                      .lagrangian = "(x'^2 + 2*y'^2 + 3*z'^2)/2 - 5*z + y",
                      .frames = {{.name = "f", .origin = {"x", "y", "0"}}},
                      .constraints = {{.name = "product", .equation = "(y' - x')*z' = 0"},
                                      {.name = "line", .equation = "y' = x'"},
                                      {.name = "slope", .equation = "z' = x"}},
                      .initial = {{"x", "1"}, {"x'", "1"}, {"y'", "1"}, {"z'", "1"}}};
    EXPECT_THAT(refusal(model, "2*mu2"), HasSubstr("other constraints than the model writes"));
    EXPECT_THROW(rate_of(model, "mu2"), DerivationError);
    model.constraints.erase(model.constraints.begin());
    EXPECT_TRUE(rate_of(model, "mu1 + 1/3").rate.is_conserved());
    EXPECT_TRUE(rate_of(model, "mu2 - 3*x'").rate.is_conserved());
    for (const char* name : {"ball_without_spin", "chaplygin_sphere", "knife_edge", "bicycle"})
        EXPECT_EQ(refusal(model_description(name), "2*mu1"), "") << name;
}

TEST(Quantities, HaveNamesThatTheModelLeaves) {
    const auto names = [](const Description& model) {
        std::vector<std::string> result;
        for (const Quantity& q : quantities_of(build(model))) result.emplace_back(q.symbol.name());
        return result;
    };
    Description model{.coordinates = {"x", "y"},
                      .parameters = {{"R_x", "2"}, {"mu1", "3"}},
                      .lagrangian = "(x'^2 + y'^2)/2",
                      .constraints = {{.name = "c", .equation = "R_x*x' + mu1*y' = 0"}},
                      .initial = {{"x'", "1"}, {"y'", "-2/3"}}};
    EXPECT_THAT(names(model), ElementsAre("R_y", "gauss", "S", "S_0", "S_1", "S_2", "mu_1", "u1",
                                          "gauss_u1", "gauss_u1_u1"));
    EXPECT_EQ(quantity_along(run_of(model, 1, 0.5), "R_x + 0*R_y"), (Numbers{2, 2, 2}));
    model.principle = "vakonomic";
    EXPECT_THAT(names(model), ElementsAre("R_y", "gauss", "S", "S_0", "S_1", "S_2"));
}

// What the constraint exerts is M a − f in vakonomic motion too; it has no multipliers and no speeds.
TEST(Quantities, OfVakonomicMotionAreReactions) {
    const double step = 0.01;
    const auto run = run_of(model_description("skate_vakonomic"), 1, step);
    expect_rates(run, step,
                 {{"x'", "x''"}, {"x' - g*t", "R_x"}, {"y'", "R_y"}, {"phi'", "0*x'' + R_phi"}},
                 1e-6);
    Description model = model_description("skate");
    EXPECT_THAT(refusal(model, "mu1", "vakonomic"), HasSubstr("unknown name"));
    model.plots = {{.x = {"t"}, .y = {"mu1"}}};
    model.events = {{.name = "e", .when = "mu1 = 100"}, {.name = "f", .when = "R_x = 1/10"}};
    const auto other = run_motion(model, {.form = "vakonomic", .until = 1});  // they are left out
    EXPECT_EQ(other.system.plots.size(), 0U);
    EXPECT_EQ(other.system.events.size(), 1U);
    const auto pulled = run_motion(with_values(model, std::vector<NewValue>{{"lambda1", "1"}}),
                                   {.form = "vakonomic", .until = 1});
    EXPECT_NEAR(quantity_along(pulled, "lambda1")[0], 1, 1e-15);
    model.principle = "vakonomic";
    EXPECT_THAT(refusal(model, "x"), HasSubstr("in the place of multipliers"));
}

// r · R = 3 m g y − 2 E along every motion of a pendulum.
TEST(Quantities, HaveRates) {
    const Description pendulum = testing::pendulum_in_plane("-1/5");
    EXPECT_TRUE(
        rate_of(pendulum, "x*R_x + y*R_y - 3*g*y + x'^2 + y'^2 + 2*g*y").rate.is_conserved());
    EXPECT_FALSE(rate_of(pendulum, "x*R_x + y*R_y").rate.is_conserved());
    EXPECT_TRUE(rate_of(pendulum, "2*l^2*mu1 - 3*g*y + x'^2 + y'^2 + 2*g*y").rate.is_conserved());
    EXPECT_TRUE(rate_of(pendulum, "gauss - (R_x^2 + R_y^2)/2").rate.is_conserved());
    EXPECT_TRUE(rate_of(pendulum, "x''^2 + y''^2 - R_x^2 - (R_y - g)^2").rate.is_conserved());
    const Description charged = model_description("charged_particles");
    EXPECT_TRUE(rate_of(charged, "R_q1 - R_q2").rate.is_conserved());
    EXPECT_TRUE(rate_of(charged, "q2'' - A*q1'' - A[1,0](q1, q2)*q1'^2 - A[0,1](q1, q2)*q1'*q2'")
                    .rate.is_conserved());
    EXPECT_TRUE(rate_of(model_description("rolling_disc"),
                        "N_disc - m*g + m*r*(sin(theta)*theta'' + cos(theta)*theta'^2)")
                    .rate.is_conserved());
    EXPECT_TRUE(
        rate_of(model_description("third_order_oscillation"), "R_x - 2*x''").rate.is_conserved());
}

std::string failures(const Run& run) {
    std::string text;
    for (const MotionCheck& check : checks_of(run))
        if (!check.holds()) text += fmt::format("{} {:.2e}; ", check.name, check.largest);
    return text;
}

// A bead on a ring that turns uniformly: all of its forces are known.
TEST(Quantities, AreExpectedInClosedForm) {
    Description ring{.coordinates = {"x", "y"},
                     .parameters = {{"w", "2"}, {"m", "3"}},
                     .definitions = {{"pull", "sqrt(R_x^2 + R_y^2)"}},
                     .lagrangian = "m*(x'^2 + y'^2)/2",
                     .constraints = {{.name = "ring", .equation = "x^2 + y^2 = 1"}},
                     .initial = {{"x", "1"}, {"y'", "w"}},
                     .expect = {{"x", "cos(w*t)"},
                                {"y", "sin(w*t)"},
                                {"x''", "-w^2*cos(w*t)"},
                                {"R_y", "-m*w^2*sin(w*t)"},
                                {"mu1", "-m*w^2/2"},
                                {"pull", "constant"},
                                {"gauss", "constant"}}};
    EXPECT_EQ(failures(run_of(ring, 3, 0.1)), "");
    ring.expect[3].formula = "-m*w^2*sin(w*t) + 1e-3";
    EXPECT_THAT(failures(run_of(ring, 3, 0.1)), HasSubstr("expected R_y 1.00e-03"));
}

// Reactions are covectors: what the new model is asked for is what the old one was.
TEST(Quantities, AreTheSameInOtherCoordinates) {
    const Description wheel{
        .coordinates = {"x", "y"},
        .lagrangian = "(x'^2 + y'^2)/2 - 2*y",
        .constraints = {{.name = "wheel",
                         .equation = "y' = x'*x'",
                         .reaction = {{"x", "x'"}, {"y", "-1"}}}},
        .initial = {{"x", "1"}, {"x'", "1"}, {"y'", "1"}},
        .expect = {{"R_x + x'*R_y", "constant"}},
        .plots = {{.x = {"x''"}, .y = {"R_x", "R_y", "mu1", "gauss"}}, {.x = {"t"}, .y = {"u1"}}}};
    const std::vector<NewValue> polar{{"x", "r*cos(a)"}, {"y", "r*sin(a)"}};
    const NewCoordinates other = in_coordinates(wheel, polar);
    ASSERT_EQ(other.description.plots.size(), 1U);
    EXPECT_THAT(to_texts(other.left_out), ::testing::Contains(HasSubstr("Plot 2 asks for 'u1'")));
    const auto old_run = run_of(wheel, 1, 0.1), new_run = run_of(other.description, 1, 0.1);
    EXPECT_EQ(failures(new_run), "");
    const PlotDescription& plot = other.description.plots[0];
    expect_near(quantity_along(new_run, plot.x[0].text()), quantity_along(old_run, "x''"), 1e-9,
                "x''");
    for (std::size_t i = 0; i < 4; ++i)
        expect_near(quantity_along(new_run, plot.y[i].text()),
                    quantity_along(old_run, wheel.plots[0].y[i].text()), 1e-9, plot.y[i].text());
}

// From the top of a ball at the speed v, a bead is pressed on it up to cos θ = 2/3 + v²/(3 g r).
Description bead_on_ball(const std::string& event) {
    return {.coordinates = {"x", "y"},
            .parameters = {{"m", "2"}, {"g", "9.81"}, {"r", "1/2"}, {"v", "1/3"}},
            .lagrangian = "m*(x'^2 + y'^2)/2 - m*g*y",
            .constraints = {{.name = "ball", .equation = "x^2 + y^2 = r^2"}},
            .initial = {{"y", "r"}, {"x'", "v"}},
            .events = {{.name = "leaves", .when = event, .direction = "falling", .stop = true}}};
}

double height_of_leaving(double v) { return 0.5 * (2.0 / 3 + v * v / (3 * 9.81 * 0.5)); }

TEST(Quantities, EndRunsWhereTheyVanish) {
    for (const char* event : {"R_y = 0", "mu1 = 0", "x*R_x + y*R_y = 0", "y'' + g = 0"})
        for (const char* form : {"", "lagrange_multipliers", "gauss"})
            for (const char* method : {"auto", "dop853", "gauss6"}) {
                const auto run = run_motion(
                    bead_on_ball(event),
                    {.form = form,
                     .method = method,
                     .until = 2,
                     .step = std::string(method) == "gauss6" ? std::optional(1e-3) : std::nullopt});
                ASSERT_EQ(run.trajectory.stop.reason, StopReason::Event) << event << form;
                EXPECT_NEAR(run.trajectory.stop.state[1], height_of_leaving(1.0 / 3), 1e-8)
                    << event << " " << form << " " << method;
            }
}

// One code for several values; parameters are letters in it.
TEST(Quantities, EndRunsOfOneCode) {
    const CompiledModel model = compile_model(bead_on_ball("mu1/m = 0"));
    for (const double v : {0.1, 0.5, 1.0}) {
        const std::vector<NewValue> values{{"v", fmt::format("{}", v)}};
        const auto run = run_motion(model, values, {.until = 2});
        ASSERT_EQ(run.trajectory.stop.reason, StopReason::Event);
        EXPECT_NEAR(run.trajectory.stop.state[1], height_of_leaving(v), 1e-8);
    }
}

TEST(Quantities, AreFollowedBetweenSamples) {
    const Description oscillator{.coordinates = {"x"},
                                 .lagrangian = "(x'^2 - x^2)/2",
                                 .initial = {{"x", "1"}},
                                 .events = {{.name = "half", .when = "x'' = 1/2"}}};
    const auto run = run_motion(oscillator, {.until = 7});
    ASSERT_EQ(run.trajectory.events.size(), 2U);
    EXPECT_NEAR(run.trajectory.events[0].time, 2 * std::acos(-1.0) / 3, 1e-9);
    EXPECT_NEAR(run.trajectory.events[1].time, 4 * std::acos(-1.0) / 3, 1e-9);
    Description disc = with_values(
        model_description("rolling_disc"),
        std::vector<NewValue>{{"theta", "1/10"}, {"psi'", "1/5"}, {"x'", "1 + sin(1/10)/5"}});
    disc.events = {{.name = "weight", .when = "N_disc = m*g"}};
    const auto rolled = run_motion(disc, {.form = "lagrange_multipliers", .until = 5});
    ASSERT_GT(rolled.trajectory.events.size(), 1U);
    for (const EventHit& hit : rolled.trajectory.events) {
        const auto there = run_motion(disc, {.form = "lagrange_multipliers", .at = {hit.time}});
        const double theta = quantity_along(there, "theta")[0],
                     rate = quantity_along(there, "theta'")[0],
                     second = quantity_along(there, "theta''")[0];
        EXPECT_NEAR(std::sin(theta) * second + std::cos(theta) * rate * rate, 0, 1e-7);
    }
}

}  // namespace
}  // namespace rattleback

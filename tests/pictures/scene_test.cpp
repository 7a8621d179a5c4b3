// Scenes against closed forms, and against what rolling means.

#include "pictures/scene.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "equations/formulations.hpp"
#include "support/model_file.hpp"
#include "trajectory/simulate.hpp"

namespace rattleback {
namespace {

using Kind = Drawing::Kind;
using Point3 = std::array<double, 3>;

Scene scene_of_model(const System& system, double until) {
    SimulationOptions options;
    options.integration.until = until;
    options.integration.dense = true;
    const Trajectory run = simulate(system, derive(system, "benenti"), options);
    const auto scene = scene_of(system, run, "scene");
    EXPECT_TRUE(scene.has_value());
    return *scene;
}

Point3 at(const std::vector<double>& numbers, std::size_t i) {
    return {numbers[3 * i], numbers[3 * i + 1], numbers[3 * i + 2]};
}

// q p q*, by the definition of the product of quaternions.
Point3 turned(const double* q, const Point3& p) {
    const auto times = [](const std::array<double, 4>& a, const std::array<double, 4>& b) {
        return std::array<double, 4>{a[3] * b[0] + a[0] * b[3] + a[1] * b[2] - a[2] * b[1],
                                     a[3] * b[1] + a[1] * b[3] + a[2] * b[0] - a[0] * b[2],
                                     a[3] * b[2] + a[2] * b[3] + a[0] * b[1] - a[1] * b[0],
                                     a[3] * b[3] - a[0] * b[0] - a[1] * b[1] - a[2] * b[2]};
    };
    const std::array<double, 4> rotation{q[0], q[1], q[2], q[3]}, back{-q[0], -q[1], -q[2], q[3]};
    const auto r = times(times(rotation, {p[0], p[1], p[2], 0}), back);
    return {r[0], r[1], r[2]};
}

// Where a point that is fixed to the item is.
Point3 point_of(const SceneItem& item, std::size_t i, const Point3& fixed) {
    const Point3 centre = at(item.place, i), arm = turned(&item.rotation[4 * i], fixed);
    return {centre[0] + arm[0], centre[1] + arm[1], centre[2] + arm[2]};
}

// Zampieri's cycloid.
TEST(Scene, OfTheSkateIsABladeOnACycloid) {
    const System skate = testing::model_file("skate");
    const Scene scene = scene_of_model(skate, 20);
    EXPECT_EQ(scene.dimension, 2);
    EXPECT_FALSE(scene.ground.has_value());
    ASSERT_EQ(scene.times.size(), 600U);
    const auto blade = std::ranges::find(scene.items, Kind::Blade, &SceneItem::kind);
    ASSERT_NE(blade, scene.items.end());
    for (std::size_t i = 0; i < scene.times.size(); ++i) {
        const double t = scene.times[i], w = 0.5;
        EXPECT_NEAR(t, 20.0 * static_cast<double>(i) / 599, 1e-12);
        // Drawn with x, which goes down the plane, downwards.
        EXPECT_NEAR(-blade->place[3 * i + 1], std::pow(std::sin(w * t), 2) / (2 * w * w), 1e-7);
        EXPECT_NEAR(blade->place[3 * i], (w * t - std::sin(2 * w * t) / 2) / (2 * w * w), 1e-7);
        EXPECT_NEAR(blade->place[3 * i + 2], 0, 0);
        EXPECT_NEAR(-blade->other[3 * i + 1] * std::sin(w * t),
                    blade->other[3 * i] * std::cos(w * t), 1e-8);
        EXPECT_NEAR(std::hypot(blade->other[3 * i], blade->other[3 * i + 1]), 1, 1e-12);
    }
}

// The disc drawn touches the ground, and the point of it that does so rests.
TEST(Scene, OfARollingDiscRolls) {
    Description description = testing::model_description("rolling_disc");
    description.initial = {{"theta", "0.3"}, {"phi'", "2"}, {"psi'", "0.2"}};
    const Scene scene = scene_of_model(build(description), 3);
    EXPECT_EQ(scene.dimension, 3);
    ASSERT_TRUE(scene.ground.has_value());
    EXPECT_EQ(scene.ground->normal, (Point3{0, 0, 1}));
    ASSERT_EQ(scene.items.size(), 1U);
    const SceneItem& disc = scene.items[0];
    EXPECT_EQ(disc.kind, Kind::Disc);
    EXPECT_EQ(disc.axis, 1U);
    EXPECT_THAT(disc.size, ::testing::ElementsAre(1));
    const double dt = scene.times[1] - scene.times[0];
    for (std::size_t i = 1; i + 1 < scene.times.size(); ++i) {
        // The point of the rim that is lowest: seen from the body, down is R⁻¹(0, 0, −1).
        const double* const q = &disc.rotation[4 * i];
        const double back[4] = {-q[0], -q[1], -q[2], q[3]};
        const Point3 down = turned(back, {0, 0, -1});
        const double length = std::hypot(down[0], down[2]);
        const Point3 lowest{down[0] / length, 0, down[2] / length};
        EXPECT_NEAR(point_of(disc, i, lowest)[2], 0, 1e-8);
        const Point3 before = point_of(disc, i - 1, lowest), after = point_of(disc, i + 1, lowest);
        for (std::size_t k = 0; k < 3; ++k)
            EXPECT_NEAR((after[k] - before[k]) / (2 * dt), 0, 20 * dt * dt) << i;
    }
}

TEST(Scene, HasRotationsThatDoNotJump) {
    for (const char* const name : {"rolling_disc", "ball_in_cylinder"}) {
        const Scene scene = scene_of_model(testing::model_file(name), 10);
        for (const SceneItem& item : scene.items)
            for (std::size_t i = 4; i < item.rotation.size(); i += 4) {
                double along = 0, square = 0;
                for (std::size_t k = i; k < i + 4; ++k) {
                    along += item.rotation[k] * item.rotation[k - 4];
                    square += item.rotation[k] * item.rotation[k];
                }
                EXPECT_GT(along, 0.7) << name;
                EXPECT_NEAR(square, 1, 1e-12) << name;
            }
    }
}

// Ixx = Iyy = 0 and Izz = J: a square of edge √(6J/m), turned by φ, seen from above.
TEST(Scene, OfAFlatBodyIsItsOutline) {
    const System system =
        build({.coordinates = {"x", "y", "phi"},
               .frames = {{.name = "B", .origin = {"x", "y", "0"}, .rotations = {{"z", "phi"}}}},
               .bodies = {{.frame = "B", .mass = "3", .inertia = {"0", "0", "2"}}},
               .initial = {{"x'", "1"}, {"phi'", "2"}}});
    const Scene scene = scene_of_model(system, 1);
    EXPECT_EQ(scene.dimension, 2);
    ASSERT_EQ(scene.items.size(), 4U);
    for (std::size_t i = 0; i < scene.times.size(); ++i) {
        const double t = scene.times[i], half = 1;  // the edge is √(6·2/3) = 2
        const Point3 corner = at(scene.items[0].place, i), next = at(scene.items[0].other, i);
        const double c = std::cos(2 * t), s = std::sin(2 * t);
        EXPECT_NEAR(corner[0], t - half * c + half * s, 1e-8);
        EXPECT_NEAR(corner[1], -half * s - half * c, 1e-8);
        EXPECT_NEAR(next[0] - corner[0], 2 * c, 1e-8);
        EXPECT_NEAR(next[1] - corner[1], 2 * s, 1e-8);
    }
}

TEST(Scene, OfABallInACylinderIsInsideIt) {
    const Scene scene = scene_of_model(testing::model_file("ball_in_cylinder"), 5);
    ASSERT_EQ(scene.items.size(), 2U);
    const SceneItem &ball = scene.items[0], &cylinder = scene.items[1];
    ASSERT_EQ(cylinder.size.size(), 2U);
    for (std::size_t i = 0; i < scene.times.size(); ++i) {
        const Point3 centre = at(ball.place, i), middle = at(cylinder.place, i);
        EXPECT_NEAR(std::hypot(centre[0], centre[1]) + ball.size[0], cylinder.size[0], 1e-9);
        EXPECT_LE(std::abs(centre[2] - middle[2]) + ball.size[0], cylinder.size[1] / 2 + 1e-9);
    }
}

TEST(Scene, WithZDownHasItsUpThere) {
    const Scene scene = scene_of_model(testing::model_file("rattleback"), 0.5);
    EXPECT_EQ(scene.up, (Point3{0, 0, -1}));
    for (std::size_t i = 0; i < scene.times.size(); ++i)
        EXPECT_LT(scene.items[0].place[3 * i + 2], 0);
}

TEST(Scene, IsNotThereWithoutDrawings) {
    const System system = build({.coordinates = {"q1"}, .lagrangian = "q1'^2"});
    SimulationOptions options;
    options.integration.until = 1;
    options.integration.dense = true;
    const Trajectory run = simulate(system, derive(system, "lagrange_multipliers"), options);
    EXPECT_FALSE(scene_of(system, run, "").has_value());
}

TEST(SceneJson, HasThreeNumbersPerTimeAndPlaceAndFourPerRotation) {
    std::vector<Scene> scenes{scene_of_model(testing::model_file("rolling_disc"), 1),
                              scene_of_model(testing::model_file("skate"), 1)};
    scenes[1].items[0].name = "</script>\"\\";
    scenes[1].items[0].place[0] = std::nan("");
    const auto json = nlohmann::json::parse(scenes_json(scenes));
    const std::size_t n = json[0]["times"].size();
    EXPECT_EQ(json[0]["items"][0]["kind"], "disc");
    EXPECT_EQ(json[0]["items"][0]["at"].size(), 3 * n);
    EXPECT_EQ(json[0]["items"][0]["rotation"].size(), 4 * n);
    EXPECT_EQ(json[0]["ground"]["normal"], nlohmann::json({0, 0, 1}));
    EXPECT_EQ(json[1]["items"][0]["kind"], "blade");
    EXPECT_EQ(json[1]["items"][0]["along"].size(), 3 * n);
    EXPECT_TRUE(json[1]["items"][0]["size"].is_number());
    EXPECT_EQ(json[1]["items"][0]["name"], "</script>\"\\");
    EXPECT_TRUE(json[1]["items"][0]["at"][0].is_null());
    EXPECT_TRUE(json[1]["ground"].is_null());
}

}  // namespace
}  // namespace rattleback

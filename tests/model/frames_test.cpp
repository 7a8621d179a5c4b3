// Frames on moving frames.

#include "model/frames.hpp"

#include <gtest/gtest.h>

#include "exact/is_zero.hpp"
#include "expr/parse.hpp"
#include "model/system.hpp"

namespace rattleback {
namespace {

// The angular velocity in components of the ground is that in own components, turned.
TEST(Frames, TurnWithWhatCarriesThem) {
    const System system =
        build({.coordinates = {"x", "a", "b", "c", "e0", "e1", "e2", "e3"},
               .frames = {{.name = "A",
                           .origin = {"x", "t", "a*x"},
                           .rotations = {{"z", "a"}, {"x", "b"}}},
                          {.name = "B",
                           .parent = "A",
                           .origin = {"sin(b)", "1", "0"},
                           .rotations = {{"y", "c"}}},
                          {.name = "C",
                           .parent = "B",
                           .origin = {"1", "x", "2"},
                           .rotations = {{"z", "t"}, {"x", "a*b"}}}},
               .bodies = {{.frame = "C", .mass = "1", .inertia = {"1", "1", "1"}}}});
    for (const Frame& frame : system.frames) {
        const Vector3 turned = frame.own.axes * frame.own.omega,
                      moved = frame.own.axes * frame.own.velocity;
        for (std::size_t i = 0; i < 3; ++i) {
            EXPECT_TRUE(is_zero(turned[i] - frame.turning[i]).proved_zero()) << frame.name << i;
            EXPECT_TRUE(is_zero(moved[i] - frame.place_rate[i]).proved_zero()) << frame.name << i;
            const Expr rate =
                derivative_along(frame.place[i], system.by_time_without_accelerations());
            EXPECT_TRUE(is_zero(rate - frame.place_rate[i]).proved_zero()) << frame.name << i;
        }
    }
}

TEST(Frames, WithQuaternionsTurnToo) {
    const System system =
        build({.coordinates = {"a", "e0", "e1", "e2", "e3"},
               .frames = {{.name = "A", .rotations = {{"z", "a"}}},
                          {.name = "B", .parent = "A", .quaternion = {"e0", "e1", "e2", "e3"}}},
               .bodies = {{.frame = "B", .mass = "1", .inertia = {"1", "2", "3"}}}});
    // On e·e = 1, where the rotation is one.
    const Frame& frame = system.frames[2];
    const Expr norm = parse("e0^2 + e1^2 + e2^2 + e3^2");
    const Vector3 turned = frame.own.axes * frame.own.omega;
    const Vector3 by_parent = system.frames[1].turning;
    for (std::size_t i = 0; i < 3; ++i) {
        const Expr difference = (turned[i] - frame.turning[i]) - (norm * norm - 1) * by_parent[i] -
                                (norm - 1) * (frame.turning[i] - by_parent[i]);
        EXPECT_TRUE(is_zero(difference).proved_zero()) << i;
    }
}

Description top(const std::vector<FrameDescription>& frames, const char* carrier) {
    return {.coordinates = {"e0", "e1", "e2", "e3"},
            .frames = frames,
            .bodies = {{.frame = carrier,
                        .mass = "2",
                        .centre = {"0", "0", "3"},
                        .inertia = {"5", "4", "1"}}}};
}

// Where a body sits on the frame changes nothing, and the mass matrix stays regular.
TEST(Frames, OnAQuaternionCarryBodies) {
    const FrameDescription turned{.name = "B", .quaternion = {"e0", "e1", "e2", "e3"}};
    const FrameDescription seat{.name = "C", .parent = "B", .origin = {"0", "0", "0"}};
    const System direct = build(top({turned}, "B")), carried = build(top({turned, seat}, "C"));
    EXPECT_TRUE(is_zero(direct.lagrangian - carried.lagrangian).proved_zero());
}

// Masses 3 and −3: their sum vanishes, their moment does not.
TEST(Bodies, WhoseMassesCancel) {
    const FrameDescription a{.name = "A", .origin = {"x", "x^2", "0"}, .rotations = {{"z", "a"}}};
    FrameDescription b = a;
    b.name = "B";
    const BodyDescription light{.name = "light",
                                .frame = "A",
                                .mass = "-3",
                                .centre = {"1", "2", "0"},
                                .inertia = {"1", "1", "2"}};
    BodyDescription heavy{.name = "heavy", .frame = "A", .mass = "3", .centre = {"4", "0", "1"}};
    Description d{.coordinates = {"x", "a"}, .frames = {a, b}, .bodies = {light, heavy}};
    const System together = build(d);
    heavy.frame = "B";
    d.bodies = {light, heavy};
    EXPECT_TRUE(is_zero(together.lagrangian - build(d).lagrangian).proved_zero());
}

}  // namespace
}  // namespace rattleback

#include "structure/closed_forms.hpp"

#include <gmock/gmock.h>

#include "support/model_file.hpp"

namespace rattleback {
namespace {

using ::testing::ElementsAre;
using testing::model_file;

Description falling_bead(const std::string& x, const std::string& y) {
    return {.coordinates = {"x", "y"},
            .parameters = {{"g", "2"}},
            .lagrangian = "(x'^2 + y'^2)/2 - g*y",
            .constraints = {{.name = "wire", .equation = "y' = -x'"}},
            .initial = {{"x", "1"}, {"x'", "3"}, {"y'", "-3"}},
            .expect = {{"x", x}, {"y", y}}};
}

std::vector<std::string> said(const Description& description) {
    return to_texts(closed_forms(build(description)).sentences);
}

// On the wire x + y = const the acceleration is g/2 along x.
TEST(ClosedForms, AreProved) {
    EXPECT_THAT(said(falling_bead("1 + 3*t + g*t^2/4", "-3*t - g*t^2/4")),
                ElementsAre("The expected closed form is the motion: proved."));
    for (const char* name : {"skate", "steered_skate"})
        EXPECT_EQ(closed_forms(model_file(name)).hold, Answer::Yes) << name;
}

// The wire pushes with g/2 along x and y; N = (1, 1).
TEST(ClosedForms, OfForcesAreProved) {
    Description bead = falling_bead("1 + 3*t + g*t^2/4", "-3*t - g*t^2/4");
    for (const auto& [quantity, form] : {std::pair("x''", "g/2"),
                                         {"R_x", "g/2"},
                                         {"R_y", "g/2"},
                                         {"mu1", "g/2"},
                                         {"gauss", "g^2/4"}})
        bead.expect.push_back({quantity, form});
    EXPECT_THAT(said(bead), ElementsAre("The expected closed form is the motion: proved."));
    bead.expect.push_back({"y''", "g/2"});
    EXPECT_THAT(said(bead),
                ElementsAre("The expected closed form is not the motion: it violates y''."));
    bead.expect.back() = {"R_y''", "0"};
    EXPECT_THROW(said(bead), std::runtime_error);
}

// Where only x is expected no equation can be checked, but the start can.
TEST(ClosedForms, OfAPartMustFitTheStart) {
    Description bead = falling_bead("1 + 7*t", "0");
    bead.expect.pop_back();
    const ClosedForms undecided = closed_forms(build(bead));
    EXPECT_EQ(undecided.hold, Answer::Unknown);
    EXPECT_THAT(to_texts(undecided.sentences),
                ElementsAre(::testing::HasSubstr("Only part of the motion")));
    bead.expect = {{"x", "5 + 3*t"}};
    const ClosedForms wrong = closed_forms(build(bead));
    EXPECT_EQ(wrong.hold, Answer::No);
    EXPECT_THAT(to_texts(wrong.sentences),
                ElementsAre("The expected closed form is not the motion: it "
                            "violates the initial value of x."));
}

TEST(ClosedForms, AreRefuted) {
    EXPECT_THAT(said(falling_bead("1 + 3*t + g*t^2/2", "-3*t - g*t^2/2")),
                ElementsAre("The expected closed form is not the motion: it violates the equations "
                            "of motion."));
    EXPECT_THAT(
        said(falling_bead("1 + 3*t + g*t^2/4", "-2*t - g*t^2/4")),
        ElementsAre("The expected closed form is not the motion: it violates the constraint "
                    "'wire' and the initial value of y'."));
    EXPECT_THAT(said(falling_bead("2 + 3*t + g*t^2/4", "-3*t - g*t^2/4")),
                ElementsAre("The expected closed form is not the motion: it violates the initial "
                            "value of x."));
}

TEST(ClosedForms, OfPartOfTheMotionAreLeftToComputation) {
    System skate = model_file("skate_growing_inertia");
    std::erase_if(skate.expect, [](const auto& pair) { return pair.first == symbol("x"); });
    const ClosedForms found = closed_forms(skate);
    EXPECT_EQ(found.hold, Answer::Unknown);
    EXPECT_EQ(found.sentences.size(), 1U);
    EXPECT_TRUE(closed_forms(model_file("snake3")).sentences.empty());
}

}  // namespace
}  // namespace rattleback

// Why a motion is not to be trusted: its failure, else its checks; and what is wrong with the model.
#include "study/complaints.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/model_file.hpp"

namespace rattleback {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

std::vector<std::string> complaints(const Description& description) {
    const Run run = run_motion(description);
    return to_texts(complaints_of(run, checks_of(run)));
}

Description falling() {
    return {.coordinates = {"x"},
            .lagrangian = "x'^2/2 - x",
            .initial = {{"x", "1"}},
            .simulate = {.until = 2}};
}

TEST(Complaints, ThereAreNoneOfARightMotion) {
    EXPECT_THAT(complaints(testing::model_description("skate")), IsEmpty());
    EXPECT_THAT(complaints(falling()), IsEmpty());
}

TEST(Complaints, ACheckThatFailsSaysByHowMuch) {
    Description wrong = falling();
    wrong.expect = {{"x", "1 - t^2"}};  // off by t^2/2
    EXPECT_THAT(complaints(wrong),
                ElementsAre(HasSubstr("'expected x' fails: difference from the closed form is "
                                      "as large as 2 at t = 2")));
}

TEST(Complaints, WhereNoMotionBeginsTheModelIsToBlame) {
    Description light = falling();
    light.coordinates = {"x", "y"};
    const auto said = complaints(light);
    ASSERT_GE(said.size(), 2U);
    EXPECT_THAT(said, ::testing::Contains("The motion is not determined at the start."));
}

}  // namespace
}  // namespace rattleback

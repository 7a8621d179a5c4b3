// What a report has, and that it owns it: nothing refers to what it was gathered from.

#include "study/gather_report.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "study/changed_model.hpp"
#include "study/check_model.hpp"
#include "support/model_file.hpp"

namespace rattleback {
namespace {

using ::testing::HasSubstr;

TEST(GatherReport, OwnsWhatItShows) {
    std::vector<std::string> parts;
    Report report;
    {
        const Description skate = testing::model_description("skate");
        report = gather_report(
            skate, {.run = {.until = 1}, .model_name = "skate", .against_principle = true},
            {.begins = [&](const std::string& what) { parts.push_back(what); }});
    }
    EXPECT_FALSE(report.failed());
    EXPECT_EQ(parts.front(), "Deriving the equations");
    EXPECT_GT(report.forms.size(), 5U);
    ASSERT_TRUE(report.run);
    EXPECT_TRUE(report.run->trajectory.reached_end());
    EXPECT_FALSE(report.motion.checks.empty());
    ASSERT_TRUE(report.compared);
    EXPECT_EQ(report.compared->sides[1].name, "vakonomic");
    EXPECT_EQ(report.compared->comparison.until, 1);
}

TEST(GatherReport, ComparesWithOtherValues) {
    const Description skate = testing::model_description("skate");
    const std::vector<NewValue> other{{"g", "5"}};
    const Report report = gather_report(
        skate, {.run = {.until = 1},
                .against = SideRequest{.description = with_values(skate, other), .name = "g = 5"}});
    ASSERT_TRUE(report.compared) << report.no_comparison;
    EXPECT_TRUE(report.compared->differ());
}

TEST(GatherReport, SaysWhyThereIsNoMotion) {
    Description skate = testing::model_description("skate");
    skate.simulate.until.reset();
    const Report report = gather_report(skate, {.against_principle = true});
    EXPECT_FALSE(report.run);
    EXPECT_THAT(to_text(report.motion.sentences.at(0)), HasSubstr("how long it runs"));
    EXPECT_EQ(report.no_comparison, "There is no motion to compare.");
}

TEST(CheckModel, HeedsTheMethodOfTheModel) {
    Description skate = testing::model_description("skate");
    skate.simulate.method = "dop853";
    skate.simulate.until = 1;
    const ModelCheck found = check_model(skate);
    EXPECT_TRUE(found.ok());
    const auto motion = std::ranges::find(found.sections, "motion", &Section::name);
    ASSERT_NE(motion, found.sections.end());
    EXPECT_THAT(to_text(motion->sentences.at(0)), HasSubstr("dop853"));
}

TEST(CheckModel, EndsWhereAStopIsRequested) {
    std::stop_source stop;
    stop.request_stop();
    EXPECT_TRUE(check_model(testing::model_description("skate"), {}, {.stop = stop.get_token()})
                    .sections.empty());
}

}  // namespace
}  // namespace rattleback

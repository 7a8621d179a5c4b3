// Which form a run takes where nobody says which, and why.
#include "equations/form_choice.hpp"

#include <gmock/gmock.h>

#include "support/hard_systems.hpp"
#include "support/model_file.hpp"

namespace rattleback::testing {
namespace {

using ::testing::HasSubstr;

TEST(FormChoice, SpeedsWhereTheyDoNotCostMuch) {
    for (const char* model : {"skate", "bicycle", "trailers3", "rattleback"})
        EXPECT_EQ(default_form(model_file(model)).why, FormChoice::Why::Default) << model;
    EXPECT_EQ(default_form(snake(10).system).why, FormChoice::Why::Default);
}

TEST(FormChoice, MultipliersOfLongChains) {
    const FormChoice choice = default_form(snake(20).system);
    EXPECT_EQ(choice.why, FormChoice::Why::DefaultCosts);
    EXPECT_EQ(choice.name, "lagrange_multipliers");
    EXPECT_EQ(choice.eliminated, 20);
    EXPECT_THAT(to_text(choice.sentence()), HasSubstr("would eliminate 20 velocities"));
}

TEST(FormChoice, SaysWhatAFormThatWasAskedForCosts) {
    const System chain = snake(20).system;
    EXPECT_THAT(to_text(chosen_form(chain, "kane").sentence()),
                HasSubstr("The form kane eliminates 20 velocities"));
    EXPECT_EQ(to_text(chosen_form(chain, "gauss").sentence()), "");
    EXPECT_EQ(to_text(chosen_form(snake(5).system, "kane").sentence()), "");
}

TEST(FormChoice, ThePrincipleOfTheModel) {
    const FormChoice choice = default_form(model_file("skate_vakonomic"));
    EXPECT_EQ(choice.why, FormChoice::Why::Principle);
    EXPECT_EQ(choice.name, "vakonomic");
}

TEST(FormChoice, WhatAppliesWhereTheDefaultRefuses) {
    const FormChoice choice = default_form(model_file("lanchester"));
    EXPECT_EQ(choice.why, FormChoice::Why::DefaultRefuses);
    EXPECT_EQ(choice.name, "lagrange_multipliers");
    EXPECT_THAT(to_text(choice.sentence()), HasSubstr("because benenti cannot treat this system"));
}

TEST(FormChoice, AllVelocitiesWhereAFormFails) {
    const System skate = model_file("skate");
    const Sentence reason = "It fails.";
    const auto other =
        form_without_chart(skate, derive(skate, "benenti"), FormChoice::Why::OtherFails, reason);
    ASSERT_TRUE(other);
    EXPECT_EQ(other->name, "lagrange_multipliers");
    EXPECT_EQ(other->instead_of, "benenti");
    EXPECT_EQ(to_text(other->reason), "It fails.");
    const System vakonomic = model_file("skate_vakonomic");
    EXPECT_FALSE(form_without_chart(vakonomic, derive(vakonomic, "vakonomic"),
                                    FormChoice::Why::OtherFails, reason));
}

}  // namespace
}  // namespace rattleback::testing

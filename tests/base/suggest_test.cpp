#include "base/suggest.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace rattleback {
namespace {

const std::vector<std::string> names{"phi", "psi", "theta", "lambda1", "lagrangian"};

TEST(NearestName, FindsOneSlipInAShortName) {
    EXPECT_EQ(nearest_name("ph", names), "phi");
    EXPECT_EQ(nearest_name("phii", names), "phi");
    EXPECT_EQ(nearest_name("phy", names), "phi");
    EXPECT_EQ(nearest_name("hpi", names), "phi");
    EXPECT_EQ(nearest_name("tehta", names), "theta");
}

TEST(NearestName, AllowsTwoSlipsInALongName) {
    EXPECT_EQ(nearest_name("lagrnagina", names), "lagrangian");
    EXPECT_EQ(nearest_name("lambbda2", names), "lambda1");
    EXPECT_EQ(nearest_name("tteta", names), "theta");
    EXPECT_EQ(nearest_name("tteto", names), "");
}

TEST(NearestName, IsEmptyWhenNothingIsNear) {
    EXPECT_EQ(nearest_name("x", names), "");
    EXPECT_EQ(nearest_name("omega", names), "");
    EXPECT_EQ(nearest_name("phi", {}), "");
    EXPECT_EQ(nearest_name("", {}), "");
}

TEST(NearestName, NeedsSomethingInCommon) {
    EXPECT_EQ(nearest_name("z", std::vector<std::string>{"x", "y", "t"}), "");
    EXPECT_EQ(nearest_name("X", std::vector<std::string>{"x", "y", "t"}), "x");
    EXPECT_EQ(nearest_name("x2", std::vector<std::string>{"x1", "y1"}), "x1");
}

TEST(NearestName, TakesTheFirstInTheAlphabetAmongEquals) {
    const std::vector<std::string> coordinates{"x3", "x1", "x2"};
    EXPECT_EQ(nearest_name("x", coordinates), "x1");
    EXPECT_EQ(nearest_name("p", std::vector<std::string>{"pi", "phi"}), "pi");
}

TEST(NearestName, DoesNotCompareVeryLongNames) {
    EXPECT_EQ(nearest_name(std::string(100'000, 'x'), std::vector{std::string(100'000, 'x')}), "");
}

TEST(DidYouMean, IsTheEndOfASentence) {
    EXPECT_EQ(did_you_mean("ph", names), "; did you mean 'phi'?");
    EXPECT_EQ(did_you_mean("nothing", names), "");
}

}  // namespace
}  // namespace rattleback

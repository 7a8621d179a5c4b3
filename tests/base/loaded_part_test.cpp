#include "base/loaded_part.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <stdexcept>

namespace rattleback {
namespace {

TEST(LoadedPart, OneThatIsNotThereIsToldInASentence) {
    try {
        address_in_part("tea_leaves");
        FAIL();
    } catch (const std::runtime_error& error) {
        EXPECT_THAT(
            error.what(),
            testing::MatchesRegex(
                "A part of Rattleback, the file rattleback_tea_leaves-[0-9.]+\\.so, could not "
                "be loaded: .*No such file or directory\\."));
    }
}

}  // namespace
}  // namespace rattleback

#include "base/control_characters.hpp"

#include <gtest/gtest.h>

namespace rattleback {
namespace {

TEST(ControlCharacters, AreFound) {
    EXPECT_EQ(control_character("red \x1b[31m")->code, 0x1bU);
    EXPECT_EQ(control_character("red \x1b[31m")->byte, 4U);
    EXPECT_EQ(control_character("\u009b31m")->code, 0x9bU);   // the same in one character
    EXPECT_EQ(control_character("a\u202eb")->code, 0x202eU);  // from right to left
    EXPECT_EQ(control_character(std::string_view("a\0b", 3))->byte, 1U);
    EXPECT_FALSE(control_character("φ̇₁ → ∞\t\r\n, é, 漢, 🙂"));
}

TEST(ControlCharacters, AreShownAsWhatTheyAre) {
    EXPECT_EQ(without_controls("a\x07"
                               "b\u2066c"),
              "a\uFFFDb\uFFFDc");
    EXPECT_EQ(without_controls("φ = π\n"), "φ = π\n");
}

TEST(ControlCharacters, BytesThatAreNoCharacters) {
    EXPECT_EQ(without_controls("a\xe2\x80"), "a\xe2\uFFFD");
    EXPECT_EQ(without_controls("\xff"), "\xff");
}

}  // namespace
}  // namespace rattleback

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
    EXPECT_EQ(without_controls("a\xe2\x80"), "a\uFFFD\uFFFD");
    EXPECT_EQ(without_controls("\xff"), "\uFFFD");
    EXPECT_EQ(without_controls("\xc0\x9b"), "\uFFFD\uFFFD");            // U+001B, too long
    EXPECT_EQ(without_controls("\xed\xa0\x80"), "\uFFFD\uFFFD\uFFFD");  // half of a pair
    EXPECT_EQ(without_controls("\xf4\x90\x80\x80x"), "\uFFFD\uFFFD\uFFFD\uFFFDx");
    EXPECT_EQ(without_controls("\xe2(\xa1"), "\uFFFD(\uFFFD");
}

TEST(ControlCharacters, EndsOfLines) {
    EXPECT_EQ(without_controls("a\r\nb\n"), "a\r\nb\n");
    EXPECT_EQ(without_controls("false\rtrue \r"), "false\uFFFDtrue \uFFFD");
    EXPECT_EQ(without_controls("a\u2028b\u2029"), "a\uFFFDb\uFFFD");
    EXPECT_EQ(on_one_line("a\r\nb\tc\x1b"), "a  b c\uFFFD");
}

}  // namespace
}  // namespace rattleback

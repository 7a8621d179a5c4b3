#include "base/excerpt.hpp"

#include <gtest/gtest.h>

#include "rattleback/errors.hpp"

namespace rattleback {
namespace {

SourceText in_file(std::string text) { return {std::move(text), "skate.toml", {7, 15}}; }

TEST(PositionOf, CountsFromOne) {
    EXPECT_EQ(position_of({"abc"}, 0), (Position{1, 1}));
    EXPECT_EQ(position_of({"abc"}, 2), (Position{1, 3}));
}

TEST(PositionOf, AddsTheStartOfTheTextOnItsFirstLineOnly) {
    const auto source = in_file("x + y\n+ z\n\n- w");
    EXPECT_EQ(position_of(source, 0), (Position{7, 15}));
    EXPECT_EQ(position_of(source, 4), (Position{7, 19}));
    EXPECT_EQ(position_of(source, 6), (Position{8, 1}));
    EXPECT_EQ(position_of(source, 8), (Position{8, 3}));
    EXPECT_EQ(position_of(source, 10), (Position{9, 1}));
    EXPECT_EQ(position_of(source, 13), (Position{10, 3}));
}

TEST(PositionOf, CountsCharactersNotBytes) {
    const SourceText source{"φ·ψ = 1"};
    EXPECT_EQ(position_of(source, std::string("φ·ψ").size()), (Position{1, 4}));
}

TEST(PositionOf, BeyondTheEndIsTheEnd) { EXPECT_EQ(position_of({"ab"}, 99), (Position{1, 3})); }

TEST(Excerpt, PutsCaretsUnderTheRange) {
    EXPECT_EQ(excerpt({"x + sine(y)"}, {4, 8}), "  x + sine(y)\n      ^^^^");
}

TEST(Excerpt, ShowsTheLineThatHoldsTheRange) {
    EXPECT_EQ(excerpt({"first\nsecond line\nthird"}, {13, 17}), "  second line\n         ^^^^");
}

TEST(Excerpt, EndsAtTheEndOfTheLine) { EXPECT_EQ(excerpt({"(a\n+ b"}, {0, 6}), "  (a\n  ^^"); }

TEST(Excerpt, PointsBetweenCharactersWhenTheRangeIsEmpty) {
    EXPECT_EQ(excerpt({"x +"}, {3, 3}), "  x +\n     ^");
    EXPECT_EQ(excerpt({""}, {0, 0}), "  \n  ^");
}

TEST(Excerpt, CountsCharactersNotBytes) {
    EXPECT_EQ(excerpt({"αβγ × δ"}, {7, 9}), "  αβγ × δ\n      ^");
}

TEST(Excerpt, CutsALongLineToAWindow) {
    const std::string before(200, 'a'), after(200, 'b');
    const auto shown = excerpt({before + "!" + after}, {200, 201});
    EXPECT_EQ(shown, "  …" + before.substr(0, 60) + "!" + after.substr(0, 39) + "…\n" +
                         std::string(63, ' ') + "^");
}

TEST(Excerpt, DoesNotCutACharacterInTwo) {
    std::string text;
    for (int i = 0; i < 100; ++i) text += "φ";
    const auto shown = excerpt({"a" + text + "!" + text}, {201, 202});
    EXPECT_EQ(shown.find("\xCF\xE2"), std::string::npos);  // half a φ before the "…"
    EXPECT_EQ(shown.substr(0, 7), "  …φ");
}

TEST(Excerpt, ShowsTheRestOfTheLineInTheFile) {
    SourceText source = in_file("x'*sin(ph)");
    source.before = "equation = \"";
    source.after = "\"  # the blade";
    EXPECT_EQ(excerpt(source, {7, 9}),
              "  equation = \"x'*sin(ph)\"  # the blade\n"
              "                     ^^");
    EXPECT_EQ(excerpt(source, {0, 99}),
              "  equation = \"x'*sin(ph)\"  # the blade\n"
              "              ^^^^^^^^^^");
}

TEST(Excerpt, ShowsTheRestOfTheLineOnlyWhereItIs) {
    SourceText source = in_file("a\nb\nc");
    source.before = "before ";
    source.after = " after";
    EXPECT_EQ(excerpt(source, {0, 1}), "  before a\n         ^");
    EXPECT_EQ(excerpt(source, {2, 3}), "  b\n  ^");
    EXPECT_EQ(excerpt(source, {4, 5}), "  c after\n  ^");
}

TEST(Excerpt, ShowsTabsAsSpacesSoThatCaretsFit) {
    EXPECT_EQ(excerpt({"a\t+ b"}, {2, 3}), "  a + b\n    ^");
}

TEST(ModelError, NamesThePlaceAndQuotesTheLine) {
    const ModelError error("unknown name 'ph'", in_file("x*ph"), {2, 4});
    EXPECT_STREQ(error.what(), "skate.toml:7:17: unknown name 'ph'\n  x*ph\n    ^^");
    EXPECT_EQ(error.message(), "unknown name 'ph'");
    EXPECT_EQ(error.file(), "skate.toml");
    EXPECT_EQ(error.position(), (Position{7, 17}));
}

TEST(ModelError, MayBeAboutTheWholeFile) {
    const ModelError error("the file is empty", "skate.toml");
    EXPECT_STREQ(error.what(), "skate.toml: the file is empty");
    EXPECT_EQ(error.message(), "the file is empty");
    EXPECT_EQ(error.file(), "skate.toml");
}

}  // namespace
}  // namespace rattleback

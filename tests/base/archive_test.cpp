// Values come back from bytes to the last bit, and bytes that are not whole are refused.

#include "base/archive.hpp"

#include <gmock/gmock.h>

#include <cmath>
#include <limits>

namespace rattleback::testing {
namespace {

enum class Colour : std::uint8_t { Red, Green };

constexpr bool is_value(Colour colour) { return colour <= Colour::Green; }

struct Inner {
    double x = 0;
    std::optional<Colour> colour = {};

    template <typename Archive>
    friend void fields(Archive& archive, Inner& i) {
        archive(i.x, i.colour);
    }
};

struct Outer {
    std::string name;
    std::vector<Inner> inner;
    std::vector<double> numbers;
    std::set<std::pair<std::vector<Colour>, int>> all;
    bool is_set = false;

    template <typename Archive>
    friend void fields(Archive& archive, Outer& o) {
        archive(o.name, o.inner, o.numbers, o.all, o.is_set);
    }
};

Outer example() {
    return {std::string("zero \0 byte", 11),
            {{-0.0, {}}, {std::numeric_limits<double>::denorm_min(), Colour::Green}},
            {0.1, std::numeric_limits<double>::infinity()},
            {{{Colour::Green, Colour::Red}, -1}, {{}, 7}},
            true};
}

std::string bytes_of(const Outer& outer) {
    Saver saver;
    saver(outer);
    return saver.bytes();
}

TEST(Archive, GivesBackWhatWasSaved) {
    const std::string bytes = bytes_of(example());
    Outer back;
    Loader loader(bytes);
    loader(back);
    EXPECT_TRUE(loader.is_at_end());
    EXPECT_EQ(back.name, example().name);
    ASSERT_EQ(back.inner.size(), 2U);
    EXPECT_TRUE(std::signbit(back.inner[0].x));
    EXPECT_FALSE(back.inner[0].colour);
    EXPECT_EQ(back.inner[1].x, std::numeric_limits<double>::denorm_min());
    EXPECT_EQ(back.inner[1].colour, Colour::Green);
    EXPECT_EQ(back.numbers, example().numbers);
    EXPECT_EQ(back.all, example().all);
    EXPECT_TRUE(back.is_set);
    EXPECT_EQ(bytes_of(back), bytes);
}

TEST(Archive, RefusesEveryPartOfTheBytes) {
    const std::string bytes = bytes_of(example());
    for (std::size_t size = 0; size < bytes.size(); ++size) {
        const std::string part = bytes.substr(0, size);
        Loader loader(part);
        Outer back;
        EXPECT_THROW(loader(back), DamagedArchive) << size;
    }
}

// A size that is not there takes no memory.
TEST(Archive, BelievesNoSizeThatIsLargerThanTheBytes) {
    Saver saver;
    saver(std::uint64_t{1} << 62, 1.0);
    std::vector<double> numbers;
    std::string text;
    std::vector<Inner> inner;
    EXPECT_THROW(Loader(saver.bytes())(numbers), DamagedArchive);
    EXPECT_THROW(Loader(saver.bytes())(text), DamagedArchive);
    EXPECT_THROW(Loader(saver.bytes())(inner), DamagedArchive);
    bool is_set = false;
    EXPECT_THROW(Loader("\2")(is_set), DamagedArchive);
}

TEST(Archive, RefusesWhatIsNoValueOfAnEnumeration) {
    Colour colour = Colour::Red;
    Loader("\1")(colour);
    EXPECT_EQ(colour, Colour::Green);
    EXPECT_THROW(Loader("\2")(colour), DamagedArchive);
}

}  // namespace
}  // namespace rattleback::testing

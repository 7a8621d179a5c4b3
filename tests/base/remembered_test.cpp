#include "base/remembered.hpp"

#include <gtest/gtest.h>

namespace rattleback {
namespace {

struct Counted {
    int value(int key) {
        return known.value(key, [&] {
            ++made;
            return 10 * key;
        });
    }
    Remembered<int, int> known = {};
    int made = 0;
};

TEST(Remembered, KeepsNothingWithoutAScope) {
    Counted counted;
    EXPECT_EQ(counted.value(1), 10);
    EXPECT_EQ(counted.value(1), 10);
    EXPECT_EQ(counted.made, 2);
}

TEST(Remembered, KeepsUntilTheOutermostScopeEnds) {
    Counted counted;
    {
        const RememberScope outer;
        {
            const RememberScope inner;
            counted.value(1);
        }
        EXPECT_EQ(counted.value(1), 10);
        EXPECT_EQ(counted.value(2), 20);
        EXPECT_EQ(counted.made, 2);
    }
    EXPECT_FALSE(RememberScope::is_open());
    const RememberScope another;
    EXPECT_EQ(counted.value(1), 10);
    EXPECT_EQ(counted.made, 3);
}

TEST(Remembered, KeepsTheLastFew) {
    Counted counted;
    const RememberScope scope;
    for (int key = 0; key < 5; ++key) counted.value(key);
    EXPECT_EQ(counted.value(4), 40);
    EXPECT_EQ(counted.made, 5);
    EXPECT_EQ(counted.value(0), 0);
    EXPECT_EQ(counted.made, 6);
}

TEST(Remembered, KeepsNothingOfWhatFailed) {
    Remembered<int, int> known;
    const RememberScope scope;
    EXPECT_THROW(known.value(1, []() -> int { throw 1; }), int);
    EXPECT_EQ(known.value(1, [] { return 5; }), 5);
}

}  // namespace
}  // namespace rattleback

#include "base/work_limit.hpp"

#include <gtest/gtest.h>

#include <thread>

#include "base/interruption.hpp"

namespace rattleback {
namespace {

int work_until_it_ends(int most) {
    for (int i = 0; i < most; ++i) try {
            heed_stop();
        } catch (const TooMuchWork&) {
            return i;
        }
    return most;
}

TEST(WorkLimit, EndsTheWork) {
    const WorkLimit limit(1000);
    EXPECT_EQ(work_until_it_ends(2000), 1000);
    EXPECT_THROW(count_work(0), TooMuchWork);  // and what comes after it
}

TEST(WorkLimit, TheInnermostCounts) {
    EXPECT_EQ(work_until_it_ends(5000), 5000);
    {
        const WorkLimit outer(100);
        {
            const WorkLimit inner(50);
            EXPECT_EQ(work_until_it_ends(2000), 50);
        }
        EXPECT_EQ(work_until_it_ends(2000), 49);  // the inner one had 51 of the 100
    }
    EXPECT_EQ(work_until_it_ends(5000), 5000);
}

TEST(WorkLimit, BelongsToItsThread) {
    const WorkLimit limit(10);
    int done = 0;
    std::thread([&] { done = work_until_it_ends(1000); }).join();
    EXPECT_EQ(done, 1000);
}

}  // namespace
}  // namespace rattleback

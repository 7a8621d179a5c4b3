// What is kept of an unfinished run comes back as it was, and what does not fit together is refused.

#include "files/unfinished_run.hpp"

#include <gmock/gmock.h>
#include <unistd.h>

#include <filesystem>

#include "rattleback/errors.hpp"

namespace rattleback::testing {
namespace {

using ::testing::HasSubstr;

const RunIdentity identity{.version = "1", .model = "a model", .settings = {{"method", "taylor"}}};

Trajectory leg(std::size_t samples, const std::string& column = "x") {
    Trajectory run;
    run.columns = {column};
    run.states = Rows(1);
    for (std::size_t i = 0; i < samples; ++i) {
        run.times.push_back(static_cast<double>(i));
        run.states.append({&run.times.back(), 1});
    }
    return run;
}

LongRunSoFar after(std::size_t samples) {
    LongRunSoFar so_far;
    so_far.legs = 1;
    so_far.samples = samples;
    return so_far;
}

class UnfinishedRunFile : public ::testing::Test {
protected:
    void SetUp() override {
        std::string name = (std::filesystem::temp_directory_path() / "rattleback-XXXXXX").string();
        ASSERT_NE(mkdtemp(name.data()), nullptr);
        folder_ = name;
    }
    void TearDown() override { std::filesystem::remove_all(folder_); }

    std::string file() const { return (folder_ / "a.csv").string(); }
    // Legs, each with the number of samples that is said to be there after it.
    void keep(const std::vector<std::pair<Trajectory, std::size_t>>& legs) {
        UnfinishedRun run = UnfinishedRun::made(file(), identity);
        for (const auto& [leg, samples] : legs) run.keep(leg, after(samples));
    }
    std::string refusal() const {
        try {
            UnfinishedRun::found(file(), identity);
            return "";
        } catch (const RequestError& error) {
            return error.what();
        }
    }

    std::filesystem::path folder_;
};

TEST_F(UnfinishedRunFile, ComesBackAsItWas) {
    keep({{leg(3), 3}, {leg(0), 3}, {leg(2), 5}});
    UnfinishedRun run = UnfinishedRun::found(file(), identity);
    EXPECT_EQ(run.so_far().samples, 5U);
    std::size_t count = 0;
    const Trajectory last = leg(1);
    run.samples(last).pieces([&](const Rows& rows) { count += rows.size(); });
    EXPECT_EQ(count, 6U);
}

TEST_F(UnfinishedRunFile, IsRefusedWhereItDoesNotHaveTheSamplesThatItCounts) {
    keep({{leg(3), 4}});
    EXPECT_THAT(refusal(), HasSubstr("cannot be read"));
}

TEST_F(UnfinishedRunFile, IsNotWrittenUnderOtherColumns) {
    keep({{leg(3), 3}});
    UnfinishedRun run = UnfinishedRun::found(file(), identity);
    EXPECT_THROW(run.samples(leg(1, "y")), std::runtime_error);
    EXPECT_THROW(run.keep(leg(1, "y"), after(4)), std::runtime_error);
    const Trajectory nothing = leg(0, "y");
    EXPECT_NO_THROW(run.samples(nothing));
}

}  // namespace
}  // namespace rattleback::testing

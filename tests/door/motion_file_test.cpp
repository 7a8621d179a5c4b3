// Long motions in files, as a program outside meets them.

#include <gmock/gmock.h>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <rattleback/rattleback.hpp>

namespace {

namespace fs = std::filesystem;
using namespace rattleback;

class MotionFiles : public ::testing::Test {
protected:
    void SetUp() override {
        std::string name = (fs::temp_directory_path() / "rattleback-XXXXXX").string();
        ASSERT_NE(mkdtemp(name.data()), nullptr);
        folder_ = name;
    }
    void TearDown() override { fs::remove_all(folder_); }

    std::string path(const std::string& name) const { return (folder_ / name).string(); }
    std::string bytes(const std::string& name) const {
        std::ifstream file(path(name), std::ios::binary);
        return {std::istreambuf_iterator<char>(file), {}};
    }

    fs::path folder_;
};

const Description pendulum{.coordinates = {"x"},
                           .lagrangian = "x'^2/2 + cos(x)",
                           .initial = {{"x", "1"}},
                           .events = {{.name = "down", .when = "x = 0"}}};

TEST_F(MotionFiles, OfAShortMotionAreThoseOfTheMotion) {
    const Model model(pendulum);
    const Motion motion = simulate(model, {.until = 20});
    for (const char* name : {"a.csv", "a.h5", "a.npz"}) {
        const MotionFile file = simulate_to_file(model, path(name), {.until = 20});
        motion.write(path(std::string("b") + name));
        EXPECT_EQ(bytes(name), bytes(std::string("b") + name));
        EXPECT_EQ(file.samples(), motion.times().size());
        EXPECT_EQ(file.text(), motion.text());
        EXPECT_EQ(file.events().size(), motion.events().size());
        EXPECT_TRUE(file.holds());
        EXPECT_EQ(file.unfinished(), "");
    }
}

// Ended by whoever waits for it, again and again.
TEST_F(MotionFiles, OfALongMotionAreTheSameHoweverOftenItWasEnded) {
    const Model model(pendulum);
    const RunRequest request{.method = "dop853", .until = 12'000};
    const MotionFile whole = simulate_to_file(model, path("whole.h5"), request);
    EXPECT_TRUE(whole.holds());
    EXPECT_TRUE(whole.complaints().empty());
    int ended = 0;
    std::string unfinished;
    do {
        std::stop_source stop;
        const auto at = 0.3 * (ended + 1);
        const auto end = [&](double share, const std::string&) {
            if (share > at) stop.request_stop();
        };
        const Attention attention{.stop = stop.get_token(), .progress = end};
        const MotionFile part = ended == 0
                                    ? simulate_to_file(model, path("a.h5"), request, attention)
                                    : resume_file(model, path("a.h5"), request, attention);
        unfinished = part.unfinished();
        if (!unfinished.empty()) {
            EXPECT_EQ(part.ending().reason, "interrupted");
        } else {
            EXPECT_EQ(part.text(), whole.text());
            EXPECT_EQ(part.events().size(), whole.events().size());
        }
    } while (!unfinished.empty() && ++ended < 6);
    EXPECT_GE(ended, 1);
    EXPECT_EQ(bytes("a.h5"), bytes("whole.h5"));
    EXPECT_FALSE(fs::exists(path("a.h5.unfinished")));
}

TEST_F(MotionFiles, ThatAreUnfinishedAreNotLost) {
    const Model model(pendulum);
    std::stop_source stop;
    const auto end = [&](double share, const std::string&) {
        if (share > 0.6) stop.request_stop();
    };
    const RunRequest request{.method = "dop853", .until = 12'000};
    simulate_to_file(model, path("a.csv"), request, {.stop = stop.get_token(), .progress = end});
    EXPECT_TRUE(fs::exists(path("a.csv.unfinished")));
    EXPECT_THROW(simulate_to_file(model, path("a.csv"), request), std::runtime_error);
    EXPECT_THROW(resume_file(model, path("a.csv"), {.method = "dop853", .until = 13'000}),
                 RequestError);
    EXPECT_THROW(resume_file(model, path("b.csv"), request), std::runtime_error);
    EXPECT_EQ(resume_file(model, path("a.csv"), request).unfinished(), "");
}

}  // namespace

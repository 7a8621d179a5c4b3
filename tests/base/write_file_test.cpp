// Files are written whole or not at all, and nothing is left behind.

#include "base/write_file.hpp"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <sys/file.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <thread>

namespace rattleback::testing {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;

class WriteFile : public ::testing::Test {
protected:
    void SetUp() override {
        std::string name = (fs::temp_directory_path() / "rattleback-XXXXXX").string();
        ASSERT_NE(mkdtemp(name.data()), nullptr);
        folder_ = name;
    }
    void TearDown() override { fs::remove_all(folder_); }

    std::string path(const std::string& name) const { return (folder_ / name).string(); }
    static std::string content(const std::string& path) {
        std::ifstream file(path, std::ios::binary);
        return {std::istreambuf_iterator<char>(file), {}};
    }
    std::vector<std::string> files() const {
        std::vector<std::string> names;
        for (const auto& entry : fs::directory_iterator(folder_))
            names.push_back(entry.path().filename());
        return names;
    }
    static std::string refusal(const std::string& path, const std::string& bytes = "new") {
        try {
            write_file(path, bytes);
        } catch (const std::runtime_error& error) {
            return error.what();
        }
        return "";
    }

    fs::path folder_;
};

TEST_F(WriteFile, WritesAndReplaces) {
    write_file(path("a"), "first, and longer");
    write_file(path("a"), std::string("two\0bytes", 9));
    EXPECT_EQ(content(path("a")), std::string("two\0bytes", 9));
    EXPECT_THAT(files(), ::testing::ElementsAre("a"));
    EXPECT_FALSE(obstacle_to_writing(path("b")));
}

TEST_F(WriteFile, KeepsPermissionsAndLinks) {
    write_file(path("a"), "old");
    ASSERT_EQ(chmod(path("a").c_str(), 0640), 0);
    fs::create_symlink("a", path("link"));
    write_file(path("link"), "new");
    EXPECT_TRUE(fs::is_symlink(path("link")));
    EXPECT_EQ(content(path("a")), "new");
    EXPECT_EQ(fs::status(path("a")).permissions(), fs::perms(0640));
}

TEST_F(WriteFile, FollowsLinksToNothing) {
    fs::create_symlink("second", path("first"));
    fs::create_symlink("a", path("second"));
    write_file(path("first"), "new");
    EXPECT_TRUE(fs::is_symlink(path("first")));
    EXPECT_TRUE(fs::is_symlink(path("second")));
    EXPECT_EQ(content(path("a")), "new");
    fs::create_symlink("none/a", path("lost"));
    EXPECT_THAT(refusal(path("lost")), HasSubstr("there is no folder '" + path("none") + "'"));
    EXPECT_TRUE(fs::is_symlink(path("lost")));
    fs::create_symlink("loop", path("loop"));
    EXPECT_THAT(refusal(path("loop")), HasSubstr("Too many levels of symbolic links"));
    EXPECT_TRUE(fs::is_symlink(path("loop")));
}

TEST_F(WriteFile, FollowsNoLinkOfStrangersWhereEverybodyMayMakeOne) {
    if (::geteuid() != 0) GTEST_SKIP() << "only root can give a link to somebody else";
    constexpr uid_t stranger = 65534;
    write_file(path("ours"), "old");
    fs::create_symlink("ours", path("link"));
    ASSERT_EQ(::lchown(path("link").c_str(), stranger, stranger), 0);
    write_file(path("link"), "new");  // nobody else may make links here
    EXPECT_EQ(content(path("ours")), "new");
    ASSERT_EQ(::chmod(folder_.c_str(), 01777), 0);
    EXPECT_THAT(refusal(path("link"), "theirs"), HasSubstr("permission is denied"));
    EXPECT_EQ(content(path("ours")), "new");
    EXPECT_THAT(files(), ::testing::UnorderedElementsAre("ours", "link"));
}

TEST_F(WriteFile, SaysWhatIsInTheWay) {
    EXPECT_EQ(refusal(path("none/a")), "The file '" + path("none/a") +
                                           "' cannot be written: there is no folder '" +
                                           path("none") + "'.");
    EXPECT_EQ(refusal(folder_),
              "The file '" + folder_.string() + "' cannot be written: it is a folder.");
    EXPECT_EQ(obstacle_to_writing(path("none/a")), refusal(path("none/a")));
    write_file(path("a"), "a");
    EXPECT_THAT(refusal(path("a/b")), HasSubstr("there is no folder"));
}

TEST_F(WriteFile, RefusesAFullDevice) {
    EXPECT_FALSE(obstacle_to_writing("/dev/full"));
    EXPECT_EQ(refusal("/dev/full"),
              "The file '/dev/full' cannot be written: no space is left on the device.");
    EXPECT_TRUE(fs::exists("/dev/full"));
}

// A limit on the size of files stands for a full disk.
TEST_F(WriteFile, KeepsTheOldFileWhenThereIsNoRoom) {
    write_file(path("a"), "old");
    rlimit before{};
    ASSERT_EQ(getrlimit(RLIMIT_FSIZE, &before), 0);
    auto* const handler = std::signal(SIGXFSZ, SIG_IGN);
    const rlimit small{1000, before.rlim_max};
    ASSERT_EQ(setrlimit(RLIMIT_FSIZE, &small), 0);
    const std::string message = refusal(path("a"), std::string(100'000, 'x'));
    ASSERT_EQ(setrlimit(RLIMIT_FSIZE, &before), 0);
    std::signal(SIGXFSZ, handler);
    EXPECT_THAT(message, HasSubstr("cannot be written: File too large."));
    EXPECT_EQ(content(path("a")), "old");
    EXPECT_THAT(files(), ::testing::ElementsAre("a"));
}

std::string part_name(const std::string& name, int process, int number) {
    return name + "." + std::to_string(process) + "." + std::to_string(number) + ".part";
}

// Somebody who knows the name of the new file puts a link there: what it leads to is not touched.
TEST_F(WriteFile, FollowsNoLinkInThePlaceOfTheNewFile) {
    write_file(path("other"), "of somebody");
    for (int i = 0; i < 3; ++i) fs::create_symlink("other", path(part_name("a", getpid(), i)));
    fs::create_symlink("nowhere", path(part_name("a", getpid(), 3)));
    write_file(path("a"), "new");
    EXPECT_EQ(content(path("a")), "new");
    EXPECT_FALSE(fs::is_symlink(path("a")));
    EXPECT_EQ(content(path("other")), "of somebody");
    EXPECT_FALSE(fs::exists(path("nowhere")));
}

// What a killed process left goes; what a living one writes, and what only looks like it, stays.
TEST_F(WriteFile, RemovesWhatWasLeft) {
    const auto make = [&](const std::string& name) { std::ofstream(path(name)) << "half"; };
    const std::string held = part_name("a", 1, 0), left = part_name("a", 2, 0);
    for (const std::string& name : {held, left, part_name("b", 2, 0), std::string("a.x.0.part"),
                                    std::string("a.2.part"), std::string("a.2.0.parts")})
        make(name);
    ASSERT_EQ(mkfifo(path(part_name("a", 3, 0)).c_str(), 0600), 0);
    const int file = ::open(path(held).c_str(), O_RDWR);
    ASSERT_EQ(::flock(file, LOCK_EX), 0);
    write_file(path("a"), "new");
    EXPECT_THAT(files(), ::testing::UnorderedElementsAre("a", held, part_name("a", 3, 0),
                                                         part_name("b", 2, 0), "a.x.0.part",
                                                         "a.2.part", "a.2.0.parts"));
    ::close(file);
    write_file(path("a"), "newer");
    EXPECT_FALSE(fs::exists(path(held)));
}

TEST_F(WriteFile, TakesNamesAsLongAsTheFileSystemDoes) {
    const std::string name(255, 'n');
    write_file(path(name), "first");
    write_file(path(name), "second");
    EXPECT_EQ(content(path(name)), "second");
    EXPECT_THAT(files(), ::testing::ElementsAre(name));
}

// Many writers of one file: it always is that of one of them, and nothing is left.
TEST_F(WriteFile, KeepsTheFilesOfManyWritersApart) {
    std::vector<std::thread> writers;
    for (char c = 'a'; c < 'i'; ++c)
        writers.emplace_back([this, c] {
            for (int i = 0; i < 20; ++i) write_file(path("a"), std::string(10'000, c));
        });
    for (std::thread& each : writers) each.join();
    const std::string last = content(path("a"));
    EXPECT_EQ(last, std::string(10'000, last[0]));
    EXPECT_THAT(files(), ::testing::ElementsAre("a"));
}

}  // namespace
}  // namespace rattleback::testing

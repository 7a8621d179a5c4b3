// Records are whole or do not count, whatever ended the process that wrote them.

#include "base/growing_file.hpp"

#include <gmock/gmock.h>
#include <sys/resource.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <fstream>
#include <stdexcept>

namespace rattleback::testing {
namespace {

namespace fs = std::filesystem;
using ::testing::ElementsAre;

class Growing : public ::testing::Test {
protected:
    void SetUp() override {
        std::string name = (fs::temp_directory_path() / "rattleback-XXXXXX").string();
        ASSERT_NE(mkdtemp(name.data()), nullptr);
        folder_ = name;
    }
    void TearDown() override { fs::remove_all(folder_); }

    std::string path() const { return (folder_ / "a").string(); }
    std::string bytes() const {
        std::ifstream file(path(), std::ios::binary);
        return {std::istreambuf_iterator<char>(file), {}};
    }
    void write(const std::string& bytes) const { std::ofstream(path(), std::ios::binary) << bytes; }
    static std::vector<std::string> records(GrowingFile& file) {
        std::vector<std::string> all;
        while (auto record = file.next()) all.push_back(*std::move(record));
        return all;
    }
    template <typename Work>
    static std::string refusal(const Work& work) {
        try {
            work();
        } catch (const std::runtime_error& error) {
            return error.what();
        }
        return "";
    }

    fs::path folder_;
};

TEST_F(Growing, IsGoneOnWith) {
    {
        GrowingFile file = GrowingFile::made(path());
        file.append("first");
        file.append("");
    }
    {
        GrowingFile file = GrowingFile::opened(path());
        EXPECT_THAT(records(file), ElementsAre("first", ""));
        file.append("third");
        file.rewind();
        EXPECT_THAT(records(file), ElementsAre("first", "", "third"));
    }
    GrowingFile file = GrowingFile::opened(path());
    EXPECT_EQ(file.next(), "first");
    file.append("other");  // in the place of all that is behind
    file.rewind();
    EXPECT_THAT(records(file), ElementsAre("first", "other"));
    file.remove();
    EXPECT_FALSE(fs::exists(path()));
}

TEST_F(Growing, WhatIsNotWholeDoesNotCount) {
    {
        GrowingFile file = GrowingFile::made(path());
        file.append("first");
        file.append("second, which is longer");
    }
    const std::string whole = bytes();
    const std::size_t first = 5 + 16;
    for (std::size_t size = 0; size < whole.size(); ++size) {
        write(whole.substr(0, size));
        GrowingFile file = GrowingFile::opened(path());
        EXPECT_EQ(records(file).size(), size < first ? 0U : 1U) << size;
        file.append("new");
        file.rewind();
        EXPECT_EQ(records(file).size(), size < first ? 1U : 2U) << size;
    }
    for (std::size_t i = first; i < whole.size(); ++i) {
        std::string other = whole;
        other[i] = static_cast<char>(other[i] ^ 4);
        write(other);
        GrowingFile file = GrowingFile::opened(path());
        EXPECT_THAT(records(file), ElementsAre("first")) << i;
    }
}

TEST_F(Growing, TakesNoNameThatIsTakenAndFollowsNoLink) {
    write("mine");
    EXPECT_EQ(refusal([&] { GrowingFile::made(path()); }),
              "The file '" + path() + "' cannot be made: it exists.");
    EXPECT_EQ(bytes(), "mine");
    fs::rename(path(), folder_ / "b");
    EXPECT_EQ(refusal([&] { GrowingFile::opened(path()); }),
              "The file '" + path() + "' cannot be opened: it does not exist.");
    fs::create_symlink(folder_ / "b", path());
    EXPECT_EQ(refusal([&] { GrowingFile::made(path()); }),
              "The file '" + path() + "' cannot be made: it exists.");
    EXPECT_EQ(refusal([&] { GrowingFile::opened(path()); }),
              "The file '" + path() + "' cannot be opened: it is a link.");
    fs::remove(path());
    fs::create_directory(path());
    EXPECT_NE(refusal([&] { GrowingFile::opened(path()); }), "");
}

TEST_F(Growing, BelongsToOneAtATime) {
    const GrowingFile file = GrowingFile::made(path());
    EXPECT_EQ(refusal([&] { GrowingFile::opened(path()); }),
              "The file '" + path() + "' cannot be opened: another process is writing it.");
}

TEST_F(Growing, EndsBeforeWhatTheDiskHasNoRoomFor) {
    GrowingFile file = GrowingFile::made(path());
    file.append("first");
    std::signal(SIGXFSZ, SIG_IGN);
    rlimit before{}, small{};
    getrlimit(RLIMIT_FSIZE, &before);
    small = before;
    small.rlim_cur = 64;
    setrlimit(RLIMIT_FSIZE, &small);
    const std::string why = refusal([&] { file.append(std::string(1000, 'x')); });
    setrlimit(RLIMIT_FSIZE, &before);
    std::signal(SIGXFSZ, SIG_DFL);
    EXPECT_EQ(why, "The file '" + path() + "' cannot be written: File too large.");
    EXPECT_EQ(bytes().size(), 5U + 16U);
    file.append("second");
    file.rewind();
    EXPECT_THAT(records(file), ElementsAre("first", "second"));
}

}  // namespace
}  // namespace rattleback::testing

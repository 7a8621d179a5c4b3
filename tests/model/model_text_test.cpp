#include "model/model_text.hpp"
#include "base/excerpt.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "rattleback/description.hpp"
#include "rattleback/errors.hpp"

namespace rattleback {
namespace {

namespace fs = std::filesystem;

class ModelFile : public testing::Test {
protected:
    ModelFile() { fs::create_directories(folder_); }
    ~ModelFile() override { fs::remove_all(folder_); }

    std::string write(const std::string& content) const {
        std::ofstream(folder_ / "model.toml", std::ios::binary) << content;
        return (folder_ / "model.toml").string();
    }

    const fs::path folder_ =
        fs::path(testing::TempDir()) / ("rattleback_model_text_" + std::to_string(getpid()));
};

std::string message_of(const std::string& path) {
    try {
        read_model(path);
        return "no error";
    } catch (const ModelError& error) {
        return error.what();
    }
}

TEST_F(ModelFile, IsRead) {
    const Description description = read_model(write("coordinates = [\"x\"]\n"));
    EXPECT_EQ(description.coordinates.at(0).text(), "x");
    EXPECT_EQ(description.file, (folder_ / "model.toml").string());
}

TEST_F(ModelFile, MayNotBeADirectory) {
    EXPECT_EQ(message_of(folder_.string()),
              folder_.string() + ": this is a directory; a model is one file");
}

TEST_F(ModelFile, HasToExist) {
    EXPECT_EQ(message_of(folder_ / "no.toml"),
              (folder_ / "no.toml").string() + ": there is no file of this name");
    EXPECT_EQ(message_of(""), ": there is no file of this name");
}

TEST_F(ModelFile, HasToBeReadable) {
    const std::string path = write("coordinates = [\"x\"]\n");
    fs::permissions(path, fs::perms::none);
    if (std::ifstream(path).good()) GTEST_SKIP() << "this user may read everything";
    EXPECT_EQ(message_of(path), path + ": the file cannot be read: Permission denied");
}

TEST_F(ModelFile, HasALargestSize) {
    const std::string head = "coordinates = [\"x\"] #";
    const std::string path = write(head + std::string(largest_model_file - head.size(), '.'));
    EXPECT_EQ(message_of(path), "no error");
    write(head + std::string(largest_model_file - head.size() + 1, '.'));
    EXPECT_EQ(message_of(path), path + ": the file is larger than 2 MiB, the largest that is read");
}

TEST_F(ModelFile, OfTenMegabytesOfBracketsIsRefused) {
    const std::string path = write("lagrangian = \"" + std::string(10'000'000, '(') + "\"");
    EXPECT_EQ(message_of(path), path + ": the file is larger than 2 MiB, the largest that is read");
}

TEST(ModelText, DropsAByteOrderMark) {
    const ModelText text(
        "\xEF\xBB\xBF"
        "abc",
        "f");
    EXPECT_EQ(text.text(), "abc");
    EXPECT_EQ(text.byte_at({1, 2}), 1U);
}

TEST(ModelText, RefusesWhatIsNotUtf8) {
    const auto refused = [](const std::string& bytes) {
        try {
            ModelText(" " + bytes + " a", "f");
            return false;
        } catch (const ModelError&) {
            return true;
        }
    };
    for (const char* good :
         {"\x7F", "\xC2\x80", "\xDF\xBF", "\xE0\xA0\x80", "\xED\x9F\xBF", "\xEE\x80\x80",
          "\xEF\xBF\xBF", "\xF0\x90\x80\x80", "\xF4\x8F\xBF\xBF"})
        EXPECT_FALSE(refused(good)) << good;
    for (const char* bad :
         {"\x80", "\xBF", "\xC0\x80", "\xC1\xBF", "\xC2", "\xC2\x20", "\xE0\x9F\xBF", "\xE0\xA0",
          "\xED\xA0\x80", "\xED\xBF\xBF", "\xF0\x8F\xBF\xBF", "\xF0\x90\x80", "\xF4\x90\x80\x80",
          "\xF5\x80\x80\x80", "\xFF"})
        EXPECT_TRUE(refused(bad)) << bad;
}

TEST(ModelText, FindsTheByteOfALineAndColumn) {
    const ModelText text("aφb\n\nψ = 1\r\nend", "f");
    EXPECT_EQ(text.byte_at({1, 1}), 0U);
    EXPECT_EQ(text.byte_at({1, 3}), 3U);
    EXPECT_EQ(text.byte_at({2, 1}), 5U);
    EXPECT_EQ(text.byte_at({3, 2}), 8U);
    EXPECT_EQ(text.byte_at({4, 1}), text.text().find("end"));
    EXPECT_EQ(text.byte_at({9, 1}), text.text().size());
    EXPECT_EQ(text.byte_at({4, 99}), text.text().size());
}

TEST(ModelText, GivesAPieceWithItsPlaceAndTheRestOfItsLine) {
    const std::string file = "first\nφ = \"x + y\" # sum\r\nlast";
    const ModelText text(file, "f");
    const std::size_t begin = file.find('x');
    const SourceText piece = text.piece(begin, begin + 5);
    EXPECT_EQ(piece.text, "x + y");
    EXPECT_EQ(piece.file, "f");
    EXPECT_EQ(piece.start, (Position{2, 6}));
    EXPECT_EQ(piece.before, "φ = \"");
    EXPECT_EQ(piece.after, "\" # sum");
    EXPECT_EQ(text.piece(0, 0).start, (Position{1, 1}));
    EXPECT_EQ(text.piece(file.size(), file.size()).start, (Position{3, 5}));
}

TEST(ModelText, KeepsLittleOfALongLine) {
    std::string file;
    while (file.size() < 1000) file += "φ";
    const SourceText piece = ModelText(file, "f").piece(500, 502);
    EXPECT_LE(piece.before.size(), longest_context);
    EXPECT_LE(piece.after.size(), longest_context);
    EXPECT_EQ(piece.before.substr(0, 2), "φ");
    EXPECT_EQ(piece.after.substr(piece.after.size() - 2), "φ");
}

}  // namespace
}  // namespace rattleback

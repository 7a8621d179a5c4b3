// What is in an archive, as libzip reads it back.

#include "files/zip_archive.hpp"

#include <gtest/gtest.h>
#include <zip.h>

namespace rattleback {
namespace {

std::string read_back(const std::string& bytes, const char* name) {
    zip_source_t* const source = zip_source_buffer_create(bytes.data(), bytes.size(), 0, nullptr);
    zip_t* const archive = zip_open_from_source(source, ZIP_RDONLY | ZIP_CHECKCONS, nullptr);
    if (archive == nullptr) return "no archive";
    zip_stat_t about;
    zip_stat(archive, name, 0, &about);
    EXPECT_EQ(about.comp_method, ZIP_CM_STORE);
    std::string content(about.size, '\0');
    zip_file_t* const file = zip_fopen(archive, name, 0);
    zip_fread(file, content.data(), content.size());
    zip_fclose(file);
    zip_discard(archive);
    return content;
}

TEST(ZipArchive, GivesItsFilesBack) {
    const std::string bytes = zip_archive({{"a.npy", std::string("1\0002", 3)}, {"ψ.npy", ""}});
    EXPECT_EQ(read_back(bytes, "a.npy"), std::string("1\0002", 3));
    EXPECT_EQ(read_back(bytes, "ψ.npy"), "");
}

TEST(ZipArchive, HasTheSameBytesEachTime) {
    EXPECT_EQ(zip_archive({{"a", "1"}}), zip_archive({{"a", "1"}}));
}

TEST(ZipArchive, RefusesTwoFilesOfOneName) {
    EXPECT_THROW(zip_archive({{"a", "1"}, {"a", "2"}}), std::runtime_error);
}

}  // namespace
}  // namespace rattleback

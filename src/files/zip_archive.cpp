#include "files/zip_archive.hpp"

#include <fmt/format.h>
#include <zip.h>

#include <memory>
#include <stdexcept>

namespace rattleback {
namespace {

constexpr zip_uint16_t first_of_january_1980 = (1U << 5U) | 1U;

[[noreturn]] void fail(zip_error_t* error) {
    throw std::runtime_error(
        fmt::format("The ZIP archive cannot be made: {}.", zip_error_strerror(error)));
}

void check(bool succeeded, zip_t* archive) {
    if (!succeeded) fail(zip_get_error(archive));
}

struct FreeSource {
    void operator()(zip_source_t* source) const { zip_source_free(source); }
};
struct DiscardArchive {
    void operator()(zip_t* archive) const { zip_discard(archive); }
};

void add(zip_t* archive, const ArchivedFile& file) {
    zip_source_t* const source =
        zip_source_buffer(archive, file.bytes.data(), file.bytes.size(), 0);
    check(source != nullptr, archive);
    const zip_int64_t place = zip_file_add(archive, file.name.c_str(), source, ZIP_FL_ENC_UTF_8);
    if (place < 0) zip_source_free(source);  // else the archive has it
    check(place >= 0, archive);
    const auto index = static_cast<zip_uint64_t>(place);
    check(zip_set_file_compression(archive, index, ZIP_CM_STORE, 0) == 0, archive);
    check(zip_file_set_dostime(archive, index, 0, first_of_january_1980, 0) == 0, archive);
}

std::string bytes_of(zip_source_t* source) {
    zip_stat_t about;
    if (zip_source_stat(source, &about) != 0 || zip_source_open(source) != 0)
        fail(zip_source_error(source));
    std::string bytes(about.size, '\0');
    const zip_int64_t count = zip_source_read(source, bytes.data(), bytes.size());
    if (count < 0 || static_cast<zip_uint64_t>(count) != about.size) fail(zip_source_error(source));
    zip_source_close(source);
    return bytes;
}

}  // namespace

std::string zip_archive(const std::vector<ArchivedFile>& files) {
    zip_error_t error;
    zip_error_init(&error);
    const std::unique_ptr<zip_source_t, FreeSource> memory(
        zip_source_buffer_create(nullptr, 0, 0, &error));
    if (!memory) fail(&error);
    std::unique_ptr<zip_t, DiscardArchive> archive(
        zip_open_from_source(memory.get(), ZIP_TRUNCATE, &error));
    if (!archive) fail(&error);
    zip_source_keep(memory.get());  // one for the archive, one for us
    for (const ArchivedFile& file : files) add(archive.get(), file);
    check(zip_close(archive.get()) == 0, archive.get());
    archive.release();
    return bytes_of(memory.get());
}

}  // namespace rattleback

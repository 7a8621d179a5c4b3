#include "model/model_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <new>
#include <system_error>

#include "base/excerpt.hpp"
#include "rattleback/errors.hpp"

namespace rattleback {
namespace {

bool continues_character(char c) { return (static_cast<unsigned char>(c) & 0xC0U) == 0x80U; }

// Bytes of the character that stands at `at`, or 0 where the bytes are not UTF-8: overlong forms,
// surrogates and numbers beyond U+10FFFF are not.
std::size_t character_length(std::string_view text, std::size_t at) {
    const auto byte = [&](std::size_t i) -> unsigned {
        return at + i < text.size() ? static_cast<unsigned char>(text[at + i]) : 0U;
    };
    const auto continues = [&](std::size_t i) { return (byte(i) & 0xC0U) == 0x80U; };
    const unsigned lead = byte(0), second = byte(1);
    if (lead < 0x80) return 1;
    if (lead < 0xC2 || lead > 0xF4 || !continues(1)) return 0;
    if (lead < 0xE0) return 2;
    if (!continues(2)) return 0;
    if (lead < 0xF0) {
        const bool overlong = lead == 0xE0 && second < 0xA0;
        const bool surrogate = lead == 0xED && second > 0x9F;
        return overlong || surrogate ? 0 : 3;
    }
    const bool overlong = lead == 0xF0 && second < 0x90, beyond = lead == 0xF4 && second > 0x8F;
    return !continues(3) || overlong || beyond ? 0 : 4;
}

void refuse_if_large(std::size_t bytes, const std::string& file) {
    if (bytes > largest_model_file)
        throw ModelError(fmt::format("the file is larger than {} MiB, the largest that is read",
                                     largest_model_file >> 20U),
                         file);
}

}  // namespace

std::string bytes_of_file(const std::string& path) {
    std::error_code ignored;
    if (std::filesystem::is_directory(path, ignored))
        throw ModelError("this is a directory; a model is one file", path);
    if (!std::filesystem::exists(path, ignored))
        throw ModelError("there is no file of this name", path);
    errno = 0;
    const auto close = [](std::FILE* file) { std::fclose(file); };
    const std::unique_ptr<std::FILE, decltype(close)> file(std::fopen(path.c_str(), "rb"), close);
    const auto refuse = [&] {
        if (errno == ENOMEM) throw std::bad_alloc();
        if (errno == EINTR) throw Interrupted();  // a pipe into which nobody writes
        const auto reason = std::generic_category().message(errno);
        throw ModelError("the file cannot be read: " + reason, path);
    };
    if (!file) refuse();

    std::string bytes(largest_model_file + 1, '\0');  // one more, to see that a file is too large
    bytes.resize(std::fread(bytes.data(), 1, bytes.size(), file.get()));
    if (std::ferror(file.get()) != 0) refuse();
    refuse_if_large(bytes.size(), path);
    return bytes;
}

ModelText::ModelText(std::string text, std::string file)
    : text_(std::move(text)), file_(std::move(file)) {
    refuse_if_large(text_.size(), file_);
    if (text_.starts_with("\xFF\xFE") || text_.starts_with("\xFE\xFF"))
        throw ModelError("the file is UTF-16 text; save it as UTF-8", file_);
    if (text_.starts_with("\xEF\xBB\xBF")) text_.erase(0, 3);
    if (text_.find_first_not_of(" \t\r\n") == std::string::npos)
        throw ModelError("the file is empty; a model begins with its coordinates", file_);
    index_characters();
}

void ModelText::index_characters() {
    lines_.push_back(0);
    for (std::size_t byte = 0; byte < text_.size();) {
        const std::size_t length = character_length(text_, byte);
        if (length == 0) refuse_byte(byte);
        characters_.push_back(static_cast<std::uint32_t>(byte));
        if (text_[byte] == '\n') lines_.push_back(static_cast<std::uint32_t>(characters_.size()));
        byte += length;
    }
    characters_.push_back(static_cast<std::uint32_t>(text_.size()));
}

// All before the byte is well-formed; it is shown as the replacement character.
void ModelText::refuse_byte(std::size_t byte) {
    const auto message = fmt::format(
        "the file is not UTF-8 text: the byte 0x{:02X} begins no character; save the file as UTF-8",
        static_cast<unsigned char>(text_[byte]));
    characters_.push_back(static_cast<std::uint32_t>(byte));
    text_.resize(byte);
    SourceText place = piece(byte, byte);
    place.text = "\uFFFD";
    throw ModelError(message, place, {0, place.text.size()});
}

std::size_t ModelText::byte_at(Position position) const {
    const auto line = static_cast<std::size_t>(std::max(position.line, 1)) - 1;
    const auto column = static_cast<std::size_t>(std::max(position.column, 1)) - 1;
    if (line >= lines_.size()) return text_.size();
    return characters_[std::min(lines_[line] + column, characters_.size() - 1)];
}

SourceText ModelText::piece(std::size_t begin, std::size_t end) const {
    begin = std::min(begin, text_.size());
    end = std::clamp(end, begin, text_.size());
    SourceText result{.text = text_.substr(begin, end - begin), .file = file_};

    const auto character = std::ranges::upper_bound(characters_, begin) - characters_.begin() - 1;
    const auto line = std::ranges::upper_bound(lines_, character) - lines_.begin() - 1;
    const auto first = lines_[static_cast<std::size_t>(line)];
    result.start = {static_cast<int>(line) + 1, static_cast<int>(character - first) + 1};

    std::size_t from =
        std::max<std::size_t>(characters_[first], begin - std::min(begin, longest_context));
    while (from < begin && continues_character(text_[from])) ++from;
    result.before = text_.substr(from, begin - from);

    const std::string_view rest = std::string_view(text_).substr(end);
    std::size_t length = std::min(rest.size(), longest_context);
    while (length < rest.size() && length > 0 && continues_character(rest[length])) --length;
    const auto after = rest.substr(0, length);
    result.after = after.substr(0, after.find_first_of("\r\n"));
    return result;
}

}  // namespace rattleback

// The text of a model file, before it is read as TOML.
//
// What is no text at all is refused here with a sentence about the file: a directory, a file that
// cannot be read, that is empty, too large, or not UTF-8. The same text then answers where things
// stand: a TOML reader counts lines and columns, an error message wants the words and their line.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "rattleback/source.hpp"

namespace rattleback {

inline constexpr std::size_t largest_model_file = std::size_t{2} << 20U;  // bytes

// The bytes of a file; throws ModelError when there are none to be had.
std::string bytes_of_file(const std::string& path);

class ModelText {
public:
    // Checks size and encoding; a byte order mark is dropped.
    ModelText(std::string text, std::string file);

    const std::string& text() const { return text_; }
    const std::string& file() const { return file_; }

    // The byte at a line and column, or the end.
    std::size_t byte_at(Position position) const;
    // The bytes [begin, end) with their place and the rest of their lines.
    SourceText piece(std::size_t begin, std::size_t end) const;

private:
    void index_characters();
    [[noreturn]] void refuse_byte(std::size_t byte);

    std::string text_, file_;
    std::vector<std::uint32_t> characters_;  // first byte of each character, and the end
    std::vector<std::uint32_t> lines_;       // first character of each line
};

}  // namespace rattleback

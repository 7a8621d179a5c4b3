// Text that a user wrote, and places in it.
//
// A formula is usually one string inside a model file. SourceText knows where that string starts,
// so that an error at byte 7 of the formula is reported at its line and column of the file, and
// what stands around it there, so that the line can be quoted as the user wrote it.
// Columns count characters (UTF-8 code points), not bytes, and start at 1, as editors count.
#pragma once

#include <cstddef>
#include <string>

namespace rattleback {

struct Position {
    int line = 1;
    int column = 1;
    friend bool operator==(const Position&, const Position&) = default;
};

// Half-open range of bytes [begin, end) of SourceText::text.
struct SourceRange {
    std::size_t begin = 0;
    std::size_t end = 0;
};

struct SourceText {
    std::string text;
    std::string file = "formula";
    Position start = {};                  // where text[0] stands in the file
    std::string before = {}, after = {};  // the rest of its line in the file, on either side
};

}  // namespace rattleback

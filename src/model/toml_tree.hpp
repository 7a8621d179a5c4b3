// A TOML document as a tree in which everything knows its place.
//
// toml++ reads the document; this keeps what a model needs of it: entries of a table in the order
// of the file (parameters may use earlier ones), numbers as they are written (0.1 is exactly 1/10),
// and for each key and value its words, line and column. The place of a string is that of its first
// character, inside the quotation marks, whichever of TOML's four kinds of string it is. After an
// escape sequence such as \u0041 columns are those of the string, not of the file.
//
// No other file knows toml++.
#pragma once

#include <vector>

#include "model/model_text.hpp"
#include "rattleback/source.hpp"

namespace rattleback {

enum class TomlKind : std::uint8_t { Text, Integer, Float, Boolean, Date, List, Table };

struct TomlEntry;

struct TomlValue {
    TomlKind kind = TomlKind::Table;
    // A Text: what is inside the quotation marks. An Integer or Float: its decimal digits, with the
    // place of the number in the file. Of others the first words, to point at.
    SourceText source;
    double number = 0;               // of an Integer or Float, perhaps not finite
    bool truth = false;              // of a Boolean
    std::vector<TomlValue> items;    // of a List
    std::vector<TomlEntry> entries;  // of a Table
};

struct TomlEntry {
    SourceText key;
    TomlValue value;
};

// Tables that one dotted key may open: `a.b.c = 1` opens two.
inline constexpr int deepest_key = 8;

// The root table; throws ModelError for what is not TOML.
TomlValue read_toml(const ModelText& text);

}  // namespace rattleback

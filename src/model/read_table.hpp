// The table of an input, from its file.
//
//     t, angle          the names of the columns; commas, semicolons or tabs between them
//     0, 0
//     0.1, 0.0312
//
// Empty lines and lines that begin with # say nothing. The file of a model is data from whoever wrote it:
// it may name files of its own folder, and below, and no others.
#pragma once

#include "rattleback/description.hpp"

namespace rattleback {

// Fills in the times and values, from a file beside the model. Throws ModelError, at the name of the file
// or a column, for what cannot be read and for files elsewhere.
void read_table(const std::string& model_file, InputDescription& input);

// From any file, which a person has named, by the columns that the input names where the file has them.
void read_table_anywhere(const std::string& path, InputDescription& input);

// Whether a text that may be a formula too is the name of such a file.
bool names_a_table(const std::string& text);

}  // namespace rattleback

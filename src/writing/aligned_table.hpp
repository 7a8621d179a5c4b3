// A table for a terminal: columns as wide as their widest entry.
//
// The first column is set to the left and the others to the right, two spaces apart, with an indent
// of two. Rows may be shorter than others. Widths count characters, not bytes.
#pragma once

#include <string>
#include <vector>

namespace rattleback {

std::string aligned_table(const std::vector<std::vector<std::string>>& rows);

}  // namespace rattleback

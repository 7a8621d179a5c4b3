// A matrix for a terminal: aligned columns between tall brackets.
//
//     ⎡ cos φ  0 ⎤
//     ⎢ sin φ  0 ⎥
//     ⎣ 0      1 ⎦
#pragma once

#include <string>
#include <vector>

namespace rattleback {

using TextMatrix = std::vector<std::vector<std::string>>;

std::size_t matrix_width(const TextMatrix& entries);  // columns of the terminal, with the brackets

// "name = matrix", the name beside the middle row; every line begins with `indent` spaces.
std::string matrix_text(const std::string& name, const TextMatrix& entries, std::size_t indent);

}  // namespace rattleback

// Model files changed so that most of them still are model files.
//
// A change is one of lines and tables (left out, doubled, added, taken from another model), of a formula
// between quotation marks, of a number, or of bytes. The corpus is model files: what is found can be
// handed to the program as it is.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

namespace rattleback::fuzzing {

// As libFuzzer asks for it: `data` has place for `most` bytes, of which the first `size` are the model.
std::size_t change_model(std::uint8_t* data, std::size_t size, std::size_t most, unsigned seed);
// Tables of the one in the other.
std::size_t mix_models(const std::string& text, const std::string& other,
                       std::span<std::uint8_t> into, unsigned seed);

}  // namespace rattleback::fuzzing

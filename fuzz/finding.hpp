// What a fuzzer found, told before the process ends; libFuzzer then leaves the input beside it.
//
// Fuzzers are run with -close_fd_mask=3, since what the program writes is of no interest: the sentence
// goes to where standard error was when the process began.
#pragma once

#include <cstdint>
#include <string>

namespace rattleback::fuzzing {

void tell(const std::string& sentence);
[[noreturn]] void finding(const std::string& sentence);

// What libFuzzer's own mutator makes of a text: bytes that are changed, and words of the dictionary.
std::string with_changed_bytes(std::string text, std::size_t most);

// The bytes of a mutator's result, cut to what there is place for; gives their number.
std::size_t put(const std::string& text, std::uint8_t* data, std::size_t most);

inline std::string text_of(const std::uint8_t* data, std::size_t size) {
    return {reinterpret_cast<const char*>(data), size};
}

}  // namespace rattleback::fuzzing

#include "finding.hpp"

#include <unistd.h>

#include <algorithm>
#include <cstdlib>

extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t most);

namespace rattleback::fuzzing {
namespace {

const int standard_error = ::dup(STDERR_FILENO);

}  // namespace

void tell(const std::string& sentence) {
    const std::string line = sentence + "\n";
    [[maybe_unused]] const auto written = ::write(standard_error, line.data(), line.size());
}

void finding(const std::string& sentence) {
    tell("FINDING: " + sentence);
    std::abort();
}

std::string with_changed_bytes(std::string text, std::size_t most) {
    const std::size_t size = std::min(text.size(), most);
    text.resize(most);
    text.resize(LLVMFuzzerMutate(reinterpret_cast<std::uint8_t*>(text.data()), size, most));
    return text;
}

std::size_t put(const std::string& text, std::uint8_t* data, std::size_t most) {
    const std::size_t size = std::min(text.size(), most);
    std::copy_n(text.begin(), size, data);
    return size;
}

}  // namespace rattleback::fuzzing

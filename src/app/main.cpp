#include <unistd.h>

#include <cstdlib>
#include <string_view>

#include "app/message.hpp"
#include "app/program.hpp"
#include "base/memory.hpp"
#include "exact/memory_end.hpp"

namespace {

using namespace rattleback;

// In the middle of something that cannot be left: with no memory for more than these words.
[[noreturn]] void end_without_memory() {
    constexpr std::string_view words =
        "rattleback: What the program may have of the memory is used up.\n";
    [[maybe_unused]] const auto written = ::write(STDERR_FILENO, words.data(), words.size());
    std::_Exit(analysis_failed);
}

}  // namespace

int main(int argc, char** argv) {
    keep_standard_streams();
    try {
        limit_memory(share_of_machine());
        throw_when_memory_ends(end_without_memory);
        return run_program({argv + 1, argv + argc});
    } catch (...) {  // there was no memory for the message
        end_without_memory();
    }
}

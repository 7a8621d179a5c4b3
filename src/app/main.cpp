#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <string_view>

#include "app/message.hpp"
#include "app/program.hpp"
#include "base/memory.hpp"
#include "exact/memory_end.hpp"

namespace {

using namespace rattleback;

// Whether there is one that suffices; a limit that may be raised is.
bool has_stack() {
    constexpr rlim_t least = rlim_t{256} << 10U, usual = rlim_t{8} << 20U;
    rlimit limit{};
    if (::getrlimit(RLIMIT_STACK, &limit) != 0 || limit.rlim_cur >= usual) return true;
    limit.rlim_cur = std::min(limit.rlim_max, usual);
    return ::setrlimit(RLIMIT_STACK, &limit) != 0 || limit.rlim_cur >= least;
}

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
    std::signal(SIGXFSZ,
                SIG_IGN);  // a file that is longer than allowed is one that cannot be written
    if (!has_stack()) {
        tell("rattleback: The stack may have less than the 256 kB that are needed (ulimit -s).\n");
        return analysis_failed;
    }
    try {
        limit_memory(share_of_machine());
        throw_when_memory_ends(end_without_memory);
        return run_program({argv + 1, argv + argc});
    } catch (...) {  // there was no memory for the message
        end_without_memory();
    }
}

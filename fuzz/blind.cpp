// A fuzzer that does not look at what its inputs reach, and so runs many more of them in the same time:
//
//     blind_parse SEED COUNT LEFT FOLDER...
//
// Inputs are those of the folders, and what the fuzzer's own mutator makes of them, step after step; all
// follow from SEED. One that breaks it, or lasts longer than 20 seconds, is written to LEFT, and the
// process ends as it would; LEFT, run as `blind_parse LEFT`, repeats it. At the end a line says how many
// there were and what time of the processor they took.
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <csignal>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>

#include "finding.hpp"
#include "random_choice.hpp"

using Byte = std::uint8_t;

extern "C" int LLVMFuzzerTestOneInput(const Byte* data, std::size_t size);
// What not every fuzzer has.
extern "C" [[gnu::weak]] int LLVMFuzzerInitialize(int* count, char*** words);
extern "C" [[gnu::weak]] std::size_t LLVMFuzzerCustomMutator(Byte* data, std::size_t size,
                                                             std::size_t most, unsigned seed);
extern "C" std::size_t LLVMFuzzerMutate(Byte* data, std::size_t size, std::size_t most);

namespace {

using rattleback::fuzzing::Choice;
namespace fs = std::filesystem;

constexpr std::size_t longest = 512, longest_seed = 4096, most_changes = 4;
constexpr unsigned patience = 20;  // seconds
constexpr std::uint64_t most_memory = 2'560'000'000;

std::vector<std::string> inputs;
std::string now;  // what runs
const char* left = nullptr;
std::unique_ptr<Choice> bytes;  // of LLVMFuzzerMutate

// Signals that end the process, when the input has been kept.
extern "C" void keep_input(int number) {
    const int file = ::open(left, O_WRONLY | O_CREAT | O_TRUNC, 0666);
    [[maybe_unused]] const auto written = ::write(file, now.data(), now.size());
    std::signal(number, SIG_DFL);
    ::raise(number);
}

void keep_what_breaks() {
    static std::array<std::byte, 65536> stack;  // the other may be at its end
    stack_t other = {};
    other.ss_sp = stack.data();
    other.ss_size = stack.size();
    ::sigaltstack(&other, nullptr);
    struct sigaction action = {};
    action.sa_handler = keep_input;
    action.sa_flags = SA_ONSTACK | SA_NODEFER;
    for (const int each : {SIGABRT, SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGALRM})
        ::sigaction(each, &action, nullptr);
}

std::string text_in(const fs::path& file) {
    std::ifstream stream(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), {}};
}

// In the order of their names: a seed gives the same inputs everywhere.
void read_inputs(const fs::path& folder) {
    std::vector<fs::path> files;
    for (const auto& entry : fs::recursive_directory_iterator(folder))
        if (entry.is_regular_file() && entry.file_size() <= longest_seed)
            files.push_back(entry.path());
    std::ranges::sort(files);
    for (const fs::path& file : files) inputs.push_back(text_in(file));
}

void run(const std::string& input) {
    now = input;
    ::alarm(patience);
    LLVMFuzzerTestOneInput(reinterpret_cast<const Byte*>(now.data()), now.size());
    ::alarm(0);
}

std::string changed(std::string input, Choice& choice) {
    const std::size_t most = std::max(longest, input.size());
    for (std::size_t i = 1 + choice.below(most_changes); i > 0; --i) {
        const std::size_t size = input.size();
        input.resize(most);
        auto* const data = reinterpret_cast<Byte*>(input.data());
        input.resize(LLVMFuzzerCustomMutator != nullptr
                         ? LLVMFuzzerCustomMutator(data, size, most, choice.number())
                         : LLVMFuzzerMutate(data, size, most));
    }
    return input;
}

// Half of the inputs that are changed are those of the folders, the other half what has become of them.
void search(unsigned seed, std::size_t count) {
    Choice choice(seed);
    bytes = std::make_unique<Choice>(seed + 1);
    std::vector<std::string> grown = inputs;
    for (std::size_t i = 0; i < count; ++i) {
        std::string& place = grown[choice.below(grown.size())];
        place = changed(choice.once_in(2) ? choice.of(inputs) : place, choice);
        run(place);
    }
}

}  // namespace

// Bytes that are changed, put in, left out, or repeated.
extern "C" std::size_t LLVMFuzzerMutate(Byte* data, std::size_t size, std::size_t most) {
    std::string text = rattleback::fuzzing::text_of(data, size);
    const std::size_t place = bytes->below(size + 1);
    const auto other = static_cast<char>(bytes->below(256));
    if (size == 0 || bytes->once_in(3))
        text.insert(place, 1, other);
    else if (bytes->once_in(3))
        text.erase(place, 1 + bytes->below(8));
    else if (bytes->once_in(3))
        text.insert(place, text.substr(bytes->below(size), bytes->below(32)));
    else
        text[std::min(place, size - 1)] = other;
    return rattleback::fuzzing::put(text, data, most);
}

int main(int count, char** words) {
    const bool repeats = count == 2;
    if (!repeats && count < 5) {
        rattleback::fuzzing::tell("usage: SEED COUNT LEFT FOLDER..., or a file that was left");
        return 2;
    }
    const std::string kept = repeats ? "/dev/null" : fs::absolute(words[3]).string();
    if (repeats) inputs.push_back(text_in(words[1]));
    for (int i = 4; i < count; ++i) read_inputs(words[i]);
    if (inputs.empty()) return 2;
    if (LLVMFuzzerInitialize != nullptr) LLVMFuzzerInitialize(&count, &words);
    left = kept.c_str();
    const rlimit memory{most_memory, most_memory};
    ::setrlimit(RLIMIT_DATA, &memory);
    keep_what_breaks();
    if (repeats) {
        run(inputs[0]);
        return 0;
    }
    const std::size_t runs = std::strtoull(words[2], nullptr, 10);
    search(static_cast<unsigned>(std::strtoul(words[1], nullptr, 10)), runs);
    rattleback::fuzzing::tell(fmt::format("seed {}: {} executions, {:.1f} s of the processor",
                                          words[1], runs,
                                          static_cast<double>(std::clock()) / CLOCKS_PER_SEC));
    return 0;
}

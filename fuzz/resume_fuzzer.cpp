// The file of an unfinished run, torn or forged: the run goes on, or there is a sentence that says why
// not; nothing crashes, and no more memory is taken than the file has bytes.
//
// An input is the number of a model and, behind it, the bytes of the file but for its first record and
// the hashes, which are made here: whoever forges a file can make them too. A piece of the input is a
// record, its length before it, and the last may be cut off. With nothing behind the number the
// file is the one that the run of that model has left.
#include <fmt/format.h>

#include <array>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>

#include "base/growing_file.hpp"
#include "files/run_to_file.hpp"
#include "files/unfinished_run.hpp"
#include "finding.hpp"
#include "patience.hpp"
#include "random_choice.hpp"
#include "rattleback/errors.hpp"

namespace {

using namespace rattleback;
using fuzzing::finding;

// Smooth with an event; with friction, which is held and let go; with a constraint, whose form ends.
constexpr std::array models{
    R"toml(coordinates = ["x"]
lagrangian = "x'^2/2 + cos(x)"
[initial]
x = 1
[[event]]
name = "below"
when = "x = 0"
)toml",
    R"toml(coordinates = ["x"]
lagrangian = "x'^2/2 - x^2/2"
[[force]]
value = { x = "sin(t)*0.9 - sign(x')/2" }
[initial]
x = 2
[[event]]
name = "rest"
when = "x' = 0"
)toml",
    R"toml(coordinates = ["x", "y", "phi"]
lagrangian = "(x'^2 + y'^2 + phi'^2)/2 - x/10"
[[constraint]]
equation = "x'*sin(phi) - y'*cos(phi) = 0"
[initial]
"x'" = 1
"phi'" = 1
)toml"};

using Records = std::vector<std::string>;

struct Left {
    Description model;
    RunRequest request;
    std::string head;
    Records records;
};

// Removed when the process ends.
struct Folder {
    std::filesystem::path path;
    Folder() {
        std::string name = (std::filesystem::temp_directory_path() / "fuzz_XXXXXX").string();
        if (::mkdtemp(name.data()) == nullptr) finding("there is no folder to work in");
        path = name;
    }
    Folder(const Folder&) = delete;
    Folder& operator=(const Folder&) = delete;
    ~Folder() {
        std::error_code ignored;
        std::filesystem::remove_all(path, ignored);
    }
};

std::string file() {
    static const Folder folder;
    return (folder.path / "a.csv").string();
}

// A run that is ended when it has kept its first leg.
Left left_by(const char* text) {
    Left left{.model = read_model_text(text, "model.toml"),
              .request = {.method = "dop853", .until = 1e7, .rtol = 1e-6, .at = {0, 1, 1e7}},
              .head = "",
              .records = {}};
    std::stop_source stop;
    const auto see = [&](double, const std::string&) {
        if (std::filesystem::exists(UnfinishedRun::path_beside(file()))) stop.request_stop();
    };
    run_to_file({.file = file()}, left.model, left.request,
                {.stop = stop.get_token(), .progress = see});
    GrowingFile kept = GrowingFile::opened(UnfinishedRun::path_beside(file()));
    left.head = kept.next().value();
    while (const auto record = kept.next()) left.records.push_back(*record);
    kept.remove();
    return left;
}

const Left& left(std::size_t model) {
    static const std::array all{left_by(models[0]), left_by(models[1]), left_by(models[2])};
    return all[model % all.size()];
}

std::string text_of(const Records& records) {
    std::string text;
    for (const std::string& record : records) {
        const std::uint64_t size = record.size();
        text.append(reinterpret_cast<const char*>(&size), sizeof size);
        text += record;
    }
    return text;
}

Records records_of(std::string_view text) {
    Records records;
    while (text.size() > sizeof(std::uint64_t)) {
        std::uint64_t size = 0;
        std::memcpy(&size, text.data(), sizeof size);
        text.remove_prefix(sizeof size);
        records.emplace_back(text.substr(0, size));
        text.remove_prefix(records.back().size());
    }
    return records;
}

void write_file(const Left& left, const Records& records, std::size_t cut) {
    const std::string path = UnfinishedRun::path_beside(file());
    std::filesystem::remove(path);
    GrowingFile kept = GrowingFile::made(path);
    kept.append(left.head);
    for (const std::string& record : records) kept.append(record);
    if (cut == 0) return;
    const auto size = std::filesystem::file_size(path);
    std::filesystem::resize_file(path, size - std::min<std::uintmax_t>(size, cut));
}

void go_on(const Left& left) {
    std::string said;
    try {
        const fuzzing::Patience user(std::chrono::milliseconds(50));
        run_to_file({.file = file(), .is_resumed = true}, left.model, left.request,
                    user.attention());
        return;
    } catch (const Interrupted&) {
        return;
    } catch (const NumericalError& error) {
        said = error.what();
    } catch (const RequestError& error) {
        said = error.what();
    } catch (const std::runtime_error& error) {
        said = error.what();
    }
    if (said.size() < 10) finding("an error without a sentence: '" + said + "'");
}

// One number of a record is another one, or some of its bytes are.
std::string changed(std::string record, fuzzing::Choice& choice, std::size_t most) {
    static constexpr std::array words{std::uint64_t{0},
                                      std::uint64_t{1},
                                      std::uint64_t{2},
                                      ~std::uint64_t{0},
                                      std::uint64_t{1} << 32U,
                                      std::uint64_t{0x7ff8000000000000},   // nan
                                      std::uint64_t{0x7ff0000000000000},   // inf
                                      std::uint64_t{0x3ff0000000000000},   // 1.0
                                      std::uint64_t{0xbff0000000000000},   // -1.0
                                      std::uint64_t{0x7fefffffffffffff}};  // the largest
    if (record.size() < sizeof words[0] || choice.once_in(4))
        return fuzzing::with_changed_bytes(record, most);
    const std::size_t at = choice.below(record.size() - sizeof words[0] + 1);
    switch (choice.below(4)) {
        case 0: record[at] = static_cast<char>(choice.below(8)); break;
        case 1: record.erase(at, choice.below(17)); break;
        default: std::memcpy(record.data() + at, &choice.of(words), sizeof words[0]);
    }
    return record;
}

}  // namespace

extern "C" int LLVMFuzzerInitialize(int*, char***) {
    left(0);
    return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size == 0) return 0;
    const Left& of = left(data[0] & 3U);
    const std::string text = fuzzing::text_of(data + 1, size - 1);
    write_file(of, text.empty() ? of.records : records_of(text), data[0] >> 2U);
    go_on(of);
    return 0;
}

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size,
                                               std::size_t most, unsigned seed) {
    fuzzing::Choice choice(seed);
    if (most < 2) return size;
    char first = size == 0 ? static_cast<char>(choice.below(3)) : static_cast<char>(data[0]);
    if (choice.once_in(16)) first = static_cast<char>(choice.below(256));
    Records records = records_of(fuzzing::text_of(data + 1, size > 0 ? size - 1 : 0));
    if (records.empty()) records = left(static_cast<unsigned char>(first) & 3U).records;
    std::string& record = records[choice.below(records.size())];
    record = changed(record, choice, std::min(most, record.size() + 64));
    if (choice.once_in(16)) records.push_back(choice.of(records));
    return fuzzing::put(first + text_of(records), data, most);
}

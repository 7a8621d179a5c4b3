// Any words are a command that is understood or a sentence that says what is wrong with them, and an exit
// code; nothing crashes, and what lasts too long ends by Ctrl-C. Each line of the input is a word.
//
// The program runs in this process and in a folder that has been removed: nothing can be written there,
// and words that lead elsewhere are left out. So are those that set its memory, and no words at all,
// which is the tour.
#include <unistd.h>
#include <csignal>
#include <cstdlib>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <chrono>
#include <condition_variable>
#include <filesystem>
#include <mutex>
#include <thread>

#include "app/command_line.hpp"
#include "app/find_model.hpp"
#include "app/program.hpp"
#include "finding.hpp"
#include "formula_mutator.hpp"

namespace {

using namespace rattleback;
using fuzzing::finding;
using Words = std::vector<std::string>;

// Sends SIGINT after a while, and again until the work is done: a verb may have several works. Where the
// one before has taken effect the signal would end the process, and is not sent.
class Impatience {
public:
    Impatience() {
        struct sigaction nothing = {};
        nothing.sa_handler = [](int) {};
        sigaction(SIGINT, &nothing, &before_);
        clock_ = std::jthread([this](const std::stop_token& done) { wait(done); });
    }
    Impatience(const Impatience&) = delete;
    Impatience& operator=(const Impatience&) = delete;
    ~Impatience() {
        clock_.request_stop();
        clock_.join();
        sigaction(SIGINT, &before_, nullptr);
    }

private:
    void wait(const std::stop_token& done) {
        std::unique_lock lock(mutex_);
        auto time = std::chrono::milliseconds(300);
        while (!ends_.wait_for(lock, done, time, [&] { return done.stop_requested(); })) {
            struct sigaction now = {};
            sigaction(SIGINT, nullptr, &now);
            if (now.sa_handler != SIG_DFL) ::kill(::getpid(), SIGINT);
            time = std::chrono::milliseconds(100);
        }
    }

    struct sigaction before_ = {};
    std::mutex mutex_;
    std::condition_variable_any ends_;
    std::jthread clock_;
};

void enter_removed_folder() {
    std::string name = (std::filesystem::temp_directory_path() / "fuzz_XXXXXX").string();
    if (::mkdtemp(name.data()) == nullptr || ::chdir(name.c_str()) != 0 ||
        ::rmdir(name.c_str()) != 0)
        finding("there is no folder to work in");
}

Words words_of(const std::string& text) {
    Words words;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = std::min(text.find('\n', at), text.size());
        words.push_back(text.substr(at, end - at));
        at = end + 1;
    }
    return words;
}

std::string text_of(const Words& words) {
    std::string text;
    for (const std::string& word : words) text += word + "\n";
    return text;
}

bool leads_elsewhere(const std::string& word) {
    return std::ranges::any_of(std::array{"./", "=/", "-o/"},
                               [&](const char* part) { return word.find(part) != word.npos; }) ||
           word.starts_with('/');
}

bool is_harmless(const Words& words) {
    return !words.empty() && std::ranges::none_of(words, [](const std::string& word) {
        return leads_elsewhere(word) || word.starts_with("--memory") ||
               word.find('\0') != word.npos;
    });
}

// Verbs, their options, models, and values that options take.
const Words& known_words() {
    static const Words all = [] {
        Words words{"0",    "1",      "1e9",    "-1",   "0:1:0.1", "x=0:1:0.1", "--",     "-h",
                    "json", "latex",  "bash",   "c",    "python",  "kane",      "x'=1",   "g=2",
                    "all",  "a.csv",  "a.html", "a.h5", "a.png",   "taylor",    "gauss6", "energy",
                    "bdf",  "mathml", "matlab", "help", "-o",      "x = r",     "1,2",    "x*y"};
        const CommandLine line = command_line();
        for (const CLI::App* verb : line.app->get_subcommands({})) {
            words.push_back(verb->get_name());
            for (const CLI::Option* option : verb->get_options())
                for (const std::string& name : option->get_lnames()) words.push_back("--" + name);
        }
        for (const GalleryModel& model : gallery()) words.push_back(model.name);
        return words;
    }();
    return all;
}

Words changed(Words words, fuzzing::Choice& choice) {
    const auto place = [&] {
        return words.begin() + static_cast<std::ptrdiff_t>(choice.below(words.size() + 1));
    };
    const auto some = [&]() -> std::string& { return words[choice.below(words.size())]; };
    if (words.empty() || choice.once_in(3)) {
        words.insert(place(), choice.of(known_words()));
        return words;
    }
    switch (choice.below(4)) {
        case 0: some() = choice.of(known_words()); break;
        case 1:
            words.erase(words.begin() + static_cast<std::ptrdiff_t>(choice.below(words.size())));
            break;
        case 2: words.insert(place(), std::string(choice.of(words))); break;
        default:
            some() = fuzzing::changed_formula(some(), fuzzing::names_in(text_of(words)), choice);
    }
    return words;
}

}  // namespace

extern "C" int LLVMFuzzerInitialize(int*, char***) {
    known_words();
    enter_removed_folder();
    return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const Words words = words_of(fuzzing::text_of(data, size));
    if (!is_harmless(words)) return 0;
    const Impatience user;
    const int code = run_program(words);
    if (code < 0 || (code > 3 && code != 128 + SIGINT))
        finding("the exit code is " + std::to_string(code));
    return 0;
}

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size,
                                               std::size_t most, unsigned seed) {
    fuzzing::Choice choice(seed);
    const std::string text = fuzzing::text_of(data, size);
    if (choice.once_in(4)) return fuzzing::put(fuzzing::with_changed_bytes(text, most), data, most);
    return fuzzing::put(text_of(changed(words_of(text), choice)), data, most);
}

// The choices of a fuzzer's mutator, all from one seed: libFuzzer gives the seed, and what it keeps is
// what was made, so that a reproducer needs neither.
#pragma once

#include <cstddef>
#include <iterator>
#include <random>

namespace rattleback::fuzzing {

class Choice {
public:
    explicit Choice(unsigned seed) : engine_(seed) {}

    unsigned number() { return static_cast<unsigned>(engine_()); }
    std::size_t below(std::size_t count) { return engine_() % count; }
    bool once_in(std::size_t count) { return below(count) == 0; }

    // Of a list that is not empty.
    template <typename List>
    const auto& of(const List& list) {
        return *(std::begin(list) + static_cast<std::ptrdiff_t>(below(std::size(list))));
    }

private:
    std::mt19937 engine_;
};

}  // namespace rattleback::fuzzing

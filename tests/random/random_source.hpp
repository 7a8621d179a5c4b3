// Random choices that are the same on every machine for the same seed.
#pragma once

#include <cstdint>
#include <random>
#include <string>
#include <vector>

namespace rattleback::testing {

class RandomSource {
public:
    explicit RandomSource(std::uint64_t seed) : engine_(seed * 0x9E3779B97F4A7C15U + 1) {
        engine_.discard(8);
    }

    std::size_t below(std::size_t n) { return static_cast<std::size_t>(engine_() % n); }
    std::size_t between(std::size_t least, std::size_t most) {
        return least + below(most - least + 1);
    }
    bool one_in(std::size_t n) { return below(n) == 0; }
    // From −1 to 1.
    double unit() { return static_cast<double>(engine_() >> 11U) / 0x1p52 - 1; }
    template <typename T>
    const T& of(const std::vector<T>& choices) {
        return choices[below(choices.size())];
    }

    // From −1 to 1 in steps of 1/20 and never 0; from 1 to 3 in steps of 1/4.
    std::string number() {
        const std::size_t i = between(1, 20);
        return std::string(below(2) == 0 ? "-" : "") + std::to_string(i) + "/20";
    }
    std::string mass() { return std::to_string(between(4, 12)) + "/4"; }

    // 0, 1, …, n − 1 in any order.
    std::vector<std::size_t> order(std::size_t n) {
        std::vector<std::size_t> result(n);
        for (std::size_t i = 0; i < n; ++i) result[i] = i;
        for (std::size_t i = n; i > 1; --i) std::swap(result[i - 1], result[below(i)]);
        return result;
    }

private:
    std::mt19937_64 engine_;
};

}  // namespace rattleback::testing

// A jet program as flat arrays, for loops that run it without code of its own.
//
// At each order a rule is one number from others: sums, coefficients known before, each with a scale.
// Rules that need nothing of each other and have equally many terms are a run: one loop does them, and
// the compiler makes vectors of it. What a rule reads is a place in one array of values:
//
//     0                 coefficients of this order: of y and t, then of the rules in the order of runs
//     weighted()        the same times the order
//     sum(0)            the sums S of this order
//
// Nothing of this depends on the order or on a state; it is made once for a program, in time that is
// proportional to its length.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace rattleback {

struct JetProgram;

// `count` rules, whose results lie at `first` and behind. Term p of rule i has its place in
// indices[begin + p·count + i] and its scale at the same place of scales; those that are divided by
// the order come first. The factors follow.
struct JetRun {
    std::uint32_t first = 0, count = 0;
    std::uint32_t divided = 0, others = 0;
    bool has_factor = false;
    std::uint32_t begin = 0;
};

struct JetRows {
    // What a scale is, where it depends on the state: ±start[place].
    struct MovingScale {
        std::uint32_t scale, place;
        double sign;
    };
    // Of y and of t.
    struct Rate {
        std::uint32_t start;
        std::uint32_t value;  // of the order before; or none
        std::uint32_t scale;
    };

    static constexpr std::uint32_t none = 0xFFFFFFFFU;

    std::uint32_t values = 0;  // how many series, in whole vectors
    std::vector<Rate> rates;
    std::vector<JetRun> runs;  // the first `early` wait for no solution of equations
    std::size_t early = 0;
    std::vector<std::uint32_t> right;  // of the equations that are solved; none: it is zero
    std::uint32_t first_unknown = 0;   // the value of the first
    std::vector<std::uint32_t> indices;
    std::vector<double> scales;  // those that are numbers
    std::vector<MovingScale> moving;
    std::vector<std::uint32_t> factors_a, factors_b;  // of each sum
    std::vector<std::uint32_t> watched;               // the values that are given out

    std::uint32_t weighted() const { return values; }
    std::uint32_t sum(std::uint32_t index) const { return 2 * values + index; }
};

JetRows jet_rows(const JetProgram& program);

}  // namespace rattleback

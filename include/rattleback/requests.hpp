// What a person may say of a run beyond the model, as plain values.
//
//     simulate(skate, {.method = "dop853", .until = 20, .rtol = 1e-12});
//
// What is left open is taken from [simulate] of the model, and then from defaults: the form is chosen by
// the model's constraints, the method by the stiffness of its motion.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace rattleback {

// Another value for a parameter, a coordinate or a velocity at the start, or a function that the model
// leaves open: a formula, as in the file.
struct NewValue {
    std::string name, formula;
};

struct RunRequest {
    std::string form = {};    // empty: the default
    std::string method = {};  // empty: that of the model, else auto
    std::optional<double> until = {};
    std::optional<double> rtol = {}, atol = {};  // above 0; rtol is at most 0.1
    std::optional<double> step = {};             // all of this width, with methods that can
    std::vector<double> at = {};  // samples; empty: as the model says, else at every step
    bool project = true;          // false: the state drifts off the constraints, to see how far
};

struct CompareRequest {
    std::array<RunRequest, 2> runs = {};  // of each; when they end is said here
    std::optional<double> until = {};     // else as the first model says
    std::size_t intervals = 10;           // between the times of the table
};

struct CheckRequest {
    std::size_t seed = 1;  // of the random states at which forms are compared
    RunRequest run = {};   // of the motion
};

struct SeriesRequest {
    std::size_t order = 6;                  // the highest power of t
    std::vector<std::string> numbers = {};  // parameters with their values; the others stay letters
};

struct SweepRequest {
    std::string parameter;
    std::vector<double> values;  // in any order
};

struct LinearizeRequest {
    std::vector<NewValue> at = {};  // of coordinates and velocities
    std::optional<SweepRequest> sweep = {};
};

struct EquilibriaRequest {
    std::size_t tries = 20;  // searches from random states, beside that from the initial one
    std::uint64_t seed = 1;  // of those states
};

}  // namespace rattleback

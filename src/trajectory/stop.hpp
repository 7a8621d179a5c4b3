// Why an integration ended: data, never an exception that loses the trajectory.
//
// Every stop has a time, the last good state there and a sentence. Whether it is what the user
// wanted is for the user to say: reaching the end and an event that stops are, the rest is trouble,
// but what was computed up to there is good in any case.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "equations/equations.hpp"
#include "expr/sentence.hpp"

namespace rattleback {

enum class StopReason : std::uint8_t {
    ReachedEnd,
    Event,
    LiftsOff,       // a contact would have to pull
    Slips,          // a contact needs more friction than there is
    SingularState,  // the equations of motion lose their meaning here
    NotFinite,      // NaN or overflow
    StepTooSmall,
    StepTooLarge,   // a given one, within which a force acts that it does not feel
    NoConvergence,  // of an implicit method or of the projection onto the constraints
    TooManySteps,
    OutOfMemory,
    Interrupted,
    Paused,  // a run in legs, between two of them: see run_so_far.hpp
};

// As in JSON: "reached_end", "singular_state".
std::string_view name_of(StopReason reason);

// Whether the run tells the motion to its end, which a singular state is too.
bool is_result(StopReason reason);

struct Stop {
    StopReason reason = StopReason::ReachedEnd;
    double time = 0;
    std::vector<double> state = {};
    Sentence message = {};  // a full sentence
    std::string what = {};  // the event or the constraint, where there is one
    // Where the last whole step ended: an event or a singular state may lie within the next.
    double step_time = 0;
    std::vector<double> step_state = {};
    std::size_t step_events = 0;  // that were found by then
    double step_time_low = 0;     // what the rounding of that time has lost
};

// The state of such equations: x = 1, y = 2, x' = 0.5.
Sentence written_state(const Equations& equations, std::span<const double> state);

}  // namespace rattleback

// Every method of integration, in one table; and the one door to them.
//
//     const Trajectory trajectory = integrate(problem, y0, {.method = "dop853", .until = 20});
//
// A row says what a method is called, what it is for, why it cannot treat a given problem if it
// cannot, and the function that runs it on a recorder. To add one: a .cpp with its functions, their
// declaration in a header, and a row in methods.cpp.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "trajectory/recorder.hpp"

namespace rattleback {

enum class Stepping : std::uint8_t { Adaptive, Fixed, Either };

struct Method {
    std::string_view name;     // as on the command line
    std::string_view summary;  // one sentence
    Stepping stepping;         // which it can do
    // Why not, in a sentence; nothing when it applies.
    std::optional<std::string> (*refusal)(const OdeProblem& problem);
    // From the recorder's time and state to the end, or to where it stops.
    void (*run)(const OdeProblem& problem, Recorder& recorder);
};

std::span<const Method> methods();

// The row with this name; a NumericalError with a suggestion when there is none.
const Method& method(std::string_view name);

// Throws NumericalError for options that make no sense: a tolerance or a step that is not positive,
// times that are not in order, a method that refuses. What happens during the run is in the result.
Trajectory integrate(const OdeProblem& problem, std::span<const double> y0,
                     const IntegrationOptions& options);

}  // namespace rattleback

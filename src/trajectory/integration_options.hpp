// How to integrate: a plain struct, every entry of which has a default.
//
//     IntegrationOptions options;
//     options.until = 20;
//     options.at = {5, 10, 15, 20};
//
// The error of a step is kept below atol + rtol·|y| in the root mean square over the entries of y.
// An absolute tolerance has units, the same for all entries; where none is given each entry has its
// own, a hundredth of rtol of the size that the entry naturally has (natural_sizes.hpp): then the
// motion is the same in all units. One that is given counts as no less than the rounding of such a
// size: the velocity of what is held at rest is noise of that size, and no step would be short enough.
//
// With every adaptive method here the error at the end is about proportional to the tolerance. Below
// rtol = 1e-15 nothing is gained. With fixed steps the tolerance is not looked at. Time may run
// backward: until < from.
#pragma once

#include <limits>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "trajectory/function_ref.hpp"

namespace rattleback {

struct EventsSoFar;  // events_so_far.hpp

// Of rtol times the size of an entry: the absolute tolerance where none is given.
inline constexpr double floor_part = 0.01;
// Of the size of an entry: what is rounding.
inline constexpr double rounding_part = 1e-14;

struct Progress {
    double time, until;
    std::size_t steps;
};

// Where a run pauses, after a whole step, to go on as it would begin there (run_so_far.hpp): whichever
// comes first. Samples and bytes are those that are kept, the bytes of dense output.
struct Leg {
    static constexpr std::size_t any = std::numeric_limits<std::size_t>::max();

    std::size_t steps = any, samples = any, bytes = any;
    std::optional<double> until = {};  // a step ends here

    // What is left of it when so much was done; some of it always is.
    Leg after(std::size_t of_steps, std::size_t of_samples, std::size_t of_bytes) const {
        const auto rest = [](std::size_t all, std::size_t done) {
            return all == any ? any : all > done ? all - done : 1;
        };
        return {rest(steps, of_steps), rest(samples, of_samples), rest(bytes, of_bytes), until};
    }
};

struct IntegrationOptions {
    std::string method = "auto";
    double rtol = 1e-10;
    double atol = 0;                 // 0: a hundredth of rtol, times the sizes
    std::vector<double> sizes = {};  // of the entries of y; empty: 1
    // 1: the entry is zero and nothing tells its size before it moves (tolerance_floors.hpp).
    std::vector<char> untold = {};
    double from = 0;
    double until = 1;
    double from_low = 0;  // what the rounding of `from` has lost
    Leg leg = {};
    std::string auto_went_on_with = {};  // the method to which `auto` changed in a leg before
    // Samples at these times, in the order of the run; empty: at the end of every step.
    std::vector<double> at = {};
    bool dense = false;  // keep what is needed to evaluate between the samples
    double step = 0;     // the width of the first step; 0: it is chosen
    bool fixed = false;  // every step has the width `step`, whatever the error
    // A method of Gauss compares its estimate of the error with the tolerance itself.
    bool is_stiff = false;
    double largest_step = std::numeric_limits<double>::infinity();
    std::size_t most_steps = 10'000'000;
    std::size_t most_bytes = std::size_t{1} << 31;     // of what is kept between the samples
    FunctionRef<void(const Progress&)> progress = {};  // some ten times a second
    std::stop_token stop = {};                         // requested: after this step
    // Of a run in parts: what the parts before know of the events, and this one adds.
    EventsSoFar* events_so_far = nullptr;
};

}  // namespace rattleback

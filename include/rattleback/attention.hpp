// Who waits for long work: is told how far it is, and may end it.
//
//     std::stop_source stop;                                    // stop.request_stop() from any thread
//     const Motion motion = simulate(model, {}, {.stop = stop.get_token()});
//
// Progress is told between the pieces of the work, or some ten times a second: what share of it is
// done, and what comes next; of work in parts also which part begins. Where a stop is requested, what
// was found until then is the result, and says so; where there is nothing yet, Interrupted is thrown.
#pragma once

#include <functional>
#include <stop_token>
#include <string>

namespace rattleback {

struct Attention {
    std::stop_token stop = {};
    std::function<void(double share, const std::string& what)> progress = {};
    std::function<void(const std::string& what)> begins = {};  // a part of the work

    bool is_stopped() const { return stop.stop_requested(); }
};

}  // namespace rattleback

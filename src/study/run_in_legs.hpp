// A long motion, leg by leg: its memory is that of a leg, and it can be continued.
//
//     LongRunSoFar so_far;                                    // or that of a run that was ended
//     const RunWithChecks run = run_in_legs(description, request, attention, so_far,
//         [&](const Trajectory& leg) { … keep its samples and events, and so_far … });
//
// A leg ends after so many steps, samples or bytes of dense output, whichever comes first; what then is
// known is all that the rest depends on (run_so_far.hpp). It is kept by whoever is called, and nothing
// else stays in memory but a summary: what ran, how many steps, which notes. A run of one leg is that of
// run_motion.hpp, number for number. Checks look at every step of each leg (checks_along.hpp).
#pragma once

#include <exception>
#include <functional>

#include "dynamics/checks_along.hpp"
#include "study/run_motion.hpp"
#include "trajectory/run_so_far.hpp"

namespace rattleback {

struct LongRunSoFar {
    RunSoFar motion = {};
    ChecksSoFar checks = {};
    std::size_t legs = 0, samples = 0;
    std::string method = {};
    std::vector<UsedMethod> methods = {};
    double rtol = 0;
    std::vector<double> atol = {};
    Statistics statistics = {};
    Extreme projection = {}, condition = {};
    std::vector<ContactFinding> contact_findings = {};
    std::vector<std::string> notes = {};

    template <typename Archive>
    friend void fields(Archive& archive, LongRunSoFar& x) {
        archive(x.motion, x.checks, x.legs, x.samples, x.method, x.methods, x.rtol, x.atol,
                x.statistics, x.projection, x.condition, x.contact_findings, x.notes);
    }
};

// Called after each leg but the last.
using KeepLeg = std::function<void(const Trajectory& leg)>;

// What is so far known is changed before each call. The trajectory of the result has the samples and the
// events of the last leg, and tells of the whole run else. Throws what run_motion throws, and
// NumericalError where what is known is of another run.
RunWithChecks run_in_legs(const Description& description, const RunRequest& request,
                          const Attention& attention, LongRunSoFar& so_far, const KeepLeg& keep);

// In words all that decides what the numbers of such a run are, by their names; the model apart.
std::vector<std::pair<std::string, std::string>> settings_of_run(const Description& description,
                                                                 const RunRequest& request);

}  // namespace rattleback

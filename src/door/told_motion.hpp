// What the door tells of a run that was computed: of one in memory (motion.hpp) and of one that is in a
// file (motion_file.hpp) the same, in plain values. What of a run has samples, only the first can tell.
// Whether it holds is asked of the run and its checks together.
#pragma once

#include <algorithm>

#include "rattleback/motion.hpp"
#include "study/run_motion.hpp"

namespace rattleback {

inline std::vector<MotionEvent> told_events(const Trajectory& trajectory) {
    std::vector<MotionEvent> result;
    for (const EventHit& hit : trajectory.events)
        result.push_back({hit.name, hit.time, std::string(hit.manner())});
    return result;
}

inline Ending told_ending(const Stop& stop) {
    return {std::string(name_of(stop.reason)), stop.time, to_text(stop.message)};
}

inline std::vector<CheckedQuantity> told_checks(std::span<const MotionCheck> checks) {
    std::vector<CheckedQuantity> result;
    for (const MotionCheck& check : checks)
        result.push_back({check.name, to_text(check.watch.says), check.largest, check.time,
                          check.allowed, check.decides});
    return result;
}

// Every check, and the run tells the motion to its end.
inline bool holds_all(const Run& run, std::span<const MotionCheck> checks) {
    return !failure_of(run.trajectory) && !undetermined_start(run) &&
           std::ranges::all_of(checks, &MotionCheck::holds);
}

}  // namespace rattleback

// Why a computed motion is not to be trusted, in sentences; none where it is.
//
//     const Run run = run_motion(description);
//     for (const Sentence& each : complaints_of(run, checks_of(run))) …
//
// A run that failed is the news: its last states may fail every check. Else every check that fails says
// by how much and when. Where the motion is not even determined at its start, what is wrong with the
// model follows. A comparison is complained of where one of its runs did not get to its end, and a report
// where something in it failed, for those who do not open it.
#pragma once

#include <span>

#include "study/gather_report.hpp"

namespace rattleback {

Sentences complaints_of(const Run& run, std::span<const MotionCheck> checks);
Sentences complaints_of(const RunComparison& comparison);
Sentences complaints_of(const Report& report);

}  // namespace rattleback

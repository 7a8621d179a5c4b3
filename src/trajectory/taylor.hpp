// The method `taylor`: Taylor series of the solution, of the order that the tolerance asks for.
//
// Each step expands y at its start in a power series of 16 (tolerance 1e-6) to 29 (1e-15) terms, whose
// coefficients come from recurrences over the tape of f (compiled/jet_program.hpp), and goes as far
// as its last two terms allow (taylor_series.hpp). The polynomial is the dense output, as accurate
// between the steps as at their ends. Time is kept in double-double and y is summed with
// compensation, so that errors grow like rounding errors and no faster.
//
// Before a step is accepted, f at its end is compared with the slope of the polynomial there: a
// series that was continued beyond its radius of convergence, past a pole, say, does not satisfy the
// equation. Then the step is halved, which costs no new expansion; else the next series begins with
// that f, unless the tape might need pivots. A step that is much wider than the
// one before is verified inside as well, and none may jump over a force (step_guard.hpp), of which a
// series far away knows nothing. Toward a singular point the steps shrink in proportion to the
// distance, until the run stops with StepTooSmall. Zeros of arguments of |x|, and crossings of the cut
// of atan2, end a step, so that each series belongs to one side.
//
// Not for stiff problems, nor for f that is rough. It needs formulas of f.
#pragma once

#include <optional>
#include <string>

#include "trajectory/recorder.hpp"

namespace rattleback {

std::optional<std::string> taylor_refusal(const OdeProblem& problem);

// It ends where f has no series, though it may have a value: √y at y = 0, or a linear system that must
// be solved with pivots. Where it judges its cost also where the problem is stiff (stiffness_watch.hpp),
// or where the series are full of noise. Another method can go on there (automatic.hpp).
enum class TaylorOutcome : std::uint8_t { Stopped, Stiff, NoSeries };
TaylorOutcome run_series(const OdeProblem& problem, Recorder& recorder, bool judges_cost);

}  // namespace rattleback

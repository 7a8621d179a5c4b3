// Gauss's function of a model along lines of accelerations through that of its motion.
//
//     GaussLines found = gauss_lines(description, {.until = 2}, {});
//     found.curves->g;                                               // at the motion: the least
//
// At the start, or where the run ends that is asked for (dynamics/constraint_curves.hpp); s as far as
// `range` says. Where the run fails there is nothing to be asked there, and the run tells why.
#pragma once

#include <optional>
#include <utility>

#include "dynamics/constraint_curves.hpp"
#include "study/run_motion.hpp"

namespace rattleback {

struct GaussLines {
    Run run;
    std::optional<ConstraintCurves> curves;  // where the run did not fail
};

// Throws NumericalError where the motion has no such function, or no free direction.
GaussLines gauss_lines(const Description& description, RunRequest request,
                       std::optional<std::pair<double, double>> range = {},
                       const Attention& attention = {});

}  // namespace rattleback

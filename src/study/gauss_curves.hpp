// Gauss's function along lines of accelerations, through those of a motion at one of its states.
//
//     gauss_curves(read_model("models/skate.toml"), {.until = 2}).curves->g          // at t = 2
//
// At the start, where the request does not say until when. What the lines are: dynamics/constraint_curves.hpp.
#pragma once

#include "dynamics/constraint_curves.hpp"
#include "study/run_motion.hpp"

namespace rattleback {

struct GaussCurves {
    Run run;
    std::optional<ConstraintCurves> curves = {};  // none where the run failed
};

// `range` of s; where there is none, until G has grown to a few times its value.
GaussCurves gauss_curves(const Description& description, RunRequest request,
                         std::optional<std::pair<double, double>> range = {},
                         const Attention& attention = {});

}  // namespace rattleback

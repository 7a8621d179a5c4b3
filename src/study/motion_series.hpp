// The power series of a motion at its start, exactly.
//
//     series_of(read_model("models/skate.toml"), {.order = 6});     // x = g*t^2/2 - g*w^2*t^4/6 + …
//
// The equations of motion in all velocities, W u = r, are solved order by order: only W at the start is
// inverted, and u is as many derivatives further than what it is made of,
//
//     W₀ uₖ = rₖ − Σⱼ Wⱼ uₖ₋ⱼ , j > 0 ,       (k + 1) qₖ₊₁ = q̇ₖ .
//
// Parameters stay letters, but those that are given numbers. Where the start satisfies the constraints
// only with the numbers of the model, and where with letters nobody could read a coefficient, all have
// them.
#pragma once

#include "rattleback/attention.hpp"
#include "rattleback/requests.hpp"
#include "structure/scope.hpp"

namespace rattleback {

struct MotionSeries {
    Expr t;
    ExprVector variables;                  // coordinates; of vakonomic motion, multipliers too
    std::vector<ExprVector> coefficients;  // of each: of t⁰, t¹, …
    Sentences notes = {};                  // how the model was understood
    ValueScope scope = {};                 // for which values of the parameters
};

// Throws NumericalError where the motion has no power series at its start.
MotionSeries series_of(const Description& description, const SeriesRequest& request,
                       const Attention& attention = {});

}  // namespace rattleback

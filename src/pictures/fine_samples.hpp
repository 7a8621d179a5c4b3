// A motion sampled finely enough to be drawn: expressions and forces along it.
//
// Half of the points are equally far apart in time, so that nothing slow looks angular; the other half
// are shared out among the steps of the run, which are short where much happens. Without dense output
// there are the samples of the run and no more. All is computed by the interpreter of tapes: 2000
// states are not worth a compilation. A part that was computed in all velocities (continuation.hpp)
// is evaluated there, where velocities have values that the variables of the form may not have.
#pragma once

#include "equations/equations.hpp"
#include "model/system.hpp"
#include "trajectory/trajectory.hpp"

namespace rattleback {

struct FineSamples {
    std::vector<double> times;
    Rows values;  // of the expressions
    // As in Trajectory.
    std::vector<std::string> multiplier_names, reaction_names, contact_names;
    Rows multipliers, reactions, contacts;

    std::vector<double> value(std::size_t expression) const;  // at all times
};

inline constexpr std::size_t most_samples = 2000;

// Expressions in t, q, v, z, the speeds of the form, and quantities of the motion (values_along.hpp).
FineSamples fine_samples(const System& system, const Equations& equations,
                         const Trajectory& trajectory, std::span<const Expr> expressions);

// One column of all rows.
std::vector<double> column_of(const Rows& rows, std::size_t column);

}  // namespace rattleback

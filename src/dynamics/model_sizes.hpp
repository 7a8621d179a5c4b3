// How large coordinates, velocities and times are by the formulas of a model, in whatever units.
//
// Terms that are added have one unit, and they matter beside each other where they are equally large;
// what stands in a sine or an exponential matters where it is near one. In the logarithms of the sizes
// sᵢ of the coordinates and τ of time that is linear: x⁴/4 − a x²/2 asks for 4 log s − log 4 =
// 2 log s + log a − log 2, with the velocities sᵢ/τ the kinetic energy asks for τ, and initial values
// that do not vanish ask to be of size one too. All these wishes together are met as well as can be,
// with the least sum of squares [A. P. Morgan, Solving Polynomial Systems (1987), ch. 5, scales
// equations so]. A model in other units has other numbers in its formulas, and the same sizes in its
// units; what the formulas say nothing of has the size one. Multipliers that are part of the state, as
// those of vakonomic motion and of constraints of higher order, have the sizes with which they do as much
// work as there is energy.
//
// natural_sizes.hpp asks for less: how large the entries of one state are at the start of a run.
#pragma once

#include "equations/equations.hpp"
#include "model/system.hpp"

namespace rattleback {

struct ModelSizes {
    std::vector<double> q, v;
    std::vector<double> state;  // q, and the speeds of the equations
    double time = 1;
};

ModelSizes model_sizes(const System& system, const Equations& equations);

}  // namespace rattleback

// Which of several surfaces hold the motion and to which side it leaves the others.
//
// The rates at which the surfaces are left depend on their sides affinely, r = c + R s. Wanted are
// states, for each surface one of
//
//     +1, −1    it is left to that side: s is that, and r has its sign
//      0        it holds: r = 0 with −1 ≤ s ≤ 1
//
// that agree with each other: a linear complementarity problem. A solution at the edge, with |s| = 1 or
// r = 0, is marginal: what the rate does next is asked for, and if that is nothing it stays so. Where the
// sides take energy away, as friction does, the rates have one solution, which is found by pivots
// (box_problem.hpp), however many surfaces there are; what rates and sides do next is the same problem
// once more, with the changes of rates in the place of c. Else few surfaces are tried in all combinations,
// so that several solutions are seen, and of many one solution is looked for.
//
// Where those that hold imply that another rate is zero, as x' = 0 and y' = 0 do for x' = y', it is not
// determined how the forces are distributed, though the motion is. Any distribution can be moved, along
// what does nothing, to one with a side at 0 or ±1 for each that is not determined: such a surface is kept
// by the others. All surfaces that hold are independent then.
#pragma once

#include <cstddef>
#include <vector>

#include "trajectory/function_ref.hpp"

namespace rattleback {

struct SideRates {
    std::vector<double> constant;             // c
    std::vector<std::vector<double>> slopes;  // columns of R
    std::vector<double> size;                 // of the terms that each rate is the sum of
    std::vector<int> given = {};              // a side to which a surface is left; else 0, or empty
};

struct SideStates {
    std::vector<int> states;
    std::vector<char> kept;  // at 0 or ±1, by others that hold
    bool is_marginal = false;
};

// With which sign the rate of a surface changes when the motion goes on with these states.
using NextOrder = FunctionRef<double(const std::vector<int>& states, std::size_t surface)>;

// How all rates change in some short time when the motion goes on with these sides.
using ChangesOfRates = FunctionRef<std::vector<double>(const std::vector<double>& sides)>;

std::vector<SideStates> possible_states(const SideRates& rates, NextOrder next_order,
                                        ChangesOfRates changes);

}  // namespace rattleback

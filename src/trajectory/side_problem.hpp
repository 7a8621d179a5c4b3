// Which of several surfaces hold the motion and to which side it leaves the others.
//
// The rates at which the surfaces are left depend on their sides affinely, r = c + R s. Wanted are
// states, for each surface one of
//
//     +1, −1    it is left to that side: s is that, and r has its sign
//      0        it holds: r = 0 with −1 ≤ s ≤ 1
//
// that agree with each other: a linear complementarity problem. Few surfaces are tried in all
// combinations, so that several solutions are seen; of many, those that cannot hold are let go one
// after the other. A solution at the edge, with |s| = 1 or r = 0, is marginal: what the rate does
// next is asked for, and if that is nothing it stays so.
//
// Where those that hold imply that another rate is zero, as x' = 0 and y' = 0 do for x' = y', it is not
// determined how the forces are distributed, though the motion is. Any distribution can be moved, along
// what does nothing, to one with a side at ±1 for each that is not determined: such a surface is kept by
// the others. All surfaces that hold are independent then.
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
    std::vector<char> kept;  // at ±1, by others that hold
    bool is_marginal = false;
};

// With which sign the rate of a surface changes when the motion goes on with these states.
using NextOrder = FunctionRef<double(const std::vector<int>& states, std::size_t surface)>;

std::vector<SideStates> possible_states(const SideRates& rates, NextOrder next_order);

}  // namespace rattleback

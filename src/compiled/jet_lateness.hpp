// What waits for what within an order of a jet program, for code in which nothing waits without need.
//
// A processor does many operations at once, but one order of a series needs the one before, and the
// longest chain from order to order is what a series costs as long as its sums are short. So what is
// known late is added last, and sums that stand side by side in one vector should be known at about the
// same time: a vector is known when the last of its numbers is.
#pragma once

#include <vector>

#include "compiled/jet_program.hpp"

namespace rattleback {

// When each series is known, in operations, some orders after the start: from there on nothing changes
// but that each order is later by the same time. Operations wait for nothing but each other.
std::vector<int> jet_lateness(const JetProgram& program);

// The same program with its sums in the order in which their last factors are known, that factor as b, and
// the terms of its rules in the order in which they are.
JetProgram arranged(JetProgram program);

}  // namespace rattleback

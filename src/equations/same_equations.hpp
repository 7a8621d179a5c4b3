// Whether two sets of equations are the same in letters, with the same notes.
//
// Steps of the derivation, which only people read, do not count. Equal expressions are the same node:
// to compare is to compare pointers.
#pragma once

#include "equations/equations.hpp"

namespace rattleback {

bool same_formulas(const Equations& a, const Equations& b);

}  // namespace rattleback

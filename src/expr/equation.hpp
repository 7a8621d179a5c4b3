// Two expressions that are said to be equal.
//
// What a constraint is written as, and what is printed of an equation of motion. It says nothing
// about which side is solved for.
#pragma once

#include "expr/expr.hpp"

namespace rattleback {

struct Equation {
    Expr left, right;
};

}  // namespace rattleback

// Vectors and matrices of expressions as one list: what is compiled, counted or looked at together.
//
//     ExprVector all = flattened(mass);    // row by row
//     append(all, force);                  // then these
#pragma once

#include <initializer_list>

#include "expr/matrices.hpp"

namespace rattleback {

ExprVector flattened(const ExprMatrix& rows);
ExprVector joined(std::initializer_list<ExprVector> parts);

void append(ExprVector& to, const ExprVector& more);
void append(ExprVector& to, const ExprMatrix& rows);

}  // namespace rattleback

// Expressions of the rooms as formulas of the door: vectors and matrices of them.
//
// The door shows Formula, which holds an expression, and not Expr, whose header belongs to the rooms.
#pragma once

#include "expr/derivative.hpp"
#include "rattleback/formula.hpp"

namespace rattleback {

inline FormulaVector formulas(const ExprVector& expressions) {
    FormulaVector result;
    for (const Expr& e : expressions) result.emplace_back(e);
    return result;
}

inline FormulaMatrix formulas(const ExprMatrix& rows) {
    FormulaMatrix result;
    for (const ExprVector& row : rows) result.push_back(formulas(row));
    return result;
}

}  // namespace rattleback

// Row reduction of a matrix of expressions on the shared graph, without expanding anything.
//
// Gauss–Jordan elimination in which every entry stays the expression it is built as; the polynomials
// that exact elimination would write out never appear, so long chains of constraints stay small.
// A pivot is an entry proved not to vanish identically: a constant where there is one, otherwise the
// one that is cheapest to read; among equals the last column. Rows that are proved zero are dropped.
#pragma once

#include <optional>
#include <vector>

#include "expr/derivative.hpp"

namespace rattleback {

struct ReducedRows {
    std::vector<std::size_t> pivots;  // column of each row's 1
    ExprMatrix rows;                  // one per pivot; other rows have zeros in that column
};

// Only the first `columns` columns may hold pivots. `wanted`, where given, is the column that a row
// would like its pivot in. Entries are simplified before elimination, and on the way where there are
// few rows; with more that costs more than it gives. Throws NumericalError when it cannot be decided whether a row vanishes.
ReducedRows reduce_rows(ExprMatrix matrix, std::size_t columns,
                        const std::vector<std::optional<std::size_t>>& wanted = {});

// A basis of {x : A x = 0}, one vector per row: from exact elimination where that stays small and
// readable, else from reduce_rows.
ExprMatrix null_space(const ExprMatrix& a);

}  // namespace rattleback

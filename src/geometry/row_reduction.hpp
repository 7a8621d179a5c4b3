// Gauss–Jordan elimination on matrices of expressions by good pivots.
//
// Exact elimination (exact/linear_algebra) decides every entry and may grow without bound. Here an
// entry is left as it comes out, apart from a quick simplification of small ones; only pivots have
// to be proved not to vanish identically. Which of those is taken is a question of its own
// (pivot_choice.hpp): what is solved for holds where the motion begins, everywhere if possible, and
// is readable.
//
// A row that follows from those before it is left out before the elimination: what elimination makes
// of it vanishes, but may be too large for anyone to see that.
#pragma once

#include <optional>
#include <vector>

#include "model/system.hpp"

namespace rattleback {

struct ReducedRows {
    std::vector<std::size_t> pivots;  // the column of each row that is 1 there
    ExprMatrix rows;                  // one per pivot; other rows have zeros in that column
};

// The rows that do not follow from those before them, as far as that can be decided.
std::vector<std::size_t> rows_that_matter(const ExprMatrix& matrix);

// Only the first `columns` columns may hold pivots. `wanted`, where given, is the column that a row
// would like its pivot in. Entries are simplified before elimination, and on the way where there
// are few rows; with more that costs more than it gives. Throws NumericalError when it cannot be
// decided whether a row vanishes.
ReducedRows reduce_rows(const System& system, ExprMatrix matrix, std::size_t columns,
                        const std::vector<std::optional<std::size_t>>& wanted = {});

}  // namespace rattleback

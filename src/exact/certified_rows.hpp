// Independent rows of a matrix that is too large for exact elimination, by evaluation in prime fields.
//
// That rows are independent is proved by one point, with rigorous bounds (ball.hpp). That another row
// is a combination of them is certified (certify.hpp): its coefficients, solved for at random points
// from as many columns as there are rows, give its other entries too.
#pragma once

#include <optional>

#include "expr/derivative.hpp"

namespace rattleback {

// Whether that many rows are independent at a random point: a cheap proof of the usual case.
bool has_full_rank_somewhere(const ExprMatrix& a);

// The rows that are independent of those before them; nothing where it was not certified.
std::optional<std::vector<std::size_t>> certified_independent_rows(const ExprMatrix& a);

}  // namespace rattleback

// How the factors of the sums of a jet program lie in memory, for the interpreter and for machine
// code, which may take turns.
//
// Each sum S(a, b) has a lane, and each order j a row,
//
//     row j:   a_j of all sums | b_j of all sums
//
// both halves in whole lines of eight. Rows at and below 1 are zero: loops in steps of four may reach
// into them.
#pragma once

#include "compiled/jet_program.hpp"

namespace rattleback {

inline constexpr std::size_t jet_rows_below = 6;  // −4 … 1
inline constexpr std::size_t jet_rows_at_a_time = 4;

// In how many sums the terms of a rule are added that are not divided by the order: term p to sum
// p mod so many. One would be a long chain of operations that wait for each other.
inline std::size_t parts_of_rule(std::size_t terms) { return terms < 8 ? 1 : 4; }

// Lanes of half a row.
inline std::size_t jet_sum_lanes(const JetProgram& program) {
    return (program.sums.size() + 7) / 8 * 8;
}

// Which row of the workspace is that of order j, which is at least 2.
inline std::size_t row_of_order(std::size_t j) { return j + jet_rows_below - 2; }

// How many doubles the rows take for series up to this order; they begin at a line of 64 bytes.
inline std::size_t jet_workspace(const JetProgram& program, std::size_t order) {
    return 2 * jet_sum_lanes(program) * (order + jet_rows_below + jet_rows_at_a_time);
}

}  // namespace rattleback

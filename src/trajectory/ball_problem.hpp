// Which of several velocities stay zero where forces depend on their directions, and along which the
// others leave.
//
// Each velocity ω has a direction η in a ball |η| ≤ 1 of its own norm, |η|² = Σ δₐ ηₐ²; a surface with
// its side is a ball in one dimension. Rates depend on the directions affinely, ω̇ = c + R η. Wanted is
// an η such that every ω
//
//     stays zero    ω̇ = 0 with |η| ≤ 1 ,   or
//     leaves        along its own direction: ω̇ = λ η with λ > 0, |η| = 1 .
//
// Both say that η is the point of the ball on the ray of η + ρ ω̇, for any ρ > 0: it is found by
// repeating that. Where the directions take energy away, as friction does, the rates are determined. Where
// they bring some, as in a run backward in time, and η lies within the balls, there are many.
//
// η itself is not determined where velocities that stay zero depend on each other, as those of two bodies
// and the one between them: of all distributions one is taken that is as far from all bounds as any, and
// as many velocities hold as are independent. Those that follow from them are kept at their η.
#pragma once

#include <cstddef>
#include <vector>

#include "trajectory/side_problem.hpp"

namespace rattleback {

struct DirectionBall {
    std::size_t first;            // of its entries of η
    std::vector<double> weights;  // δ
};

struct BallSolution {
    std::vector<double> directions;  // η; empty where none was found
    std::vector<char> holds, kept;   // of each ball
    bool is_one_of_many = false;
    bool is_full = false;  // some are kept, and no distribution leaves anything to all bounds
};

BallSolution directions_of(const SideRates& rates, const std::vector<DirectionBall>& balls);

}  // namespace rattleback

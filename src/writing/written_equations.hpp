// Equations of motion as one would write them down: what is to be printed, before how.
//
// Velocities first where they are not the speeds themselves, then the unknowns, solved for where
// that is short enough to read and left in rows of matrix · unknowns = right where it is not.
// Formulas that are too long even so are written with abbreviations; and where these are too many
// to be read, with letters for the entries of the linear system, which then are abbreviations too, or,
// of a very large system, left out. Text, LaTeX and MathML are written from here; JSON has the matrix
// and the right side as they are.
#pragma once

#include <string>
#include <vector>

#include "equations/formulations.hpp"
#include "expr/equation.hpp"
#include "expr/sentence.hpp"

namespace rattleback {

// The rows with letters, and what these stand for.
struct Outline {
    std::vector<Equation> rows, letters;
};

struct WrittenEquations {
    std::vector<Equation> abbreviations;
    std::vector<Equation> kinematics;   // q̇ = …, where the speeds are other than q̇
    std::vector<Equation> dynamics;     // the rates of the speeds; rows where they are not solved
    std::vector<Equation> multipliers;  // the other unknowns, where they are solved for
    std::vector<Equation> reactions;  // R = …, in multipliers and rates where these are not solved
    Sentences remarks;                // what was left unsolved or left out: sentences
    Outline outline;                  // where they are not short
    bool solved = false;
};

WrittenEquations write_in_full(const Equations& equations);
WrittenEquations abbreviated(WrittenEquations written);  // where it is long, complete
WrittenEquations readable(WrittenEquations written);  // the same, in outline where it is too long
WrittenEquations write_out(const Equations& equations);  // in full, then readable

// Parts of formulas that repeat get names beyond this many nodes of all of them together.
inline constexpr double longest_unabbreviated = 2'000;

// Beyond this many nodes, abbreviations included, equations are not read; see readable().
inline constexpr double longest_read = 2'000;

}  // namespace rattleback

// How a name is set in print: Greek letters and subscripts.
//
// Names in formulas are plain words: phi, m1, x_A, thetaR, v_max1. On a page phi is φ, m1 is m with
// the subscript 1, thetaR is θ with the subscript R, and a word of several letters stands upright.
// What stands in a subscript may have one of its own: R_theta1 is the component of R along θ₁. The one
// table of Greek letters and the one way to take a name apart are here, so that LaTeX, MathML and the
// parser's advice about pasted Greek agree.
#pragma once

#include <span>
#include <string_view>
#include <vector>

namespace rattleback {

struct GreekLetter {
    std::string_view name;     // as in formulas
    std::string_view latex;    // as a LaTeX command
    std::string_view unicode;  // UTF-8
};

// The letters that differ from Latin ones: there is no Alpha, which would look like A.
std::span<const GreekLetter> greek_letters();
const GreekLetter* find_greek(std::string_view name);

struct SubscriptPiece {
    std::string_view text;
    std::string_view below = {};  // its own subscript: 1 of theta1, R of thetaR
};

// base_subscript. The pieces of the subscript are runs of digits, runs of letters, and "," where
// the name has a second underscore: x1_A is x with the pieces "1", ",", "A". Behind a Greek letter,
// or one small letter, a capital begins a subscript: thetaR, rR.
struct SplitName {
    std::string_view base;
    std::vector<SubscriptPiece> subscript;
};

// The views point into `name`.
SplitName split_name(std::string_view name);

// A piece of a name that is set as an upright word: several letters that are not one Greek letter.
bool is_word(std::string_view piece);

}  // namespace rattleback

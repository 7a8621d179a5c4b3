// What [expect] may say of a quantity besides a closed form: that it is constant.
//
//     [expect]
//     phi = "w*t"                          # a closed form of a coordinate or velocity
//     P   = "constant"                     # any quantity, here an abbreviation of [define]
//     "x' - lambda1*sin(phi) - g*t" = "constant"
//
// A closed form belongs to the initial values of the file; a constant of the motion does not, and
// is kept when others are set. In System::expect it stands as a pair of the quantity and a symbol
// that no model can name, so that nothing else of the list changes.
#pragma once

#include "expr/expr.hpp"

namespace rattleback {

inline constexpr const char* constant_word = "constant";

inline Expr constant_of_motion() { return symbol("constant of the motion"); }

inline bool is_constant_of_motion(const Expr& expected) { return expected == constant_of_motion(); }

}  // namespace rattleback

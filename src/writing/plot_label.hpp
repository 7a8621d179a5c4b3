// A formula as the label of an axis: m1*x1' + phi is m₁ ẋ₁ + φ.
//
// Plain Unicode, for whoever draws: Greek letters, dots over letters for derivatives by time,
// subscripts and powers in digits, a proper minus sign. What Unicode has not stays visible: a
// subscript of letters stands behind an underscore, R_φ and R_θ₁, and a power that is no number behind
// ^. The text is the user's own, in his order; what is no formula is left as it is.
#pragma once

#include <string>

namespace rattleback {

std::string plot_label(const std::string& formula);

}  // namespace rattleback

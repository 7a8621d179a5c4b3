// A formula or an equation, x = y or x = y = 0, as its author wrote it, to be shown.
//
// Its decimals stay decimals: 9.81 is 9.81, not 981/100. As text it is what the author typed; elsewhere
// it is set as mathematics. What cannot be read stands as words.
#pragma once

#include <string_view>

#include "expr/sentence.hpp"

namespace rattleback {

Sentence as_written(std::string_view text);

// One that the model's author marked with backquotes, as in `x' = 0`, is a formula; all else is words.
// Text has no backquotes.
Sentence with_marked_formulas(std::string_view text);

}  // namespace rattleback

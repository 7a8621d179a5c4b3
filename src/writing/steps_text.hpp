// The steps of a derivation in text: matrices with their names and what they are.
//
// In the notation of mathematics a matrix stands between tall brackets. One that is wider than the
// line is written entry by entry, without those that vanish.
#pragma once

#include <string>

#include "equations/equations.hpp"
#include "writing/text_options.hpp"

namespace rattleback {

std::string steps_text(const Equations& equations, const TextOptions& options);

}  // namespace rattleback

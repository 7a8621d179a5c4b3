// How two motions part, in sentences: when their distance exceeds a bound, how it grows, how large it
// becomes.
//
// For the verb `compare` and for the report. That two motions agree is another finding, which needs
// to know how accurate they are: run_comparison_text.hpp.
#pragma once

#include "dynamics/compare_motions.hpp"

namespace rattleback {

Sentences comparison_sentences(const Comparison& comparison);

}  // namespace rattleback

// What is said of the inputs of a model, in sentences.
//
// What they are, up to which derivative the motion depends on them (model/input_smoothness.hpp), and what
// their drives exert and deliver (model/drives.hpp).
#pragma once

#include "expr/sentence.hpp"
#include "model/system.hpp"

namespace rattleback {

// Of a system with the names of its inputs.
Sentences input_sentences(const System& system);

}  // namespace rattleback

// A remark on a model: how grave it is, and the sentence.
//
// An Error means that there is no motion to compute, a Warning that the motion is not what the user
// may think, a Note that something is worth knowing.
#pragma once

#include <cstdint>

#include "expr/sentence.hpp"

namespace rattleback {

enum class Severity : std::uint8_t { Note, Warning, Error };

struct Finding {
    Severity severity = Severity::Note;
    Sentence sentence;
    bool no_motion = false;  // because of it no motion satisfies the constraints
};

}  // namespace rattleback

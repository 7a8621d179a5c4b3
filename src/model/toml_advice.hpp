// What is said of a file that is not TOML, in words that help.
//
// The reader of TOML knows where it stopped and what it expected. Most faults in a model file are
// of few kinds: a formula without quotation marks, a primed name as a bare key, a key given twice,
// a string that does not end on its line. Those get advice of their own.
#pragma once

#include <string>

#include "model/model_text.hpp"

namespace rattleback {

// Throws ModelError at the byte; `description` is the reader's own.
[[noreturn]] void refuse_toml(const ModelText& text, std::size_t byte,
                              const std::string& description);

// Throws ModelError where a dotted key opens more tables than deepest_key. The reader of TOML
// limits the nesting of values but not of keys, and would exhaust the stack.
void check_depth_of_keys(const ModelText& source);

}  // namespace rattleback

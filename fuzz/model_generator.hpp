// Models and their tables out of chance: what a mutator puts into a model file.
//
// The tables and keys are those of model/model_keys.hpp, so that a new one is tried by itself; what
// kind of value belongs to a key is told in model_generator.cpp, and formulas are the kind of all others.
#pragma once

#include <string>
#include <vector>

#include "random_choice.hpp"

namespace rattleback::fuzzing {

// "[[constraint]]" and some of its keys, or "[initial]" with names; formulas are of these names.
std::string written_table(const std::vector<std::string>& names, Choice& choice);
// "mass = \"m1\"": a key of the table with this header, with a value.
std::string written_entry(const std::string& header, const std::vector<std::string>& names,
                          Choice& choice);
// A small model that is as a rule complete, with coordinates and a free motion of one of the kinds.
std::string written_model(Choice& choice);

}  // namespace rattleback::fuzzing

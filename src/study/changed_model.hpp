// A model with other values than those of its file, and with the other principle.
//
//     with_values(read_model("models/skate.toml"), {{"g", "9.81"}, {"x'", "1"}})
//
// A parameter, an initial value or a function that the model leaves open is set by its name. The
// value is a formula, as in the file. Closed forms that the file expects belong to its own initial
// values: when those are changed, they are no longer asked for. Constants of the motion still are.
#pragma once

#include <span>
#include <string>

#include "model/principle.hpp"
#include "rattleback/requests.hpp"

namespace rattleback {

// Throws RequestError for what names nothing that can be set.
Description with_values(Description description, std::span<const NewValue> values);

// With other inputs, each a formula, or the name of a file with a table that is read as one of the model is.
// Throws RequestError for what is no input of the model, and what read_table throws.
Description with_inputs(Description description, std::span<const NewValue> inputs);

// Latent variables have no initial values in nonholonomic motion.
Description with_principle(Description description, Principle principle);

// Throws RequestError where the model leaves a function open: no motion can be computed.
void require_functions(const Description& description);

// Throws RequestError where an input is a table: what is asked for is not of one time.
void require_no_tables(const Description& description);

// The title, or the name of the file where the model has none.
std::string title_of(const Description& description);

}  // namespace rattleback

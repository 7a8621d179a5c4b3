// A model with other values than those of its file: --set name=value, and the other principle.
//
// A parameter, an initial value or a function that the model leaves open is set by its name. The
// value is a formula, as in the file. Closed forms that the file expects belong to its own initial
// values: when those are changed, they are no longer asked for. Constants of the motion still are.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "app/arguments.hpp"
#include "model/system.hpp"

namespace rattleback {

// Declares --set NAME=VALUE, which may be repeated.
void add_set_option(Arguments& arguments, std::vector<std::string>& settings);

// Throws UsageError for what is no setting, or names nothing that can be set.
Description with_settings(Description description, std::span<const std::string> settings);

// The model that the command line names, with --set and the principle of --form, which may be empty.
Description described_model(const std::string& model, std::span<const std::string> settings,
                            const std::string& form);

// Throws UsageError where the model leaves a function open: no motion can be computed.
void require_functions(const Description& description);

// Latent variables have no initial values in nonholonomic motion.
Description with_principle(Description description, Principle principle);

// The principle that the file asks for.
Principle principle_of(const Description& description);

}  // namespace rattleback

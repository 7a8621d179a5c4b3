// The model that the command line names, with other values than those of its file: --set name=value.
//
//     const Description skate = described_model("skate", {{"w=2"}});
#pragma once

#include <span>
#include <string>
#include <vector>

#include "app/arguments.hpp"
#include "study/changed_model.hpp"

namespace rattleback {

// Declares --set NAME=VALUE, which may be repeated.
void add_set_option(Arguments& arguments, std::vector<std::string>& settings);

// "name = value", as an option takes it. Throws UsageError for what is none.
NewValue read_assignment(const std::string& option, const std::string& text);

// Throws UsageError for what is no setting, and RequestError where it names nothing that can be set.
Description with_settings(Description description, std::span<const std::string> settings);

// Of a file or of the gallery.
Description described_model(const std::string& model, std::span<const std::string> settings = {});

}  // namespace rattleback

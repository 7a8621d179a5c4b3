// The model that the command line names, with other values than those of its file, --set name=value, and
// other inputs, --input name=formula or --input name=file.
//
//     const Description skate = described_model("skate", {.values = {"w=2"}});
#pragma once

#include <span>
#include <string>
#include <vector>

#include "app/arguments.hpp"
#include "study/changed_model.hpp"

namespace rattleback {

struct Settings {
    std::vector<std::string> values, inputs;  // "name=value"
};

// Declares --set NAME=VALUE and --input NAME=VALUE, which may be repeated.
void add_settings(Arguments& arguments, Settings& settings);

// As they stand on the command line: an option, and what follows it.
std::vector<std::pair<std::string, std::string>> options_of(const Settings& settings);

// "name = value", as an option takes it. Throws UsageError for what is none.
NewValue read_assignment(const std::string& option, const std::string& text);

// Throws UsageError for what is no setting, and RequestError where it names nothing that can be set.
Description with_settings(Description description, const Settings& settings);

// Of a file or of the gallery.
Description described_model(const std::string& model, const Settings& settings = {});

}  // namespace rattleback

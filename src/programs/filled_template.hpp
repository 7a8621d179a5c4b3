// Text with holes: {{name}} stands for a value.
//
// Where a hole is alone on its line, the value takes the place of the line, with as many lines as it
// has; an empty value takes the line away. Values are not looked through for holes.
#pragma once

#include <map>
#include <string>
#include <string_view>

namespace rattleback {

using TemplateValues = std::map<std::string, std::string, std::less<>>;

// Throws std::logic_error when a hole has no value: the template is wrong, not its user.
std::string filled(std::string_view text, const TemplateValues& values);

}  // namespace rattleback

#include "app/settings.hpp"

#include <fmt/format.h>

#include "app/find_model.hpp"
#include "app/usage.hpp"
#include "study/changed_model.hpp"

namespace rattleback {
namespace {

std::string trimmed(const std::string& text) {
    const auto first = text.find_first_not_of(' ');
    return first == std::string::npos ? ""
                                      : text.substr(first, text.find_last_not_of(' ') - first + 1);
}

NewValue read_setting(const std::string& setting) {
    NewValue result = read_assignment("--set", setting);
    const std::string& value = result.formula;
    if (const auto comma = value.find(','); value.find('=', comma) != std::string::npos)
        throw UsageError(
            fmt::format("--set takes one value; give one --set for each: --set {}={} "
                        "--set {}",
                        result.name, value.substr(0, comma), trimmed(value.substr(comma + 1))));
    return result;
}

}  // namespace

NewValue read_assignment(const std::string& option, const std::string& text) {
    const auto sign = text.find('=');
    const std::string name = trimmed(text.substr(0, sign));
    const std::string value = sign == std::string::npos ? "" : trimmed(text.substr(sign + 1));
    if (name.empty() || value.empty())
        throw UsageError(fmt::format("{} takes name=value, not '{}'", option, text));
    return {name, value};
}

void add_settings(Arguments& arguments, Settings& settings) {
    arguments.option("--set", settings.values,
                     "Another value for a parameter or at the start: --set g=9.81, --set \"x'=1\"; "
                     "may be repeated",
                     {"NAME=VALUE"});
    arguments.option("--input", settings.inputs,
                     "Another input of the model, a formula of t or a table in a file: --input "
                     "\"torque=2*sin(t)\", --input steer=measured.csv; may be repeated",
                     {"NAME=FORMULA|FILE"});
}

std::vector<std::pair<std::string, std::string>> options_of(const Settings& settings) {
    std::vector<std::pair<std::string, std::string>> options;
    for (const std::string& each : settings.values) options.emplace_back("--set", each);
    for (const std::string& each : settings.inputs) options.emplace_back("--input", each);
    return options;
}

Description with_settings(Description description, const Settings& settings) {
    std::vector<NewValue> values, inputs;
    for (const std::string& setting : settings.values) values.push_back(read_setting(setting));
    for (const std::string& each : settings.inputs)
        inputs.push_back(read_assignment("--input", each));
    return with_inputs(with_values(std::move(description), values), inputs);
}

Description described_model(const std::string& model, const Settings& settings) {
    return with_settings(read_model(find_model(model)), settings);
}

}  // namespace rattleback

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

void add_set_option(Arguments& arguments, std::vector<std::string>& settings) {
    arguments.option("--set", settings,
                     "Another value for a parameter or at the start: --set g=9.81, --set \"x'=1\"; "
                     "may be repeated",
                     {"NAME=VALUE"});
}

Description with_settings(Description description, std::span<const std::string> settings) {
    std::vector<NewValue> values;
    for (const std::string& setting : settings) values.push_back(read_setting(setting));
    return with_values(std::move(description), values);
}

Description described_model(const std::string& model, std::span<const std::string> settings) {
    return with_settings(read_model(find_model(model)), settings);
}

}  // namespace rattleback

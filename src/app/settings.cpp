#include "app/settings.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "app/chosen_form.hpp"
#include "app/find_model.hpp"
#include "app/usage.hpp"
#include "base/suggest.hpp"
#include "equations/formulations.hpp"
#include "model/expectation.hpp"

namespace rattleback {
namespace {

std::string trimmed(const std::string& text) {
    const auto first = text.find_first_not_of(' ');
    return first == std::string::npos ? ""
                                      : text.substr(first, text.find_last_not_of(' ') - first + 1);
}

Written written(const std::string& text) { return SourceText{.text = text, .file = "--set"}; }

Assignment read_setting(const std::string& setting) {
    const auto sign = setting.find('=');
    const std::string name = trimmed(setting.substr(0, sign));
    const std::string value = sign == std::string::npos ? "" : trimmed(setting.substr(sign + 1));
    if (name.empty() || value.empty())
        throw UsageError(fmt::format("--set takes name=value, not '{}'", setting));
    if (const auto comma = value.find(','); value.find('=', comma) != std::string::npos)
        throw UsageError(
            fmt::format("--set takes one value; give one --set for each: --set {}={} "
                        "--set {}",
                        name, value.substr(0, comma), trimmed(value.substr(comma + 1))));
    return {written(name), written(value)};
}

std::vector<std::string> latent_names(const Description& description) {
    std::vector<std::string> names;
    for (std::size_t i = 1; i <= description.constraints.size(); ++i)
        names.push_back(fmt::format("lambda{}", i));
    return names;
}

// What may have an initial value.
std::vector<std::string> variable_names(const Description& description) {
    std::vector<std::string> names;
    for (const Written& q : description.coordinates) {
        names.push_back(q.text());
        names.push_back(q.text() + "'");
    }
    if (description.parametrization)
        for (const Written& z : description.parametrization->variables) names.push_back(z.text());
    std::ranges::copy(latent_names(description), std::back_inserter(names));
    return names;
}

auto find_name(std::vector<Assignment>& list, const std::string& name) {
    return std::ranges::find_if(list, [&](const Assignment& a) { return a.name.text() == name; });
}

bool set_parameter(Description& description, const Assignment& setting) {
    const auto found = find_name(description.parameters, setting.name.text());
    if (found == description.parameters.end()) return false;
    found->formula = setting.formula;
    return true;
}

bool set_function(Description& description, const Assignment& setting) {
    const auto found = std::ranges::find_if(
        description.functions,
        [&](const FunctionDescription& f) { return f.name.text() == setting.name.text(); });
    if (found == description.functions.end()) return false;
    description.functions.erase(found);
    description.definitions.insert(description.definitions.begin(), setting);
    return true;
}

bool set_initial_value(Description& description, const Assignment& setting) {
    const auto names = variable_names(description);
    if (std::ranges::find(names, setting.name.text()) == names.end()) return false;
    const auto found = find_name(description.initial, setting.name.text());
    if (found != description.initial.end())
        found->formula = setting.formula;
    else
        description.initial.push_back(setting);
    std::erase_if(description.expect,
                  [](const Assignment& a) { return a.formula.text() != constant_word; });
    return true;
}

[[noreturn]] void refuse(const Description& description, const std::string& name) {
    auto names = variable_names(description);
    for (const Assignment& p : description.parameters) names.push_back(p.name.text());
    for (const FunctionDescription& f : description.functions) names.push_back(f.name.text());
    // x' is no misspelt x.
    std::erase_if(names,
                  [&](const std::string& n) { return n.ends_with('\'') != name.ends_with('\''); });
    const std::string advice = did_you_mean(name, names);
    throw UsageError(fmt::format("--set: the model has nothing called '{}' that can be set{}", name,
                                 advice.empty() ? "; parameters and initial values can" : advice));
}

}  // namespace

void add_set_option(Arguments& arguments, std::vector<std::string>& settings) {
    arguments.option("--set", settings,
                     "Another value for a parameter or at the start: --set g=9.81, --set \"x'=1\"; "
                     "may be repeated",
                     {"NAME=VALUE"});
}

Description with_settings(Description description, std::span<const std::string> settings) {
    for (const std::string& text : settings) {
        const Assignment setting = read_setting(text);
        if (!set_parameter(description, setting) && !set_function(description, setting) &&
            !set_initial_value(description, setting))
            refuse(description, setting.name.text());
    }
    return description;
}

Description described_model(const std::string& model, std::span<const std::string> settings,
                            const std::string& form) {
    if (!form.empty()) check_form_name(form);
    Description description = with_settings(read_model(find_model(model)), settings);
    if (form.empty()) return description;
    return with_principle(std::move(description), formulation(form).principle);
}

void require_functions(const Description& description) {
    if (description.functions.empty()) return;
    const std::string& name = description.functions.front().name.text();
    throw UsageError(
        fmt::format("the model leaves the function '{0}' open; give it a value, as in --set {0}=2 "
                    "or with a formula of the coordinates",
                    name));
}

Principle principle_of(const Description& description) {
    return description.principle.text() == "vakonomic" ? Principle::Vakonomic
                                                       : Principle::Nonholonomic;
}

Description with_principle(Description description, Principle principle) {
    if (principle != principle_of(description)) description.expect.clear();
    const bool is_vakonomic = principle == Principle::Vakonomic;
    description.principle = is_vakonomic ? "vakonomic" : "nonholonomic";
    if (is_vakonomic) return description;
    const auto latent = latent_names(description);
    std::erase_if(description.initial, [&](const Assignment& a) {
        return std::ranges::find(latent, a.name.text()) != latent.end();
    });
    return description;
}

}  // namespace rattleback

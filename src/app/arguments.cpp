#include "app/arguments.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>

namespace rattleback {
namespace {

// Choices are kept as a test that all values pass: the verb itself refuses, and says why.
constexpr const char* kept_as = "choices";

// An empty word is what a shell makes of a variable that is not set: without a value the option would be
// as one that was not given.
void refuse_empty(CLI::Option& option) {
    const auto refuse = [](const std::string& value) {
        return std::string(value.empty() ? "missing" : "");
    };
    option.check(refuse, "", "");
}

void describe(CLI::Option& option, const Arguments::Value& shown) {
    option.option_text(shown.name)->required(shown.is_needed);
    refuse_empty(option);
    if (shown.choices.empty()) return;
    const auto accept = [](const std::string&) { return std::string(); };
    option.check(accept, fmt::format("{}", fmt::join(shown.choices, " ")), kept_as);
}

}  // namespace

void Arguments::word(const char* name, std::string& value, const char* what) {
    verb_.add_option(name, value, what)->required();
}

void Arguments::option(const char* names, std::string& value, const std::string& what,
                       const Value& shown) {
    describe(*verb_.add_option(names, value, what), shown);
}

void Arguments::option(const char* name, std::vector<std::string>& values, const std::string& what,
                       const Value& shown) {
    describe(*verb_.add_option(name, values, what)->allow_extra_args(false), shown);
}

void Arguments::flag(const char* name, bool& value, const char* what) {
    verb_.add_flag(name, value, what);
}

void Arguments::remark(const std::string& text) { verb_.footer(text + "\n" + verb_.get_footer()); }

std::string choices_of(const CLI::Option& option) {
    try {
        // CLI11 lends a test only to those who may change it.
        return const_cast<CLI::Option&>(option).get_validator(kept_as)->get_description();
    } catch (const CLI::OptionNotFound&) {
        return {};
    }
}

}  // namespace rattleback

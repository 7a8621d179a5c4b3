#include "app/usage.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cctype>

#include "base/suggest.hpp"

namespace rattleback {
namespace {

std::string lower_case(std::string text) {
    std::ranges::transform(text, text.begin(),
                           [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return text;
}

bool looks_like_option(const std::string& word) {
    if (word == "-h" || word == "--") return true;
    if (!word.starts_with("--")) return false;
    const std::string name = word.substr(2, word.find('=') - 2);
    return std::ranges::all_of(name, [](unsigned char c) { return std::isalpha(c) || c == '-'; });
}

const CLI::App& verb_of(const CLI::App& app) {
    const auto parsed = app.get_subcommands();
    return parsed.empty() ? app : *parsed.front();
}

std::vector<std::string> option_names(const CLI::App& verb) {
    std::vector<std::string> names;
    for (const CLI::Option* option : verb.get_options())
        for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
    return names;
}

std::string unknown_option(const std::string& word, const CLI::App& verb) {
    const std::string name = word.substr(0, word.find('='));
    const auto known = option_names(verb);
    std::string near = nearest_name(name, known);
    if (near.empty() && !name.starts_with("--")) near = nearest_name("-" + name, known);
    if (near == name) return fmt::format("{} goes behind the command", name);
    return fmt::format("there is no option '{}'{}", name,
                       near.empty() ? "" : fmt::format("; did you mean '{}'?", near));
}

// "MODEL is missing: a model file, or …", for what the verb cannot do without.
std::string missing_argument(const CLI::App& verb) {
    for (const CLI::Option* option : verb.get_options()) {
        if (!option->get_required() || option->count() > 0) continue;
        std::string what = option->get_description();
        what[0] = lower_case(what.substr(0, 1))[0];
        return fmt::format("{} is missing: {}", option->get_name(), what);
    }
    return "a command is missing";
}

std::string about_value(const std::string& message) {
    const std::string option = message.substr(0, message.find(':'));
    if (message.ends_with("missing")) return fmt::format("{} needs a value", option);
    return fmt::format("{} is given more than once", option);
}

}  // namespace

UsageError usage_error(const CLI::ParseError& error, const CLI::App& app) {
    const CLI::App& verb = verb_of(app);
    std::vector<std::string> extra = verb.remaining();  // or CLI11 offered them to the whole
    if (extra.empty()) extra = app.remaining();
    for (const std::string& word : extra)
        if (word.size() > 1 && word[0] == '-' && word != "--")
            return UsageError(unknown_option(word, verb));
    if (dynamic_cast<const CLI::RequiredError*>(&error) != nullptr)
        return UsageError(missing_argument(verb));
    if (dynamic_cast<const CLI::ArgumentMismatch*>(&error) != nullptr ||
        dynamic_cast<const CLI::ValidationError*>(&error) != nullptr)
        return UsageError(about_value(error.what()));
    if (!extra.empty())
        return UsageError(fmt::format("'{}' is one argument too many", extra.front()));
    return UsageError(error.what());
}

std::vector<std::string> prepared_words(std::vector<std::string> words, bool with_formulas) {
    if (!words.empty() && words[0] == "help") {
        words.erase(words.begin());
        words.resize(std::min<std::size_t>(words.size(), 1));
        words.emplace_back("--help");
        return words;
    }
    // A word behind "--" is no option, whatever it begins with; what follows it may be.
    if (!with_formulas) {
        const auto mark = std::ranges::find(words, "--");
        if (words.end() - mark > 2) std::rotate(mark, mark + 2, words.end());
        return words;
    }
    const auto is_formula = [](const std::string& word) {
        return word.size() > 1 && word[0] == '-' && !looks_like_option(word);
    };
    const auto end = std::ranges::find(words, "--");  // what follows is no option already
    std::vector<std::string> result, formulas;
    for (auto word = words.begin(); word != end; ++word)
        (is_formula(*word) ? formulas : result).push_back(*word);
    if (!formulas.empty() || end != words.end()) result.emplace_back("--");
    result.insert(result.end(), formulas.begin(), formulas.end());
    if (end != words.end()) result.insert(result.end(), end + 1, words.end());
    return result;
}

std::string alternatives(std::span<const std::string_view> names) {
    std::string text;
    for (std::size_t i = 0; i < names.size(); ++i)
        text += fmt::format("{}{}", i == 0 ? "" : i + 1 == names.size() ? " or " : ", ", names[i]);
    return text;
}

std::size_t place_among(std::span<const std::string_view> names, const std::string& option,
                        const std::string& text) {
    const auto found = std::ranges::find(names, lower_case(text));
    if (found != names.end()) return static_cast<std::size_t>(found - names.begin());
    const std::vector<std::string> known(names.begin(), names.end());
    const std::string suggestion =  // text is nearer to tex by letters, but not by meaning
        lower_case(text) == "tex" ? "; did you mean 'latex'?" : did_you_mean(text, known);
    throw UsageError(
        fmt::format("{} takes {}, not '{}'{}", option, alternatives(names), text, suggestion));
}

}  // namespace rattleback

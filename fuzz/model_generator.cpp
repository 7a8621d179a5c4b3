#include "model_generator.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <map>

#include "formula_mutator.hpp"
#include "model/model_keys.hpp"

namespace rattleback::fuzzing {
namespace {

using Texts = std::vector<std::string>;

enum class Value { Formula, Vector, Inertia, Components, Rotations, Number, Truth, Window, Word };

// Of keys whose value is no formula; "table.key" goes before "key".
Value value_of(std::string_view table, std::string_view key) {
    static const std::map<std::string, Value, std::less<>> values{
        {"position", Value::Vector},     {"force", Value::Vector},
        {"origin", Value::Vector},       {"centre", Value::Vector},
        {"semiaxes", Value::Vector},     {"contact", Value::Vector},
        {"point", Value::Vector},        {"knife_edge.direction", Value::Vector},
        {"at", Value::Vector},           {"along", Value::Vector},
        {"from", Value::Vector},         {"to", Value::Vector},
        {"gravity", Value::Vector},      {"coordinates", Value::Vector},
        {"variables", Value::Vector},    {"between", Value::Vector},
        {"inertia", Value::Inertia},     {"quaternion", Value::Inertia},
        {"reaction", Value::Components}, {"generator", Value::Components},
        {"rotations", Value::Rotations}, {"window", Value::Window},
        {"until", Value::Number},        {"output", Value::Number},
        {"rtol", Value::Number},         {"atol", Value::Number},
        {"without_spin", Value::Truth},  {"unilateral", Value::Truth},
        {"stop", Value::Truth},          {"trace", Value::Truth},
        {"shape", Value::Word},          {"axis", Value::Word},
        {"normal", Value::Word},         {"method", Value::Word},
        {"principle", Value::Word},      {"axes", Value::Word},
        {"branch", Value::Word},         {"direction", Value::Word},
    };
    auto found = values.find(fmt::format("{}.{}", table, key));
    if (found == values.end()) found = values.find(key);
    return found == values.end() ? Value::Formula : found->second;
}

constexpr std::array words{
    "x",         "y",         "z",      "-z",      "disc",         "sphere", "segment", "blade",
    "ellipsoid", "equal",     "rising", "falling", "both",         "taylor", "bdf",     "gauss6",
    "dop853",    "vakonomic", "box",    "spring",  "nonholonomic", "rk4",    "point",   "auto"};

std::string quoted(const std::string& text) { return "\"" + text + "\""; }

std::string formula(const Texts& names, Choice& choice) {
    return quoted(written_formula(names, choice, 2));
}

std::string listed(const Texts& names, std::size_t count, Choice& choice) {
    Texts items(count);
    std::ranges::generate(items, [&] { return formula(names, choice); });
    return fmt::format("[{}]", fmt::join(items, ", "));
}

std::string plain(std::string name) {
    std::erase(name, '\'');
    return name;
}

std::string components(const Texts& names, Choice& choice) {
    Texts items;
    for (std::size_t i = 0; i <= choice.below(3); ++i)
        items.push_back(plain(choice.of(names)) + " = " + formula(names, choice));
    return fmt::format("{{ {} }}", fmt::join(items, ", "));
}

std::string rotations(const Texts& names, Choice& choice) {
    Texts items;
    for (std::size_t i = 0; i <= choice.below(3); ++i)
        items.push_back(
            fmt::format("[\"{}\", {}]", "xyz"[choice.below(3)], formula(names, choice)));
    return fmt::format("[{}]", fmt::join(items, ", "));
}

std::string value(Value kind, const Texts& names, Choice& choice) {
    switch (kind) {
        case Value::Formula: return formula(names, choice);
        case Value::Vector: return listed(names, choice.once_in(8) ? 2 : 3, choice);
        case Value::Inertia: return listed(names, std::array{3U, 4U, 6U}[choice.below(3)], choice);
        case Value::Components: return components(names, choice);
        case Value::Rotations: return rotations(names, choice);
        case Value::Number:
            return choice.of(std::array{"1", "0.5", "1e-6", "1e-12", "10", "1e6", "0", "-1"});
        case Value::Truth: return choice.once_in(2) ? "true" : "false";
        case Value::Window: return "{ x = [0, 1], y = [-1, 1] }";
        case Value::Word: return quoted(choice.of(words));
    }
    return "0";
}

std::string entry(const TableRule& rule, const std::string& key, const Texts& names,
                  Choice& choice) {
    Value kind = value_of(rule.name, key);
    if (choice.once_in(16)) kind = static_cast<Value>(choice.below(9));
    std::string text = value(kind, names, choice);
    if (key == "equation" || key == "when")
        text.insert(text.size() - 1, " = " + written_formula(names, choice, 1));
    if (key == "name" || key == "frame" || key == "parent" || key == "on" || key == "particle")
        text = quoted(plain(choice.of(names)));
    if (key == "vanishes_on")
        text = fmt::format("[{}, {}]", components(names, choice), components(names, choice));
    return key + " = " + text;
}

std::string own_entry(const Texts& names, Choice& choice) {
    return quoted(choice.of(names)) + " = " + formula(names, choice);
}

const TableRule& rule_of(const std::string& line) {
    std::string name = line;
    std::erase_if(name, [](char c) { return c == '[' || c == ']' || c == ' '; });
    const auto found = std::ranges::find(table_rules(), name, &TableRule::name);
    return found == table_rules().end() ? table_rule("") : *found;
}

std::string some_entry(const TableRule& rule, const Texts& names, Choice& choice) {
    if (rule.own_names && (rule.keys.empty() || choice.once_in(2))) return own_entry(names, choice);
    return entry(rule, choice.of(rule.keys), names, choice);
}

// A table of a kind that a motion is made of, with every key that it needs.
std::string free_motion(const Texts& names, Choice& choice) {
    const std::string& q = names.front();
    const auto squares = [&](const char* term) {
        Texts sum;
        for (const std::string& each : names) sum.push_back(fmt::format(fmt::runtime(term), each));
        return fmt::format("{}", fmt::join(sum, " + "));
    };
    switch (choice.below(4)) {
        case 0:
            return fmt::format("lagrangian = \"({})/2 + {}\"\n", squares("m*{}'^2"),
                               written_formula(names, choice, 2));
        case 1:
            return fmt::format("[energy]\nkinetic = \"({})/2\"\npotential = {}\n",
                               squares("(1 + {0}^2)*{0}'^2"), formula(names, choice));
        case 2:
            return fmt::format(
                "[[particle]]\nname = \"P\"\nmass = \"m\"\nposition = [\"{}\", {}]\n", q,
                formula(names, choice));
        default:
            return fmt::format(
                "gravity = [\"0\", \"0\", \"-9.81\"]\n[[frame]]\nname = \"B\"\norigin = "
                "{}\nrotations "
                "= {}\n[[body]]\nframe = \"B\"\nmass = \"m\"\ninertia = [\"1\", \"2\", \"3\"]\n",
                listed(names, 3, choice), rotations(names, choice));
    }
}

std::string linear_constraint(const Texts& names, Choice& choice) {
    std::string sum = "0";
    for (const std::string& each : names)
        if (choice.once_in(2))
            sum = fmt::format("{}'*({}) - ({})", each, written_formula(names, choice, 1), sum);
    return "[[constraint]]\nequation = \"" + sum + " = 0\"\n";
}

}  // namespace

std::string written_table(const Texts& names, Choice& choice) {
    const TableRule& rule = choice.of(table_rules().subspan(1));
    std::string text = header(rule) + "\n";
    for (const std::string& key : rule.keys)
        if (!choice.once_in(3)) text += entry(rule, key, names, choice) + "\n";
    if (rule.own_names)
        for (std::size_t i = 0; i <= choice.below(3); ++i) text += own_entry(names, choice) + "\n";
    return text;
}

std::string written_entry(const std::string& header, const Texts& names, Choice& choice) {
    return some_entry(rule_of(header), names, choice) + "\n";
}

std::string written_model(Choice& choice) {
    constexpr std::array all{"x", "y", "theta", "phi", "z"};
    const Texts names(all.begin(), all.begin() + 1 + static_cast<std::ptrdiff_t>(choice.below(4)));
    std::string text = fmt::format("coordinates = [\"{}\"]\n", fmt::join(names, "\", \""));
    text += free_motion(names, choice) + "[parameters]\nm = 2\n";
    for (std::size_t i = choice.below(3); i > 0; --i) text += linear_constraint(names, choice);
    text += "[initial]\n";
    for (const std::string& each : names)
        text += fmt::format("{0} = \"{1}\"\n\"{0}'\" = \"{2}\"\n", each, written_number(choice),
                            written_number(choice));
    for (std::size_t i = choice.below(3); i > 0; --i) text += written_table(names, choice);
    return text;
}

}  // namespace rattleback::fuzzing

#include "model/model_keys.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "base/suggest.hpp"
#include "expr/tokens.hpp"
#include "rattleback/errors.hpp"

namespace rattleback {
namespace {

bool contains(const std::vector<std::string>& names, std::string_view name) {
    return std::ranges::find(names, name) != names.end();
}

const TableRule* find_table(std::string_view name) {
    const auto found = std::ranges::find(table_rules(), name, &TableRule::name);
    return found == table_rules().end() || name.empty() ? nullptr : &*found;
}

// "name, equation and reaction".
std::string listed(const std::vector<std::string>& words) {
    if (words.size() < 2) return fmt::format("{}", fmt::join(words, ""));
    return fmt::format("{} and {}", fmt::join(words.begin(), words.end() - 1, ", "), words.back());
}

std::vector<std::string> table_names() {
    std::vector<std::string> names;
    for (const TableRule& rule : table_rules())
        if (rule.shape != TableShape::Top) names.emplace_back(rule.name);
    return names;
}

// The other table that has the key, if there is only one; the top of the file before all others.
const TableRule* home_of(std::string_view key, const TableRule& not_here) {
    const TableRule* home = nullptr;
    for (const TableRule& rule : table_rules()) {
        if (rule.name == not_here.name || !contains(rule.keys, key)) continue;
        if (rule.shape == TableShape::Top) return &rule;
        if (home != nullptr) return nullptr;
        home = &rule;
    }
    return home;
}

std::string suggested_header(const std::string& name) {
    const std::string suggestion = nearest_name(name, table_names());
    if (suggestion.empty()) return {};
    return fmt::format("; did you mean {}?", header(table_rule(suggestion)));
}

std::string advice(const std::string& key, const TableRule& rule) {
    const bool top = rule.shape == TableShape::Top;
    if (const auto near = did_you_mean(key, rule.keys); !near.empty()) return near;
    if (const auto near = top ? suggested_header(key) : std::string(); !near.empty()) return near;
    if (const TableRule* home = home_of(key, rule))
        return home->shape == TableShape::Top
                   ? "; it stands at the top of the file, before all tables"
                   : "; it belongs to " + header(*home);
    return "; the keys there are " + listed(rule.keys);
}

std::string advice_for_table(const std::string& name) {
    const std::string near = suggested_header(name);
    return near.empty() ? "; the tables of a model are " + listed(table_names()) : near;
}

[[noreturn]] void refuse_key(const TomlEntry& entry, const TableRule& rule) {
    const std::string& key = entry.key.text;
    const TomlValue& value = entry.value;
    const bool top = rule.shape == TableShape::Top;
    const bool is_table = value.kind == TomlKind::Table ||
                          (value.kind == TomlKind::List && value.source.text.starts_with("[["));
    const std::string message =
        top && is_table
            ? fmt::format("unknown table {}{}", quoted(key), advice_for_table(key))
            : fmt::format("unknown key {} {}{}", quoted(key),
                          top ? "at the top of the file" : "in " + header(rule), advice(key, rule));
    throw ModelError(message, entry.key, {0, key.size()});
}

}  // namespace

std::span<const TableRule> table_rules() {
    static const std::vector<TableRule> rules{
        {"",
         TableShape::Top,
         {"title", "reference", "description", "coordinates", "lagrangian", "gravity"}},
        {"parameters", TableShape::One, {}, true},
        {"define", TableShape::One, {}, true},
        {"functions", TableShape::One, {}, true},
        {"inputs", TableShape::One, {}, true},
        {"energy", TableShape::One, {"kinetic", "potential"}},
        {"particle", TableShape::Many, {"name", "mass", "position", "force"}},
        {"frame", TableShape::Many, {"name", "parent", "origin", "rotations", "quaternion"}},
        {"body", TableShape::Many, {"name", "frame", "mass", "centre", "inertia"}},
        {"spring", TableShape::Many, {"name", "between", "stiffness", "length", "damping"}},
        {"force", TableShape::Many, {"on", "value", "potential", "particle"}},
        {"constraint", TableShape::Many, {"name", "equation", "force", "reaction", "branch"}},
        {"knife_edge", TableShape::Many, {"name", "frame", "point", "direction"}},
        {"rolling",
         TableShape::Many,
         {"name", "frame", "shape", "radius", "axis", "semiaxes", "centre", "on", "normal",
          "contact", "without_spin", "mu", "unilateral"}},
        {"reaction", TableShape::One, {"vanishes_on"}},
        {"parametrization", TableShape::One, {"variables"}, true},
        {"dynamics", TableShape::One, {"principle"}},
        {"initial", TableShape::One, {}, true},
        {"expect", TableShape::One, {}, true},
        {"symmetry", TableShape::Many, {"name", "generator"}},
        {"event", TableShape::Many, {"name", "when", "direction", "stop"}},
        {"plot", TableShape::Many, {"x", "y", "title", "name", "window", "axes"}},
        {"draw",
         TableShape::Many,
         {"shape", "name", "at", "along", "from", "to", "size", "frame", "axis", "trace"}},
        {"simulate", TableShape::One, {"until", "output", "rtol", "atol", "method"}},
    };
    return rules;
}

const TableRule& table_rule(std::string_view name) {
    return *std::ranges::find(table_rules(), name, &TableRule::name);
}

std::string header(const TableRule& rule) {
    const std::string once = fmt::format("[{}]", rule.name);
    return rule.shape == TableShape::Many ? "[" + once + "]" : once;
}

void check_keys(const TomlValue& table, const TableRule& rule) {
    const TableRule& top = table_rule("");
    for (const TomlEntry& entry : table.entries) {
        const std::string& key = entry.key.text;
        const bool table_here = rule.shape == TableShape::Top && find_table(key) != nullptr;
        if (contains(rule.keys, key) || table_here) continue;
        if (!rule.own_names) refuse_key(entry, rule);
        if (contains(top.keys, key))  // a slip: in TOML it then belongs to the table above it
            throw ModelError(fmt::format("'{}' stands inside {}; write it at the top of the file, "
                                         "before all tables",
                                         key, header(rule)),
                             entry.key, {0, key.size()});
    }
}

}  // namespace rattleback

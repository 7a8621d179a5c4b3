#include "model/table_fields.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "expr/evaluate.hpp"
#include "expr/parse.hpp"
#include "expr/tokens.hpp"
#include "rattleback/errors.hpp"

namespace rattleback {
namespace {

[[noreturn]] void refuse(const TomlValue& value, const std::string& message) {
    throw ModelError(message, value.source, {0, value.source.text.size()});
}

// What the value is, for "'g' is true; expected …".
std::string described(const TomlValue& value) {
    switch (value.kind) {
        case TomlKind::Text: return "text";
        case TomlKind::Integer: return "a number";
        case TomlKind::Float:
            if (std::isfinite(value.number)) return "a number";
            return value.source.text + ", which is no number";
        case TomlKind::Boolean: return value.truth ? "true" : "false";
        case TomlKind::Date: return "a date";
        case TomlKind::List: return "a list";
        case TomlKind::Table: return "a table";
    }
    return {};
}

bool is_finite_number(const TomlValue& value) {
    const bool number = value.kind == TomlKind::Integer || value.kind == TomlKind::Float;
    return number && std::isfinite(value.number);
}

// `name` is "'g'" or "an entry of 'coordinates'".
[[noreturn]] void refuse_type(const std::string& name, const TomlValue& value,
                              std::string_view expected) {
    refuse(value, fmt::format("{} is {}; expected {}", name, described(value), expected));
}

// Of a number, or of a formula of numbers.
std::optional<double> number_of(const TomlValue& value) {
    if (is_finite_number(value)) return value.number;
    if (value.kind != TomlKind::Text) return {};
    try {
        const double number = evaluate(parse(value.source.text, {.any = false}), {});
        return std::isfinite(number) ? std::optional(number) : std::nullopt;
    } catch (const std::runtime_error&) {
        return {};
    }
}

std::string entry_of(std::string_view key) { return "an entry of " + quoted(key); }

Written as_text(const std::string& name, const TomlValue& value) {
    if (value.kind != TomlKind::Text) refuse_type(name, value, "text in quotation marks");
    if (value.source.text.empty()) refuse(value, name + " is empty");
    return value.source;
}

// Perhaps empty: the formula of a key that is a name of the model is known to be there.
Written as_any_formula(const std::string& name, const TomlValue& value) {
    if (value.kind != TomlKind::Text && !is_finite_number(value))
        refuse_type(name, value, "a number, or a formula in quotation marks");
    return value.source;
}

Written as_formula(const std::string& name, const TomlValue& value) {
    Written result = as_any_formula(name, value);
    if (result.empty()) refuse(value, "the formula of " + name + " is empty");
    return result;
}

const std::vector<TomlValue>& as_list(std::string_view key, const TomlValue& value,
                                      std::string_view expected) {
    if (value.kind != TomlKind::List) refuse_type(quoted(key), value, expected);
    return value.items;
}

const std::vector<TomlValue>& as_full_list(std::string_view key, const TomlValue& value,
                                           std::string_view expected) {
    if (as_list(key, value, expected).empty()) refuse(value, quoted(key) + " is an empty list");
    return value.items;
}

constexpr std::string_view list_of_names = "a list of names, as in [\"x\", \"y\"]";

std::vector<Assignment> as_components(std::string_view key, const TomlValue& value) {
    if (value.kind != TomlKind::Table)
        refuse_type(quoted(key), value, "components by coordinate, as in { x = \"1\" }");
    if (value.entries.empty()) refuse(value, quoted(key) + " has no component");
    std::vector<Assignment> result;
    for (const TomlEntry& entry : value.entries)
        result.push_back({entry.key, as_any_formula(quoted(entry.key.text), entry.value)});
    return result;
}

}  // namespace

TableFields::TableFields(const TomlValue& table, const TableRule& rule)
    : table_(&table), rule_(&rule) {
    check_keys(table, rule);
}

const TomlValue* TableFields::find(std::string_view key) const {
    const auto found = std::ranges::find_if(
        table_->entries, [&](const TomlEntry& entry) { return entry.key.text == key; });
    return found == table_->entries.end() ? nullptr : &found->value;
}

Written TableFields::text(std::string_view key) const {
    const TomlValue* value = find(key);
    return value != nullptr ? as_text(quoted(key), *value) : Written();
}

Written TableFields::formula(std::string_view key) const {
    const TomlValue* value = find(key);
    return value != nullptr ? as_formula(quoted(key), *value) : Written();
}

std::vector<Written> TableFields::names(std::string_view key) const {
    std::vector<Written> result;
    if (const TomlValue* value = find(key))
        for (const TomlValue& item : as_full_list(key, *value, list_of_names))
            result.push_back(as_text(entry_of(key), item));
    return result;
}

std::vector<Written> TableFields::formulas(std::string_view key, std::string_view expected) const {
    std::vector<Written> result;
    if (const TomlValue* value = find(key))
        for (const TomlValue& item : as_full_list(key, *value, expected))
            result.push_back(as_formula(entry_of(key), item));
    return result;
}

std::vector<Written> TableFields::one_or_more(std::string_view key) const {
    if (!has(key) || kind(key) == TomlKind::List) return formulas(key);
    return {formula(key)};
}

std::vector<std::vector<Written>> TableFields::lists(std::string_view key) const {
    constexpr std::string_view expected = "a list of lists, as in [[\"z\", \"psi\"]]";
    std::vector<std::vector<Written>> result;
    const TomlValue* value = find(key);
    if (value == nullptr) return result;
    for (const TomlValue& item : as_full_list(key, *value, expected)) {
        result.emplace_back();
        for (const TomlValue& entry : as_full_list(key, item, expected))
            result.back().push_back(as_formula(entry_of(key), entry));
    }
    return result;
}

std::vector<Assignment> TableFields::components(std::string_view key) const {
    const TomlValue* value = find(key);
    return value != nullptr ? as_components(key, *value) : std::vector<Assignment>();
}

std::vector<std::vector<Assignment>> TableFields::list_of_components(std::string_view key) const {
    std::vector<std::vector<Assignment>> result;
    if (const TomlValue* value = find(key))
        for (const TomlValue& item : as_full_list(key, *value, "a list, as in [{ x = \"1\" }]"))
            result.push_back(as_components(key, item));
    return result;
}

std::optional<double> TableFields::number(std::string_view key, const NumberRange& range) const {
    const TomlValue* value = find(key);
    if (value == nullptr) return {};
    const std::optional<double> number = number_of(*value);
    if (!number)
        refuse_type(quoted(key), *value,
                    fmt::format("{}, or a formula of numbers as \"2*pi\"", range.text));
    if (!range.has(*number))
        refuse(*value,
               fmt::format("'{}' is {}; it has to be {}", key, value->source.text, range.text));
    return number;
}

std::vector<double> TableFields::numbers(std::string_view key) const {
    std::vector<double> result;
    const TomlValue* value = find(key);
    if (value == nullptr) return result;
    for (const TomlValue& item : as_full_list(key, *value, "a list of numbers")) {
        const std::optional<double> number = number_of(item);
        if (!number) refuse_type(entry_of(key), item, "a number, or a formula of numbers");
        result.push_back(*number);
    }
    return result;
}

bool TableFields::truth(std::string_view key) const {
    const TomlValue* value = find(key);
    if (value == nullptr) return false;
    if (value->kind != TomlKind::Boolean)
        refuse_type(quoted(key), *value, "true or false, without quotation marks");
    return value->truth;
}

const TomlValue* TableFields::inner(std::string_view key, std::string_view expected) const {
    const TomlValue* value = find(key);
    if (value != nullptr && value->kind != TomlKind::Table)
        refuse_type(quoted(key), *value, expected);
    return value;
}

std::vector<Assignment> TableFields::own_formulas() const {
    std::vector<Assignment> result;
    for (const TomlEntry& entry : table_->entries)
        if (std::ranges::find(rule_->keys, entry.key.text) == rule_->keys.end())
            result.push_back({entry.key, as_any_formula(quoted(entry.key.text), entry.value)});
    return result;
}

std::vector<FunctionDescription> TableFields::own_functions() const {
    std::vector<FunctionDescription> result;
    for (const TomlEntry& entry : table_->entries) {
        result.push_back({entry.key});
        for (const TomlValue& item : as_list(entry.key.text, entry.value, list_of_names))
            result.back().arguments.push_back(as_text(entry_of(entry.key.text), item));
    }
    return result;
}

std::vector<InputDescription> TableFields::own_inputs() const {
    std::vector<InputDescription> result;
    for (const TomlEntry& entry : table_->entries) {
        const std::string header = "inputs." + entry.key.text;
        const TableRule rule{
            header,
            TableShape::One,
            {"formula", "table", "time", "value", "interpolation", "beyond", "times", "values"}};
        if (entry.value.kind != TomlKind::Table)
            refuse_type(quoted(entry.key.text), entry.value,
                        "a table, as in { formula = \"sin(t)\" }, or {} for an input that is open");
        const TableFields fields(entry.value, rule);
        result.push_back({.name = entry.key,
                          .formula = fields.formula("formula"),
                          .table = fields.text("table"),
                          .time = fields.text("time"),
                          .value = fields.text("value"),
                          .interpolation = fields.text("interpolation"),
                          .beyond = fields.text("beyond"),
                          .times = fields.numbers("times"),
                          .values = fields.numbers("values")});
    }
    return result;
}

const TomlValue* TableFields::one(std::string_view name) const {
    const TomlValue* value = find(name);
    if (value != nullptr && value->kind != TomlKind::Table)
        refuse(*value, fmt::format("'{0}' is one table; write [{0}]", name));
    return value;
}

std::vector<const TomlValue*> TableFields::many(std::string_view name) const {
    std::vector<const TomlValue*> result;
    const TomlValue* value = find(name);
    if (value == nullptr) return result;
    const auto expected =
        fmt::format("'{0}' is a list of tables; write [[{0}]] before each of them", name);
    if (value->kind != TomlKind::List) refuse(*value, expected);
    for (const TomlValue& item : value->items) {
        if (item.kind != TomlKind::Table) refuse(item, expected);
        result.push_back(&item);
    }
    return result;
}

}  // namespace rattleback

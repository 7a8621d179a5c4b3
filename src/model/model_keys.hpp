// The tables and keys that a model file may have, in one table.
//
// A key that is not here is refused, with the place where it belongs or the nearest name, so that
// a misspelt key never passes for one left out. Tables whose keys are the user's own names, such as
// [parameters], take any.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "model/toml_tree.hpp"

namespace rattleback {

enum class TableShape : std::uint8_t { Top, One, Many };  // the file itself, [name], [[name]]

struct TableRule {
    std::string_view name;
    TableShape shape;
    std::vector<std::string> keys;
    bool own_names = false;  // keys are names of the model: parameters, coordinates …
};

std::span<const TableRule> table_rules();
const TableRule& table_rule(std::string_view name);  // "" is the top of the file

// "[name]" or "[[name]]".
std::string header(const TableRule& rule);

// Throws ModelError at the first key of the table that has no place there.
void check_keys(const TomlValue& table, const TableRule& rule);

}  // namespace rattleback

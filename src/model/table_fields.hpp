// The fields of one table of a model file, each read as what it has to be.
//
// A field that is absent is empty. One of the wrong type is refused with a sentence that says what
// was expected; so is one that is present but empty, which would pass for absent. Formulas may be
// strings or numbers: `0.1` and "0.1" are the same text.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "model/model_keys.hpp"
#include "model/number_range.hpp"
#include "rattleback/description.hpp"

namespace rattleback {

class TableFields {
public:
    // Checks the keys.
    TableFields(const TomlValue& table, const TableRule& rule);
    TableFields(const TomlValue& table, std::string_view rule)
        : TableFields(table, table_rule(rule)) {}

    Written text(std::string_view key) const;
    Written formula(std::string_view key) const;
    std::vector<Written> names(std::string_view key) const;
    std::vector<Written> formulas(std::string_view key,
                                  std::string_view expected = "a list, as in [\"x\", \"y\"]") const;
    std::vector<Written> one_or_more(std::string_view key) const;         // "x", or ["x", "y"]
    std::vector<std::vector<Written>> lists(std::string_view key) const;  // [["z", "psi"], …]
    std::vector<Assignment> components(std::string_view key) const;       // { x = "1", y = "-x'" }
    std::vector<std::vector<Assignment>> list_of_components(std::string_view key) const;
    std::optional<double> number(std::string_view key, const NumberRange& range) const;
    std::vector<double> numbers(std::string_view key) const;
    bool truth(std::string_view key) const;

    // The table that the field is; nothing when it is absent.
    const TomlValue* inner(std::string_view key, std::string_view expected) const;

    // Keys that are the user's own names, in the order of the file.
    std::vector<Assignment> own_formulas() const;
    std::vector<FunctionDescription> own_functions() const;
    std::vector<InputDescription> own_inputs() const;

    // The table [name] or the tables [[name]]; nothing when there is none.
    const TomlValue* one(std::string_view name) const;
    std::vector<const TomlValue*> many(std::string_view name) const;

    bool has(std::string_view key) const { return find(key) != nullptr; }
    TomlKind kind(std::string_view key) const { return find(key)->kind; }
    Written place() const { return table_->source; }

private:
    const TomlValue* find(std::string_view key) const;

    const TomlValue* table_;
    const TableRule* rule_;
};

}  // namespace rattleback

#include "support/reference_values.hpp"

#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "expr/parse.hpp"
#include "support/folders.hpp"

namespace rattleback::testing {
namespace {

Json tree_of(const nlohmann::json& value) {
    Json result;
    if (value.is_object() || value.is_array()) {
        for (const auto& [name, entry] : value.items()) {
            if (value.is_object()) result.names.push_back(name);
            result.entries.push_back(tree_of(entry));
        }
    } else {
        result.text = value.is_string() ? value.get<std::string>() : value.dump();
    }
    return result;
}

}  // namespace

bool Json::contains(const std::string& name) const {
    return std::ranges::find(names, name) != names.end();
}

const Json& Json::operator[](const std::string& name) const {
    const auto found = std::ranges::find(names, name);
    if (found == names.end()) throw std::runtime_error("there is no reference value " + name);
    return entries[static_cast<std::size_t>(found - names.begin())];
}

std::vector<std::string> Json::texts() const {
    std::vector<std::string> result;
    for (const Json& entry : entries) result.push_back(entry.text);
    return result;
}

std::vector<std::pair<std::string, Json>> Json::items() const {
    std::vector<std::pair<std::string, Json>> result;
    for (std::size_t i = 0; i < names.size(); ++i) result.emplace_back(names[i], entries[i]);
    return result;
}

Json reference(const std::string& name) {
    std::ifstream file(tests_folder() / "data" / (name + ".json"));
    if (!file) throw std::runtime_error("there is no reference file " + name);
    return tree_of(nlohmann::json::parse(file));
}

std::string formula(const Json& text) {
    std::string result = "(" + text.text + ")";
    for (auto at = result.find("**"); at != std::string::npos; at = result.find("**"))
        result.replace(at, 2, "^");
    for (auto at = result.find("_dot"); at != std::string::npos; at = result.find("_dot"))
        result.replace(at, 4, "'");
    return result;
}

Real number(const Json& text) { return OracleValue<Real>({})(parse(formula(text))); }

Vector numbers(const Json& list) {
    Vector result;
    for (const Json& entry : list) result.push_back(number(entry));
    return result;
}

Vector all_numbers(const Json& rows) {
    Vector result;
    for (const Json& row : rows)
        for (const Real x : numbers(row)) result.push_back(x);
    return result;
}

ExprVector all_entries(const ExprMatrix& rows) {
    ExprVector result;
    for (const ExprVector& row : rows) result.insert(result.end(), row.begin(), row.end());
    return result;
}

std::string kinetic_energy(const Json& metric, const std::vector<std::string>& coordinates) {
    std::string result = "0";
    for (std::size_t i = 0; i < metric.size(); ++i)
        for (std::size_t j = 0; j < metric.size(); ++j)
            result += " + " + formula(metric[i][j]) + "*" + coordinates[i] + "'*" + coordinates[j] +
                      "'/2";
    return result;
}

}  // namespace rattleback::testing

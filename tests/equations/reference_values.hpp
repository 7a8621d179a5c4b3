// Reference values of tests/data: 20 digits, computed elsewhere from the papers' own equations.
//
// Formulas in these files are written with ** and x_dot; numbers are text.
#pragma once

#include <fstream>
#include <nlohmann/json.hpp>
#include <string>

#include "expr/parse.hpp"
#include "motion_oracle.hpp"

namespace rattleback::testing {

using Json = nlohmann::json;

inline Json reference(const std::string& name) {
    std::ifstream file(std::string(RATTLEBACK_TESTS_DIR) + "/data/" + name + ".json");
    if (!file) throw std::runtime_error("there is no reference file " + name);
    return Json::parse(file);
}

// In the formula language, in brackets.
inline std::string formula(const Json& text) {
    std::string result = "(" + text.get<std::string>() + ")";
    for (auto at = result.find("**"); at != std::string::npos; at = result.find("**"))
        result.replace(at, 2, "^");
    for (auto at = result.find("_dot"); at != std::string::npos; at = result.find("_dot"))
        result.replace(at, 4, "'");
    return result;
}

inline Real number(const Json& text) { return OracleValue<Real>({})(parse(formula(text))); }

inline Vector numbers(const Json& list) {
    Vector result;
    for (const Json& entry : list) result.push_back(number(entry));
    return result;
}

// Rows one after the other, as expect_near compares them.
inline Vector all_numbers(const Json& rows) {
    Vector result;
    for (const Json& row : rows)
        for (const Real x : numbers(row)) result.push_back(x);
    return result;
}

inline ExprVector all_entries(const ExprMatrix& rows) {
    ExprVector result;
    for (const ExprVector& row : rows) result.insert(result.end(), row.begin(), row.end());
    return result;
}

// ½ Σ g_ij vⁱ vʲ as text.
inline std::string kinetic_energy(const Json& metric, const Json& coordinates) {
    std::string result = "0";
    for (std::size_t i = 0; i < metric.size(); ++i)
        for (std::size_t j = 0; j < metric.size(); ++j)
            result += " + " + formula(metric[i][j]) + "*" + coordinates[i].get<std::string>() +
                      "'*" + coordinates[j].get<std::string>() + "'/2";
    return result;
}

}  // namespace rattleback::testing

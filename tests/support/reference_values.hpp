// Reference values of tests/data: 20 digits, computed elsewhere from the papers' own equations.
//
// Formulas in these files are written with ** and x_dot; numbers are text.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "support/motion_oracle.hpp"

namespace rattleback::testing {

// A JSON value: a text, or a list or an object of values. Numbers are kept as they are written.
struct Json {
    std::string text = {};
    std::vector<Json> entries = {};
    std::vector<std::string> names = {};  // of the entries of an object

    std::size_t size() const { return entries.size(); }
    auto begin() const { return entries.begin(); }
    auto end() const { return entries.end(); }
    bool contains(const std::string& name) const;
    const Json& operator[](const std::string& name) const;
    const Json& operator[](std::size_t i) const { return entries.at(i); }
    std::vector<std::string> texts() const;  // of a list
    std::vector<std::pair<std::string, Json>> items() const;
};

Json reference(const std::string& name);

// In the formula language, in brackets.
std::string formula(const Json& text);

Real number(const Json& text);

Vector numbers(const Json& list);

// Rows one after the other, as expect_near compares them.
Vector all_numbers(const Json& rows);

ExprVector all_entries(const ExprMatrix& rows);

// ½ Σ g_ij vⁱ vʲ as text.
std::string kinetic_energy(const Json& metric, const std::vector<std::string>& coordinates);

}  // namespace rattleback::testing

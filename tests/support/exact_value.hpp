// The value of an expression at exact values of its symbols, by substitution.
//
// There is one where only arithmetic and special values such as sin 0 or √4 are met: canonical form
// then makes a number of it.
#pragma once

#include <optional>
#include <unordered_map>
#include <vector>

#include "expr/substitute.hpp"

namespace rattleback {

using ExactValues = std::unordered_map<Expr, Number>;

// Empty when the value is not rational, or not found to be. Throws NumericalError at a pole.
inline std::optional<Number> evaluate_exactly(const Expr& e, const ExactValues& values) {
    const std::vector<Replacement> replacements(values.begin(), values.end());
    const Expr value = substitute(e, replacements);
    if (!value.is_number() || !value.number().is_exact()) return {};
    return value.number();
}

}  // namespace rattleback

// e with its symbols replaced, or nothing where that has no value: 1/x and log x for x = 0.
//
// For questions that try values which nobody promised: a formula without a value there is an answer,
// and no error of the model.
#pragma once

#include <optional>
#include <span>

#include "expr/derivative.hpp"

namespace rattleback {

std::optional<Expr> substitute_if_defined(const Expr& e, std::span<const Replacement> replacements);

}  // namespace rattleback

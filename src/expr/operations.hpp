// How much arithmetic it takes to evaluate expressions together.
//
// Counts the steps of straight-line code of binary operations in which nothing is computed twice:
// each shared node once, and within sums and products also each run of operands that several of
// them have at the same end (l²·m·cos θ₁ is one partial product of all l²·m·cos θ₁·cos θⱼ).
// Powers go by squaring, a coefficient other than ±1 is a multiplication, and all negative powers
// of a product together are one division. Loading inputs and constants is not counted.
#pragma once

#include <span>

#include "expr/expr.hpp"

namespace rattleback {

struct Operations {
    std::size_t additions = 0;  // and subtractions and changes of sign
    std::size_t multiplications = 0;
    std::size_t divisions = 0;
    std::size_t calls = 0;  // elementary functions, unspecified functions and general powers
    std::size_t total() const { return additions + multiplications + divisions + calls; }
};

Operations count_operations(std::span<const Expr> expressions);

}  // namespace rattleback

// Square roots, absolute values and signs of rational functions, in lowest terms.
//
// With u = N/D in normal form and N·D = ±c·Π pᵢ^eᵢ, the pᵢ irreducible,
//
//     √u = √(N·D) / |D| = √c · Π |pᵢ|^(eᵢ/2) · √(± Π_{eᵢ odd} pᵢ) / |D| ,   |u| = Π |pᵢ|^eᵢ ,
//     sign u = sign c · Π (sign pᵢ)^eᵢ .
//
// Roots of whole numbers are split into roots of primes. Internal to src/exact.
#pragma once

#include <utility>
#include <vector>

#include "exact/limits.hpp"
#include "expr/expr.hpp"

namespace rattleback {

// u has atomic kernels and is in normal form.
Expr square_root(const Expr& u, const Limits& limits);
Expr absolute_value(const Expr& u, const Limits& limits);
Expr sign_value(const Expr& u, const Limits& limits);

// Of a positive integer. A cofactor without a small prime factor counts as prime.
std::vector<std::pair<Number, std::int64_t>> prime_factors(const Number& n);

}  // namespace rattleback

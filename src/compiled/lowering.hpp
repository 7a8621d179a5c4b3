// Expressions, node by node, as operations of a tape.
//
// Sums and products of many operands become chains of binary operations, begun at the end at which
// more of them agree, so that partial sums and products are shared: l²·m·cos θ₁ is one value in all
// l²·m·cos θ₁·cos θⱼ. A sum that shares nothing begins with an operand that is no product: every
// product after it can then be fused with its addition. All negative powers of a product together
// are one division. High powers are taken together, negative ones of reciprocals, and quotients of
// exponentials as in bounded_quotients.hpp: nothing leaves the range of double that the formula as it
// was written keeps in it.
#pragma once

#include "compiled/tape_builder.hpp"

namespace rattleback {

// `names` are the symbols, and applications of unspecified functions, that have values. Throws
// NumericalError naming one that has none.
std::vector<Value> lower(TapeBuilder& builder, const std::unordered_map<Expr, Value>& names,
                         std::span<const Expr> expressions);

}  // namespace rattleback

// The rate of a quantity along the motion, for a terminal and for a program to read.
//
// The text says what the rate is, in which form and on which branch, what its variables mean, and
// whether the quantity is conserved: proved, certified, refuted or not decided.
#pragma once

#include "study/quantity_rate.hpp"

namespace rattleback {

std::string rate_text(const QuantityRate& found);
std::string rate_json(const QuantityRate& found);

}  // namespace rattleback

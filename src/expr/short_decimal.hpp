// A double as the shortest decimal that rounds to it: what a person would have written.
//
//     short_decimal(0.1)          "0.1", as a model file has it
//     decimal_number(0.1)         1/10, and not 3602879701896397/36028797018963968
//
// The decimal gives the double back.
#pragma once

#include <string>

#include "expr/number.hpp"

namespace rattleback {

std::string short_decimal(double x);
Number decimal_number(double x);  // of finite x

}  // namespace rattleback

#include "expr/short_decimal.hpp"

#include <fmt/format.h>

#include <cmath>

namespace rattleback {

std::string short_decimal(double x) { return fmt::format("{}", x); }

Number decimal_number(double x) {
    const Number size = Number::from_decimal(short_decimal(std::abs(x))).value();
    return std::signbit(x) ? -size : size;
}

}  // namespace rattleback

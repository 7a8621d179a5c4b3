#include "expr/decimal.hpp"

namespace rattleback {

// No name of a formula begins with a digit.
Expr decimal(std::string_view digits) {
    if (digits.starts_with('-')) return -symbol(digits.substr(1));
    return symbol(digits);
}

bool is_decimal(const Expr& e) {
    if (!e.is_symbol()) return false;
    const char first = e.name().front();
    return (first >= '0' && first <= '9') || first == '.';
}

}  // namespace rattleback

#include "equations/left_side.hpp"

#include "exact/is_zero.hpp"
#include "expr/matrices.hpp"

namespace rattleback {

ExprVector left_side(const ExplicitSystem& e, const Equations& equations) {
    ExprVector result = product(equations.matrix, e.a);
    for (std::size_t i = 0; i < e.m(); ++i) result[i] += e.along(i, e.force) - equations.right[i];
    return result;
}

Expr zero_if_proved(const Expr& e) {
    constexpr Limits of_a_reader{.terms = 20'000, .work = 500};
    return is_zero(e, {.limits = of_a_reader, .certify = false}).proved_zero() ? Expr(0) : e;
}

}  // namespace rattleback

#include "equations/left_side.hpp"

#include <algorithm>

#include "exact/is_zero.hpp"
#include "expr/graph.hpp"
#include "expr/matrices.hpp"

namespace rattleback {
namespace {

constexpr std::size_t largest_read = 1'500;  // nodes

bool is_too_large(const Expr& e) { return graph_size({&e, 1}) > largest_read; }

}  // namespace

ExprVector left_side(const ExplicitSystem& e, const Equations& equations) {
    ExprVector result = product(equations.matrix, e.a);
    for (std::size_t i = 0; i < e.m(); ++i) result[i] += e.along(i, e.force) - equations.right[i];
    return result;
}

Expr zero_if_proved(const Expr& e) {
    constexpr Limits of_a_reader{.terms = 20'000, .work = 500};
    if (is_too_large(e)) return e;
    return is_zero(e, {.limits = of_a_reader, .certify = false}).proved_zero() ? Expr(0) : e;
}

void show_difference(const ExprVector& entries, Step step, std::vector<Step>& steps) {
    if (std::ranges::any_of(entries, is_too_large)) return;
    for (const Expr& e : entries) step.value.push_back({zero_if_proved(e)});
    steps.push_back(std::move(step));
}

}  // namespace rattleback

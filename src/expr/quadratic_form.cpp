#include "expr/quadratic_form.hpp"

#include <algorithm>

#include "expr/derivative.hpp"
#include "expr/graph.hpp"
#include "expr/occurrence.hpp"
#include "expr/substitute.hpp"

namespace rattleback {

std::optional<ExprMatrix> quadratic_form(const Expr& e, const ExprVector& v) {
    ExprMatrix form = hessian(e, v);
    if (!is_free_of(form, v)) return {};
    std::vector<Replacement> rest;
    for (const Expr& one : v) rest.emplace_back(one, 0);
    ExprVector lower_order = gradient(e, v);
    lower_order.push_back(e);
    if (!std::ranges::all_of(substitute(lower_order, rest), &Expr::is_zero)) return {};
    for (ExprVector& row : form)
        for (Expr& entry : row) entry /= 2;
    return form;
}

}  // namespace rattleback

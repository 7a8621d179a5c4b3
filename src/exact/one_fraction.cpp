#include "exact/one_fraction.hpp"

#include <algorithm>

#include "exact/normal_form.hpp"
#include "expr/graph.hpp"
#include "rattleback/errors.hpp"

namespace rattleback {
namespace {

bool is_fraction(const Expr& e) {
    return e.kind() == Kind::Product &&
           std::ranges::any_of(e.exponents(), [](std::int32_t power) { return power < 0; });
}

// −a/b is a multiple and no sum.
bool is_sum(const Expr& e) {
    return e.kind() == Kind::Sum && (e.args().size() > 1 || !e.number().is_zero());
}

bool has_fractions_in_sums(const Expr& e) {
    const Graph graph(e);
    for (std::size_t i = 0; i < graph.size(); ++i)
        if (const Expr& node = graph.node(i);
            is_sum(node) && std::ranges::any_of(node.args(), is_fraction))
            return true;
    return false;
}

}  // namespace

Expr one_fraction(const Expr& e, const SimplifyOptions& options) {
    const Expr simple = simplify(e, options);
    if (!has_fractions_in_sums(simple)) return simple;
    try {
        const Expr one = simplify(normal_form(e, options.limits), options);
        return has_fractions_in_sums(one) ? simple : one;
    } catch (const TooLarge&) {
        return simple;
    } catch (const NumericalError&) {
        return simple;
    }
}

ExprMatrix one_fraction(ExprMatrix matrix, const SimplifyOptions& options) {
    for (ExprVector& row : matrix)
        for (Expr& entry : row) entry = one_fraction(entry, options);
    return matrix;
}

}  // namespace rattleback

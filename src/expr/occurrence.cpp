#include "expr/occurrence.hpp"

#include <algorithm>

#include "expr/graph.hpp"

namespace rattleback {

bool depends_on_any(const Expr& e, const ExprVector& symbols) {
    return depends_on_any(std::span(&e, 1), symbols);
}

bool depends_on_any(std::span<const Expr> expressions, const ExprVector& symbols) {
    return std::ranges::any_of(symbols_of(expressions), [&](const Expr& s) {
        return std::ranges::find(symbols, s) != symbols.end();
    });
}

bool is_free_of(const ExprMatrix& matrix, const ExprVector& symbols) {
    return std::ranges::none_of(
        matrix, [&](const ExprVector& row) { return depends_on_any(row, symbols); });
}

}  // namespace rattleback

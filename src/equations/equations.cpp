#include "equations/equations.hpp"

namespace rattleback {

ExprMatrix column(const ExprVector& entries) {
    ExprMatrix result;
    for (const Expr& e : entries) result.push_back({e});
    return result;
}

}  // namespace rattleback

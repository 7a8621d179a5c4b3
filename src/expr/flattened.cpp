#include "expr/flattened.hpp"

namespace rattleback {

ExprVector flattened(const ExprMatrix& rows) {
    ExprVector all;
    append(all, rows);
    return all;
}

ExprVector joined(std::initializer_list<ExprVector> parts) {
    ExprVector all;
    for (const ExprVector& part : parts) append(all, part);
    return all;
}

void append(ExprVector& to, const ExprVector& more) {
    to.insert(to.end(), more.begin(), more.end());
}

void append(ExprVector& to, const ExprMatrix& rows) {
    for (const ExprVector& row : rows) append(to, row);
}

}  // namespace rattleback

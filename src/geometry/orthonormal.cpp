#include "geometry/orthonormal.hpp"

#include "expr/functions.hpp"
#include "expr/matrices.hpp"

namespace rattleback {
namespace {

void subtract(ExprVector& row, const Expr& factor, const ExprVector& other) {
    for (std::size_t i = 0; i < row.size(); ++i) row[i] -= factor * other[i];
}

}  // namespace

OrthogonalRows orthogonalized(const Metric& metric, ExprMatrix covectors, ExprMatrix attached) {
    ExprVector squares;
    for (std::size_t nu = 0; nu < covectors.size(); ++nu) {
        const ExprVector upper = raised(metric, covectors[nu]);
        for (std::size_t mu = 0; mu < nu; ++mu) {
            const Expr factor = dot(upper, covectors[mu]) / squares[mu];
            subtract(covectors[nu], factor, covectors[mu]);
            subtract(attached[nu], factor, attached[mu]);
        }
        squares.push_back(dot(raised(metric, covectors[nu]), covectors[nu]));
    }
    return {std::move(covectors), std::move(attached), std::move(squares)};
}

OrthogonalRows orthonormalized(OrthogonalRows rows) {
    for (std::size_t nu = 0; nu < rows.squares.size(); ++nu) {
        const Expr length = sqrt(std::exchange(rows.squares[nu], 1));
        for (Expr& e : rows.covectors[nu]) e /= length;
        for (Expr& e : rows.attached[nu]) e /= length;
    }
    return rows;
}

}  // namespace rattleback

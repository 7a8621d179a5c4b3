// Values with rigorous bounds: ball arithmetic by Arb.
//
// A Ball is an interval [midpoint ± radius] that is guaranteed to contain the exact value of an
// expression at exact rational arguments. If it does not contain zero, the expression is not zero:
// that is a proof. If the expression has no real value there, the ball is not finite.
#pragma once

#include <span>
#include <unordered_map>
#include <vector>

#include "expr/derivative.hpp"
#include "expr/substitute.hpp"

namespace rattleback {

struct Ball {
    double midpoint = 0;
    double radius = 0;  // an upper bound, rounded up
    bool finite = false;
    bool contains_zero = true;
};

using Point = std::unordered_map<Expr, Number>;

// Evaluates with `bits` of working precision. Every symbol must have an exact value in the point;
// throws NumericalError naming one that has not, or an unspecified function.
Ball evaluate_ball(const Expr& e, const Point& point, int bits = 128);

// A lower bound for the rank of a matrix at a point, and so for its rank in general: the number of
// pivots that are certainly not zero.
std::size_t rank_at(const ExprMatrix& matrix, const Point& point, int bits = 128);

// Quantities given through a linear system: `outputs` are expressions of symbols and of `unknowns`,
// which are the solution of matrix · unknowns = right.
struct ThroughLinearSystem {
    ExprMatrix matrix;
    ExprVector right, unknowns, outputs;
};
// x.outputs − y.outputs at a point, one ball each; not finite where a matrix may be singular.
std::vector<Ball> difference_at(const ThroughLinearSystem& x, const ThroughLinearSystem& y,
                                const Point& point, int bits = 256);

// The same with further solutions of the same matrix: matrix · later_unknownsⱼ = later_rightsⱼ, which
// may have the unknowns in them, as the derivatives of a solution do. The outputs may have all.
struct ThroughLaterSystems {
    ThroughLinearSystem first;
    std::vector<ExprVector> later_rights, later_unknowns;
};
// Its outputs where symbols stand for constants, that need not be rational; empty where the matrix may
// be singular.
std::vector<Ball> outputs_at(const ThroughLaterSystems& x, std::span<const Replacement> values,
                             int bits = 256);

}  // namespace rattleback

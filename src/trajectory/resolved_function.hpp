// A function over a step as polynomials on pieces of it, refined until they are that function.
//
//     ResolvedFunction resolved;
//     resolved.resolve(g, until, {.relative = 1e-12, .settles = excludes_zero});
//     for (const auto& piece : resolved.pieces()) look_at(piece.polynomial);
//
// For what is computed along a step but is no formula, as a multiplier. On a piece g is looked at in 9,
// then 17, then 33 Chebyshev points, between which it is interpolated [L. N. Trefethen, Approximation
// Theory and Approximation Practice, SIAM 2013, ch. 2–4],
//
//     p(s) = Σ c_k T_k(2s − 1) ,
//
// until the last coefficients are negligible beside the largest |g| of the piece, and a point between
// agrees. A piece that needs more is halved, unless what its coefficients leave open no longer matters:
// who asks says which ranges settle his question. An analytic g is resolved on few pieces, and with
// it zeros and turns as near each other as its digits tell. At a kink or a jump pieces get shorter
// up to a limit, and what is noise stays so: `error` says how far a piece may be wrong, as its
// coefficients have it, and `is_known` whether it was refined as far as was wanted. What lies between the
// points and leaves no trace in the coefficients is not seen.
#pragma once

#include <vector>

#include "trajectory/function_ref.hpp"
#include "trajectory/polynomial_piece.hpp"

namespace rattleback {

struct Resolution {
    double relative = 1e-12;  // what is negligible, of the largest |g| of a piece
    double absolute = 0;      // and in any case
    // Whether g need not be known better where it lies in this range.
    FunctionRef<bool(const Interval&)> settles;
};

class ResolvedFunction {
public:
    struct Piece {
        PolynomialPiece polynomial = {};
        double error = 0;
        double size = 0;         // the largest |g| that was seen
        bool is_known = false;   // as well as was wanted
        bool has_values = true;  // finite ones, at all points
    };

    // From θ = 0 to θ = until.
    void resolve(FunctionRef<double(double)> g, double until, const Resolution& wanted);

    // In their order.
    const std::vector<Piece>& pieces() const { return pieces_; }

private:
    Piece interpolated(const PolynomialPiece& where);
    void look_at(const PolynomialPiece& piece, std::size_t degree);
    void interpolate(Piece& piece, std::size_t degree);
    bool agrees_between(const Piece& piece);
    bool is_settled(const Piece& piece) const;
    double negligible(const Piece& piece) const;

    FunctionRef<double(double)> g_;
    Resolution wanted_;
    double size_ = 0;  // the largest |g| of all
    std::size_t looks_ = 0;
    bool is_noise_ = false;  // the last piece
    std::array<double, PolynomialPiece::highest_degree + 1> values_ = {};
    std::vector<Piece> pieces_;
};

}  // namespace rattleback

// A quantity on a piece of a step as a polynomial, from its values at Chebyshev points.
//
//     p(s) = Σ c_k T_k(2s − 1) ,    0 ≤ s ≤ 1
//
// interpolates at s = (1 − cos(π j/n))/2 [L. N. Trefethen, Approximation Theory and Approximation
// Practice, SIAM 2013, ch. 2–4]. Where the last coefficients are negligible it is the quantity: what an
// analytic function leaves out is about as small as they are. It is kept in Bernstein's basis, without
// the coefficients that are rounding.
#pragma once

#include <array>

#include "trajectory/bernstein.hpp"
#include "trajectory/interval_jet.hpp"

namespace rattleback {

struct QuantityPolynomial {
    static constexpr std::size_t highest_degree = 32;
    enum class Values : std::uint8_t { All, Some, None };  // that are finite

    std::size_t degree = 0;
    std::array<double, highest_degree + 1> b = {};
    double size = 0;   // the largest that was seen
    double last = 0;   // the largest of its last coefficients
    double error = 0;  // how far it may be from the quantity
    Values values = Values::None;
    bool is_known = false;  // to be the quantity

    struct Point {
        double value = 0, slope = 0, curvature = 0;  // by s
    };
    Point at(double s) const;
    double slope_error() const;  // by s
    // Over a part of a piece of this width in θ: the part from s = a to b.
    IntervalJet over(double a, double b, double width) const;
};

// Of values at as many Chebyshev points as the degree, 8, 16 or 32, needs, from left to right.
QuantityPolynomial interpolated(std::span<const double> values, double negligible);
// Where these points lie.
double chebyshev_point(std::size_t j, std::size_t degree);

}  // namespace rattleback

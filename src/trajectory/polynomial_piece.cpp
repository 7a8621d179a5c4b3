#include "trajectory/polynomial_piece.hpp"

#include <vector>

#include "trajectory/bracketed_root.hpp"

namespace rattleback {
namespace {

// Of a piece: what cannot be told on a part that is so short is flat.
constexpr double shortest = 1e-9;

}  // namespace

// By de Casteljau; the last three rows tell the derivatives.
PolynomialPiece::Point PolynomialPiece::at(double theta) const {
    std::array<double, highest_degree + 1> b = bernstein;
    const double s = width > 0 ? (theta - from) / width : 0, scale = width > 0 ? width : 1;
    const auto n = static_cast<double>(degree);
    Point result;
    for (std::size_t left = degree + 1; left > 1; --left) {
        if (left == 3)
            result.curvature = n * (n - 1) * ((b[2] - b[1]) - (b[1] - b[0])) / (scale * scale);
        if (left == 2) result.slope = n * (b[1] - b[0]) / scale;
        for (std::size_t j = 0; j + 1 < left; ++j) b[j] += s * (b[j + 1] - b[j]);
    }
    result.value = b[0];
    return result;
}

double PolynomialPiece::turn() const {
    const auto slope = [&](double theta) { return at(theta).slope; };
    return bracketed_root(slope, {from, slope(from), until(), slope(until())}, 1e-16);
}

PolynomialPiece PolynomialPiece::take_left_half() {
    PolynomialPiece left = *this;
    left.width = width /= 2;
    from += width;
    split_bernstein({bernstein.data(), degree + 1}, {left.bernstein.data(), degree + 1});
    return left;
}

void for_each_course(const PolynomialPiece& piece, const CoursesWanted& wanted,
                     FunctionRef<void(const PolynomialPiece&, Course)> take) {
    std::vector<PolynomialPiece> parts{piece};
    while (!parts.empty()) {
        PolynomialPiece part = parts.back();
        parts.pop_back();
        const Interval values = part.range(0), slopes = part.range(1);
        if (wanted.settles(values)) continue;
        const bool is_flat = wanted.is_flat(values) || part.width <= shortest * piece.width;
        if (slopes.excludes_zero()) {
            take(part, Course::Monotone);
        } else if (is_flat) {
            take(part, Course::Flat);
        } else if (part.range(2).excludes_zero()) {
            const double left = part.at(part.from).slope, right = part.at(part.until()).slope;
            take(part, left * right < 0 ? Course::Turn : Course::Monotone);
        } else {
            const PolynomialPiece left = part.take_left_half();
            parts.push_back(part);
            parts.push_back(left);
        }
    }
}

}  // namespace rattleback

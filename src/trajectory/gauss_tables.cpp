#include "trajectory/gauss_tables.hpp"

#include <cmath>

namespace rattleback {
namespace {

using Matrix = Eigen::MatrixXd;
using Vector = Eigen::VectorXd;
using Index = Eigen::Index;

}  // namespace

GaussTable gauss4() {
    const double r = std::sqrt(3.0) / 6;
    GaussTable table{Vector(2), Vector(2), Matrix(2, 2), 3, 3.0 / 4, 0.5};
    table.c << 0.5 - r, 0.5 + r;
    table.b << 0.5, 0.5;
    table.a << 0.25, 0.25 - r, 0.25 + r, 0.25;
    return table;
}

GaussTable gauss6() {
    const double r = std::sqrt(15.0);
    GaussTable table{Vector(3), Vector(3), Matrix(3, 3), 4, 2.0 / 3, 0.5};
    table.c << 0.5 - r / 10, 0.5, 0.5 + r / 10;
    table.b << 5.0 / 18, 4.0 / 9, 5.0 / 18;
    table.a << 5.0 / 36, 2.0 / 9 - r / 15, 5.0 / 36 - r / 30,  //
        5.0 / 36 + r / 24, 2.0 / 9, 5.0 / 36 - r / 24,         //
        5.0 / 36 + r / 30, 2.0 / 9 + r / 15, 5.0 / 36;
    return table;
}

Vector end_slope_weights(const Vector& c) {
    const Index s = c.size();
    Vector weights(s);
    for (Index i = 0; i < s; ++i) {
        double at0 = s % 2 == 0 ? 1 : -1, at1 = 1;
        for (Index j = 0; j < s; ++j) {
            if (j == i) continue;
            at0 *= -c(j) / (c(i) - c(j));
            at1 *= (1 - c(j)) / (c(i) - c(j));
        }
        weights(i) = at0 + at1;
    }
    return weights;
}

}  // namespace rattleback

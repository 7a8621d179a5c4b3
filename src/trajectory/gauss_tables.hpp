// The coefficients of the implicit Gauss-Legendre methods: c, b and A of their tables, and how their
// errors are estimated.
#pragma once

#include <Eigen/Dense>

namespace rattleback {

struct GaussTable {
    Eigen::VectorXd c, b;
    Eigen::MatrixXd a;
    int error_order;         // of the estimate
    double tolerance_power;  // from what is asked to what the estimate is compared with
    double error_factor;
};

GaussTable gauss4();
GaussTable gauss6();

// Weights of u'(1) ± u'(0), u the polynomial of the stages: + for an even number of them.
Eigen::VectorXd end_slope_weights(const Eigen::VectorXd& c);

}  // namespace rattleback

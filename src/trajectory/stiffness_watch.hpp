// Whether steps are small because of stability, not of accuracy.
//
// |λ|, the largest size of an eigenvalue of ∂f/∂y, is estimated by a power method that goes along
// with the steps: d ← (f(y + δd) − f(y))/δ, one more evaluation of f each. An explicit method whose
// steps are chosen by accuracy has |hλ| well below the boundary of its stability; a stiff problem
// keeps it there. Who has been beyond half of the boundary for fifteen steps, with fewer than six
// others between, is at a stiff problem [Hairer & Wanner II, IV.2, from which the counting is]. As long
// as nothing is suspected a look now and then will do.
#pragma once

#include <vector>

#include "trajectory/ode_problem.hpp"

namespace rattleback {

class StiffnessWatch {
public:
    // Entries of y are compared in these units, the absolute tolerances of the run.
    StiffnessWatch(const OdeProblem& problem, const double* units);

    // After each step; whether it is to be looked at.
    bool is_due() {
        if (stiff_ == 0 && ++since_look_ < between_looks) return false;
        since_look_ = 0;
        return true;
    }
    // A step of width h to y at t, where f = rate.
    bool is_stiff(double t, const double* y, const double* rate, double h, double boundary);

private:
    static constexpr int between_looks = 4;  // steps

    double eigenvalue(double t, const double* y, const double* rate);
    double norm(const double* x) const;

    const OdeProblem& problem_;
    const double* units_;
    std::vector<double> direction_, argument_, moved_;
    int stiff_ = 0, not_stiff_ = 0, since_look_ = 0;
};

// How far the truncated exponential series of this order is stable along the negative axis.
double stability_of_taylor(std::size_t order);

}  // namespace rattleback

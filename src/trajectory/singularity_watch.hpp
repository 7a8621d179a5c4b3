// Singular states within a step.
//
// A margin (regularity.hpp) is positive and touches zero: v₁² + v₂² does not change its sign. What
// is looked for is therefore a minimum of the margin over the step that is as good as zero. A few
// points of a coarse polynomial tell whether one may be there; if so, a grid on the polynomial of
// the method and golden sections find it.
#pragma once

#include "trajectory/dense_output.hpp"
#include "trajectory/ode_problem.hpp"

namespace rattleback {

class SingularityWatch {
public:
    explicit SingularityWatch(const OdeProblem& problem) : problem_(problem), y_(problem.size) {}

    // False when the initial state is singular.
    bool start(double t, const double* y);
    // Whether the margin becomes small within the step; cheap.
    bool is_suspect(const Segment& coarse, const double* y_end);
    // θ of the first singular state within the step; more than 1 when there is none.
    double search(const Segment& segment, const double* y_end);

private:
    double margin(const Segment& segment, double theta);
    double minimum(const Segment& segment, double left, double right);

    const OdeProblem& problem_;
    std::vector<double> y_;
    double before_ = 1;  // the margin where the step begins
    bool is_suspected_ = false;
    std::size_t points_ = 0;  // of the grid
};

}  // namespace rattleback

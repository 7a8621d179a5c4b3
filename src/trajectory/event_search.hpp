// Where events happen within a step.
//
// Each event is looked at on a grid of θ as fine as the degree of the step's polynomial, so that
// two crossings in one large step are seen, and each change of sign is located on the polynomial to
// the last digits of t. Crossings come in the order of the run, whichever event they belong to. An
// event that starts at zero has not happened; one that comes to zero exactly has.
#pragma once

#include "trajectory/dense_output.hpp"
#include "trajectory/ode_problem.hpp"

namespace rattleback {

struct Crossing {
    std::size_t event = 0;
    int direction = 0;  // +1 rising, −1 falling
    double theta = 0;
};

class EventSearch {
public:
    explicit EventSearch(const OdeProblem& problem);

    void start(double t, const double* y);
    // y_end is the state at θ = 1, which may be better than the polynomial there.
    std::span<const Crossing> crossings(const Segment& segment, const double* y_end);

private:
    void look(const Segment& segment, std::size_t event, std::size_t point, double left);
    double value(const Segment& segment, std::size_t event, double theta);

    const OdeProblem& problem_;
    std::vector<int> side_;  // the sign each event had last; 0: none yet
    std::vector<double> before_, now_, trial_, y_;
    std::vector<Crossing> found_;
    std::size_t points_ = 1;
};

}  // namespace rattleback

// Where events happen within a step.
//
// Each event is looked at on a grid of θ as fine as the degree of the step's polynomial, so that
// two crossings in one large step are seen, and each change of sign is located on the polynomial to
// the last digits of t. Two crossings between neighbours of the grid change no sign there: where
// three neighbours show that the event comes near to zero and turns back, its extremum is looked for.
// A point close to each end of the step shows the slopes there. Crossings come in the order of the
// run, whichever event they belong to. An event that starts at zero has not happened; one that comes
// to zero exactly has.
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
    struct Look {
        double theta = 0;
        std::vector<double> values;  // one per event
    };
    struct Point {
        double theta, value;
    };

    void look_at(const Segment& segment, double theta, const double* y_end);
    void look_for_change(const Segment& segment, std::size_t event);
    void look_for_turn(const Segment& segment, std::size_t event);
    void add(const Segment& segment, std::size_t event, int direction, Point a, Point b);
    double value(const Segment& segment, std::size_t event, double theta);

    const OdeProblem& problem_;
    std::vector<int> side_;      // the sign each event had last; 0: none yet
    Look first_, before_, now_;  // three neighbours of the grid
    std::vector<double> trial_, y_;
    std::vector<Crossing> found_;
};

}  // namespace rattleback

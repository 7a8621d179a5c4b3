// Whether a step of given width jumped over a force.
//
// Methods with fixed steps cannot take a shorter one where the step guard asks for it. Then the cubic
// through both ends with their slopes is looked at in pieces so small that the arguments allow each
// (step_guard.hpp), and what f does there beyond the slope of the cubic is added up. If that changes
// an entry of y on the way by more than a tenth of its size, or of what the step moves it, the step
// missed a force, and who made it stops: the run would be wrong from there on.
#pragma once

#include "trajectory/recorder.hpp"
#include "trajectory/step_guard.hpp"

namespace rattleback {

class MissedForce {
public:
    MissedForce(const OdeProblem& problem, StepGuard& guard);

    bool is_in(const Slope& start, double h, const Slope& end);

private:
    struct Ends {
        Slope start;
        double h;
        Slope end;
    };
    struct Point {
        std::vector<double> y, rate;
    };

    void find(const Ends& ends, double theta, Point& point) const;
    void look(const Ends& ends, double from, double to, int depth);

    const OdeProblem& problem_;
    StepGuard& guard_;
    Point first_, second_;
    std::vector<double> f_, missed_, most_missed_;  // up to here; anywhere before
    int pieces_ = 0;
};

// Ends a run whose step from here to `end` did.
void stop_at_missed_force(Recorder& recorder, double end);

}  // namespace rattleback

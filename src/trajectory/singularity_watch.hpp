// Singular states within a step.
//
// A margin (regularity.hpp) is positive and touches zero: v₁² + v₂² does not change its sign. What
// is looked for is therefore a minimum of a margin over the step that is as good as zero: moving one
// entry of the state by a small part of what it changes by in the step would double the margin
// (near_zero.hpp). A motion that feels a singular state it passes by takes small steps there, in
// which nothing is small; one that slows down for ever never comes to rest. Neither has come to a
// singular state, however small the margin is beside what it was. Nor has one whose f goes on through
// a denominator that vanishes (removable.hpp). Margins without units, which tell of variables and not
// of the motion, have a least value of their own.
//
// One singular state is not felt by those who hit it: the apex of a cone of velocities, as that of
// x'² = y'² + z'². Around it accelerations depend on the direction of the velocities alone, not on
// their size, so that many motions come straight to it; beyond it they have more than one continuation.
// The polynomial of a step that leaps over it misses it by a small part of the step. But what passes the
// apex by turns round it while its velocity changes by about the distance, and needs steps no longer
// than a few times that. So a step over which a margin of this kind falls to where a thirtieth of the
// change of a velocity would double it, from and to ten times as much, has leapt over the apex.
//
// A few points of a coarse polynomial tell whether such a minimum may be there; if so, a grid on the
// polynomial of the method and golden sections find it.
//
// A motion that falls into a singular state in ever shorter steps need not be followed until the
// steps vanish: where rounding of the state alone changes a margin by far more than the tolerance of
// the run, and steps are a thousandth and less of the way to where the margin would double, many of them
// in a row, it creeps, and the equations cannot be evaluated any nearer. Rounding alone is no reason: by a
// tolerance of 10⁻¹³ it is too large at 10⁻⁴ of the state, and a motion that passes by nearer is well known.
// Tolerances allow for it there (tolerance_floors.hpp). And variables
// of a form, where there are others, are left before that: where steps have become short, and at the rate
// of the last one a margin of theirs would vanish within a short part of a long one. Beyond, steps would
// shrink without end, and velocities that the form computes lose their digits.
#pragma once

#include "trajectory/dense_output.hpp"
#include "trajectory/near_zero.hpp"
#include "trajectory/ode_problem.hpp"

namespace rattleback {

class SingularityWatch {
public:
    // Errors of this relative size may keep a motion from hitting a singular state exactly.
    SingularityWatch(const OdeProblem& problem, double rtol);

    // False when the initial state is singular.
    bool start(double t, const double* y);
    // Whether a margin becomes small within the step; cheap.
    bool is_suspect(const Segment& coarse, const double* y_end);
    // θ of the first singular state within the step; more than 1 when there is none.
    double search(const Segment& segment, const double* y_end);

private:
    std::span<double> row(std::size_t point) {
        return std::span(values_).subspan(point * width_, width_);
    }
    void look(const Segment& segment, double theta, std::span<double> values);
    void look_ahead(const Segment& step, std::span<const double> end);
    void look_for_loss(const Segment& step, const double* y_end, std::span<const double> end);
    void look_along(const Segment& segment, const double* y_end);
    double first_zero(const Segment& segment, std::size_t margin);
    double minimum(const Segment& segment, std::size_t margin, double left, double right);
    bool is_gone(const Segment& segment, std::size_t margin, double theta);
    bool is_singular(const Segment& segment, std::size_t margin, double theta);
    bool goes_on(const Segment& segment, std::size_t margin, double theta);
    bool leaps_over_apex(const Segment& segment, std::size_t margin, double theta);

    const OdeProblem& problem_;
    std::size_t count_, width_;  // of margins; with phases
    double rtol_;
    double part_;  // of what an entry changes by in a step
    double loss_;  // rounding that takes more than the tolerance from a margin
    double began_ = 0;
    double longest_ = 0;  // step
    NearZero near_zero_;
    std::vector<double> y_, least_, most_;  // entries of y along the step
    std::vector<double> before_, beside_;   // margins where the step begins, and elsewhere
    std::vector<double> values_;            // margins at the points of the grid
    std::vector<double> largest_, by_, leap_;
    std::vector<char> suspected_, is_ending_, is_lost_;
    std::vector<int> creeping_;  // steps in a row
    std::size_t points_ = 0;     // of the grid
};

}  // namespace rattleback

// How far a state is from one where the equations of motion fail.
//
// What is watched are margins (watched_margins.hpp): numbers that are zero there and have all units.
// Their size says nothing by itself, nor does what it was at the start: x² falls from 10⁶ to 10⁻⁶
// while x comes from 1000 to 1/1000, and nothing has happened. What has a meaning is how far the
// *state* is from one where a margin vanishes: a margin is as good as zero where moving one entry of
// the state a little would double it (near_zero.hpp). "A little" is a part of what the entry changes
// by in the step, for a run that comes to such a state, and rounding for one that begins there
// (singularity_watch.hpp); where the numbers fail, it is a part of the largest that the entry was,
// and the margin nearest to zero is the reason.
#pragma once

#include <memory>

#include "trajectory/ode_problem.hpp"
#include "trajectory/watched_margins.hpp"

namespace rattleback {

class Regularity {
public:
    // It has no numbers yet, and any run may take a copy.
    Regularity(const System& system, const Equations& equations, const KnownOfMargins& known);
    // For a run with these values of the parameters.
    Regularity with(const System& values) const;
    // Whether it watches what must be watched with these values.
    bool serves(const System& values) const;

    bool is_needed() const { return !watched_.parts.empty(); }
    // Whether there are other variables than those of the form.
    std::vector<MarginKind> kinds(bool has_others) const;
    bool has_margins_of_form() const;
    std::size_t phases() const { return watched_.phases; }
    // The margins at a state, then the phases; NaN where a margin has no value.
    void operator()(double t, const double* state, double* margins) const;
    // The margin that is nearest to zero. Its value is the part of the largest entries so far, a
    // power of ten, by which the state would have to move; or the margin itself, if it has no units.
    Margin smallest(double t, const double* state) const;
    // Of the variables of the form alone.
    Margin smallest_of_form(double t, const double* state) const;

private:
    struct Worst {
        Margin of_motion, of_form, of_chart;
    };
    Worst worst(double t, const double* state) const;
    std::vector<double> distances(double t, const double* state) const;
    void find(double t, const double* state, double* margins) const;
    void find_margins(const WatchedMatrix& matrix, const double* entries, double* margins) const;
    double held_by_constraints(const WatchedMatrix& matrix, const double* entries,
                               const double* pivots) const;

    std::shared_ptr<const WatchedMargins> margins_;
    const WatchedMargins& watched_;
    std::vector<double> bounds_;  // by which scalars are divided
    mutable std::vector<double> in_, out_;
    mutable std::vector<double> largest_;  // |y| that the run has seen, and |t|
    mutable std::vector<double> scales_;   // of rows and columns of the matrices, at the start
    mutable double held_at_start_ = 0;
    mutable std::vector<double> mass_at_start_;  // the pivots of M
    std::size_t positions_ = 0, state_size_ = 0;
};

}  // namespace rattleback

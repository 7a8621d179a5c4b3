// The absolute tolerances of a run, which follow it.
//
// They are chosen at the start (natural_sizes.hpp), which cannot know everything.
//
// Of an entry that is zero, and that nothing moves wherever one looks, nothing tells a size. It has none
// until it moves: the step in which it does so is made anew, with the floor that belongs to what it moved
// to, and that grows with it. A light body that is struck long after the start moves as exactly as one that
// moves from the start.
//
// And no step can be more exact than what rounding leaves of the rates (rate_rounding.hpp). Of forces
// that balance each other only rounding is left, and it grows with them; beside a singular state all of
// the rates have fewer digits. A tolerance below that is met by no step but by one so short that rounding
// has no time to act, and a run would creep. So where steps have become many times shorter, or a method
// sees no other way, what rounding makes of a step is added to the floors, and taken away behind. As long
// as it is there steps are as wide as rounding allows, and what is computed is as exact as it can be in
// double precision. Where that is less than was asked for, of rates that have digits, a sentence says so.
//
// Floors change between two steps, and the method begins anew with them (recorder.hpp).
#pragma once

#include "expr/sentence.hpp"
#include "trajectory/integration_options.hpp"
#include "trajectory/rate_rounding.hpp"

namespace rattleback {

class ToleranceFloors {
public:
    ToleranceFloors(const OdeProblem& problem, const IntegrationOptions& options);

    const double* data() const { return now_.data(); }
    // Each is the largest of the run, as what the state may be wrong by.
    std::span<const double> largest() const { return largest_; }
    // The part of the tolerance that the method gives to a step, and whether it compares several states.
    void give(double part, bool compares_states) {
        part_ = part;
        compares_states_ = compares_states;
    }

    void start(const double* y);
    // Whether something moves in a step to y of which nothing told: the floors are those of the step then,
    // which has to be made anew.
    bool are_told(double t, double width, const double* y) {
        return is_untold_ && tell(t, width, y);
    }
    // After a step: whether the method has to begin anew, with other floors.
    bool follow(double t, double width, const double* y) { return is_due(width) && look(t, y); }
    // Whether there are others with which a method that cannot go on may go on.
    bool allow_more(double t, const double* y);
    // Where rounding exceeded the tolerance.
    Sentences sentences() const;

private:
    // Of one entry.
    struct Floor {
        double chosen = 0;    // at the start, or when it moved
        double size = 0;      // so far, of what nothing told at the start
        double rounding = 0;  // of a step, while it exceeds the tolerance
        bool is_untold = false;
    };
    struct Exceeded {
        double from = 0, until = 0;
        double at = 0, reached = 0, allowed = 0;  // where it is worst
        std::size_t entry = 0;
    };

    bool is_due(double width);
    bool tell(double t, double width, const double* y);
    bool look(double t, const double* y);
    bool creeps(double t, const double* y);
    bool take_rounding(double t, double width, const double* y, bool only_more);
    double allowed(std::size_t i, const double* y) const;
    double raised(std::size_t i, const double* y) const;
    void note(double t, std::size_t entry, double reached, double allowed);
    double floor_of(double size) const;
    void update();

    const OdeProblem& problem_;
    const IntegrationOptions& options_;
    RateRounding rounding_;
    std::vector<double> of_step_;  // what rounding makes of one
    std::vector<Floor> floors_;
    std::vector<double> rates_;  // at the last look
    std::vector<double> now_, largest_;
    double safety_;  // by which rounding is multiplied
    double part_ = 1;
    bool compares_states_ = false;
    bool is_untold_ = false;    // an entry
    bool is_raised_ = false;    // by rounding
    bool is_watching_ = false;  // after a while it looks again
    double widest_ = 0;         // step since the last look, or since the method began
    int short_steps_ = 0, since_look_ = 0, tries_ = 0;
    double last_width_ = 0;
    std::optional<Exceeded> exceeded_ = {};
};

}  // namespace rattleback

// A formula g(t, y) along the polynomial of a step, over parts of the step and at points.
//
// Over a part of the step each entry of y that occurs in g is a polynomial in Bernstein's basis, which
// tells its range and those of its derivatives (bernstein.hpp). From these follow those of g
// (interval_jet.hpp).
//
//     FormulaAlongStep g(tape, size);
//     for (g.begin(segment, error); !g.is_done();) {
//         if (g.over_part().value.excludes_zero()) g.next();
//         else g.halve();             // goes on with the left half
//     }
#pragma once

#include "trajectory/dense_output.hpp"
#include "trajectory/interval_jet.hpp"

namespace rattleback {

// How far entries of y may be wrong: absoluteᵢ + relative·|yᵢ| for each step.
struct StateError {
    double relative = 0;
    std::span<const double> absolute = {};  // of each entry, or none
    double steps = 1;

    double of(std::size_t entry, double size) const {
        return steps * ((absolute.empty() ? 0 : absolute[entry]) + relative * size);
    }
};

class FormulaAlongStep {
public:
    // The inputs of the tape are the entries of y, then t.
    FormulaAlongStep(const Tape& tape, std::size_t size);

    // Of a step, up to θ = until.
    void begin(const Segment& segment, StateError error, double until = 1);

    // The part that is looked at, as [from, from + width] of θ.
    struct Part {
        double from = 0, width = 1;
        double until() const { return from + width; }
    };
    const Part& part() const { return parts_.back(); }
    bool is_done() const { return parts_.empty(); }
    void halve();  // goes to the left half of the part
    void next();   // goes to what follows the part
    const IntervalJet& over_part();

    const IntervalJet& at(double theta);
    // At the end of the step, which may be better than the polynomial there.
    const IntervalJet& at_end(const double* y);
    // Before there is a step; the slopes are not known, and zero.
    const IntervalJet& at_start(double t, const double* y, StateError error);

private:
    void reserve_levels();
    void set_entry(std::size_t which, IntervalJet jet);
    void set_time(double theta, double radius);
    IntervalJet point_of(std::size_t which, double theta) const;
    std::span<double> polynomial(std::size_t level, std::size_t which) {
        return std::span(bernstein_).subspan((level * used_.size() + which) * rows_, rows_);
    }

    const Tape& tape_;
    std::size_t size_;
    StateError error_;
    std::vector<std::size_t> used_;  // entries of y in the formula
    std::vector<double> scale_;      // the largest size of each over the step
    Segment segment_;
    std::size_t rows_ = 0;
    std::vector<double> bernstein_;  // by level, entry of used_, j
    std::vector<Part> parts_;        // those still to be looked at; the last is next
    std::vector<IntervalJet> places_;
};

}  // namespace rattleback

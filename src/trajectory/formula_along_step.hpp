// A formula g(t, y) along the polynomial of a step, over parts of the step and at points.
//
// Over a part of the step each entry of y that occurs in g is a polynomial in Bernstein's basis,
//
//     y(θ) = Σ bⱼ C(n, j) sʲ (1 − s)ⁿ⁻ʲ ,    s = (θ − a)/(b − a) ,
//
// whose values lie between the smallest and the largest bⱼ, whose slopes between the differences of
// neighbours, and so on (bernstein.hpp). From these ranges follow those of g and its derivatives
// (interval_jet.hpp). Behind t the formula may have quantities that are computed from y and t, of
// which there are such ranges too (quantities_along_step.hpp); an event without a formula is one of them.
//
//     FormulaAlongStep g(&tape, size, &quantities);
//     for (g.begin(segment, error); !g.is_done();) {
//         if (g.over_part().value.excludes_zero()) g.next();
//         else g.halve();             // goes on with the left half
//     }
#pragma once

#include "trajectory/dense_output.hpp"
#include "trajectory/interval_jet.hpp"
#include "trajectory/quantities_along_step.hpp"

namespace rattleback {

class FormulaAlongStep {
public:
    // The inputs of the tape are the entries of y, then t, then quantities.
    FormulaAlongStep(const Tape& tape, std::size_t size, QuantitiesAlongStep* quantities = nullptr);
    // One of the quantities.
    FormulaAlongStep(std::size_t quantity, std::size_t size, QuantitiesAlongStep& quantities);

    // Of a step, up to θ = until, along which the quantities have begun too.
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
    // Makes the quantities as exact on it as can be, which they are where the formula may be zero;
    // false if they are.
    bool refine();
    // Whether a quantity is known on it at points only.
    bool is_blurred();

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
    void set_quantities(std::span<const IntervalJet> jets);
    const IntervalJet& run(double radius);
    const IntervalJet& run_closely(double theta);
    static bool may_be_zero(const IntervalJet& jet);
    std::span<double> polynomial(std::size_t level, std::size_t which) {
        return std::span(bernstein_).subspan((level * used_.size() + which) * rows_, rows_);
    }

    const Tape* tape_ = nullptr;  // none: the quantity is all
    std::size_t size_;
    QuantitiesAlongStep* quantities_ = nullptr;
    StateError error_;
    std::vector<std::size_t> used_;             // entries of y in the formula
    std::vector<std::size_t> used_quantities_;  // likewise
    std::vector<double> scale_;                 // the largest size of each over the step
    Segment segment_;
    std::size_t rows_ = 0;
    std::vector<double> bernstein_;  // by level, entry of used_, j
    std::vector<Part> parts_;        // those still to be looked at; the last is next
    std::vector<IntervalJet> places_;
};

}  // namespace rattleback

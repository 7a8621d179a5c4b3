// The Taylor polynomial of one step: y(t₀ + σθ) = Σₖ cₖ θᵏ, and what its coefficients say.
//
// Order and width are chosen as Jorba and Zou do [Exp. Math. 14 (2005) 99–117]. With radius of
// convergence ρ the work per unit of time, p²/h with (h/ρ)ᵖ = tolerance, is least near
// p = 1 − ½ ln(tolerance), and then h = ρ/e². Where an order costs more than its sums, a higher one
// is better: here p = 1 − 0.6 ln(tolerance). The width is the largest at which neither of the last
// two terms exceeds the tolerance; what is left out is then smaller by h/ρ.
#pragma once

#include <span>
#include <vector>

#include "compiled/compiled_jets.hpp"
#include "trajectory/dense_output.hpp"
#include "trajectory/step_control.hpp"

namespace rattleback {

// For a relative tolerance.
std::size_t taylor_order(double tolerance);

class TaylorSeries {
public:
    // The sides and parameters of `in` are set by the caller; see compiled_jets.hpp.
    TaylorSeries(const CompiledJets& jets, std::size_t largest_order);

    std::vector<double>& input() { return input_; }

    // The series at the state and time in input(). False when a coefficient is not finite.
    bool expand(double sigma, std::size_t order);

    double sigma() const { return sigma_; }
    std::size_t order() const { return order_; }
    std::span<const double> coefficients(std::size_t k) const {
        return std::span(coefficients_).subspan(k * width_, width_);
    }

    // The largest θ at which the last terms keep the tolerances; infinite when they are zero.
    double width(const Tolerances& tolerances) const;
    // y(θ) − y(0), and σ dy/dt at θ: rows of jets.width().
    void advance(double theta, double* change, double* slope) const {
        jets_.advance({coefficients_.data(), change, slope, theta, order_});
    }
    double value(std::size_t entry, double theta) const;

    // The polynomial over a step to θ, in coefficients that this keeps until the next.
    Segment segment(Time start, double theta);

private:
    const CompiledJets& jets_;
    std::size_t size_, width_, watched_;  // of y, of a row, and what counts in it
    std::vector<double> input_, workspace_, coefficients_, scaled_;
    double sigma_ = 1;
    std::size_t order_ = 0;
};

}  // namespace rattleback

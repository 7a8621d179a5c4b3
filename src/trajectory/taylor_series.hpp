// The Taylor polynomial of one step: y(t₀ + σθ) = Σₖ cₖ θᵏ, and what its coefficients say.
//
// Order and width are chosen as Jorba and Zou do [Exp. Math. 14 (2005) 99–117]. With radius of
// convergence ρ the work per unit of time, p²/h with (h/ρ)ᵖ = tolerance, is least near
// p = 1 − ½ ln(tolerance), and then h = ρ/e². The width is the largest at which neither of the last
// two terms exceeds the tolerance; what is left out is then smaller by h/ρ. The method gives the
// series a tenth of the tolerances of the run: what is left out adds up over the steps, and with less
// care it would exceed the rounding errors of the tightest runs.
//
// A series keeps all that a step with it needs, in rows of jets.width() doubles: nothing is
// allocated after its construction.
#pragma once

#include <new>
#include <span>
#include <vector>

#include "compiled/compiled_jets.hpp"
#include "trajectory/dense_output.hpp"
#include "trajectory/step_control.hpp"

namespace rattleback {

inline constexpr double series_tolerance = 0.1;  // of that of the run

// For a relative tolerance.
std::size_t taylor_order(double tolerance);

// At lines of the cache: vectors that lie across two of them take longer to read and write.
template <class T>
struct LineAllocator {
    using value_type = T;
    static constexpr std::align_val_t line{64};
    LineAllocator() = default;
    template <class Other>
    LineAllocator(const LineAllocator<Other>&) {}
    T* allocate(std::size_t n) { return static_cast<T*>(::operator new(n * sizeof(T), line)); }
    void deallocate(T* p, std::size_t) noexcept { ::operator delete(p, line); }
    bool operator==(const LineAllocator&) const = default;
};

class TaylorSeries {
public:
    // The sides and parameters of `in` are set by the caller; see compiled_jets.hpp. The tolerances
    // are those of the run.
    TaylorSeries(const CompiledJets& jets, std::size_t largest_order, const Tolerances& tolerances);
    TaylorSeries(const TaylorSeries&) = delete;
    TaylorSeries& operator=(const TaylorSeries&) = delete;

    std::vector<double>& input() { return input_; }

    // The series at the state and time in input(). False when a coefficient is not finite, or its
    // square.
    bool expand(double sigma, std::size_t order);

    double sigma() const { return sigma_; }
    std::size_t order() const { return step_.order; }
    std::span<const double> coefficients(std::size_t k) const {
        return std::span(coefficients_).subspan(k * width_, width_);
    }

    // The largest θ at which the last terms keep the tolerances; infinite when they are zero.
    double reach() const;
    // The step to θ: change = p(θ) − y + carry, end = y + change.
    void advance(double theta);
    // Whether `rate`, which is to be f at the end, agrees with the slope of the polynomial there.
    bool is_solution();

    double* end() { return step_.end; }
    double* rate() { return rate_; }
    // What `rate` is now, f where the step begins, while `rate` is written anew.
    void keep_rate() {
        first_rate_ = rate_;
        rate_ = row(first_rate_ == row(rate_row) ? first_rate_row : rate_row);
        step_.rate = rate_;
    }
    const double* first_rate() const { return first_rate_; }
    // What rounding lost in y + change, for the next step; or nothing.
    void keep_carry();
    void drop_carry();

    double value(std::size_t entry, double theta) const;

    // The polynomial over a step to θ, in coefficients that this keeps until the next.
    Segment segment(Time start, double theta);

private:
    enum Row : std::uint8_t {
        carry_row,
        rate_row,
        first_rate_row,
        change_row,
        end_row,
        slope_row,
        atol_row,
        rows
    };
    void choose_tolerances();
    double* row(Row r) { return rows_.data() + r * width_; }

    const CompiledJets& jets_;
    std::size_t size_, width_;  // of y, of a row
    double watched_;            // how many entries of a row count
    double per_watched_;
    float power_before_ = 0, power_ = 0;  // −1/(2k − 2) and −1/(2k), of this order
    std::vector<double> input_, workspace_, scaled_;
    // By rows that are read and written whole.
    std::vector<double, LineAllocator<double>> coefficients_, rows_;
    double *rate_ = row(rate_row), *first_rate_ = row(first_rate_row);
    double sigma_ = 1;
    double result_[2] = {};
    JetStep step_;
};

}  // namespace rattleback

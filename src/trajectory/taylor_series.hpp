// The Taylor polynomial of one step: y(t₀ + σθ) = Σₖ cₖ θᵏ, and what its coefficients say.
//
// Order and width are chosen in the way of Jorba and Zou [Exp. Math. 14 (2005) 99–117]. With radius of
// convergence ρ a step of order p that meets a tolerance ε goes h = ρ ε^(1/p) far. They count p²
// operations for it, so that the work per unit of time is least near p = 1 − ½ ln ε. But where sums are
// formed side by side p² counts little beside p, and what surrounds the series is worth some orders more:
// a step takes as long as a + p + p²/c orders, measured with a = 12, c = 130 for a skate and a = 11,
// c = 42 for two points with a spring. For these, and where sums weigh more, down to a = 3, c = 12,
// p = 4 − 0.65 ln ε is within a tenth of the least work. The width is the largest at which neither of the
// last two terms exceeds the tolerance; what is left out is smaller. The method gives the
// series a fortieth of the tolerances of the run: what is left out adds up over the steps, and with less
// care it would exceed the rounding errors of the tightest runs.
//
// What a series begins with, f among it, is computed where a step ends, for the check of the step; the
// next series begins with it. A series keeps all that a step with it needs, in rows of jets.width()
// doubles: nothing is allocated after its construction.
#pragma once

#include <algorithm>
#include <new>
#include <span>
#include <vector>

#include "compiled/compiled_jets.hpp"
#include "trajectory/dense_output.hpp"
#include "trajectory/step_control.hpp"

namespace rattleback {

inline constexpr double series_tolerance = 0.025;  // of that of the run

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
    // The sides and parameters of input() are set by the caller; see compiled_jets.hpp. The
    // tolerances are those of the run.
    TaylorSeries(const CompiledJets& jets, std::size_t largest_order, const Tolerances& tolerances);
    TaylorSeries(const TaylorSeries&) = delete;
    TaylorSeries& operator=(const TaylorSeries&) = delete;

    std::vector<double>& input() { return input_; }

    // Where the series begins; or where the step ends that advance has made.
    void begin(double t, const double* y) { start(t, y, begin_); }
    void begin_at_end() { std::swap(begin_, end_); }
    // False when a coefficient is not finite, or its square.
    bool expand(double sigma, std::size_t order);

    double sigma() const { return sigma_; }
    std::size_t order() const { return step_.order; }
    std::span<const double> coefficients(std::size_t k) const {
        return std::span(coefficients_).subspan(k * width_, width_);
    }

    // The largest θ at which the last terms keep the tolerances; infinite when they are zero.
    double reach() const { return reach_; }
    // The step to θ, that is to y + (p(θ) − p(0) + carry).
    void advance(double theta);
    // f at its end, at time t.
    void evaluate_end(double t) { start(t, end(), end_); }
    const double* end_rate() const { return end_.data(); }
    // Whether f there, given in a row, agrees with the slope of the polynomial.
    bool is_solution(const double* rate);

    double* end() { return row(end_row); }
    const double* rate() const { return begin_.data(); }  // f where the series begins
    // What rounding lost in the step, for the next; or nothing.
    void keep_carry() { std::swap(step_.carry, step_.lost); }
    void drop_carry() { std::fill_n(step_.carry, width_, 0.0); }

    double value(std::size_t entry, double theta) const;

    // The polynomial over a step to θ, in coefficients that this keeps until the next.
    Segment segment(Time start, double theta);

private:
    enum Row : std::uint8_t { carry_row, lost_row, end_row, slope_row, atol_row, rows };
    // By rows that are read and written whole.
    using Numbers = std::vector<double, LineAllocator<double>>;

    void start(double t, const double* y, Numbers& values) {
        std::copy_n(y, size_, input_.begin());
        input_[size_] = t;
        jets_.start(input_.data(), values.data());
    }
    void choose_tolerances();
    double* row(Row r) { return rows_.data() + r * width_; }

    const CompiledJets& jets_;
    std::size_t size_, width_;  // of y, of a row
    std::size_t watched_;       // how many entries of a row count
    std::vector<double> input_, workspace_, scaled_;
    Numbers begin_, end_, coefficients_, rows_;
    double sigma_ = 1, reach_ = 0;
    double result_[2] = {};
    JetStep step_;
};

}  // namespace rattleback

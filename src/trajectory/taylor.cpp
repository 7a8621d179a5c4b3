#include "trajectory/taylor.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "trajectory/rate_tape.hpp"
#include "trajectory/step_guard.hpp"
#include "trajectory/stiffness_watch.hpp"
#include "trajectory/taylor_kinks.hpp"
#include "trajectory/taylor_series.hpp"

namespace rattleback {
namespace {

// A step that has to be halved this often was promised by a series of noise, as where the linear
// equations of the motion are solved without pivots that they would need; a few such are enough.
constexpr int many_halvings = 4, many_noisy_steps = 5;
// How often the step may be larger or smaller than the scale of time before the series is redone.
constexpr double largest_ratio = 100;
// Steps after which the order is looked at anew: it is a matter of cost alone.
constexpr int steps_of_an_order = 16;
// A step so much wider than the one before is verified at these parts of it too.
constexpr double much_wider = 4;
constexpr std::array<double, 7> inside{0.0902, 0.2361, 0.3262, 0.4721, 0.618, 0.7639, 0.8541};

bool all_finite(const double* x, std::size_t size) {
    return std::all_of(x, x + size, [](double each) { return std::isfinite(each); });
}

class Loop {
public:
    Loop(const OdeProblem& problem, Recorder& recorder)
        : problem_(problem),
          recorder_(recorder),
          rtol_(series_tolerance * recorder.options().rtol),
          series_(problem.tape->jets(), taylor_order(rtol_), recorder.tolerances()),
          kinks_(problem.tape->jets()),
          stiffness_(problem, recorder.tolerances().atol),
          guard_(problem, recorder.options().until - recorder.options().from),
          rate_(problem.tape->jets().width()) {
        recorder.give(series_tolerance);
        std::ranges::copy(problem.tape->parameters,
                          series_.input().begin() + static_cast<std::ptrdiff_t>(problem.size + 1));
        for (std::size_t i = 0; i < problem.size; ++i)
            per_unit_.push_back(1 / recorder.tolerances().atol[i]);
    }

    TaylorOutcome run(bool judges_cost);

private:
    bool begin();
    bool expand();
    bool step();
    bool holds(Time end, double h);
    bool holds_inside(double h);
    Slope start() const { return {recorder_.time().high, recorder_.state(), series_.rate()}; }
    bool is_allowed(Time end, double h) {
        return guard_.is_quiet(h, end.high) ||
               guard_.is_allowed(start(), h, {end.high, series_.end(), end_rate_});
    }
    bool is_projected(Time end);
    bool accept(Time end, double h);
    void begin_series() { series_.begin(recorder_.time().high, recorder_.state()); }
    void evaluate(double t, const double* y) {
        problem_.rate(t, y, rate_.data());
        ++recorder_.statistics().evaluations;
    }
    bool is_solution_at(double t);
    bool is_stiff(double t, double h);
    bool has_no_series();
    bool stop_small();
    std::size_t order();

    const OdeProblem& problem_;
    Recorder& recorder_;
    double rtol_;
    std::vector<double> per_unit_;  // 1/atol: divided by in every step
    TaylorSeries series_;
    TaylorKinks kinks_;
    StiffnessWatch stiffness_;
    StepGuard guard_;
    std::vector<double> rate_;          // f as the problem gives it, in a row of the series
    const double* end_rate_ = nullptr;  // f where the step ends
    TaylorOutcome outcome_ = TaylorOutcome::Stopped;
    bool judges_cost_ = false;
    bool has_begun_ = false;  // the series, at the state
    std::size_t order_ = 0;
    int since_order_ = 0;
    double stability_ = 0;  // of this order
    double size_ = 0;       // of y, in absolute tolerances, for which the order was chosen
    double h_ = 0;          // signed; what the series allow, then what the step was
    double reached_ = 0;    // how far they reach
    double width_before_ = 0;
    int noisy_steps_ = 0;
};

// The scale of time of the first series: the time in which y changes by its own size.
bool Loop::begin() {
    const double t = recorder_.time().high;
    const double* const y = recorder_.state();
    evaluate(t, y);
    if (!all_finite(rate_.data(), problem_.size)) {
        recorder_.stop(StopReason::NotFinite,
                       sentence("The rate of change is not finite at {}.", time_is(t)));
        return false;
    }
    double size = 0, speed = 0;
    for (std::size_t i = 0; i < problem_.size; ++i) {
        const double unit = recorder_.tolerances().atol[i];
        size = std::max(size, std::abs(y[i]) / unit);
        speed = std::max(speed, std::abs(rate_[i]) / unit);
    }
    const double given = recorder_.options().step, rest = recorder_.remaining();
    const double guess = given > 0 ? given : speed > 0 && size > 0 ? size / speed : std::abs(rest);
    h_ = std::copysign(std::min(guess, std::abs(rest)), rest);
    return true;
}

// From the tolerance relative to the size of y; found anew when that has changed by half.
std::size_t Loop::order() {
    if (order_ > 0 && ++since_order_ < steps_of_an_order) return order_;
    since_order_ = 0;
    double size = 0;
    const double* const y = recorder_.state();
    for (std::size_t i = 0; i < per_unit_.size(); ++i)
        size = std::max(size, std::abs(y[i]) * per_unit_[i]);
    if (order_ > 0 && size <= 1.5 * size_ && size_ <= 1.5 * size) return order_;
    size_ = size;
    order_ = taylor_order(size > 0 ? rtol_ + series_tolerance / size : rtol_);
    stability_ = stability_of_taylor(order_);
    return order_;
}

// The series at y, in a time scaled by about the width of the step: that of the step before, unless
// it turns out to have changed much.
bool Loop::expand() {
    const double t = recorder_.time().high;
    if (!has_begun_) begin_series();
    has_begun_ = true;
    const std::size_t order = this->order();
    const double rest = std::abs(recorder_.remaining());
    double sigma = h_;
    for (int attempt = 0; attempt < 8; ++attempt) {
        bool finite = series_.expand(sigma, order);
        ++recorder_.statistics().evaluations;
        if (finite && kinks_.choose_sides(series_)) {
            begin_series();
            finite = series_.expand(sigma, order);
        }
        const double reach = finite ? series_.reach() : 0;
        finite = reach > 0;
        const double theta = finite ? reach : 1 / (largest_ratio * 1e3);
        reached_ = sigma * theta;
        h_ = std::copysign(std::min(std::abs(reached_), rest), sigma);
        // Coefficients for far too short a time are zero for the range of doubles alone.
        const bool fits = theta * largest_ratio > 1 && std::abs(h_ / sigma) < largest_ratio;
        if (finite && (fits || std::abs(h_) < smallest_step(t))) return true;
        sigma = h_;
    }
    outcome_ = TaylorOutcome::NoSeries;
    return false;
}

// Where steps fail however small they are: whether the slope of the series is not f even at its
// start.
bool Loop::has_no_series() {
    evaluate(recorder_.time().high, recorder_.state());
    for (std::size_t i = 0; i < problem_.size; ++i) {
        const double slope = series_.rate()[i], f = rate_[i];
        if (std::isfinite(f) && !(std::abs(slope - f) <= 1e-6 * (std::abs(slope) + std::abs(f))))
            return true;
    }
    return false;
}

bool Loop::stop_small() {
    if (recorder_.allows_for_rounding()) return false;
    if (has_no_series()) {
        outcome_ = TaylorOutcome::NoSeries;
        return false;
    }
    recorder_.stop(StopReason::StepTooSmall,
                   sentence("The step has become too small at {}: the Taylor series of the motion "
                            "does not reach beyond it.",
                            time_is(recorder_.time().high)));
    return false;
}

bool Loop::step() {
    const double least = smallest_step(recorder_.time().high);
    if (std::abs(h_) > recorder_.options().largest_step)
        h_ = std::copysign(recorder_.options().largest_step, h_);
    if (!guard_.is_free(h_, recorder_.time().high)) h_ = guard_.limit(h_, start());
    const double allowed = h_;
    for (int halvings = 0; true;) {
        const bool at_kink = kinks_.limit(series_, recorder_.time(), h_);
        if (std::abs(h_) < least && std::abs(h_) < std::abs(recorder_.remaining()))
            return stop_small();
        double h = h_;
        const Time end = recorder_.end_of(h);
        const bool is_solution = holds(end, h) || at_kink;
        if (!is_solution || !is_allowed(end, h) || !is_projected(end)) {
            ++recorder_.statistics().rejected;
            h_ = h / 2;
            if (!is_solution) ++halvings;
            continue;
        }
        // On the way to a singular state steps only become narrower: that is no noise.
        if (halvings >= many_halvings && std::abs(h) >= width_before_) ++noisy_steps_;
        if (judges_cost_ && noisy_steps_ == many_noisy_steps) {
            if (!recorder_.allows_for_rounding()) outcome_ = TaylorOutcome::NoSeries;
            return false;
        }
        // A kink, the end of the run or the user's limit says nothing about the scale of time.
        h_ = at_kink || std::abs(h) < std::abs(allowed) ? allowed : h;
        width_before_ = std::abs(h);
        return accept(end, h);
    }
}

// Whether the polynomial is a solution, as far as can be seen; and the step to its end.
bool Loop::holds(Time end, double h) {
    if (std::abs(h) > much_wider * width_before_ && !holds_inside(h)) return false;
    // Nearly always the reach of the series, which is known without a division.
    series_.advance(h == reached_ ? series_.reach() : h / series_.sigma());
    return is_solution_at(end.high);
}

// With f as the next series would begin with it, unless that is not to be trusted.
bool Loop::is_solution_at(double t) {
    series_.evaluate_end(t);
    if (problem_.tape->may_need_pivots) {
        evaluate(t, series_.end());
        end_rate_ = rate_.data();
    } else {
        ++recorder_.statistics().evaluations;
        end_rate_ = series_.end_rate();
    }
    return series_.is_solution(end_rate_);
}

bool Loop::holds_inside(double h) {
    return std::ranges::all_of(inside, [&](double part) {
        series_.advance(part * h / series_.sigma());
        return is_solution_at(recorder_.time().plus(part * h).high);
    });
}

// Beyond where a constraint ends or jumps a wide step may come to states that cannot be projected.
bool Loop::is_projected(Time end) {
    if (!problem_.project) return true;
    ++recorder_.statistics().projections;
    return problem_.project(end.high, series_.end());
}

bool Loop::accept(Time end, double h) {
    series_.keep_carry();
    if (problem_.project) series_.drop_carry();
    const auto whole = [&] { return series_.segment(recorder_.time(), h / series_.sigma()); };
    Segment polynomial;
    if (recorder_.is_watched()) polynomial = whole();
    const bool wanted = recorder_.wants_segment(end, series_.end(), polynomial);
    if (wanted && !recorder_.is_watched()) polynomial = whole();
    if (!recorder_.accept(end, series_.end(), wanted ? &polynomial : nullptr)) return false;
    if (judges_cost_ && stiffness_.is_due() && is_stiff(end.high, h)) {
        outcome_ = TaylorOutcome::Stiff;
        return false;
    }
    has_begun_ = !problem_.project;
    if (has_begun_) series_.begin_at_end();
    return true;
}

bool Loop::is_stiff(double t, double h) {
    ++recorder_.statistics().evaluations;
    return stiffness_.is_stiff(t, recorder_.state(), end_rate_, h, stability_);
}

TaylorOutcome Loop::run(bool judges_cost) {
    judges_cost_ = judges_cost;
    if (!begin()) return outcome_;
    while (expand() && step()) {
    }
    return outcome_;
}

}  // namespace

std::optional<std::string> taylor_refusal(const OdeProblem& problem) {
    if (problem.tape == nullptr)
        return "It needs formulas of the right-hand side, and this problem gives only its values. "
               "'dop853' needs no more.";
    return {};
}

TaylorOutcome run_series(const OdeProblem& problem, Recorder& recorder, bool judges_cost) {
    return Loop(problem, recorder).run(judges_cost);
}

}  // namespace rattleback

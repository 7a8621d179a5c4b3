#include "trajectory/taylor.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "trajectory/rate_tape.hpp"
#include "trajectory/taylor_kinks.hpp"
#include "trajectory/taylor_series.hpp"

namespace rattleback {
namespace {

constexpr double epsilon = std::numeric_limits<double>::epsilon();
// How often the step may be larger or smaller than the scale of time before the series is redone.
constexpr double largest_ratio = 100;

class Loop {
public:
    Loop(const OdeProblem& problem, Recorder& recorder)
        : problem_(problem),
          recorder_(recorder),
          tolerances_{recorder.options().rtol, recorder.options().atol},
          series_(problem.tape->jets(), taylor_order(tolerances_.rtol)),
          kinks_(problem.tape->jets()),
          y_(recorder.state(), recorder.state() + problem.size),
          y1_(problem.size),
          change_(problem.tape->jets().width()),
          slope_(problem.tape->jets().width()),
          rate_(problem.size),
          carry_(problem.size) {
        const auto& parameters = problem.tape->parameters;
        std::ranges::copy(parameters, series_.input().begin() + parameters_at());
    }

    void run() {
        if (!begin()) return;
        while (expand() && step()) {
        }
    }

private:
    std::ptrdiff_t parameters_at() const { return static_cast<std::ptrdiff_t>(problem_.size + 1); }
    bool begin();
    bool expand();
    bool step();
    bool accept(Time end, double h);
    void advance(double h);
    bool is_solution(Time end, double h);
    bool stop_small();
    std::size_t order();

    const OdeProblem& problem_;
    Recorder& recorder_;
    Tolerances tolerances_;
    TaylorSeries series_;
    TaylorKinks kinks_;
    std::vector<double> y_, y1_, change_, slope_, rate_, carry_;
    std::size_t order_ = 0;
    double size_ = 0;  // of y, for which the order was chosen
    double h_ = 0;     // signed; what the series allow, then what the step is
};

// The scale of time of the first series: the time in which y changes by its own size.
bool Loop::begin() {
    const double t = recorder_.time().high;
    problem_.rate(t, y_.data(), rate_.data());
    ++recorder_.statistics().evaluations;
    double size = 0, speed = 0;
    for (std::size_t i = 0; i < y_.size(); ++i) {
        size = std::max(size, std::abs(y_[i]));
        speed = std::max(speed, std::abs(rate_[i]));
    }
    if (!std::ranges::all_of(rate_, [](double x) { return std::isfinite(x); })) {
        recorder_.stop(StopReason::NotFinite,
                       fmt::format("The rate of change is not finite at t = {}.", t));
        return false;
    }
    const double given = recorder_.options().step, rest = recorder_.remaining();
    const double guess = given > 0 ? given : speed > 0 && size > 0 ? size / speed : std::abs(rest);
    h_ = std::copysign(std::min(guess, std::abs(rest)), rest);
    return true;
}

// From the tolerance relative to the size of y; found anew when that has changed by half.
std::size_t Loop::order() {
    double size = 0;
    for (const double y : y_) size = std::max(size, std::abs(y));
    if (order_ > 0 && size <= 1.5 * size_ && size_ <= 1.5 * size) return order_;
    size_ = size;
    order_ = taylor_order(tolerances_.rtol + tolerances_.atol / (size > 0 ? size : 1));
    return order_;
}

// The series at y, in a time scaled by about the width of the step: that of the step before, unless
// it turns out to have changed much.
bool Loop::expand() {
    const double t = recorder_.time().high;
    std::ranges::copy(y_, series_.input().begin());
    series_.input()[problem_.size] = t;
    const std::size_t order = this->order();
    const double scale_of_t = std::abs(recorder_.remaining());
    double sigma = h_;
    for (int attempt = 0; attempt < 8; ++attempt) {
        bool finite = series_.expand(sigma, order);
        ++recorder_.statistics().evaluations;
        if (finite && kinks_.choose_sides(series_)) finite = series_.expand(sigma, order);
        const double theta = finite ? series_.width(tolerances_) : 1 / (largest_ratio * 1e3);
        h_ = std::copysign(std::min(std::abs(sigma) * theta, scale_of_t), sigma);
        if (finite && theta * largest_ratio > 1 && (theta < largest_ratio || h_ == sigma))
            return true;
        if (finite && std::abs(h_) == scale_of_t) return true;
        if (std::abs(h_) < smallest_step(t) && finite) return true;
        sigma = h_;
    }
    recorder_.stop(StopReason::NotFinite,
                   fmt::format("The Taylor series of the motion is not finite at t = {}.", t));
    return false;
}

// p(θ) − y, summed with what earlier steps lost to rounding.
void Loop::advance(double h) {
    series_.advance(h / series_.sigma(), change_.data(), slope_.data());
    for (std::size_t i = 0; i < y_.size(); ++i) {
        change_[i] += carry_[i];
        y1_[i] = y_[i] + change_[i];
    }
}

// Whether f at the end agrees with the slope of the polynomial. The first term left out is
// h·defect/(p+1); a few rounding errors of f must be allowed.
bool Loop::is_solution(Time end, double h) {
    problem_.rate(end.high, y1_.data(), rate_.data());
    ++recorder_.statistics().evaluations;
    const double theta = h / series_.sigma();
    const double weight = 1 / static_cast<double>(series_.order() + 1);
    for (std::size_t i = 0; i < y_.size(); ++i) {
        const double moved = std::abs(h * rate_[i]), size = std::abs(y1_[i]);
        const double left_out = weight * std::abs(theta * slope_[i] - h * rate_[i]);
        const double allowed = 10 * (tolerances_.atol + tolerances_.rtol * std::max(size, moved)) +
                               100 * epsilon * (size + moved);
        if (!(left_out <= allowed)) return false;
    }
    return true;
}

bool Loop::stop_small() {
    recorder_.stop(StopReason::StepTooSmall,
                   fmt::format("The step has become too small at t = {}: the Taylor series of the "
                               "motion does not reach beyond it.",
                               recorder_.time().high));
    return false;
}

bool Loop::step() {
    const double least = smallest_step(recorder_.time().high);
    if (std::abs(h_) > recorder_.options().largest_step)
        h_ = std::copysign(recorder_.options().largest_step, h_);
    const double allowed = h_;
    while (true) {
        const bool at_kink = kinks_.limit(series_, recorder_.time(), h_);
        if (std::abs(h_) < least && std::abs(h_) < std::abs(recorder_.remaining()))
            return stop_small();
        double h = h_;
        const Time end = recorder_.end_of(h);
        advance(h);
        if (!at_kink && !is_solution(end, h)) {
            ++recorder_.statistics().rejected;
            h_ = h / 2;
            continue;
        }
        // A kink, the end of the run or the user's limit says nothing about the scale of time.
        h_ = at_kink || std::abs(h) < std::abs(allowed) ? allowed : h;
        return accept(end, h);
    }
}

bool Loop::accept(Time end, double h) {
    for (std::size_t i = 0; i < y_.size(); ++i) {
        const double back = y1_[i] - y_[i];
        carry_[i] = (y_[i] - (y1_[i] - back)) + (change_[i] - back);
    }
    if (problem_.project) {
        if (!recorder_.project(end, y1_.data())) return false;
        std::ranges::fill(carry_, 0);
    }
    Segment polynomial;
    const bool wanted = recorder_.wants_segment(end);
    if (wanted) polynomial = series_.segment(recorder_.time(), h / series_.sigma());
    if (!recorder_.accept(end, y1_.data(), wanted ? &polynomial : nullptr)) return false;
    std::swap(y_, y1_);
    return true;
}

}  // namespace

std::optional<std::string> taylor_refusal(const OdeProblem& problem) {
    if (problem.tape == nullptr)
        return "it needs the right-hand side as formulas, and this problem has only its values; "
               "'dop853' needs no more.";
    return {};
}

void run_taylor(const OdeProblem& problem, Recorder& recorder) { Loop(problem, recorder).run(); }

}  // namespace rattleback

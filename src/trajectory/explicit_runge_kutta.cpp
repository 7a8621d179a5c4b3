#include "trajectory/explicit_runge_kutta.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "trajectory/missed_force.hpp"
#include "trajectory/stage_combination.hpp"

namespace rattleback {
namespace {

class Loop {
public:
    Loop(const RungeKuttaPair& pair, const OdeProblem& problem, Recorder& recorder)
        : pair_(pair),
          problem_(problem),
          recorder_(recorder),
          width_(padded(problem.size)),
          couplings_(stage_terms(pair.couplings, pair.nodes.size(), width_)),
          dense_(stage_terms(pair.dense, static_cast<std::size_t>(pair.dense_rows), width_)),
          weights_(stage_terms(pair.weights, width_)),
          error_(stage_terms(pair.error, width_)),
          coarse_error_(stage_terms(pair.coarse_error, width_)),
          stages_(pair.nodes.size() * width_),
          y_(width_),
          y1_(width_),
          argument_(width_),
          change_(width_),
          carry_(width_),
          coefficients_((4 + dense_.size()) * problem.size),
          control_(pair.error_order),
          tolerances_(recorder.tolerances()),
          fixed_(recorder.options().fixed),
          guard_(problem, recorder.options().until - recorder.options().from),
          missed_(problem, guard_) {
        recorder.give(1);
    }

    ExplicitOutcome run(bool watch_stiffness);

private:
    double* stage(int i) { return stages_.data() + static_cast<std::size_t>(i) * width_; }
    void evaluate(int i, double t, const double* y) {
        problem_.rate(t, y, stage(i));
        ++recorder_.statistics().evaluations;
    }
    void compute_stages(int first, int last);
    void advance();
    double error_norm();
    bool begin();
    bool reject(double error);
    bool is_allowed(Time end);
    bool accept(Time end, double error);
    Segment coarse_segment();
    Segment segment();
    bool seems_stiff();

    const RungeKuttaPair& pair_;
    const OdeProblem& problem_;
    Recorder& recorder_;
    std::size_t width_;
    std::vector<StageTerms> couplings_, dense_;
    StageTerms weights_, error_, coarse_error_;
    std::vector<double> stages_, y_, y1_, argument_, change_, carry_, coefficients_;
    StepControl control_;
    Tolerances tolerances_;
    bool fixed_;
    StepGuard guard_;
    MissedForce missed_;
    double h_ = 0;
    bool watch_stiffness_ = false, is_stiff_ = false;
    int stiff_ = 0, not_stiff_ = 0;
};

void Loop::compute_stages(int first, int last) {
    const double t = recorder_.time().high;
    for (int i = first; i < last; ++i) {
        const auto row = static_cast<std::size_t>(i);
        combine(couplings_[row], stages_.data(), h_, y_.data(), argument_);
        evaluate(i, t + pair_.nodes[row] * h_, argument_.data());
    }
}

// y₁ = y + (h Σ b k + carry); what rounding loses is carried to the next step.
void Loop::advance() {
    combine(weights_, stages_.data(), h_, carry_.data(), change_);
    for (std::size_t i = 0; i < width_; ++i) y1_[i] = y_[i] + change_[i];
}

double Loop::error_norm() {
    const auto squares = [&](const StageTerms& terms) {
        combine(terms, stages_.data(), h_, nullptr, argument_);
        return sum_of_squares(argument_.data(), y_.data(), y1_.data(), problem_.size, tolerances_);
    };
    const auto n = static_cast<double>(problem_.size);
    const double fine = squares(error_);
    if (coarse_error_.empty() || fine == 0) return std::sqrt(fine / n);
    return fine / std::sqrt((fine + 0.01 * squares(coarse_error_)) * n);
}

bool Loop::begin() {
    std::copy_n(recorder_.state(), problem_.size, y_.begin());
    const Time t = recorder_.time();
    evaluate(0, t.high, y_.data());
    if (!std::all_of(stage(0), stage(0) + problem_.size,
                     [](double x) { return std::isfinite(x); })) {
        recorder_.stop(StopReason::NotFinite,
                       sentence("The rate of change is not finite at {}.", time_is(t.high)));
        return false;
    }
    const double direction = recorder_.remaining() < 0 ? -1 : 1;
    double width = recorder_.options().step;
    if (width == 0) {
        width = first_step(problem_, {t.high, y_.data(), stage(0)}, recorder_.remaining(),
                           tolerances_, pair_.order);
        ++recorder_.statistics().evaluations;
    }
    h_ = direction * std::min(width, recorder_.options().largest_step);
    return true;
}

bool Loop::reject(double error) {
    ++recorder_.statistics().rejected;
    h_ *= control_.after_rejected(error);
    const double t = recorder_.time().high;
    if (!fixed_ && std::abs(h_) >= smallest_step(t)) return true;
    if (std::isfinite(error))
        recorder_.stop(
            StopReason::StepTooSmall,
            sentence("The step has become too small at {}: the tolerance cannot be met beyond it.",
                     time_is(t)));
    else
        recorder_.stop(StopReason::NotFinite,
                       sentence("The rate of change is not finite just after {}.", time_is(t)));
    return false;
}

// With f at the end, which is the next step's first.
bool Loop::is_allowed(Time end) {
    if (pair_.next == pair_.stages && (!problem_.project || guard_.is_needed()))
        evaluate(pair_.next, end.high, y1_.data());
    const Slope first{recorder_.time().high, y_.data(), stage(0)};
    const Slope last{end.high, y1_.data(), stage(pair_.next)};
    return fixed_ ? !missed_.is_in(first, h_, last) : guard_.allows(first, h_, last);
}

bool Loop::accept(Time end, double error) {
    const double factor = control_.after_accepted(error);
    const bool projected = static_cast<bool>(problem_.project);
    for (std::size_t i = 0; i < width_; ++i) carry_[i] = change_[i] - (y1_[i] - y_[i]);
    if (projected) {
        if (!recorder_.project(end, y1_.data())) return false;
        std::ranges::fill(carry_, 0);
    }
    if (projected) evaluate(pair_.next, end.high, y1_.data());
    if (watch_stiffness_) is_stiff_ = seems_stiff();
    Segment polynomial;
    if (recorder_.is_watched()) polynomial = coarse_segment();
    const bool wanted = recorder_.wants_segment(end, y1_.data(), polynomial);
    if (wanted) polynomial = segment();
    if (!recorder_.accept(end, y1_.data(), wanted ? &polynomial : nullptr)) return false;
    std::copy_n(stage(pair_.next), width_, stage(0));
    std::swap(y_, y1_);
    if (!fixed_) h_ *= factor;
    if (std::abs(h_) > recorder_.options().largest_step)
        h_ = std::copysign(recorder_.options().largest_step, h_);
    return true;
}

// The cubic through both ends and their slopes.
Segment Loop::coarse_segment() {
    const std::size_t n = problem_.size;
    double* const c = coefficients_.data();
    for (std::size_t i = 0; i < n; ++i) {
        const double change = y1_[i] - y_[i];
        c[i] = y_[i];
        c[n + i] = change;
        c[2 * n + i] = h_ * stage(0)[i] - change;
        c[3 * n + i] = 2 * change - h_ * (stage(0)[i] + stage(pair_.next)[i]);
    }
    return {recorder_.time(), h_, Basis::Alternating, n, 4, c};
}

// The same with the rows of the table behind.
Segment Loop::segment() {
    if (!recorder_.is_watched()) coarse_segment();
    compute_stages(pair_.next + 1, static_cast<int>(pair_.nodes.size()));
    const std::size_t n = problem_.size;
    for (std::size_t row = 0; row < dense_.size(); ++row) {
        combine(dense_[row], stages_.data(), h_, nullptr, argument_);
        std::copy_n(argument_.begin(), n, coefficients_.data() + (4 + row) * n);
    }
    return {recorder_.time(), h_, Basis::Alternating, n, 4 + dense_.size(), coefficients_.data()};
}

// |hλ| from the last stage before f(y₁), which stands at the same time: it must be beyond the
// boundary of stability for fifteen steps, with fewer than six others between.
bool Loop::seems_stiff() {
    const auto last = static_cast<std::size_t>(pair_.next - 1);
    combine(couplings_[last], stages_.data(), h_, y_.data(), argument_);
    double rates = 0, states = 0;
    for (std::size_t i = 0; i < problem_.size; ++i) {
        const double unit = tolerances_.atol[i];
        const double rate = (stage(pair_.next)[i] - stage(pair_.next - 1)[i]) / unit;
        const double state = (y1_[i] - argument_[i]) / unit;
        rates += rate * rate;
        states += state * state;
    }
    if (states > 0 && std::abs(h_) * std::sqrt(rates / states) > 0.9 * pair_.stability) {
        not_stiff_ = 0;
        return ++stiff_ >= 15;
    }
    if (++not_stiff_ >= 6) stiff_ = 0;
    return false;
}

ExplicitOutcome Loop::run(bool watch_stiffness) {
    watch_stiffness_ = watch_stiffness;
    if (!begin()) return ExplicitOutcome::Stopped;
    while (true) {
        if (!fixed_) h_ = guard_.limit(h_, {recorder_.time().high, y_.data(), stage(0)});
        const Time end = recorder_.end_of(h_);
        compute_stages(1, pair_.next);
        advance();
        if (pair_.next < pair_.stages) evaluate(pair_.next, end.high, y1_.data());
        const double error = error_norm();
        if (!(error <= 1) && !(fixed_ && std::isfinite(error))) {
            if (!reject(error)) return ExplicitOutcome::Stopped;
            continue;
        }
        if (!is_allowed(end)) {
            if (fixed_) {
                stop_at_missed_force(recorder_, end.high);
                return ExplicitOutcome::Stopped;
            }
            ++recorder_.statistics().rejected;
            h_ /= 2;
            continue;
        }
        if (!accept(end, error)) return ExplicitOutcome::Stopped;
        if (is_stiff_) return ExplicitOutcome::Stiff;
    }
}

}  // namespace

ExplicitOutcome run_explicit(const RungeKuttaPair& pair, const OdeProblem& problem,
                             Recorder& recorder, bool watch_stiffness) {
    return Loop(pair, problem, recorder).run(watch_stiffness);
}

}  // namespace rattleback

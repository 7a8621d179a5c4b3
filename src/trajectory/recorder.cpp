#include "trajectory/recorder.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "trajectory/continuation.hpp"
#include "trajectory/step_control.hpp"

namespace rattleback {
namespace {

// A run whose steps are too small to change t hardly moves; one of them alone may lead to a kink.
constexpr int most_small_steps = 10;
// Where forces jump in a way that nobody knows a method may step to and fro without end, by little more
// than its tolerance each time. So many such steps, where the rest of the run would take so many times
// as many, lead nowhere.
constexpr int most_still_steps = 1000;
constexpr double still = 100, too_many_times = 1e6;

bool is_bounded(const Leg& leg) {
    return leg.until || std::min({leg.steps, leg.samples, leg.bytes}) < Leg::any;
}

bool all_finite(const double* y, std::size_t size) {
    double nothing = 0;  // NaN where one is not
    for (std::size_t i = 0; i < size; ++i) nothing += 0 * y[i];
    return nothing == 0;
}

}  // namespace

Recorder::Recorder(const OdeProblem& problem, const IntegrationOptions& options,
                   Trajectory& trajectory)
    : problem_(problem),
      options_(options),
      trajectory_(trajectory),
      events_(problem, options.fixed ? StateError{} : StateError{options.rtol, trajectory.atol},
              options.events_so_far),
      singularity_(problem, options.rtol),
      floors_(problem, options),
      time_{options.from, options.from_low},
      state_(problem.size),
      between_(problem.size),
      keeps_dense_(options.dense),
      shows_steps_(is_watched() || options.dense || problem.observe || !problem.events.empty()),
      quiet_steps_(
          options.dense || options.progress || is_bounded(options.leg) ? 0 : options.most_steps),
      direction_(options.until < options.from ? -1 : 1),
      began_(std::chrono::steady_clock::now()),
      reported_(began_) {}

bool Recorder::start(std::span<const double> y) {
    std::ranges::copy(y, state_.begin());
    floors_.start(y.data());
    take_floors();
    trajectory_.states = Rows(problem_.size);
    if (!all_finite(y.data(), y.size())) {
        stop(StopReason::NotFinite, "The initial state is not finite.");
        return false;
    }
    events_.start(time_.high, state_.data());
    if (options_.at.empty()) sample(time_.high, state_.data());
    record_samples(time_.high, state_.data(), nullptr);
    if (const auto limit = events_.broken_at_start()) {
        trajectory_.events.push_back(
            {*limit, problem_.events[*limit].name, -1, time_.high, state_});
        stop_at(problem_.events[*limit], time_.high, state_);
        observe_start();
        return false;
    }
    if (!singularity_.start(time_.high, state_.data())) {
        stop(StopReason::SingularState, "The initial state is singular.");
        return false;
    }
    return goes_on(time_.until(options_.until) == 0);
}

bool Recorder::shows(const Segment& coarse, const double* y) {
    const bool near = is_watched() && singularity_.is_suspect(coarse, y);
    return near || keeps_dense_ || problem_.observe || !problem_.events.empty();
}

bool Recorder::project(Time end, double* y) {
    if (!problem_.project) return true;
    ++statistics().projections;
    if (problem_.project(end.high, y)) return true;
    stop(StopReason::NoConvergence,
         sentence("The state after {} could not be brought back to the constraints.",
                  time_is(time_.high)));
    return false;
}

bool Recorder::accept(Time end, const double* y, const Segment* segment) {
    if (!all_finite(y, problem_.size)) {
        stop(StopReason::NotFinite,
             sentence("The state is not finite after {}.", time_is(time_.high)));
        return false;
    }
    Statistics& count = statistics();
    const double width = std::abs(time_.until(end.high) + end.low);
    if (floors_.are_told(end.high, width, y)) {
        ++count.rejected;
        take_floors();
        begins_anew_ = true;
        return false;
    }
    ++count.steps;
    count.smallest_step = count.steps == 1 ? width : std::min(count.smallest_step, width);
    count.largest_step = std::max(count.largest_step, width);
    small_steps_ = width < smallest_step(end.high) ? small_steps_ + 1 : 0;

    bool stopped = false;
    if (segment != nullptr) {
        const double singular = singularity_.search(*segment, y);
        // A run that goes on otherwise from the last whole step knows of events what was known there.
        const bool may_go_on = singular <= 1 && options_.events_so_far != nullptr;
        EventsSoFar known = may_go_on ? *options_.events_so_far : EventsSoFar{};
        stopped = record_events(*segment, y, singular) || record_singularity(*segment, singular);
        if (may_go_on) *options_.events_so_far = std::move(known);
    }
    const double until = stopped ? trajectory_.stop.time : end.high;
    if (sample_is_due(until)) record_samples(until, y, segment);
    if (problem_.observe && segment != nullptr)
        problem_.observe({*segment, until, events_.found(), events_.quantities()});
    if (keeps_dense_ && segment != nullptr) trajectory_.dense.append(*segment, until);
    if (stopped) {
        const bool is_new = trajectory_.times.empty() || trajectory_.times.back() != until;
        if (options_.at.empty() && is_new)
            sample(trajectory_.stop.time, trajectory_.stop.state.data());
        return false;
    }
    if (options_.at.empty()) sample(end.high, y);
    count_still(y);
    time_ = end;
    std::copy(y, y + problem_.size, state_.begin());
    if (segment != nullptr) events_by_now_ = trajectory_.events.size();
    const bool is_last = end.high == options_.until;
    if (!(is_quiet() && !is_last) && !goes_on(is_last)) return false;
    begins_anew_ = floors_.follow(end.high, width, y);
    if (begins_anew_) take_floors();
    return !begins_anew_;
}

void Recorder::take_floors() { std::ranges::copy(floors_.largest(), trajectory_.atol.begin()); }

bool Recorder::allows_for_rounding() {
    if (!floors_.allow_more(time_.high, state_.data())) return false;
    take_floors();
    small_steps_ = still_steps_ = 0;
    return begins_anew_ = true;
}

// The events up to θ = limit; whether one of them stops the run.
bool Recorder::record_events(const Segment& segment, const double* y, double limit) {
    if (problem_.events.empty()) return false;
    const bool is_last = segment.time(1).high == options_.until;
    const auto found = events_.find(segment, y, limit, is_last);
    for (const FoundEvent& each : found) record_event(segment, each);
    if (found.empty() || !problem_.events[found.back().event].stop) return false;
    stop_at(problem_.events[found.back().event], trajectory_.events.back().time, between_);
    return true;
}

void Recorder::record_event(const Segment& segment, const FoundEvent& found) {
    segment.evaluate(found.theta, between_.data());
    const double t = segment.time(found.theta).high;
    if (problem_.project) problem_.project(t, between_.data());
    trajectory_.events.push_back(
        {found.event, problem_.events[found.event].name, found.direction, t, between_});
}

// A run that ends where it begins has no step: a constant one stands for it.
void Recorder::observe_start() {
    if (!problem_.observe) return;
    const Segment at_start{.start = time_,
                           .width = 0,
                           .basis = Basis::Power,
                           .size = problem_.size,
                           .rows = 1,
                           .coefficients = state_.data()};
    events_.quantities().begin(at_start, {}, 0);
    problem_.observe({at_start, time_.high, {}, events_.quantities()});
}

void Recorder::stop_at(const EventKind& kind, double t, const std::vector<double>& state) {
    stop(kind.reason,
         kind.happens.empty()
             ? sentence("The event '{}' stopped the run at {}.", kind.name, time_is(t))
             : sentence("{} at {}: {}.", kind.happens, time_is(t), kind.because),
         kind.name);
    trajectory_.stop.time = t;
    trajectory_.stop.state = state;
}

bool Recorder::record_singularity(const Segment& segment, double theta) {
    if (theta > 1) return false;
    segment.evaluate(theta, between_.data());
    const double t = segment.time(theta).high;
    if (!all_finite(between_.data(), problem_.size)) {
        stop(StopReason::NotFinite,
             sentence("The state is not finite after {}.", time_is(time_.high)));
        return true;
    }
    stop(StopReason::SingularState,
         sentence("The run came to a singular state at {}.", time_is(t)));
    trajectory_.stop.time = t;
    trajectory_.stop.state = between_;
    return true;
}

void Recorder::record_samples(double end, const double* y, const Segment* segment) {
    for (; sample_is_due(end); ++next_sample_) {
        const double t = options_.at[next_sample_];
        if (direction_ * (t - time_.high) < 0) continue;  // before the run
        if (segment == nullptr) {
            sample(t, y);
            continue;
        }
        segment->evaluate(segment->theta(t), between_.data());
        if (problem_.project) problem_.project(t, between_.data());
        sample(t, between_.data());
    }
}

void Recorder::sample(double t, const double* y) {
    if (trajectory_.times.size() == trajectory_.times.capacity()) make_room();
    trajectory_.times.push_back(t);
    trajectory_.states.append({y, problem_.size});
}

// For twice as many samples, if there is memory for what others will add to each and write of it.
void Recorder::make_room() {
    constexpr std::size_t fewest = 64, needed_later = 16;
    const std::size_t samples = std::max(fewest, 2 * trajectory_.times.size());
    const std::size_t bytes = needed_later * samples * (problem_.size + 1) * sizeof(double);
    ::operator delete(::operator new(bytes));
    trajectory_.times.reserve(samples);
    trajectory_.states.reserve(samples);
}

// Before the state is that of the step. What moved in the last one most likely moves in this.
bool Recorder::moves(const double* y) {
    const auto entry_moves = [&](std::size_t i) {
        const double tolerance = floors_.data()[i] + options_.rtol * std::abs(y[i]);
        return std::abs(y[i] - state_[i]) > still * tolerance;
    };
    if (moving_ < state_.size() && entry_moves(moving_)) return true;
    for (std::size_t i = 0; i < state_.size(); ++i)
        if (entry_moves(i)) return moving_ = i, true;
    return false;
}

void Recorder::count_still(const double* y) {
    if (moves(y)) {
        still_steps_ = 0;
        return;
    }
    if (still_steps_ == 0) still_since_ = time_.high;
    ++still_steps_;
}

bool Recorder::is_stuck() const {
    return still_steps_ >= most_still_steps && !options_.fixed &&
           std::abs(time_.until(options_.until)) >
               too_many_times * std::abs(time_.high - still_since_);
}

bool Recorder::is_quiet() const {
    return trajectory_.statistics.steps < quiet_steps_ && small_steps_ < most_small_steps &&
           still_steps_ < most_still_steps && !options_.stop.stop_requested();
}

bool Recorder::goes_on(bool last) {
    report_progress();
    if (trajectory_.dense.bytes() > options_.most_bytes && !options_.at.empty()) give_up_dense();
    if (last) {
        stop(StopReason::ReachedEnd, sentence("The run reached its end, {}.", time_is(time_.high)));
    } else if (trajectory_.dense.bytes() > options_.most_bytes) {
        stop(StopReason::OutOfMemory, sentence("To keep the motion between the samples takes more "
                                               "memory than is allowed, {} MB, after {}.",
                                               options_.most_bytes >> 20, time_is(time_.high)));
    } else if (options_.stop.stop_requested()) {
        stop(StopReason::Interrupted,
             sentence("The run was interrupted at {}.", time_is(time_.high)));
    } else if (statistics().steps >= options_.most_steps) {
        stop(StopReason::TooManySteps, sentence("The run used all of its {} steps by {}.",
                                                options_.most_steps, time_is(time_.high)));
    } else if (small_steps_ >= most_small_steps && !options_.fixed) {
        stop(StopReason::StepTooSmall,
             sentence("The step has become too small at {}: the tolerance cannot be met beyond it.",
                      time_is(time_.high)));
    } else if (is_stuck()) {
        stop(StopReason::StepTooSmall,
             sentence("The steps have become too small at {}: the last {} of them moved nothing, "
                      "and the rest of the run would take a million times as many.",
                      time_is(time_.high), still_steps_));
    } else if (ends_leg()) {
        stop(StopReason::Paused, sentence("The run paused at {}.", time_is(time_.high)));
    } else {
        return true;
    }
    return false;
}

bool Recorder::ends_leg() const {
    const Leg& leg = options_.leg;
    return trajectory_.statistics.steps > 0 &&
           (trajectory_.statistics.steps >= leg.steps || trajectory_.times.size() >= leg.samples ||
            trajectory_.dense.bytes() >= leg.bytes || (leg.until && time_.high == *leg.until));
}

void Recorder::report_progress() {
    const std::size_t steps = statistics().steps;
    if (!options_.progress || steps % 16 != 0) return;
    const auto now = std::chrono::steady_clock::now();
    if (now - reported_ < std::chrono::milliseconds(100)) return;
    reported_ = now;
    options_.progress({time_.high, options_.until, steps});
}

void Recorder::stop(StopReason reason, Sentence message, std::string what) {
    const bool cannot_go_on =
        reason == StopReason::StepTooSmall || reason == StopReason::NoConvergence;
    if (cannot_go_on && allows_for_rounding()) return;
    trajectory_.stop = {reason,     time_.high, state_,         std::move(message), std::move(what),
                        time_.high, state_,     events_by_now_, time_.low};
    for (Sentence& each : events_.sentences()) note(std::move(each));
    for (Sentence& each : floors_.sentences()) note(std::move(each));
    statistics().seconds =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - began_).count();
}

// The samples that were asked for need nothing between them.
void Recorder::give_up_dense() {
    keeps_dense_ = false;
    trajectory_.dense = {};
    trajectory_.is_dense_given_up = true;
    note(
        sentence("What lies between the samples takes more than {} MB and is not kept: checks and "
                 "plots look at the samples alone.",
                 options_.most_bytes >> 20));
}

void Recorder::stop_without_memory() {
    trajectory_.dense = {};
    stop(StopReason::OutOfMemory, sentence("The memory was used up at {}.", time_is(time_.high)));
    cut_after_last_step(trajectory_, direction_);
    if (options_.dense) note("The motion between the samples was given up for lack of memory.");
}

}  // namespace rattleback

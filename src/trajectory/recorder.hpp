// What every method shares: the recorder of a run.
//
// A method is a loop that makes steps. It hands each accepted step to the recorder, with the
// polynomial of the step where that is wanted, and goes on as long as accept returns true:
//
//     while (true) {
//         … compute y at `end`, starting from recorder.time() and recorder.state() …
//         if (!recorder.project(end, y)) return;
//         const bool wanted = recorder.wants_segment(end, y, coarse);
//         if (!recorder.accept(end, y, wanted ? &segment : nullptr)) return;
//     }
//
// `coarse` is any polynomial that joins both ends, such as the cubic through their slopes: on it the
// recorder looks whether a singular state may lie within the step. Then, and where there are events,
// samples or dense output to be kept, it wants the polynomial that is as good as the method.
//
// The recorder samples, finds events, keeps dense output, counts, reports progress, looks for an
// interruption, and writes why the run stopped: also when accepted steps have become so small that t
// no longer moves, when many of them move nothing and the run would never end, or when there is no
// memory for more samples. Dense output that takes more memory than is allowed is given up where
// samples were asked for, and the run goes on. One in legs pauses where its leg is over. A method that
// cannot go on calls `stop` itself; the state of the stop is then the last accepted one. A step must not
// go beyond remaining(). Where the floors of the tolerance change (tolerance_floors.hpp) accept is false
// too, and integrate() calls the method anew, to begin at the last accepted step.
#pragma once

#include <chrono>
#include <cmath>
#include <utility>

#include "trajectory/event_search.hpp"
#include "trajectory/integration_options.hpp"
#include "trajectory/singularity_watch.hpp"
#include "trajectory/step_control.hpp"
#include "trajectory/tolerance_floors.hpp"
#include "trajectory/trajectory.hpp"

namespace rattleback {

class Recorder {
public:
    Recorder(const OdeProblem& problem, const IntegrationOptions& options, Trajectory& trajectory);

    // Records the initial state; false when there is nothing to do or the run stops at once.
    bool start(std::span<const double> y);

    Tolerances tolerances() const { return {options_.rtol, floors_.data()}; }
    // The part of the tolerance that the method gives to a step, and whether it compares several states.
    void give(double part_of_tolerance, bool compares_states = false) {
        floors_.give(part_of_tolerance, compares_states);
    }
    const IntegrationOptions& options() const { return options_; }
    Statistics& statistics() { return trajectory_.statistics; }
    Time time() const { return time_; }
    const double* state() const { return state_.data(); }
    // Of the run, or of its leg.
    double until() const { return options_.leg.until.value_or(options_.until); }
    double remaining() const { return time_.until(until()); }  // signed
    // Where a step of this width ends: at `until` exactly, when it comes that close.
    Time end_of(double& step) const {
        const double rest = remaining();
        // A last step that would be a sliver is joined to this one.
        if (std::abs(step) * (1 + 1e-9) < std::abs(rest)) return time_.plus(step);
        step = rest;
        return {until(), 0};
    }

    // Whether it looks for singular states: if not, nobody looks at the coarse polynomial.
    bool is_watched() const { return static_cast<bool>(problem_.margin); }
    bool wants_segment(Time end, const double* y, const Segment& coarse) {
        return (shows_steps_ && shows(coarse, y)) ||
               (has_sample() && direction_ * (options_.at[next_sample_] - end.high) < 0);
    }
    bool project(Time end, double* y);
    bool accept(Time end, const double* y, const Segment* segment);
    void stop(StopReason reason, Sentence message, std::string what = {});
    // Ends the run at its last whole step, and gives up the dense output to go on without trouble.
    void stop_without_memory();
    void note(Sentence text) { trajectory_.notes.push_back(std::move(text)); }
    void chose(std::string_view method) { trajectory_.add_method(method, time_.high); }
    // What `auto` changed to; a leg after this one begins with it.
    void changed_to(std::string_view method) {
        chose(method);
        trajectory_.auto_went_on_with = method;
    }
    // What `auto` has changed to, in this leg or in one before.
    const std::string& went_on_with() const {
        const std::string& now = trajectory_.auto_went_on_with;
        return now.empty() ? options_.auto_went_on_with : now;
    }
    // Whether the run goes on otherwise than by the method that was called.
    bool goes_on_later() const {
        return begins_anew_ || trajectory_.stop.reason == StopReason::Paused;
    }
    // After a method has ended: whether it has to begin anew, where the last step ended, because
    // tolerances have changed.
    bool begins_anew() { return std::exchange(begins_anew_, false); }
    // For a method that cannot go on: whether that is by rounding, and it will begin anew with floors that
    // allow for it.
    bool allows_for_rounding();

private:
    bool record_events(const Segment& segment, const double* y, double limit);
    void record_event(const Segment& segment, const FoundEvent& found);
    void observe_start();
    void stop_at(const EventKind& kind, double t, const std::vector<double>& state);
    bool record_singularity(const Segment& segment, double theta);
    void take_floors();
    void record_samples(double end, const double* y, const Segment* segment);
    void sample(double t, const double* y);
    void make_room();
    void give_up_dense();
    bool shows(const Segment& coarse, const double* y);
    bool has_sample() const { return next_sample_ < options_.at.size(); }
    bool sample_is_due(double end) const {
        return has_sample() && direction_ * (options_.at[next_sample_] - end) <= 0;
    }
    bool is_quiet() const;
    bool goes_on(bool last);
    bool ends_leg() const;
    bool moves(const double* y);
    void count_still(const double* y);
    bool is_stuck() const;
    void report_progress();

    const OdeProblem& problem_;
    const IntegrationOptions& options_;
    Trajectory& trajectory_;
    EventSearch events_;
    SingularityWatch singularity_;
    ToleranceFloors floors_;
    bool begins_anew_ = false;
    Time time_;
    std::vector<double> state_, between_;
    bool keeps_dense_;
    bool shows_steps_;         // to whom, or what, may want a polynomial
    std::size_t quiet_steps_;  // so many steps end no run and no leg, and nobody is told of them
    std::size_t next_sample_ = 0;
    std::size_t events_by_now_ = 0;  // where the last whole step ended
    int small_steps_ = 0;            // one after the other, below the digits of t
    int still_steps_ = 0;            // one after the other, in which nothing moves
    double still_since_ = 0;
    std::size_t moving_ = 0;  // an entry that moved in the last step in which one did
    double direction_ = 1;
    std::chrono::steady_clock::time_point began_, reported_;
};

}  // namespace rattleback

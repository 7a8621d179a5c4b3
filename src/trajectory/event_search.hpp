// Where events happen within a step: all of them.
//
// An event is g(t, y) along the polynomial of a step. Where g is given as a formula, the step is
// halved until on each part
//
//     g is away from zero,                        or
//     g only rises or only falls,                 or
//     g is convex or concave: it turns once, or
//     nothing can be told, on a part as short as the digits of t allow: a kink, a jump, a flat touch.
//
// That these hold follows from bounds of g, g' and g'' over the part (formula_along_step.hpp), not
// from values on a grid: no crossing is missed between two points, however fast g changes. What g has
// that is no formula, as a multiplier, is made polynomials first (quantities_along_step.hpp). Signs at the
// ends of such parts and at the turns tell what happened (event_side.hpp); each crossing is located to the
// last digits of t.
//
// A jump of g over zero, as that of tan at its poles, is no event: g = 0 does not hold there. What
// ends a part of the run is looked for first, then what stops the run before, then the rest up to
// that: beyond it the polynomial is not the motion.
//
// The work is bounded: sentences() says where an event was left to the grid, where its zeros
// accumulate, and, in a run of one part, where it rests at zero.
#pragma once

#include "trajectory/events_so_far.hpp"
#include "trajectory/formula_along_step.hpp"
#include "trajectory/ode_problem.hpp"

namespace rattleback {

struct FoundEvent {
    std::size_t event = 0;
    int direction = 0;  // +1 rising, −1 falling, 0 a touch
    double theta = 0;
};

// A step of the run, of which only the part up to the time `until` was gone.
struct ObservedStep {
    const Segment& segment;
    double until;
    std::span<const FoundEvent> found;
    QuantitiesAlongStep& quantities;
};

class EventSearch {
public:
    // The error is that of one step. What is known so far is changed; none: the run begins.
    EventSearch(const OdeProblem& problem, const StateError& error, EventsSoFar* so_far);
    EventSearch(const EventSearch&) = delete;
    EventSearch& operator=(const EventSearch&) = delete;

    void start(double t, const double* y);
    // Up to θ = until, where it is less than 1, in the order of the run; one that stops it comes
    // last, and those that do so at the same instant before it. y_end is the state at θ = 1, which
    // may be better than the polynomial there; `last`: the run ends there.
    std::span<const FoundEvent> find(const Segment& segment, const double* y_end, double until,
                                     bool last);
    // An event that must not be negative and is so where the run starts, if it stops it.
    std::optional<std::size_t> broken_at_start() const { return broken_; }
    // Of the step last searched.
    std::span<const FoundEvent> found() const { return found_; }
    QuantitiesAlongStep& quantities() { return quantities_; }
    Sentences sentences() const;

private:
    struct Watched {
        EventSoFar& known;
        FormulaAlongStep formula;
        std::optional<double> lost_at = {};  // where it could not be told how often it happens
        bool is_done = false;                // it stops the run, and has happened
    };
    enum class Beyond : std::uint8_t { AnotherStep, AnotherPart, Nothing };

    bool ends_part(std::size_t event) const { return problem_.events[event].starts_from != 0; }
    bool stops(std::size_t event) const { return problem_.events[event].stop; }
    // Of what must not be negative.
    bool is_limit(std::size_t event) const {
        return problem_.events[event].reason != StopReason::Event;
    }
    void cut_at_end_of_part();
    void cut_at_stop();
    void search(std::size_t event, const double* y_end);
    void search_formula(std::size_t event);
    void search_samples(std::size_t event, const double* y_end);
    void end(std::size_t event, EventNode node);
    double searched_until() const;
    double change_by_move(std::size_t event, double t, const double* y);
    bool is_zero(std::size_t event, const IntervalJet& jet, const FormulaAlongStep::Part& part);
    void take_short(std::size_t event, const IntervalJet& jet, const FormulaAlongStep::Part& part);
    void take_turn(std::size_t event, const FormulaAlongStep::Part& part);
    enum class Rests : std::uint8_t { No, AsFarAsCanBeTold, ToRounding };
    Rests resting(std::size_t event);
    void note_rest(std::vector<Rest>& rests, bool is_counted) const;
    void take(std::size_t event, const EventNode& node);
    void add(std::size_t event, const std::optional<Happening>& happening);
    double located(std::size_t event, const Happening& happening);
    bool jumps_at(std::size_t event, double theta);
    EventNode node_of(std::size_t event, const IntervalJet& jet, double theta) const;
    EventNode node(std::size_t event, double theta);
    // From slopes over this step to those over the longest.
    double slopes() const { return so_far_.longest_step / std::abs(segment_.width); }
    double adding(std::size_t event) const;  // steps whose errors add up
    double value(std::size_t event, double theta);
    FormulaAlongStep formula_of(std::size_t event);
    StateError adding_up(std::size_t event) const;

    const OdeProblem& problem_;
    StateError error_;
    EventsSoFar of_this_part_;
    EventsSoFar& so_far_;
    std::size_t known_before_;  // events
    Segment segment_;
    double until_ = 1;
    Beyond beyond_ = Beyond::AnotherStep;
    double digits_ = 0;  // of θ, so that t has all of its digits
    QuantitiesAlongStep quantities_;
    std::vector<Watched> watched_;
    std::vector<EventNode> nodes_;  // on a grid
    std::vector<FoundEvent> found_;
    std::optional<std::size_t> broken_;
};

}  // namespace rattleback

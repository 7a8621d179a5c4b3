// What an event does over a step that is a function and no formula.
//
// The function is resolved into polynomials (resolved_function.hpp), and these are taken apart as
// formulas are (event_search.hpp), by the bounds that Bernstein's basis gives: into parts that are away
// from zero, that only rise or fall, or that turn once. At the ends of these and at turns the function
// itself is looked at, so that the polynomials only tell where. Where it could not be resolved, as it
// changes too often, is noise, or has no value, on more than a trace of the step, it cannot be told how
// often the event happens.
#pragma once

#include <optional>
#include <vector>

#include "trajectory/event_side.hpp"
#include "trajectory/interval_jet.hpp"
#include "trajectory/resolved_function.hpp"

namespace rattleback {

struct EventSample {
    double theta = 0;
    IntervalJet jet = {};
    EventNode::Kind kind = EventNode::Kind::Ordinary;
};

// How far values may be wrong, as parts of the largest near by.
struct SampledError {
    double of_step = 0;
    double steps = 1;  // whose errors add up
    double near = 0;   // values that are larger are not zero
};

class SampledEvent {
public:
    void look(FunctionRef<double(double)> value, double until, const SampledError& error);

    // From θ = 0 to θ = until, both included.
    const std::vector<EventSample>& samples() const { return samples_; }
    std::optional<double> lost_at() const;

private:
    void look_at(const ResolvedFunction::Piece& piece);
    double lowest(const PolynomialPiece& part) const;
    void take(const EventSample& sample);
    EventSample sample(const ResolvedFunction::Piece& piece, double theta,
                       EventNode::Kind kind = EventNode::Kind::Ordinary) const;

    FunctionRef<double(double)> value_;
    ResolvedFunction resolved_;
    SampledError error_;
    double until_ = 1;
    std::vector<EventSample> samples_;
};

}  // namespace rattleback

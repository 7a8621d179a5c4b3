#include "trajectory/event_search.hpp"

#include <fmt/format.h>

#include <cmath>

#include "trajectory/bracketed_root.hpp"
#include "trajectory/sampled_event.hpp"

namespace rattleback {
namespace {

// A run looks at no more parts of steps than this for one event, and some more in each step.
constexpr std::size_t most_parts = std::size_t{1} << 22;
// The errors of steps add up; of more steps than this it is not assumed that they do.
constexpr std::size_t most_adding = 1000;
// A part that is not shorter than so many digits of t is halved.
constexpr double shortest_part = 4096;

// How far a value may be wrong, where there is a bound.
double worst(const IntervalJet& jet) {
    const double error = std::max(jet.error, jet.noise);
    return std::isfinite(error) ? error : 0;
}

EventNode node_of(const IntervalJet& jet, double theta) {
    return {.theta = theta,
            .value = jet.centre,
            .slope = (jet.slope.low + jet.slope.high) / 2,
            .error = jet.error,
            .noise = jet.noise};
}

}  // namespace

EventSearch::EventSearch(const OdeProblem& problem, const StateError& error)
    : problem_(problem),
      error_(error),
      watched_(problem.events.size()),
      values_(problem.events.size()),
      y_(problem.size) {
    for (std::size_t i = 0; i < watched_.size(); ++i)
        if (problem.events[i].formula != nullptr)
            watched_[i].formula.emplace(*problem.events[i].formula, problem.size);
}

void EventSearch::start(double t, const double* y) {
    if (watched_.empty()) return;
    if (problem_.event_values) problem_.event_values(t, y, values_.data());
    for (std::size_t i = 0; i < watched_.size(); ++i) {
        auto& formula = watched_[i].formula;
        if (const int side = problem_.events[i].starts_from; side != 0) {
            watched_[i].side.start({.value = static_cast<double>(side)});
            continue;
        }
        watched_[i].side.start(formula ? node_of(formula->at_start(t, y, error_), 0)
                                       : EventNode{.value = values_[i]});
        const EventKind& kind = problem_.events[i];
        const bool is_limit = kind.stop && kind.reason != StopReason::Event;
        if (is_limit && values_[i] < 0 && !broken_) broken_ = i;
    }
}

std::span<const FoundEvent> EventSearch::find(const Segment& segment, const double* y_end,
                                              bool last) {
    found_.clear();
    segment_ = segment;
    ++steps_;
    digits_ = 2e-16 * std::max(1.0, std::abs(segment.start.high / segment.width));
    for (std::size_t event = 0; event < watched_.size(); ++event) search(event, y_end, last);
    std::ranges::stable_sort(found_, {}, &FoundEvent::theta);
    return found_;
}

void EventSearch::search(std::size_t event, const double* y_end, bool last) {
    Watched& w = watched_[event];
    if (!w.formula || w.sampled_since) {
        search_samples(event, y_end, last);
        return;
    }
    const auto adding = static_cast<double>(std::min(steps_, most_adding));
    // An event that is known to start on a side is followed as the polynomial goes.
    const bool is_exact = problem_.events[event].starts_from != 0;
    w.formula->begin(
        segment_, is_exact ? StateError{} : StateError{error_.relative, error_.absolute, adding});
    const bool was_at_zero = w.side.is_at_zero();
    add(event, w.side.begin_step(was_at_zero ? node(event, 0).slope : 0));
    if (was_at_zero && is_resting(event)) {
        const double until = segment_.time(1).high;
        w.rest = {w.rest ? w.rest->from : segment_.start.high, until};
        w.side.rest();
    } else {
        search_formula(event);
    }
    add(event, w.side.end_step(node_of(w.formula->at_end(y_end), 1), last));
}

// Takes the parts of the step from left to right, each as long as it can be understood.
void EventSearch::search_formula(std::size_t event) {
    Watched& w = watched_[event];
    FormulaAlongStep& g = *w.formula;
    double taken = 0;  // up to where nodes were taken
    const auto take_ordinary = [&](double theta) {
        if (theta > taken && theta < 1) take(event, node(event, theta));
        taken = std::max(taken, theta);
    };
    for (; !g.is_done() && !w.is_done; ++w.parts) {
        if (w.parts > most_parts) {
            w.sampled_since = segment_.time(g.part().from).high;
            return;
        }
        const IntervalJet jet = g.over_part();
        const FormulaAlongStep::Part part = g.part();
        const double error = worst(jet);
        const bool is_away = jet.value.low > error || jet.value.high < -error;
        // Over a long part the bound of the error is far too large.
        const double size = jet.value.magnitude();
        const bool is_zero = size <= error && size <= worst(g.at(part.from + part.width / 2));
        // A slope without bound may be that of a jump.
        const bool is_smooth = std::isfinite(jet.slope.magnitude());
        const bool is_short = part.width <= shortest_part * digits_;
        if (jet.value.is_nowhere()) take(event, {.value = jet.value.low});
        if (is_away || jet.value.is_nowhere()) {
            g.next();
        } else if (is_smooth && jet.slope.excludes_zero()) {
            take_ordinary(part.from);
            take_ordinary(part.until());
            g.next();
        } else if (is_smooth && jet.curvature.excludes_zero() && !is_zero) {
            take_ordinary(part.from);
            take_turn(event, part);
            take_ordinary(part.until());
            g.next();
        } else if (is_zero || is_short) {
            take_ordinary(part.from);
            EventNode flat = node(event, part.from + part.width / 2);
            flat.kind = EventNode::Kind::Flat;
            flat.error = std::max(error, jet.slope.magnitude() * part.width);
            take(event, flat);
            taken = flat.theta;
            take_ordinary(part.until());
            g.next();
        } else {
            g.halve();
        }
    }
}

// Of an event that is convex or concave over the part.
void EventSearch::take_turn(std::size_t event, const FormulaAlongStep::Part& part) {
    const auto slope = [&](double theta) { return node(event, theta).slope; };
    const double left = slope(part.from), right = slope(part.until());
    if (!(left * right < 0)) return;
    EventNode turn =
        node(event, bracketed_root(slope, {part.from, left, part.until(), right}, digits_));
    turn.kind = EventNode::Kind::Turn;
    take(event, turn);
}

void EventSearch::search_samples(std::size_t event, const double* y_end, bool last) {
    EventSide& side = watched_[event].side;
    const auto at = [&](double theta) {
        return theta < 1 ? value(event, theta) : value_at(event, segment_.time(1).high, y_end);
    };
    sample_event(at, {std::max<std::size_t>(segment_.rows, 2), error_.relative}, nodes_);
    add(event, side.begin_step(nodes_.front().slope));
    for (std::size_t i = 1; i + 1 < nodes_.size(); ++i) take(event, nodes_[i]);
    add(event, side.end_step(nodes_.back(), last));
}

// Whether an event that was at zero where the step began is so all along it, as far as can be told.
bool EventSearch::is_resting(std::size_t event) {
    const std::size_t points = 2 * segment_.rows;
    for (std::size_t i = 1; i <= points; ++i) {
        const IntervalJet& jet =
            watched_[event].formula->at(static_cast<double>(i) / static_cast<double>(points));
        if (!(std::abs(jet.centre) <= worst(jet))) return false;
    }
    return true;
}

void EventSearch::take(std::size_t event, const EventNode& node) {
    add(event, watched_[event].side.take(node));
}

void EventSearch::add(std::size_t event, const std::optional<Happening>& happening) {
    const EventKind& kind = problem_.events[event];
    if (!happening || watched_[event].is_done) return;
    const bool is_wanted = kind.direction == 0 || kind.direction == happening->direction;
    if (!is_wanted) return;
    const auto theta =
        happening->direction == 0 ? happening->node.theta : located(event, *happening);
    if (!theta) return;
    found_.push_back({event, happening->direction, *theta});
    watched_[event].is_done = kind.stop;
}

// None where the event jumps over zero.
std::optional<double> EventSearch::located(std::size_t event, const Happening& crossing) {
    const EventNode a = crossing.before.value_or(node(event, 0)), b = crossing.node;
    if (!(a.value * crossing.direction < 0)) return a.theta;
    if (!(b.value * crossing.direction > 0)) return b.theta;
    const double theta = bracketed_root([&](double x) { return node(event, x).value; },
                                        {a.theta, a.value, b.theta, b.value}, digits_);
    const double left = std::abs(node(event, theta).value);
    const bool jumps = left > 0.5 * std::min(std::abs(a.value), std::abs(b.value));
    if (jumps && left > 64 * std::min(a.noise, b.noise)) return {};
    return theta;
}

EventNode EventSearch::node(std::size_t event, double theta) {
    Watched& w = watched_[event];
    if (w.formula) return node_of(w.formula->at(theta), theta);
    return {.theta = theta, .value = value(event, theta)};
}

double EventSearch::value(std::size_t event, double theta) {
    if (watched_[event].formula) return watched_[event].formula->at(theta).centre;
    segment_.evaluate(theta, y_.data());
    return value_at(event, segment_.time(theta).high, y_.data());
}

double EventSearch::value_at(std::size_t event, double t, const double* y) {
    if (watched_[event].formula) return watched_[event].formula->at_end(y).centre;
    problem_.event_values(t, y, values_.data());
    return values_[event];
}

std::vector<std::string> EventSearch::sentences() const {
    std::vector<std::string> result;
    for (std::size_t i = 0; i < watched_.size(); ++i) {
        const std::string& name = problem_.events[i].name;
        if (const auto& rest = watched_[i].rest)
            result.push_back(
                fmt::format("The event '{}' stays at zero, to the accuracy of the run, from t = "
                            "{:.10g} to t = {:.10g}; it is not counted as happening there.",
                            name, rest->from, rest->until));
        if (const auto& since = watched_[i].sampled_since)
            result.push_back(
                fmt::format("The event '{}' changes so often that from t = {:.10g} on it was "
                            "looked at on a grid only: some of its crossings may be missing.",
                            name, *since));
    }
    return result;
}

}  // namespace rattleback

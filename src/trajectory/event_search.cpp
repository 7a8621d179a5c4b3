#include "trajectory/event_search.hpp"

#include <fmt/format.h>

#include <cmath>
#include <utility>

#include "trajectory/bracketed_minimum.hpp"
#include "trajectory/bracketed_root.hpp"
#include "trajectory/sampled_event.hpp"

namespace rattleback {
namespace {

// A run looks at no more parts of steps than this for one event, and some more in each step.
constexpr std::size_t most_parts = std::size_t{1} << 19;
// So many of the shortest parts side by side are no kink.
constexpr int most_short = 64;
// So often in one step before a point where nothing can be told: the zeros accumulate there.
constexpr auto many = 64;
// How far ahead it is looked where the run ends.
constexpr double ahead = 1e-3;
// A part that is not shorter than so many digits of t is halved.
constexpr double shortest_part = 4096;
// Of a step: what is known at points only on a longer part may do more than a kink or a jump.
constexpr double trace = 0x1p-10;
// To so many digits of t is an instant known.
constexpr double same_instant = 4096;

// How far a value may be wrong, where there is a bound.
double worst(const IntervalJet& jet) {
    const double error = std::max(jet.error, jet.noise);
    return std::isfinite(error) ? error : 0;
}

double centre(const Interval& x) { return (x.low + x.high) / 2; }

// Before there are slopes.
EventNode at_rest(const IntervalJet& jet) {
    return {.value = jet.centre, .error = jet.error, .noise = jet.noise};
}

}  // namespace

EventSearch::EventSearch(const OdeProblem& problem, const StateError& error, EventsSoFar* so_far)
    : problem_(problem),
      error_(error),
      so_far_(so_far != nullptr ? *so_far : of_this_part_),
      known_before_(so_far_.events.size()),
      quantities_(problem) {
    so_far_.events.resize(problem.events.size());
    for (std::size_t i = 0; i < problem.events.size(); ++i) {
        if (ends_part(i)) so_far_.events[i] = {};
        watched_.push_back({.known = so_far_.events[i], .formula = formula_of(i)});
    }
}

FormulaAlongStep EventSearch::formula_of(std::size_t event) {
    if (const Tape* const formula = problem_.events[event].formula)
        return {*formula, problem_.size, &quantities_};
    return {quantities_.of_event(event), problem_.size, quantities_};
}

void EventSearch::start(double t, const double* y) {
    const bool was_paused = std::exchange(so_far_.is_paused, false);
    if (so_far_.steps == 0 && !was_paused) so_far_.began = t;
    for (std::size_t i = 0; i < watched_.size(); ++i) {
        EventSide& side = watched_[i].known.side;
        if (ends_part(i)) {
            side.start({.value = static_cast<double>(problem_.events[i].starts_from)});
            continue;
        }
        const EventNode node = at_rest(watched_[i].formula.at_start(t, y, error_));
        if (i >= known_before_)
            side.start(node);
        else if (!was_paused)
            side.go_on(node, change_by_move(i, t, y));
        if (is_limit(i) && stops(i) && node.value < 0 && !broken_) broken_ = i;
    }
}

// How far the value is from what it was before the state was moved here.
double EventSearch::change_by_move(std::size_t event, double t, const double* y) {
    if (so_far_.moved.empty()) return 0;
    return watched_[event].formula.at_start(t, y, {.absolute = so_far_.moved}).error;
}

std::span<const FoundEvent> EventSearch::find(const Segment& segment, const double* y_end,
                                              double until, bool last) {
    found_.clear();
    segment_ = segment;
    until_ = std::min(until, 1.0);
    beyond_ = last || until < 1 ? Beyond::Nothing : Beyond::AnotherStep;
    ++so_far_.steps;
    so_far_.longest_step = std::max(so_far_.longest_step, std::abs(segment.width));
    digits_ = 2e-16 * std::max(1.0, std::abs(segment.start.high / segment.width));
    quantities_.begin(segment, error_, until_);
    const auto search_if = [&](const auto& is_wanted) {
        for (std::size_t event = 0; event < watched_.size(); ++event)
            if (is_wanted(event)) search(event, y_end);
        std::ranges::stable_sort(found_, {}, &FoundEvent::theta);
    };
    search_if([&](std::size_t event) { return ends_part(event); });
    cut_at_end_of_part();
    search_if([&](std::size_t event) { return stops(event) && !ends_part(event); });
    cut_at_stop();
    search_if([&](std::size_t event) { return !stops(event); });
    std::ranges::stable_sort(found_, {}, [&](const FoundEvent& each) {
        return std::pair(each.theta, stops(each.event));
    });
    return found_;
}

void EventSearch::cut_at_end_of_part() {
    if (found_.empty()) return;
    found_.resize(1);
    until_ = found_[0].theta;
    beyond_ = Beyond::AnotherPart;
}

// Of several at one instant the first in the problem stops the run.
void EventSearch::cut_at_stop() {
    if (found_.empty() || ends_part(found_[0].event)) return;
    const double same = found_[0].theta + same_instant * digits_;
    std::erase_if(
        found_, [&](const FoundEvent& each) { return each.theta > same || ends_part(each.event); });
    std::ranges::sort(found_, std::greater{}, &FoundEvent::event);
    until_ = found_.back().theta;
    beyond_ = Beyond::Nothing;
    for (FoundEvent& each : found_) each.theta = until_;
}

// An event that is known to start on a side is followed as the polynomial goes.
StateError EventSearch::adding_up(std::size_t event) const {
    if (ends_part(event)) return {};
    return {error_.relative, error_.absolute, adding(event)};
}

void EventSearch::search(std::size_t event, const double* y_end) {
    Watched& w = watched_[event];
    w.formula.begin(segment_, adding_up(event), searched_until());
    if (w.known.sampled_since) return search_samples(event, y_end);
    const bool was_at_zero = w.known.side.is_at_zero();
    const Rests rests = was_at_zero ? resting(event) : Rests::No;
    if (rests != Rests::No) {
        const std::size_t found = found_.size();
        const auto came = w.known.side.rest(rests == Rests::ToRounding);
        // What must not be negative may well be zero.
        if (!is_limit(event)) {
            add(event, came);
            note_rest(w.known.rests, found_.size() > found);
        }
    } else {
        add(event, w.known.side.begin_step(was_at_zero ? node(event, 0).slope : 0));
        if (searched_until() > 0) search_formula(event);
    }
    end(event, until_ < 1 ? node(event, until_) : node_of(event, w.formula.at_end(y_end), 1));
}

// The rest goes on where it was at zero up to here.
void EventSearch::note_rest(std::vector<Rest>& rests, bool is_counted) const {
    const double from = segment_.start.high, until = segment_.time(until_).high;
    if (rests.empty() || rests.back().until != from)
        rests.push_back({from, until, is_counted});
    else
        rests.back().until = until;
}

// What happens at the very end of a part shows in the next.
double EventSearch::searched_until() const {
    return beyond_ == Beyond::AnotherPart ? until_ - 2 * shortest_part * digits_ : until_;
}

void EventSearch::end(std::size_t event, EventNode node) {
    EventSide& side = watched_[event].known.side;
    if (const double searched = searched_until(); 0 < searched && searched < until_) {
        const EventNode before = this->node(event, searched);
        if (!before.is_near()) take(event, before);
    }
    if (until_ < 1) {
        // As far as its end is known.
        const double slope = std::abs(node.slope) / slopes();
        if (std::isfinite(slope)) node.noise += 4 * digits_ * slope;
    }
    switch (beyond_) {
        case Beyond::AnotherStep: return add(event, side.end_step(node));
        case Beyond::AnotherPart: return add(event, side.end_part(node));
        case Beyond::Nothing: {
            const double further = until_ + std::min(1.0, ahead * slopes());
            return add(event, side.end_run(node, this->node(event, further)));
        }
    }
}

// Takes the parts of the step from left to right, each as long as it can be understood.
void EventSearch::search_formula(std::size_t event) {
    Watched& w = watched_[event];
    FormulaAlongStep& g = w.formula;
    double taken = 0;  // up to where nodes were taken
    double shortest = shortest_part * digits_;
    int side_by_side = 0;  // of the shortest parts
    const auto take_ordinary = [&](double theta) {
        if (theta > taken && theta < searched_until()) take(event, node(event, theta));
        taken = std::max(taken, theta);
    };
    for (; !g.is_done() && !w.is_done; ++w.known.parts) {
        if (w.known.parts > most_parts) {
            w.known.sampled_since = segment_.time(g.part().from).high;
            return;
        }
        const IntervalJet jet = g.over_part();
        const FormulaAlongStep::Part part = g.part();
        const double error = worst(jet);
        const bool is_away = jet.value.low > error || jet.value.high < -error;
        const bool is_zero = this->is_zero(event, jet, part);
        // A slope without bound may be that of a jump.
        const bool is_smooth = std::isfinite(jet.slope.magnitude());
        const bool is_blurred = g.is_blurred();
        const bool is_short = part.width <= shortest || is_blurred;
        // Towards a kink parts get shorter by halves; where nothing can be told, some short ones in
        // between can be understood by chance.
        if (part.width > most_short * shortest) side_by_side = 0;
        if (jet.value.is_nowhere()) w.known.side.start({.value = jet.value.low});
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
        } else if (is_short && !is_zero && ++side_by_side >= most_short) {
            if (!w.lost_at) w.lost_at = segment_.time(part.from).high;
            if (side_by_side % most_short == 0) shortest *= 2;
            g.next();
        } else if (is_zero || is_short) {
            const auto before = std::ranges::count(found_, event, &FoundEvent::event);
            if (!is_smooth && before > many) w.lost_at = segment_.time(part.from).high;
            if (is_blurred && !is_zero && part.width > trace && !w.lost_at)
                w.lost_at = segment_.time(part.from).high;
            take_ordinary(part.from);
            take_short(event, jet, part);
            taken = part.from + part.width / 2;
            take_ordinary(part.until());
            g.next();
        } else {
            g.halve();
        }
    }
}

// As far as can be told: no larger than its error, and no larger or no steeper than the error of a
// single step makes it.
bool EventSearch::is_zero(std::size_t event, const IntervalJet& jet,
                          const FormulaAlongStep::Part& part) {
    const double size = jet.value.magnitude();
    if (!(size <= worst(jet))) return false;
    // Over a long part the bound of the error is far too large.
    const double middle = part.from + part.width / 2;
    const IntervalJet there = watched_[event].formula.at(middle);
    EventNode steepest = node_of(event, there, middle);
    steepest.slope = slopes() * jet.slope.magnitude();
    if (!(size <= worst(there))) return false;
    return size <= there.error / adding(event) || steepest.is_slow();
}

// Of an event that is zero over the part as far as can be told, or of which nothing can be told.
void EventSearch::take_short(std::size_t event, const IntervalJet& jet,
                             const FormulaAlongStep::Part& part) {
    const auto size = [&](double theta) { return std::abs(node(event, theta).value); };
    EventNode flat = node(event, lowest_point(size, part.from, part.until(), digits_).x);
    flat.kind = EventNode::Kind::Flat;
    const double steepness = jet.slope.magnitude();
    if (std::isfinite(steepness)) flat.error = std::max(worst(jet), steepness * part.width);
    take(event, flat);
}

// Of an event that is convex or concave over the part.
void EventSearch::take_turn(std::size_t event, const FormulaAlongStep::Part& part) {
    FormulaAlongStep& g = watched_[event].formula;
    const auto slope = [&](double theta) { return centre(g.at(theta).slope); };
    const Interval left = g.at(part.from).slope, right = g.at(part.until()).slope;
    const Bracket bracket{part.from, centre(left), part.until(), centre(right)};
    if (!(bracket.fa * bracket.fb < 0)) return;
    EventNode turn = node(event, bracketed_root(slope, bracket, digits_));
    // Where the slopes are known to some digits only it may be none.
    const bool does_turn = left.excludes_zero() && right.excludes_zero();
    turn.kind = !does_turn       ? EventNode::Kind::Flat
                : bracket.fb > 0 ? EventNode::Kind::Minimum
                                 : EventNode::Kind::Maximum;
    take(event, turn);
}

void EventSearch::search_samples(std::size_t event, const double* y_end) {
    const auto at = [&](double share) {
        return share * until_ < 1 ? value(event, share * until_)
                                  : watched_[event].formula.at_end(y_end).centre;
    };
    sample_event(at, {std::max<std::size_t>(segment_.rows, 2), error_.relative}, nodes_);
    for (EventNode& node : nodes_) node.theta *= until_;
    add(event, watched_[event].known.side.begin_step(nodes_.front().slope));
    for (std::size_t i = 1; i + 1 < nodes_.size(); ++i) take(event, nodes_[i]);
    end(event, nodes_.back());
}

// Whether an event that was at zero where the step began is so all along it, as far as can be told,
// and would be so along a longer one.
EventSearch::Rests EventSearch::resting(std::size_t event) {
    if (!(until_ > 0)) return Rests::No;
    bool is_still = true;
    const std::size_t points = 2 * segment_.rows;
    for (std::size_t i = 1; i <= points; ++i) {
        const EventNode here =
            node(event, until_ * static_cast<double>(i) / static_cast<double>(points));
        if (!here.is_near() || !here.is_slow()) return Rests::No;
        if (std::abs(here.slope) > std::max(here.error, here.noise)) return Rests::No;
        is_still &= std::abs(here.slope) <= here.noise;
    }
    if (is_still) return Rests::ToRounding;
    // In so short a step, with which a part ends, what is on its way to rest is as near.
    const double passed = std::abs(segment_.start.high - so_far_.began);
    const bool is_short = until_ * std::abs(segment_.width) <= shortest_rest * passed;
    return is_short && beyond_ == Beyond::AnotherPart ? Rests::No : Rests::AsFarAsCanBeTold;
}

// A point without value, where there are values beside it, tells nothing.
void EventSearch::take(std::size_t event, const EventNode& node) {
    if (std::isnan(node.value)) return;
    add(event, watched_[event].known.side.take(node));
}

void EventSearch::add(std::size_t event, const std::optional<Happening>& happening) {
    const EventKind& kind = problem_.events[event];
    if (!happening || watched_[event].is_done || !kind.wants(happening->direction)) return;
    const double theta = located(event, *happening);
    if (jumps_at(event, theta)) return;
    found_.push_back({event, happening->direction, theta});
    watched_[event].is_done = kind.stop;
}

double EventSearch::located(std::size_t event, const Happening& happening) {
    if (happening.direction == 0) return happening.node.theta;
    const EventNode a = happening.before.value_or(node(event, 0)), b = happening.node;
    if (!(a.value * happening.direction < 0)) return a.theta;
    if (!(b.value * happening.direction > 0)) return b.theta;
    return bracketed_root([&](double x) { return node(event, x).value; },
                          {a.theta, a.value, b.theta, b.value}, digits_);
}

Sentences EventSearch::sentences() const {
    Sentences result;
    for (std::size_t i = 0; i < watched_.size(); ++i) {
        const std::string& name = problem_.events[i].name;
        if (const auto& at = watched_[i].lost_at)
            result.push_back(
                sentence("The event '{}' changes ever faster, or has no value, at {}: how often it "
                         "happens there cannot be told.",
                         name, time_is(*at)));
        if (const auto& since = watched_[i].known.sampled_since)
            result.push_back(
                sentence("The event '{}' changes so often that from {} on it was looked at on a "
                         "grid only: some of its crossings may be missing.",
                         name, time_is(*since)));
    }
    if (&so_far_ != &of_this_part_) return result;
    for (Sentence& each : rest_sentences(so_far_, problem_.events, segment_.time(until_).high))
        result.push_back(std::move(each));
    return result;
}

}  // namespace rattleback

// What is known of events where one part of a run ends and the next begins.
//
// A run across jumps of the forces is integrated in parts (phases.hpp), as is one that changes its
// variables (simulate.hpp), and what an event does where two of them meet shows only from both sides. A
// part begins with what the part before left here: at a singular state, what was known where its last
// whole step ended.
//
// Where a part begins the state may be moved a little, as from a speed that counts as zero to zero. Within
// the change that this makes to an event it is zero there.
//
// An event that is held at zero, as a speed is by friction, rests there. It came to zero once; that it
// leaves again, to either side, is no event.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "trajectory/event_side.hpp"
#include "trajectory/ode_problem.hpp"

namespace rattleback {

// At zero from one time to another; `is_counted`: that it came there is in the list of events.
struct Rest {
    double from = 0, until = 0;
    bool is_counted = false;

    template <typename Archive>
    friend void fields(Archive& archive, Rest& x) {
        archive(x.from, x.until, x.is_counted);
    }
};

constexpr bool is_value(EventNode::Kind kind) { return kind <= EventNode::Kind::Flat; }

struct EventSoFar {
    EventSide side = {};
    std::size_t parts = 0;  // of steps that were looked at
    std::optional<double> sampled_since = {};
    std::vector<Rest> rests = {};
    std::size_t omitted = 0;  // of these, from the middle

    template <typename Archive>
    friend void fields(Archive& archive, EventSoFar& x) {
        archive(x.side, x.parts, x.sampled_since, x.rests, x.omitted);
    }
};

struct EventsSoFar {
    std::vector<EventSoFar> events;
    std::size_t steps = 0;
    double longest_step = 0;
    double began = 0;  // the run
    // By how much entries of y were moved where the next part begins, as onto a state of rest; or none.
    std::vector<double> moved = {};
    // The run only paused: the next part goes on within the same motion.
    bool is_paused = false;

    template <typename Archive>
    friend void fields(Archive& archive, EventsSoFar& x) {
        archive(x.events, x.steps, x.longest_step, x.began, x.moved, x.is_paused);
    }
};

// Of the time of a run: a shorter rest is not worth saying.
inline constexpr double shortest_rest = 1e-6;

// A run that pauses at the time `at` keeps some of the rests that are worth saying.
void thin_rests(EventsSoFar& known, double at);

// Of rests in a run that ended at the time `until`.
Sentences rest_sentences(const EventsSoFar& known, std::span<const EventKind> kinds, double until);

}  // namespace rattleback

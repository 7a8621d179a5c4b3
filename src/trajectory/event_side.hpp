// On which side of zero an event is, and when it changes.
//
// Nodes are points of the run, in its order, between which the event only rises or only falls, or is
// away from zero. Each has the value there and how far that may be wrong. A value that is clearly
// positive or negative tells the side; an event that was on one side and is next seen on the other
// has crossed zero between, and one that turns back on its side at a value which is zero as far as
// can be told has touched it. So a pair of crossings that the accuracy of the run cannot tell from a
// touch is one. An event that starts at zero has not happened.
//
// Where a step ends, a value that cannot be told from zero is not judged before the next step shows
// where it goes; and an event may turn there, as a speed does where a force jumps.
#pragma once

#include <cstdint>
#include <optional>

namespace rattleback {

struct EventNode {
    enum class Kind : std::uint8_t {
        Ordinary,
        Turn,  // a maximum or minimum
        Flat,  // what the event does around it could not be told
    };
    double theta = 0, value = 0, slope = 0;
    double error = 0, noise = 0;  // how far the value may be wrong: in all, and by rounding
    Kind kind = Kind::Ordinary;

    // Not so steep that the event would leave the range of its error within a small part of a step.
    bool is_slow() const;
    // 1, −1, or 0: the sign, if it can be told.
    int side() const;
};

// A crossing between two nodes, or a touch at the second.
struct Happening {
    int direction = 0;  // +1 rising, −1 falling, 0 a touch
    // What was last seen on the other side in this step; none: it was before.
    std::optional<EventNode> before = {};
    EventNode node = {};
};

class EventSide {
public:
    void start(const EventNode& node) { side_ = node.side(); }
    // At the beginning of a step, where the event has this slope.
    std::optional<Happening> begin_step(double slope);
    std::optional<Happening> take(const EventNode& node);
    // At the end of a step; `last`: of the run.
    std::optional<Happening> end_step(const EventNode& node, bool last);

    // Whether it was last seen at zero.
    bool is_at_zero() const { return side_ == 0 || is_pending_ || joint_.has_value(); }
    // It stayed at zero for a whole step: that is not a touch.
    void rest() { has_touched_ = true; }

private:
    std::optional<Happening> touch(const EventNode& node);
    std::optional<Happening> end_run(const EventNode& node);

    int side_ = 0;              // where it was last clearly seen; 0: nowhere yet
    bool is_pending_ = false;   // at zero since
    bool has_touched_ = false;  // and told, or resting there
    EventNode nearest_;         // to zero, while it is pending
    std::optional<EventNode> last_, joint_;
};

}  // namespace rattleback

// On which side of zero an event is, and when it changes.
//
// Nodes are points of the run, in its order, between which the event only rises or only falls, or is
// away from zero. Each has the value there and how far that may be wrong. A value that is clearly
// positive or negative tells the side; an event that was on one side and is next seen on the other
// has crossed zero between, and one that turns back on its side at a value which is zero as far as
// can be told, and much less than around it, has touched it. So a pair of crossings that the accuracy of the run cannot tell from a
// touch is one. An event that starts at zero has not happened.
//
// Where a step ends, a value that cannot be told from zero is not judged before the next step shows
// where it goes. Where a force jumps an event may turn, as a speed does: there nothing that may be
// zero is judged from one side.
#pragma once

#include <cstdint>
#include <optional>

namespace rattleback {

struct EventNode {
    enum class Kind : std::uint8_t {
        Ordinary,
        Minimum,
        Maximum,
        Flat,  // what the event does around it could not be told
    };
    double theta = 0, value = 0;
    double slope = 0;             // over the longest step of the run
    double slow = 0;              // a slope below which it may as well stay, or turn back
    double error = 0, noise = 0;  // how far the value may be wrong: in all, and by rounding
    Kind kind = Kind::Ordinary;

    template <typename Archive>
    friend void fields(Archive& archive, EventNode& x) {
        archive(x.theta, x.value, x.slope, x.slow, x.error, x.noise, x.kind);
    }

    // Whether the event may as well stay where it is.
    bool is_slow() const;
    // Whether it may be zero. What is not finite is not.
    bool is_near() const;
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
    void start(const EventNode& node);
    // Goes on in another part of the run, which begins here; a jump between them is no event, unless the
    // state was moved there, and the value by no more than this.
    void go_on(const EventNode& node, double moved);
    // At the beginning of a step, where the event has this slope.
    std::optional<Happening> begin_step(double slope);
    std::optional<Happening> take(const EventNode& node);
    std::optional<Happening> end_step(const EventNode& node);
    // At the end of the run; `ahead` is where the event would go.
    std::optional<Happening> end_run(const EventNode& node, const EventNode& ahead);
    // At the end of a part of the run, beyond which the event may turn.
    std::optional<Happening> end_part(const EventNode& node);
    // What it has come to if there is no other part.
    std::optional<Happening> end_at_joint();

    // Whether it was last seen at zero.
    bool is_at_zero() const { return side_ == 0 || is_pending_ || joint_.has_value(); }
    // It stays at zero for a whole step: that is not a touch, but may be where it came to, fast, or to
    // stand still where a part of the run ended. What it then does is told from zero on.
    std::optional<Happening> rest(bool stands_still);

    template <typename Archive>
    friend void fields(Archive& archive, EventSide& x) {
        archive(x.side_, x.size_, x.is_pending_, x.has_touched_, x.nearest_, x.last_, x.joint_,
                x.end_, x.joins_parts_, x.comes_slowly_);
    }

private:
    std::optional<Happening> touch(const EventNode& node, double around);
    std::optional<Happening> arrival(const EventNode& node) const;

    int side_ = 0;               // where it was last clearly seen; 0: nowhere yet
    double size_ = 0;            // and how far off
    bool is_pending_ = false;    // at zero since
    bool has_touched_ = false;   // and told, or resting there
    bool comes_slowly_ = false;  // resting as far as can be told, and not told
    EventNode nearest_;          // to zero, while it is pending
    std::optional<EventNode> last_, joint_;
    std::optional<EventNode> end_;  // of the part before, where it was away from zero
    bool joins_parts_ = false;      // the joint does
};

}  // namespace rattleback

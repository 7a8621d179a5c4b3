#include "trajectory/event_side.hpp"

#include <algorithm>
#include <cmath>

namespace rattleback {
namespace {

// Of the size that an event had: what is small whatever it does next.
constexpr double negligible = 1e-6;

int sign(double x) { return x > 0 ? 1 : x < 0 ? -1 : 0; }

}  // namespace

bool EventNode::is_slow() const { return std::abs(slope) <= slow; }

bool EventNode::is_near() const {
    return std::isfinite(value) && std::abs(value) <= std::max(error, noise);
}

int EventNode::side() const {
    const bool by_rounding = kind == Kind::Ordinary && !is_slow();
    const double least = by_rounding ? noise : std::max(error, noise);
    return std::isfinite(least) && std::abs(value) <= least ? 0 : sign(value);
}

void EventSide::start(const EventNode& node) {
    *this = {};
    side_ = node.side();
    size_ = std::abs(node.value);
}

void EventSide::go_on(const EventNode& node, double moved) {
    const auto& before = joint_ ? joint_ : end_;
    if (before && std::abs(before->value) <= moved) {
        joint_ = before;
        joint_->error = std::max(joint_->error, moved);
    }
    end_.reset();
    if (joint_) {
        const double error = std::max(joint_->error, joint_->noise);
        if (!node.is_near() && !(std::abs(node.value) <= error)) start(node);
    } else if (node.side() != side_) {
        start(node);
    }
}

std::optional<Happening> EventSide::begin_step(double slope) {
    last_.reset();
    nearest_.theta = 0;
    if (!joint_) return {};
    EventNode node = *joint_;
    joint_.reset();
    node.theta = 0;
    if (sign(slope) != sign(node.slope)) node.kind = EventNode::Kind::Flat;
    return take(node);
}

std::optional<Happening> EventSide::take(const EventNode& node) {
    if (std::isnan(node.value)) {
        *this = {};
        return {};
    }
    // What was told as a touch, because it cannot be parted from one, is no crossing after all.
    const int side = has_touched_ && node.is_near() ? 0 : node.side();
    if (side == 0) {
        if (side_ == 0) return {};
        // A turn to the other side may be near by where it has crossed.
        const bool turns_back =
            node.kind == (side_ > 0 ? EventNode::Kind::Minimum : EventNode::Kind::Maximum);
        if (turns_back) return touch(node, size_);
        if (!is_pending_ || std::abs(node.value) < std::abs(nearest_.value)) nearest_ = node;
        is_pending_ = true;
        return {};
    }
    std::optional<Happening> happening;
    const double size = std::abs(node.value);
    if (side == side_ && is_pending_)
        happening = touch(nearest_, std::min(size_, std::max(size, negligible * size_)));
    if (side == -side_) happening = {side, last_, node};
    // Where it was never farther off than it may be wrong, it does not come back to zero.
    const double off = node.is_near() ? 0 : size;
    size_ = side == side_ && !has_touched_ ? std::max(size_, off) : off;
    side_ = side;
    is_pending_ = has_touched_ = comes_slowly_ = false;
    last_ = node;
    return happening;
}

std::optional<Happening> EventSide::touch(const EventNode& node, double around) {
    if (has_touched_ || !(std::abs(node.value) <= around / 2)) return {};
    has_touched_ = true;
    return Happening{0, {}, node};
}

std::optional<Happening> EventSide::end_step(const EventNode& node) {
    if (node.is_near()) joint_ = node;
    joins_parts_ = false;
    return node.side() != 0 ? take(node) : std::nullopt;
}

std::optional<Happening> EventSide::end_part(const EventNode& node) {
    if (!node.is_near()) {
        end_ = node;
        return take(node);
    }
    joint_ = node;
    joins_parts_ = true;
    return {};
}

// Within a part what slows down towards zero, as exp(−t) does, is not seen to arrive.
std::optional<Happening> EventSide::rest(bool stands_still) {
    std::optional<Happening> came;
    if (joint_ && !has_touched_) came = arrival(*joint_);
    const bool may_have_come = !has_touched_ || comes_slowly_;
    if (joint_ && !came && may_have_come && joins_parts_ && stands_still && side_ != 0)
        came = Happening{.direction = -side_};
    comes_slowly_ = may_have_come && !stands_still;
    joint_.reset();
    has_touched_ = true;
    if (!came) return {};
    start({});
    return Happening{.direction = came->direction};
}

// A crossing up to zero, so steep that it is one.
std::optional<Happening> EventSide::arrival(const EventNode& node) const {
    const bool comes = side_ != 0 && sign(node.slope) == -side_;
    if (!comes || node.is_slow()) return {};
    return Happening{-side_, last_, node};
}

// The event is near zero where the run ends: whether it came there, as far as can be told.
std::optional<Happening> EventSide::end_run(const EventNode& node, const EventNode& ahead) {
    if (!node.is_near()) return take(node);
    if (side_ == 0) return {};
    if (ahead.side() == -side_) return Happening{-side_, last_, node};
    const bool turns = ahead.side() == side_ && std::abs(ahead.value) >= std::abs(node.value);
    if (is_pending_ || turns || std::abs(node.value) <= node.noise)
        return touch(is_pending_ ? nearest_ : node, size_);
    return {};
}

std::optional<Happening> EventSide::end_at_joint() {
    if (!joint_) return {};
    const auto crossing = arrival(*joint_);
    return crossing ? crossing : end_run(*joint_, *joint_);
}

}  // namespace rattleback

#include "trajectory/event_side.hpp"

#include <algorithm>
#include <cmath>

namespace rattleback {
namespace {

constexpr double small_part = 1e-3;

int sign(double x) { return x > 0 ? 1 : x < 0 ? -1 : 0; }

// So that the next step need not be waited for.
bool is_clear(const EventNode& node) { return node.side() != 0; }

}  // namespace

bool EventNode::is_slow() const { return std::abs(slope) * small_part <= error; }

int EventNode::side() const {
    const bool by_rounding = kind == Kind::Ordinary && !is_slow();
    const double least = by_rounding ? noise : std::max(error, noise);
    return std::isfinite(least) && std::abs(value) <= least ? 0 : sign(value);
}

std::optional<Happening> EventSide::begin_step(double slope) {
    last_.reset();
    nearest_.theta = 0;
    if (!joint_) return {};
    EventNode node = *joint_;
    joint_.reset();
    node.theta = 0;
    const bool turns = sign(slope) != sign(node.slope);
    if (turns) node.kind = EventNode::Kind::Flat;
    return turns || !is_clear(node) ? take(node) : std::nullopt;
}

std::optional<Happening> EventSide::take(const EventNode& node) {
    if (std::isnan(node.value)) {
        *this = {};
        return {};
    }
    const int side = node.side();
    if (side == 0) {
        if (side_ == 0) return {};
        if (node.kind == EventNode::Kind::Turn) return touch(node);
        if (!is_pending_ || std::abs(node.value) < std::abs(nearest_.value)) nearest_ = node;
        is_pending_ = true;
        return {};
    }
    std::optional<Happening> happening;
    if (side == side_ && is_pending_) happening = touch(nearest_);
    if (side == -side_) happening = {side, last_, node};
    side_ = side;
    is_pending_ = has_touched_ = false;
    last_ = node;
    return happening;
}

std::optional<Happening> EventSide::touch(const EventNode& node) {
    if (has_touched_) return {};
    has_touched_ = true;
    return Happening{0, {}, node};
}

std::optional<Happening> EventSide::end_step(const EventNode& node, bool last) {
    const bool is_near = std::abs(node.value) <= std::max(node.error, node.noise);
    if (is_near && last) return end_run(node);
    if (is_near) joint_ = node;
    return is_clear(node) ? take(node) : std::nullopt;
}

// The event is near zero where the run ends: whether it came there, as far as can be told.
std::optional<Happening> EventSide::end_run(const EventNode& node) {
    if (side_ == 0) return {};
    const bool comes = sign(node.slope) == -side_;
    if (comes && !node.is_slow()) return Happening{-side_, last_, node};
    if (is_pending_ || std::abs(node.value) <= node.noise)
        return touch(is_pending_ ? nearest_ : node);
    return {};
}

}  // namespace rattleback

#include "trajectory/sampled_event.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "trajectory/bracketed_minimum.hpp"

namespace rattleback {
namespace {

constexpr int most_halvings = 6;
constexpr double straight = 0.05;

class Grid {
public:
    Grid(FunctionRef<double(double)> value, std::vector<EventNode>& nodes)
        : value_(value), nodes_(nodes) {}

    void add(double theta) { nodes_.push_back({.theta = theta, .value = value_(theta)}); }

    // Adds what lies within (a, b), and b.
    void fill(const EventNode& a, const EventNode& b, int halvings) {
        const double theta = (a.theta + b.theta) / 2;
        const EventNode middle{.theta = theta, .value = value_(theta)};
        const double bend = std::abs(middle.value - (a.value + b.value) / 2);
        const double size = std::abs(a.value) + std::abs(middle.value) + std::abs(b.value);
        if (bend > straight * size && halvings > 0) {
            fill(a, middle, halvings - 1);
            fill(middle, b, halvings - 1);
            return;
        }
        nodes_.push_back(middle);
        nodes_.push_back(b);
    }

    // Puts a turn beside each node that is nearest to zero among its neighbours.
    void add_turns() {
        const std::size_t points = nodes_.size();
        for (std::size_t i = 1; i + 1 < points; ++i) {
            const EventNode a = nodes_[i - 1], b = nodes_[i], c = nodes_[i + 1];
            const double side = std::copysign(1.0, b.value);
            const bool turns =
                b.value != 0 && side * b.value < side * a.value && side * b.value <= side * c.value;
            const double steepest = std::max(side * (a.value - b.value) / (b.theta - a.theta),
                                             side * (c.value - b.value) / (c.theta - b.theta));
            // Where the steeper slope could not have brought it to zero, it was not there.
            if (!turns || side * b.value > steepest * (c.theta - a.theta)) continue;
            const Lowest lowest = lowest_point([&](double x) { return side * value_(x); }, a.theta,
                                               c.theta, 1e-9 * (c.theta - a.theta));
            nodes_.push_back(
                {.theta = lowest.x,
                 .value = side * lowest.value,
                 .kind = side > 0 ? EventNode::Kind::Minimum : EventNode::Kind::Maximum});
        }
        if (nodes_.size() > points) std::ranges::stable_sort(nodes_, {}, &EventNode::theta);
    }

    void complete(double relative_error) {
        double size = 0;
        for (const EventNode& node : nodes_)
            if (std::isfinite(node.value)) size = std::max(size, std::abs(node.value));
        for (std::size_t i = 0; i < nodes_.size(); ++i) {
            const EventNode& a = nodes_[i == 0 ? 0 : i - 1];
            const EventNode& b = nodes_[std::min(i + 1, nodes_.size() - 1)];
            const bool is_turn = nodes_[i].kind != EventNode::Kind::Ordinary;
            nodes_[i].slope = is_turn ? 0 : (b.value - a.value) / (b.theta - a.theta);
            nodes_[i].noise = 8 * std::numeric_limits<double>::epsilon() * size;
            nodes_[i].error = nodes_[i].slow = nodes_[i].noise + relative_error * size;
        }
    }

private:
    FunctionRef<double(double)> value_;
    std::vector<EventNode>& nodes_;
};

}  // namespace

void sample_event(FunctionRef<double(double)> value, const SampledGrid& grid,
                  std::vector<EventNode>& nodes) {
    nodes.clear();
    Grid filled(value, nodes);
    filled.add(0);
    for (std::size_t i = 1; i <= grid.cells; ++i) {
        const double theta = static_cast<double>(i) / static_cast<double>(grid.cells);
        filled.fill(EventNode(nodes.back()), {.theta = theta, .value = value(theta)},
                    most_halvings);
    }
    filled.add_turns();
    filled.complete(grid.relative_error);
}

}  // namespace rattleback

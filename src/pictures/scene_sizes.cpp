#include "pictures/scene_sizes.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace rattleback {
namespace {

constexpr double small_part = 0.04, margin = 1.15, thin = 0.05;

bool has_two_ends(Drawing::Kind kind) {
    return kind == Drawing::Kind::Segment || kind == Drawing::Kind::Spring ||
           kind == Drawing::Kind::Arrow;
}

// How far the scene goes: the diagonal of the box around all places.
double extent(const Scene& scene) {
    constexpr double infinity = std::numeric_limits<double>::infinity();
    std::array<double, 3> low{infinity, infinity, infinity}, high{-infinity, -infinity, -infinity};
    const auto see = [&](const std::vector<double>& places) {
        for (std::size_t i = 0; i < places.size(); ++i) {
            if (!std::isfinite(places[i])) continue;
            low[i % 3] = std::min(low[i % 3], places[i]);
            high[i % 3] = std::max(high[i % 3], places[i]);
        }
    };
    double largest = 0;
    for (const SceneItem& item : scene.items) {
        see(item.place);
        if (has_two_ends(item.kind)) see(item.other);
        for (const double size : item.size)
            if (std::isfinite(size)) largest = std::max(largest, 2 * size);
    }
    double square = 0;
    for (std::size_t i = 0; i < 3; ++i)
        if (high[i] > low[i]) square += (high[i] - low[i]) * (high[i] - low[i]);
    const double found = std::max(std::sqrt(square), largest);
    return found > 0 ? found : 1;
}

// The axis of a body at a time: a column of its rotation.
std::array<double, 3> axis_of(const SceneItem& item, std::size_t axis, std::size_t time) {
    const double *const q = item.rotation.data() + 4 * time, w = q[3];
    std::array<double, 3> e{};
    e[axis] = 1;
    const std::array<double, 3> c{q[1] * e[2] - q[2] * e[1] + w * e[0],
                                  q[2] * e[0] - q[0] * e[2] + w * e[1],
                                  q[0] * e[1] - q[1] * e[0] + w * e[2]};
    return {e[0] + 2 * (q[1] * c[2] - q[2] * c[1]), e[1] + 2 * (q[2] * c[0] - q[0] * c[2]),
            e[2] + 2 * (q[0] * c[1] - q[1] * c[0])};
}

// Along the axis of a surface, and across it: where all others are, with their radii.
struct Reach {
    double low = 0, high = 0, across = 0;
};

Reach reach_of_others(const SceneItem& surface, const Scene& scene) {
    Reach reach;
    for (const SceneItem& item : scene.items) {
        if (item.kind == Drawing::Kind::Plate || item.kind == Drawing::Kind::Cylinder) continue;
        const double size =
            item.size.empty() ? 0 : *std::max_element(item.size.begin(), item.size.end());
        for (std::size_t i = 0; i < scene.times.size(); ++i) {
            const auto axis = axis_of(surface, surface.axis, i);
            double along = 0, square = 0;
            for (std::size_t k = 0; k < 3; ++k) {
                const double d = item.place[3 * i + k] - surface.place[3 * i + k];
                along += d * axis[k];
                square += d * d;
            }
            if (!std::isfinite(square)) continue;
            reach.low = std::min(reach.low, along - size);
            reach.high = std::max(reach.high, along + size);
            reach.across =
                std::max(reach.across, std::sqrt(std::max(0.0, square - along * along)) + size);
        }
    }
    return reach;
}

void stretch(SceneItem& cylinder, const Scene& scene) {
    const Reach reach = reach_of_others(cylinder, scene);
    const double middle = (reach.low + reach.high) / 2;
    for (std::size_t i = 0; i < scene.times.size(); ++i) {
        const auto axis = axis_of(cylinder, cylinder.axis, i);
        for (std::size_t k = 0; k < 3; ++k) cylinder.place[3 * i + k] += middle * axis[k];
    }
    cylinder.size.push_back(margin * (reach.high - reach.low));
}

void thicken(SceneItem& box) {
    double largest = 0;
    for (const double edge : box.size)
        if (std::isfinite(edge)) largest = std::max(largest, edge);
    for (double& edge : box.size)
        if (!(edge > thin * largest)) edge = thin * largest;
}

}  // namespace

void choose_sizes(Scene& scene) {
    const double small = small_part * extent(scene);
    for (SceneItem& item : scene.items) {
        if (item.kind == Drawing::Kind::Box) thicken(item);
        if (item.kind == Drawing::Kind::Cylinder && item.size.size() == 1) stretch(item, scene);
        if (!item.size.empty()) continue;
        if (item.kind == Drawing::Kind::Plate)
            item.size = {margin * std::max(reach_of_others(item, scene).across, small)};
        else
            item.size = {small};
    }
}

void draw_outlines(Scene& scene) {
    std::vector<SceneItem> items;
    for (SceneItem& item : scene.items) {
        if (item.kind != Drawing::Kind::Box) {
            items.push_back(std::move(item));
            continue;
        }
        constexpr std::array<std::array<double, 2>, 5> corners{
            {{-0.5, -0.5}, {0.5, -0.5}, {0.5, 0.5}, {-0.5, 0.5}, {-0.5, -0.5}}};
        for (std::size_t side = 0; side < 4; ++side) {
            SceneItem segment{.kind = Drawing::Kind::Segment, .name = side == 0 ? item.name : ""};
            for (std::size_t i = 0; i < scene.times.size(); ++i) {
                const auto x = axis_of(item, 0, i), y = axis_of(item, 1, i);
                for (std::size_t k = 0; k < 3; ++k) {
                    const auto at = [&](const std::array<double, 2>& corner) {
                        return item.place[3 * i + k] + corner[0] * item.size[0] * x[k] +
                               corner[1] * item.size[1] * y[k];
                    };
                    segment.place.push_back(at(corners[side]));
                    segment.other.push_back(at(corners[side + 1]));
                }
            }
            items.push_back(std::move(segment));
        }
    }
    scene.items = std::move(items);
}

}  // namespace rattleback

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <nlohmann/json.hpp>
#include <string_view>

#include "pictures/scene.hpp"

namespace rattleback {
namespace {

using Kind = Drawing::Kind;

constexpr std::array<std::string_view, 12> kind_names{"point", "segment",   "spring", "arrow",
                                                      "blade", "wheel",     "sphere", "disc",
                                                      "box",   "ellipsoid", "plate",  "cylinder"};

// What is rounding beside the others is written as nothing.
std::string list(std::span<const double> values) {
    double largest = 0;
    for (const double x : values)
        if (std::isfinite(x)) largest = std::max(largest, std::abs(x));
    std::string text = "[";
    for (const double x : values) {
        if (text.size() > 1) text += ",";
        text += !std::isfinite(x)               ? "null"
                : std::abs(x) < 1e-12 * largest ? "0"
                                                : fmt::format("{:.7g}", x);
    }
    return text + "]";
}

std::string quoted(const std::string& text) { return nlohmann::json(text).dump(); }

// What the kind has, and no more.
std::string item_json(const SceneItem& item) {
    std::string text =
        fmt::format(R"({{"kind":"{}","name":{})",
                    kind_names.at(static_cast<std::size_t>(item.kind)), quoted(item.name));
    switch (item.kind) {
        case Kind::Segment:
        case Kind::Spring:
        case Kind::Arrow:
            return text +
                   fmt::format(R"(,"from":{},"to":{}}})", list(item.place), list(item.other));
        case Kind::Dot:
            return text + fmt::format(R"(,"trace":{},"at":{}}})", item.trace, list(item.place));
        case Kind::Blade:
        case Kind::Wheel:  // of a size that has no value, as large as one
            return text + fmt::format(R"(,"trace":{},"at":{},"along":{},"size":{}}})", item.trace,
                                      list(item.place), list(item.other),
                                      std::isfinite(item.size[0])
                                          ? fmt::format("{:.7g}", item.size[0])
                                          : std::string("1"));
        case Kind::Sphere:
        case Kind::Disc:
        case Kind::Box:
        case Kind::Ellipsoid:
        case Kind::Plate:
        case Kind::Cylinder:
        case Kind::Ground: break;
    }
    return text + fmt::format(R"(,"trace":{},"at":{},"rotation":{},"axis":{},"size":{}}})",
                              item.trace, list(item.place), list(item.rotation), item.axis,
                              list(item.size));
}

std::string scene_json(const Scene& scene) {
    std::string items;
    for (const SceneItem& item : scene.items)
        items += (items.empty() ? "" : ",\n") + item_json(item);
    const std::string ground = scene.ground
                                   ? fmt::format(R"({{"at":{},"normal":{}}})",
                                                 list(scene.ground->at), list(scene.ground->normal))
                                   : "null";
    return fmt::format(
        R"({{"name":{},"dimension":{},"up":{},"times":{},"ground":{},"items":[{}]}})",
        quoted(scene.name), scene.dimension, list(scene.up), list(scene.times), ground, items);
}

}  // namespace

std::string scenes_json(std::span<const Scene> scenes) {
    std::string text;
    for (const Scene& scene : scenes) text += (text.empty() ? "" : ",\n") + scene_json(scene);
    return "[" + text + "]";
}

}  // namespace rattleback

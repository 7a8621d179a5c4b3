#include <fmt/format.h>

#include <algorithm>

#include "base/suggest.hpp"
#include "model/build_steps.hpp"
#include "model/vector_functions.hpp"

namespace rattleback {
namespace {

constexpr Scope of_origin{.what = "the origin of a frame", .order = 0, .time = true};
constexpr Scope of_angle{.what = "an angle of a frame", .order = 0, .time = true};
constexpr Scope of_quaternion{.what = "a quaternion", .order = 0};

template <typename Value>
Value rate_of(const Value& value, const System& system) {
    Value result;
    const ExprVector rates = derivative_along(value, system.by_time_without_accelerations());
    std::ranges::copy(rates, result.begin());
    return result;
}

std::vector<Turn> read_turns(const FrameDescription& written, const Vocabulary& names,
                             const System& system) {
    std::vector<Turn> turns;
    for (const auto& pair : written.rotations) {
        if (pair.size() != 2)
            refuse(pair[0], fmt::format("a rotation is an axis and an angle, as in [\"z\", "
                                        "\"psi\"]; this has {} entries",
                                        pair.size()));
        const Expr angle = names.formula(pair[1], of_angle);
        turns.push_back({read_axis(pair[0]).axis,
                         {angle, derivative_along(angle, system.by_time_without_accelerations())}});
    }
    return turns;
}

Frame read_frame(const FrameDescription& written, const Description& description,
                 const Vocabulary& names, const System& system) {
    const Written place = place_of(written.place, description, "[[frame]]");
    const Frame& parent = system.frames[find_frame(written.parent, system)];
    const Vector3 origin = read_vector(written.origin, "the origin of a frame", names, of_origin);
    const Moving<Vector3> moving{origin, rate_of(origin, system)};
    if (written.quaternion.empty())
        return turned_frame(parent, moving, read_turns(written, names, system));
    if (!written.rotations.empty())
        refuse(place, "the frame is turned twice, by 'rotations' and by 'quaternion'; keep one");
    if (written.quaternion.size() != 4)
        refuse(written.quaternion[0],
               fmt::format("a quaternion has 4 entries; this has {}", written.quaternion.size()));
    std::array<Expr, 4> entries;
    for (std::size_t i = 0; i < 4; ++i)
        entries[i] = names.formula(written.quaternion[i], of_quaternion);
    return turned_frame(parent, moving, {entries, rate_of(entries, system)});
}

}  // namespace

AxisName read_axis(const Written& name) {
    const std::string& text = name.text();
    const bool negative = text.starts_with('-');
    const std::string letter = text.substr(negative ? 1 : 0);
    if (letter.size() != 1 || letter[0] < 'x' || letter[0] > 'z')
        refuse(name, fmt::format("{} is not an axis; axes are x, y and z", quoted(text)));
    return {static_cast<std::size_t>(letter[0] - 'x'), negative};
}

Vector3 read_vector(const std::vector<Written>& components, std::string_view what,
                    const Vocabulary& names, const Scope& scope) {
    if (components.empty()) return {};
    if (components.size() != 3)
        refuse(components[0], fmt::format("{} has {} component{}; expected 3", what,
                                          components.size(), components.size() == 1 ? "" : "s"));
    Vector3 result;
    for (std::size_t i = 0; i < 3; ++i) result[i] = names.formula(components[i], scope);
    return result;
}

std::size_t find_frame(const Written& name, const System& system) {
    if (name.empty()) return 0;
    const auto found = std::ranges::find(system.frames, name.text(), &Frame::name);
    if (found != system.frames.end())
        return static_cast<std::size_t>(found - system.frames.begin());
    std::vector<std::string> known;
    for (const Frame& frame : system.frames) known.push_back(frame.name);
    refuse(name, fmt::format("there is no frame {} here{}", quoted(name.text()),
                             did_you_mean(name.text(), known)));
}

void read_frames(const Description& description, Vocabulary& names, System& system) {
    if (description.frames.empty()) return;
    system.frames.reserve(description.frames.size() + 1);
    system.frames.emplace_back();
    add_vector_functions(system.frames, names);
    for (const FrameDescription& written : description.frames) {
        if (written.name.empty())
            refuse(place_of(written.place, description, "[[frame]]"), "the frame has no name");
        Frame frame = read_frame(written, description, names, system);
        frame.name = written.name.text();
        system.frames.push_back(std::move(frame));
        names.allow(written.name.text());
    }
}

}  // namespace rattleback

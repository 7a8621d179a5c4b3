#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <tuple>

#include "base/suggest.hpp"
#include "model/build_steps.hpp"
#include "model/vector_functions.hpp"

namespace rattleback {
namespace {

using Kind = Drawing::Kind;

constexpr Scope of_place{.what = "the place of a drawing", .order = 0, .time = true};
constexpr Scope of_size{.what = "the size of a drawing"};

// What a shape is placed by.
enum class Placing : std::uint8_t { At, AtAndAlong, FromTo, Frame };

struct ShapeRule {
    std::string name;
    Kind kind;
    Placing placing;
    std::size_t sizes;  // how many it takes
    bool needs_size;
    bool trace;  // whether its way is shown if nothing is said
};

const std::array<ShapeRule, 9>& shape_rules() {
    static const std::array<ShapeRule, 9> rules{{
        {"point", Kind::Dot, Placing::At, 0, false, true},
        {"segment", Kind::Segment, Placing::FromTo, 0, false, false},
        {"spring", Kind::Spring, Placing::FromTo, 0, false, false},
        {"arrow", Kind::Arrow, Placing::FromTo, 0, false, false},
        {"blade", Kind::Blade, Placing::AtAndAlong, 1, false, true},
        {"wheel", Kind::Wheel, Placing::AtAndAlong, 1, false, true},
        {"sphere", Kind::Sphere, Placing::Frame, 1, true, true},
        {"disc", Kind::Disc, Placing::Frame, 1, true, true},
        {"box", Kind::Box, Placing::Frame, 3, true, false},
    }};
    return rules;
}

class DrawingReader {
public:
    DrawingReader(const DrawDescription& written, const Written& place, const Vocabulary& names,
                  const System& system)
        : written_(written), place_(place), names_(names), system_(system), rule_(find_rule()) {}

    Drawing drawing() const {
        Drawing result{.kind = rule_.kind,
                       .name = written_.name.text(),
                       .trace = written_.trace.value_or(rule_.trace)};
        switch (rule_.placing) {
            case Placing::At: result.place = vector("at", written_.at); break;
            case Placing::AtAndAlong:
                result.place = vector("at", written_.at);
                result.direction = vector("along", written_.along);
                break;
            case Placing::FromTo:
                result.place = vector("from", written_.from);
                result.direction = vector("to", written_.to);
                break;
            case Placing::Frame: place_in_frame(result); break;
        }
        refuse_needless();
        result.size = read_size();
        return result;
    }

private:
    const ShapeRule& find_rule() const {
        std::vector<std::string> known;
        for (const ShapeRule& rule : shape_rules()) known.push_back(rule.name);
        const std::string list =
            fmt::format("{} or {}", fmt::join(known.begin(), known.end() - 1, ", "), known.back());
        if (written_.shape.empty())
            refuse(place_, "it is not said what is drawn; 'shape' is " + list);
        const auto found =
            std::ranges::find(shape_rules(), written_.shape.text(), &ShapeRule::name);
        if (found != shape_rules().end()) return *found;
        const std::string near = did_you_mean(written_.shape.text(), known);
        refuse(written_.shape,
               fmt::format("there is no shape {} to draw{}", quoted(written_.shape.text()),
                           near.empty() ? "; it is " + list : near));
    }

    // Two or three components, or one vector formula.
    Vector3 vector(std::string_view key, const std::vector<Written>& given) const {
        if (given.empty()) refuse(place_, fmt::format("the {} has no '{}'", rule_.name, key));
        if (given.size() == 1 && uses_vector_functions(given[0].text()))
            return names_.vector(given[0], of_place);
        if (given.size() != 2 && given.size() != 3)
            refuse(given[0], fmt::format("'{}' has {} component{}; expected 2 or 3", key,
                                         given.size(), given.size() == 1 ? "" : "s"));
        Vector3 result;
        for (std::size_t i = 0; i < given.size(); ++i)
            result[i] = names_.formula(given[i], of_place);
        return result;
    }

    void place_in_frame(Drawing& result) const {
        if (written_.frame.empty() && written_.at.empty())
            refuse(place_,
                   fmt::format("it is not said where the {} is; give 'frame' or 'at'", rule_.name));
        const std::size_t index = find_frame(written_.frame, system_);
        const Frame frame = system_.frames.empty() ? Frame() : system_.frames[index];
        result.place = written_.at.empty() ? frame.place : vector("at", written_.at);
        result.axes = frame.own.axes;
        if (rule_.kind != Kind::Disc) return;
        if (written_.axis.empty()) refuse(place_, "the disc has no 'axis'");
        result.axis = read_axis(written_.axis).axis;
    }

    // A key that the shape does not look at is a slip.
    void refuse_needless() const {
        const bool in_frame = rule_.placing == Placing::Frame;
        const bool between = rule_.placing == Placing::FromTo;
        const std::array<std::tuple<const char*, const Written*, bool>, 6> keys{{
            {"at", first(written_.at), !between},
            {"along", first(written_.along), rule_.placing == Placing::AtAndAlong},
            {"from", first(written_.from), between},
            {"to", first(written_.to), between},
            {"frame", first(written_.frame), in_frame},
            {"axis", first(written_.axis), rule_.kind == Kind::Disc},
        }};
        for (const auto& [key, given, wanted] : keys)
            if (given != nullptr && !wanted)
                refuse(*given, fmt::format("a {} has no '{}'", rule_.name, key));
    }

    static const Written* first(const std::vector<Written>& texts) {
        return texts.empty() ? nullptr : &texts[0];
    }
    static const Written* first(const Written& text) { return text.empty() ? nullptr : &text; }

    ExprVector read_size() const {
        const auto& given = written_.size;
        if (given.empty() && !rule_.needs_size) return {};
        if (given.empty()) refuse(place_, fmt::format("the {} has no 'size'", rule_.name));
        if (rule_.sizes == 0) refuse(given[0], fmt::format("a {} has no 'size'", rule_.name));
        if (given.size() != rule_.sizes)
            refuse(given[0],
                   fmt::format("the size of a {} has {} component{}; expected {}", rule_.name,
                               given.size(), given.size() == 1 ? "" : "s", rule_.sizes));
        ExprVector result;
        for (const Written& text : given) result.push_back(names_.formula(text, of_size));
        return result;
    }

    const DrawDescription& written_;
    const Written& place_;
    const Vocabulary& names_;
    const System& system_;
    const ShapeRule& rule_;
};

void draw_particles(System& system) {
    for (const Particle& particle : system.particles) {
        Vector3 place;
        std::ranges::copy(particle.position, place.begin());
        system.drawings.push_back(
            {.kind = Kind::Dot, .name = particle.name, .place = place, .trace = true});
    }
}

}  // namespace

void read_drawings(const Description& description, const Vocabulary& names, System& system) {
    draw_particles(system);
    for (const DrawDescription& written : description.drawings) {
        const Written place = place_of(written.place, description, "[[draw]]");
        system.drawings.push_back(located(place, "this has no value", [&] {
            return DrawingReader(written, place, names, system).drawing();
        }));
    }
    if (description.drawings.empty()) add_guessed_drawings(system);
}

}  // namespace rattleback

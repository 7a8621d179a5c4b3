#include "writing/run_comparison_text.hpp"

#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "expr/print_text.hpp"
#include "start/initial_state.hpp"
#include "study/changed_model.hpp"
#include "writing/aligned_table.hpp"
#include "writing/comparison_text.hpp"

namespace rattleback {
namespace {

using Json = nlohmann::ordered_json;

std::string number(double x, double noise) {
    return fmt::format("{:.4g}", std::abs(x) <= noise ? 0.0 : x);
}

std::string table(const RunComparison& found) {
    const Comparison& c = found.comparison;
    std::vector<std::vector<std::string>> rows{{"t", "distance"}};
    for (const Expr& q : found.sides[0].run.system.q) rows[0].emplace_back(q.name());
    for (std::size_t i = 0; i < c.times.size(); ++i) {
        rows.push_back({fmt::format("{:.6g}", c.times[i]), number(c.distances[i], found.noise)});
        for (const double dq : c.differences[i]) rows.back().push_back(number(dq, found.noise));
    }
    return "distance of the configurations, in the metric of the kinetic energy, and by "
           "coordinates\n" +
           aligned_table(rows);
}

std::string verdict(const RunComparison& found) {
    const Comparison& c = found.comparison;
    if (found.agree())
        return fmt::format(
            "They agree: the distance of the configurations, at most {:.1e}, is nowhere larger "
            "than "
            "the error of the two runs, {:.1e}.\n",
            c.largest.value, found.noise);
    if (!found.differ())
        return fmt::format(
            "Nothing can be said of their agreement: the error of the two runs, {:.1e}, is not "
            "small beside the motion itself, which goes as far as {:.1e}.\n",
            found.noise, c.size);
    std::string text;
    for (const Sentence& each : comparison_sentences(c)) text += to_text(each) + "\n";
    if (found.is_same_motion)
        text += fmt::format(
            "They should agree, and DIFFER by more than the error of the two runs, {:.1e}.\n",
            found.noise);
    return text;
}

std::string listed(const ExprVector& symbols, std::span<const double> values) {
    std::string text;
    for (std::size_t i = 0; i < symbols.size(); ++i)
        text += fmt::format("{}{} = {:.6g}", i == 0 ? "" : ", ", to_text(symbols[i]), values[i]);
    return text;
}

std::string state_text(const Run& run) {
    const InitialState state = initial_state(run.system, run.equations);
    return fmt::format("  from {}, {}\n", listed(run.system.q, state.q),
                       listed(run.system.v, state.v));
}

// What a vakonomic state has beside positions and velocities: latent variables.
std::string latent_text(const Run& run) {
    if (run.system.principle != Principle::Vakonomic) return {};
    const auto state = initial_state(run.system, run.equations).state;
    const auto skipped = static_cast<std::ptrdiff_t>(run.system.size());
    const ExprVector latent(run.equations.speeds.begin() + skipped, run.equations.speeds.end());
    return fmt::format("  with {}\n",
                       listed(latent, std::span(state).subspan(2 * run.system.size())));
}

// Once where both start from the same state.
std::string start(const RunComparison& found) {
    const auto& [first, second] = found.sides;
    const std::string from = state_text(first.run), other = state_text(second.run);
    return from + latent_text(first.run) + (begin_alike(found) ? "" : "  and" + other.substr(1)) +
           latent_text(second.run);
}

std::string endings(const RunComparison& found) {
    std::string text;
    for (const ComparedSide& side : found.sides)
        if (!side.run.trajectory.reached_end())
            text +=
                fmt::format("{}: {}\n", side.label(), to_text(side.run.trajectory.stop.message));
    return text;
}

Json side_json(const ComparedSide& side) {
    const Stop& stop = side.run.trajectory.stop;
    return {
        {"name", side.name},
        {"principle", name_of(side.run.system.principle)},
        {"form", side.run.form.name},
        {"method", side.run.trajectory.method},
        {"stop",
         {{"reason", name_of(stop.reason)}, {"t", stop.time}, {"message", to_text(stop.message)}}}};
}

Json growth_json(const std::optional<Growth>& growth) {
    if (!growth) return nullptr;
    const bool is_power = growth->law == Growth::Law::Power;
    return {{"law", is_power ? "power" : "exponential"},
            {"factor", growth->factor},
            {is_power ? "exponent" : "rate", growth->exponent},
            {"from", growth->from},
            {"until", growth->until}};
}

}  // namespace

bool begin_alike(const RunComparison& found) {
    return state_text(found.sides[0].run) == state_text(found.sides[1].run);
}

std::string run_comparison_text(const std::string& title, const RunComparison& found) {
    const auto& [first, second] = found.sides;
    return fmt::format("{}\n\n{} against {}\n{}\n{}{}{}", title, first.label(), second.label(),
                       start(found), found.differ() ? table(found) + "\n" : "", verdict(found),
                       endings(found));
}

std::string run_comparison_json(const RunComparison& found) {
    const Comparison& c = found.comparison;
    Json json{{"first", side_json(found.sides[0])}, {"second", side_json(found.sides[1])}};
    json["agree"] = found.agree();
    json["error"] = found.noise;
    json["coordinates"] = Json::array();
    for (const Expr& q : found.sides[0].run.system.q) json["coordinates"].push_back(q.name());
    json["t"] = c.times;
    json["distance"] = c.distances;
    json["difference"] = Json::array();
    for (std::size_t i = 0; i < c.differences.size(); ++i)
        json["difference"].push_back(
            std::vector<double>(c.differences[i].begin(), c.differences[i].end()));
    json["exceeds"] = Json::array();
    for (const Excess& e : c.excesses)
        json["exceeds"].push_back(
            {{"part", e.part}, {"distance", e.distance}, {"t", e.time ? Json(*e.time) : Json()}});
    json["growth"] = growth_json(c.growth);
    json["largest"] = {{"distance", c.largest.value}, {"t", c.largest.time}};
    return json.dump() + "\n";
}

}  // namespace rattleback

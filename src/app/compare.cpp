#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <nlohmann/json.hpp>

#include "app/against.hpp"
#include "app/commands.hpp"
#include "app/find_model.hpp"
#include "app/long_work.hpp"
#include "app/numbers.hpp"
#include "app/settings.hpp"
#include "app/usage.hpp"
#include "equations/formulations.hpp"
#include "expr/print_text.hpp"
#include "start/initial_state.hpp"
#include "study/changed_model.hpp"
#include "study/compare_runs.hpp"
#include "writing/aligned_table.hpp"
#include "writing/comparison_text.hpp"

namespace rattleback {
namespace {

using Json = nlohmann::ordered_json;

struct Given {
    std::string model, forms, principles, until;
    std::vector<std::string> settings, against;
    bool json = false;
};

std::array<std::string, 2> two_words(const std::string& option, const std::string& text) {
    const auto comma = text.find(',');
    if (comma == std::string::npos || text.find(',', comma + 1) != std::string::npos)
        throw UsageError(fmt::format("{} takes two names with a comma, not '{}'", option, text));
    std::array<std::string, 2> words{text.substr(0, comma), text.substr(comma + 1)};
    if (words[0] == words[1])
        throw UsageError(fmt::format("{}: '{}' is compared with itself", option, words[0]));
    return words;
}

SideRequest of_form(const Description& description, const std::string& name) {
    check_form_name(name);
    return {.description = with_principle(description, formulation(name).principle()),
            .form = name};
}

SideRequest of_principle(const Description& description, const std::string& name) {
    constexpr std::array both{Principle::Nonholonomic, Principle::Vakonomic};
    const std::array names{name_of(both[0]), name_of(both[1])};
    return {.description =
                with_principle(description, both.at(place_among(names, "--principles", name)))};
}

std::array<SideRequest, 2> sides_of(const Given& given, const Description& description) {
    const bool is_other = !given.against.empty();
    const int ways = (given.forms.empty() ? 0 : 1) + (given.principles.empty() ? 0 : 1);
    if (ways > 1)
        throw UsageError(
            "--forms and --principles are two ways of saying the same: a form has its principle");
    if (is_other && ways > 0)
        throw UsageError(
            "two models or two sets of values are compared in their default forms: --forms and "
            "--principles do not go with them");
    if (is_other)
        return {model_side(given.model, given.settings),
                other_side(given.model, given.settings, given.against)};
    if (!given.forms.empty()) {
        const auto names = two_words("--forms", given.forms);
        return {of_form(description, names[0]), of_form(description, names[1])};
    }
    if (given.principles.empty()) return natural_comparison(description);
    const auto names = two_words("--principles", given.principles);
    return {of_principle(description, names[0]), of_principle(description, names[1])};
}

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
    for (const std::string& sentence : comparison_sentences(c)) text += sentence + "\n";
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
    return from + latent_text(first.run) + (other == from ? "" : "  and" + other.substr(1)) +
           latent_text(second.run);
}

std::string endings(const RunComparison& found) {
    std::string text;
    for (const ComparedSide& side : found.sides)
        if (!side.run.trajectory.reached_end())
            text += fmt::format("{}: {}\n", side.label(), side.run.trajectory.stop.message);
    return text;
}

std::string as_text(const std::string& title, const RunComparison& found) {
    const auto& [first, second] = found.sides;
    return fmt::format("{}\n\n{} against {}\n{}\n{}{}{}", title, first.label(), second.label(),
                       start(found), found.differ() ? table(found) + "\n" : "", verdict(found),
                       endings(found));
}

Json side_json(const ComparedSide& side) {
    const Stop& stop = side.run.trajectory.stop;
    return {
        {"name", side.name},
        {"principle", name_of(side.run.system.principle)},
        {"form", side.run.form.name},
        {"method", side.run.trajectory.method},
        {"stop", {{"reason", name_of(stop.reason)}, {"t", stop.time}, {"message", stop.message}}}};
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

std::string as_json(const RunComparison& found) {
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
            {{"distance", e.distance}, {"t", e.time ? Json(*e.time) : Json()}});
    json["growth"] = growth_json(c.growth);
    json["largest"] = {{"distance", c.largest.value}, {"t", c.largest.time}};
    return json.dump() + "\n";
}

int run(const Given& given) {
    const Description description = described_model(given.model, given.settings);
    require_functions(description);
    ComparisonRequest request{.sides = sides_of(given, description)};
    if (!given.until.empty()) request.until = read_number("--until", given.until);
    LongWork work;
    const auto found = compare_runs(request, work.attention());
    work.clear();
    if (!found) {
        fmt::print(stderr,
                   "rattleback compare: Interrupted before both motions were there to compare.\n");
        return interrupted;
    }
    fmt::print("{}", given.json ? as_json(*found) : as_text(title_of(description), *found));
    bool failed = found->is_same_motion && !found->agree();
    for (const ComparedSide& side : found->sides) {
        const Stop& stop = side.run.trajectory.stop;
        if (is_result(stop.reason)) continue;
        failed = true;
        fmt::print(stderr, "rattleback compare: {}: {} The runs are compared until then.\n",
                   side.label(), stop.message);
    }
    return work.is_interrupted() ? interrupted : failed ? 1 : 0;
}

}  // namespace

Action declare_compare(Arguments& arguments) {
    auto given = std::make_shared<Given>();
    add_model_argument(arguments, given->model);
    add_against_option(arguments, given->against);
    arguments.option("--principles", given->principles,
                     "nonholonomic,vakonomic: the default where both apply", {"A,B"});
    arguments.option("--forms", given->forms, "Two formulations; derive --help lists them",
                     {"A,B"});
    arguments.option("--until", given->until, "Where both runs end", {"T"});
    add_set_option(arguments, given->settings);
    arguments.flag("--json", given->json, "Write one JSON object");
    return [given] { return run(*given); };
}

}  // namespace rattleback

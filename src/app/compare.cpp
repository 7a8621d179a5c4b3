#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <nlohmann/json.hpp>

#include "analysis/compare_motions.hpp"
#include "analysis/run_branch.hpp"
#include "app/chosen_form.hpp"
#include "app/commands.hpp"
#include "app/find_model.hpp"
#include "app/long_work.hpp"
#include "app/numbers.hpp"
#include "app/settings.hpp"
#include "app/usage.hpp"
#include "equations/formulations.hpp"
#include "expr/print_text.hpp"
#include "report/aligned_table.hpp"
#include "report/comparison_text.hpp"
#include "trajectory/initial_state.hpp"
#include "trajectory/simulate.hpp"

namespace rattleback {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::array<std::string_view, 2> principle_names{"nonholonomic", "vakonomic"};
constexpr double rtol = 1e-12;  // so that small distances mean something
constexpr double coarser = 10;  // the runs that measure the error of the others

struct Given {
    std::string model, forms, principles, until;
    std::vector<std::string> settings;
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

// One side of a comparison, computed: the system must stay where it is.
struct Side {
    std::string form;
    BranchChoice branch;
    Equations equations;
    Trajectory run, coarse;

    ComputedMotion motion() const { return {branch.system, equations, run}; }
    std::string_view principle() const {
        return principle_names.at(static_cast<std::size_t>(branch.system.principle));
    }
};

struct Choice {
    Principle principle;
    std::string form;  // empty: the default
};

Choice of_form(const std::string& name) {
    check_form_name(name);
    return {formulation(name).principle, name};
}

// Two principles where both apply, else two formulations of the one.
std::array<Choice, 2> default_choice(const Description& description) {
    const System system = build(with_principle(description, Principle::Nonholonomic));
    const std::string form = default_form(system).name;
    if (!system.constraints.empty() && !formulation("vakonomic").refusal(system))
        return {{{Principle::Nonholonomic, form}, {Principle::Vakonomic, "vakonomic"}}};
    for (const Formulation* row : applicable(system))
        if (row->name != form)
            return {{{Principle::Nonholonomic, form},
                     {Principle::Nonholonomic, std::string(row->name)}}};
    throw UsageError(
        fmt::format("{} is the only formulation of this model: there is nothing to compare", form));
}

std::array<Choice, 2> choice_of(const Given& given, const Description& description) {
    if (!given.forms.empty() && !given.principles.empty())
        throw UsageError(
            "--forms and --principles are two ways of saying the same: a form has its principle");
    if (!given.forms.empty()) {
        const auto names = two_words("--forms", given.forms);
        return {of_form(names[0]), of_form(names[1])};
    }
    if (given.principles.empty()) return default_choice(description);
    const auto names = two_words("--principles", given.principles);
    const auto choice = [&](const std::string& name) {
        return Choice{static_cast<Principle>(place_among(principle_names, "--principles", name)),
                      {}};
    };
    return {choice(names[0]), choice(names[1])};
}

double until_of(const Given& given, const Description& description) {
    if (!given.until.empty()) return read_number("--until", given.until);
    if (description.simulate.until) return *description.simulate.until;
    throw UsageError("--until is missing: the model does not say in [simulate] how long it runs");
}

Side derived(const Description& description, const Choice& choice) {
    Side side;
    side.branch = run_branch(build(with_principle(description, choice.principle)));
    side.form = choice.form.empty() ? default_form(side.branch.system).name : choice.form;
    side.equations = derive(side.branch.system, side.form);
    return side;
}

Trajectory computed(const Side& side, double until, double looseness, LongWork& work) {
    SimulationOptions options;
    options.integration.until = until;
    options.integration.dense = true;
    options.integration.rtol = looseness * rtol;
    work.attend(options.integration);
    return simulate(side.branch.system, side.equations, options);
}

// How far the runs themselves may be wrong: what a coarser tolerance changes, and rounding. Where the
// user did not wait for that, what tolerances promise.
double noise_of(const Side& side) {
    const bool is_known = !side.coarse.dense.empty() || side.coarse.rest;
    const Comparison found = compare_motions(side.motion(), is_known ? side.coarse : side.run);
    return found.largest.value + (is_known ? 1e-13 : 1e3 * rtol) * found.size;
}

struct Found {
    std::array<Side, 2> sides;
    double noise = 0;
    Comparison comparison = {};

    bool must_agree() const { return sides[0].principle() == sides[1].principle(); }
    bool agree() const { return comparison.verdict == Comparison::Verdict::Agree; }
    bool differ() const { return comparison.verdict == Comparison::Verdict::Differ; }
};

// Nothing where the user interrupted before there were two motions.
std::optional<Found> found_of(const Given& given, const Description& description, LongWork& work) {
    const auto choice = choice_of(given, description);
    const double until = until_of(given, description);
    Found found{.sides = {derived(description, choice[0]), derived(description, choice[1])}};
    for (Side& side : found.sides) {
        if (work.is_interrupted()) return {};
        side.run = computed(side, until, 1, work);
    }
    for (Side& side : found.sides)
        if (!work.is_interrupted()) side.coarse = computed(side, until, coarser, work);
    found.noise = noise_of(found.sides[0]) + noise_of(found.sides[1]);
    ComparisonOptions options;
    options.noise = found.noise;
    found.comparison = compare_motions(found.sides[0].motion(), found.sides[1].run, options);
    return found;
}

std::string number(double x, double noise) {
    return fmt::format("{:.4g}", std::abs(x) <= noise ? 0.0 : x);
}

std::string table(const Found& found) {
    const Comparison& c = found.comparison;
    std::vector<std::vector<std::string>> rows{{"t", "distance"}};
    for (const Expr& q : found.sides[0].branch.system.q) rows[0].emplace_back(q.name());
    for (std::size_t i = 0; i < c.times.size(); ++i) {
        rows.push_back({fmt::format("{:.6g}", c.times[i]), number(c.distances[i], found.noise)});
        for (const double dq : c.differences[i]) rows.back().push_back(number(dq, found.noise));
    }
    return "distance of the configurations, in the metric of the kinetic energy, and by "
           "coordinates\n" +
           aligned_table(rows);
}

std::string verdict(const Found& found) {
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
    if (found.must_agree())
        text += fmt::format(
            "They should agree, and DIFFER by more than the error of the two runs, {:.1e}.\n",
            found.noise);
    return text;
}

std::string described(const Side& side) {
    return fmt::format("{} ({})", side.principle(), side.form);
}

std::string listed(const ExprVector& symbols, std::span<const double> values) {
    std::string text;
    for (std::size_t i = 0; i < symbols.size(); ++i)
        text += fmt::format("{}{} = {:.6g}", i == 0 ? "" : ", ", to_text(symbols[i]), values[i]);
    return text;
}

// The state that both start from, then what one of them has beside it: latent variables.
std::string start(const Found& found) {
    const auto& [system, notes] = found.sides[0].branch;
    const InitialState state = initial_state(system, found.sides[0].equations);
    std::string text =
        fmt::format("  from {}, {}\n", listed(system.q, state.q), listed(system.v, state.v));
    for (const Side& side : found.sides) {
        if (side.branch.system.principle != Principle::Vakonomic) continue;
        const auto own = initial_state(side.branch.system, side.equations).state;
        const auto skipped = static_cast<std::ptrdiff_t>(system.size());
        const ExprVector latent(side.equations.speeds.begin() + skipped,
                                side.equations.speeds.end());
        text +=
            fmt::format("  with {}\n", listed(latent, std::span(own).subspan(2 * system.size())));
    }
    return text;
}

std::string endings(const Found& found) {
    std::string text;
    for (const Side& side : found.sides)
        if (!side.run.reached_end())
            text += fmt::format("{}: {}\n", described(side), side.run.stop.message);
    return text;
}

std::string as_text(const std::string& title, const Found& found) {
    const auto& [first, second] = found.sides;
    return fmt::format("{}\n\n{} against {}\n{}\n{}{}{}", title, described(first),
                       described(second), start(found), found.differ() ? table(found) + "\n" : "",
                       verdict(found), endings(found));
}

Json side_json(const Side& side) {
    const Stop& stop = side.run.stop;
    return {
        {"principle", side.principle()},
        {"form", side.form},
        {"method", side.run.method},
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

std::string as_json(const Found& found) {
    const Comparison& c = found.comparison;
    Json json{{"first", side_json(found.sides[0])}, {"second", side_json(found.sides[1])}};
    json["agree"] = found.agree();
    json["error"] = found.noise;
    json["coordinates"] = Json::array();
    for (const Expr& q : found.sides[0].branch.system.q) json["coordinates"].push_back(q.name());
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
    const Description description =
        with_settings(read_model(find_model(given.model)), given.settings);
    require_functions(description);
    LongWork work;
    const auto found = found_of(given, description, work);
    work.clear();
    if (!found) {
        fmt::print(stderr,
                   "rattleback compare: Interrupted before both motions were there to compare.\n");
        return interrupted;
    }
    fmt::print("{}", given.json ? as_json(*found) : as_text(title_of(description), *found));
    bool failed = found->must_agree() && !found->agree();
    for (const Side& side : found->sides) {
        if (is_result(side.run.stop.reason)) continue;
        failed = true;
        fmt::print(stderr, "rattleback compare: {}: {} The runs are compared until then.\n",
                   described(side), side.run.stop.message);
    }
    return work.is_interrupted() ? interrupted : failed ? 1 : 0;
}

}  // namespace

Action declare_compare(Arguments& arguments) {
    auto given = std::make_shared<Given>();
    add_model_argument(arguments, given->model);
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

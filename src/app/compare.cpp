#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <memory>

#include "app/against.hpp"
#include "app/commands.hpp"
#include "app/find_model.hpp"
#include "app/long_work.hpp"
#include "app/message.hpp"
#include "app/numbers.hpp"
#include "app/settings.hpp"
#include "app/usage.hpp"
#include "study/changed_model.hpp"
#include "study/complaints.hpp"
#include "study/derive_forms.hpp"
#include "writing/run_comparison_text.hpp"

namespace rattleback {
namespace {

struct Given {
    std::string model, forms, principles, methods, rtols, steps, until;
    std::vector<std::string> against;
    Settings settings;
    bool json = false;
};

std::array<std::string, 2> two_words(const std::string& option, const std::string& text) {
    const auto comma = text.find(',');
    if (comma == std::string::npos || text.find(',', comma + 1) != std::string::npos)
        throw UsageError(fmt::format("{} takes two names with a comma, not '{}'", option, text));
    return {text.substr(0, comma), text.substr(comma + 1)};
}

void set_form(const std::string&, const std::string& name, SideRequest& side) {
    side.description = in_form(side.description, name);
    side.run.form = name;
}

void set_principle(const std::string& option, const std::string& name, SideRequest& side) {
    constexpr std::array both{Principle::Nonholonomic, Principle::Vakonomic};
    const std::array names{name_of(both[0]), name_of(both[1])};
    side.description = with_principle(side.description, both.at(place_among(names, option, name)));
}

void set_method(const std::string&, const std::string& name, SideRequest& side) {
    side.run.method = name;
}

void set_rtol(const std::string& option, const std::string& number, SideRequest& side) {
    side.run.rtol = read_rtol(option, number);
}

void set_step(const std::string& option, const std::string& number, SideRequest& side) {
    side.run.step = read_positive(option, number);
}

// An option that says something of each side.
struct Pair {
    const char* option;
    const std::string& text;
    void (*set)(const std::string& option, const std::string& word, SideRequest& side);
};

std::array<SideRequest, 2> sides_of(const Given& given, const Description& description) {
    if (!given.forms.empty() && !given.principles.empty())
        throw UsageError(
            "--forms and --principles are two ways of saying the same: a form has its principle");
    const Pair pairs[] = {{"--forms", given.forms, set_form},
                          {"--principles", given.principles, set_principle},
                          {"--methods", given.methods, set_method},
                          {"--rtols", given.rtols, set_rtol},
                          {"--steps", given.steps, set_step}};
    const bool is_other = !given.against.empty();
    if (!is_other && std::ranges::all_of(pairs, [](const Pair& p) { return p.text.empty(); }))
        return natural_comparison(description);
    std::array<SideRequest, 2> sides{SideRequest{description}, SideRequest{description}};
    if (is_other)
        sides = {model_side(given.model, given.settings),
                 other_side(given.model, given.settings, given.against)};
    bool differ = is_other;
    std::string same;
    for (const auto& [option, text, set] : pairs) {
        if (text.empty()) continue;
        const auto words = two_words(option, text);
        for (std::size_t i = 0; i < 2; ++i) set(option, words[i], sides[i]);
        if (words[0] == words[1])
            same = fmt::format("{}: '{}' is compared with itself", option, words[0]);
        else
            differ = true;
    }
    if (!differ) throw UsageError(same);
    return sides;
}

int run(const Given& given, LongWork& work) {
    const Description description = described_model(given.model, given.settings);
    require_functions(description);
    ComparisonRequest request{.sides = sides_of(given, description)};
    if (!given.until.empty()) request.until = read_number("--until", given.until);
    const auto found = compare_runs(request, work.attention());
    work.clear();
    if (!found) {
        tell("rattleback compare: Interrupted before both motions were there to compare.\n");
        return interrupted();
    }
    say("{}", given.json ? run_comparison_json(*found)
                         : run_comparison_text(title_of(description), *found));
    const Sentences complaints = complaints_of(*found);
    for (const Sentence& each : complaints) tell("rattleback compare: {}\n", to_text(each));
    const bool failed = !complaints.empty() || (found->is_same_motion && !found->agree());
    if (!work.is_interrupted()) return failed ? 1 : 0;
    tell("rattleback compare: Interrupted: what was found until then is shown.\n");
    return interrupted();
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
    arguments.option("--methods", given->methods, "Two methods; simulate --help lists them",
                     {"A,B"});
    arguments.option("--rtols", given->rtols,
                     fmt::format("Two relative tolerances; {:g} for both is the default",
                                 tolerance_of_comparisons),
                     {"A,B"});
    arguments.option("--steps", given->steps, "Two widths of steps, with methods that can",
                     {"A,B"});
    arguments.option("--until", given->until, "Where both runs end", {"T"});
    add_settings(arguments, given->settings);
    arguments.flag("--json", given->json, "Write one JSON object");
    return [given](LongWork& work) { return run(*given, work); };
}

}  // namespace rattleback

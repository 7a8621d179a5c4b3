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
#include "equations/formulations.hpp"
#include "study/changed_model.hpp"
#include "study/compare_runs.hpp"
#include "writing/run_comparison_text.hpp"

namespace rattleback {
namespace {

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

int run(const Given& given) {
    const Description description = described_model(given.model, given.settings);
    require_functions(description);
    ComparisonRequest request{.sides = sides_of(given, description)};
    if (!given.until.empty()) request.until = read_number("--until", given.until);
    LongWork work;
    const auto found = compare_runs(request, work.attention());
    work.clear();
    if (!found) {
        tell("rattleback compare: Interrupted before both motions were there to compare.\n");
        return interrupted();
    }
    fmt::print("{}", given.json ? run_comparison_json(*found)
                                : run_comparison_text(title_of(description), *found));
    bool failed = found->is_same_motion && !found->agree();
    for (const ComparedSide& side : found->sides) {
        const Stop& stop = side.run.trajectory.stop;
        if (is_result(stop.reason)) continue;
        failed = true;
        tell("rattleback compare: {}: {} The runs are compared until then.\n", side.label(),
             to_text(stop.message));
    }
    return work.is_interrupted() ? interrupted() : failed ? 1 : 0;
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

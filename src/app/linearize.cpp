#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>

#include "app/commands.hpp"
#include "app/find_model.hpp"
#include "app/long_work.hpp"
#include "app/message.hpp"
#include "app/numbers.hpp"
#include "app/settings.hpp"
#include "app/usage.hpp"
#include "study/linearize_model.hpp"
#include "writing/linearization_text.hpp"

namespace rattleback {
namespace {

struct Given {
    std::string model, at, sweep;
    Settings settings;
    bool json = false;
};

// "theta=0, psi'=atan2(1, 2)" at commas that are in no brackets.
std::vector<std::string> split_assignments(const std::string& text) {
    std::vector<std::string> parts(1);
    int depth = 0;
    for (const char c : text) {
        if (c == '(') ++depth;
        if (c == ')') --depth;
        if (c == ',' && depth == 0)
            parts.emplace_back();
        else
            parts.back() += c;
    }
    return parts;
}

std::vector<NewValue> state_of(const std::string& at) {
    std::vector<NewValue> values;
    if (at.empty()) return values;
    for (const std::string& part : split_assignments(at))
        values.push_back(read_assignment("--at", part));
    return values;
}

SweepRequest read_sweep(const std::string& text) {
    const auto sign = text.find('=');
    const std::string range = sign == std::string::npos ? "" : text.substr(sign + 1);
    if (std::ranges::count(range, ':') != 2)
        throw UsageError(fmt::format("--sweep takes name=from:to:step, not '{}'", text));
    SweepRequest result{.parameter = text.substr(0, sign), .values = read_times("--sweep", range)};
    // The end is looked at too where the steps do not meet it.
    const std::size_t first = range.find(':') + 1;
    const double end = read_number("--sweep", range.substr(first, range.rfind(':') - first));
    const double step = result.values.size() > 1 ? result.values[1] - result.values[0] : 0;
    if (std::abs(end - result.values.back()) > 1e-9 * std::abs(step)) result.values.push_back(end);
    return result;
}

int run(const Given& given, LongWork& work) {
    const Description description = described_model(given.model, given.settings);
    LinearizeRequest request{.at = state_of(given.at)};
    if (!given.sweep.empty()) request.sweep = read_sweep(given.sweep);
    try {
        const auto [title, small, locus] = linearize_model(description, request, work.attention());
        work.clear();
        if (given.json) {
            say("{}", linearization_json(title, small, locus ? &*locus : nullptr));
        } else {
            say("{}\n\n{}{}", title, linearization_text(small),
                locus ? root_locus_text(*locus) : "");
        }
        if (!locus || !locus->was_left) return 0;
        tell("rattleback linearize: Interrupted: {} of {} values were looked at.\n",
             locus->values.size(), request.sweep->values.size());
        return interrupted();
    } catch (const NotSteady& error) {
        tell("rattleback: {} 'rattleback equilibria {}' looks for steady motions.\n", error.what(),
             given.model);
        return 1;
    }
}

constexpr const char* more =
    "The state is the model's initial one. It must be an equilibrium or a steady motion: what is "
    "not "
    "cyclic is constant.\n\n"
    "  rattleback linearize chaplygin_sleigh --at \"x'=1, phi'=0\" --sweep a=-1:1:0.25\n\n"
    "linearizes a sleigh about gliding straight ahead and finds that it is stable when its centre "
    "of "
    "mass is ahead of the blade, a > 0.\n";

}  // namespace

Action declare_linearize(Arguments& arguments) {
    auto given = std::make_shared<Given>();
    add_model_argument(arguments, given->model);
    arguments.option("--at", given->at,
                     "The state, where it is not the initial one: --at \"theta=0, phi'=2\"",
                     {"NAME=VALUE,..."});
    add_settings(arguments, given->settings);
    arguments.option("--sweep", given->sweep,
                     "Let a parameter vary and find critical values: --sweep v=0:10:0.05",
                     {"NAME=FROM:TO:STEP"});
    arguments.flag("--json", given->json, "Write one JSON object");
    arguments.remark(more);
    return [given](LongWork& work) { return run(*given, work); };
}

}  // namespace rattleback

#include <fmt/format.h>

#include <memory>

#include "app/commands.hpp"
#include "app/find_model.hpp"
#include "app/long_work.hpp"
#include "app/message.hpp"
#include "app/numbers.hpp"
#include "app/settings.hpp"
#include "study/changed_model.hpp"
#include "study/find_equilibria.hpp"
#include "writing/equilibria_text.hpp"

namespace rattleback {
namespace {

struct Given {
    std::string model, tries, seed;
    Settings settings;
    bool json = false;
};

int run(const Given& given, LongWork& work) {
    EquilibriaRequest request;
    if (!given.tries.empty()) request.tries = read_count("--tries", given.tries);
    if (!given.seed.empty()) request.seed = read_count("--seed", given.seed);
    const Description description = described_model(given.model, given.settings);
    const Equilibria all = find_equilibria(description, request, work.attention());
    const std::string title = title_of(description);
    work.clear();
    say("{}", given.json ? equilibria_json(title, all)
                         : fmt::format("{}\n\n{}", title, equilibria_text(all)));
    if (!work.is_interrupted()) return all.found.empty() ? 1 : 0;
    tell("rattleback equilibria: Interrupted: what was found until then is shown.\n");
    return interrupted();
}

constexpr const char* more =
    "A steady motion is one in which everything but cyclic coordinates is constant. The first "
    "search "
    "starts at the model's initial state, the others at random ones, the same for the same seed.\n";

}  // namespace

Action declare_equilibria(Arguments& arguments) {
    auto given = std::make_shared<Given>();
    add_model_argument(arguments, given->model);
    add_settings(arguments, given->settings);
    arguments.option(
        "--tries", given->tries,
        fmt::format("Searches from random states; {} is the default", EquilibriaRequest().tries),
        {"N"});
    arguments.option("--seed", given->seed, "Another seed gives other random states", {"N"});
    arguments.flag("--json", given->json, "Write one JSON object");
    arguments.remark(more);
    return [given](LongWork& work) { return run(*given, work); };
}

}  // namespace rattleback

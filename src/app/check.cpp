#include <memory>

#include "app/commands.hpp"
#include "app/find_model.hpp"
#include "app/long_work.hpp"
#include "app/message.hpp"
#include "app/numbers.hpp"
#include "app/settings.hpp"
#include "writing/check_text.hpp"

namespace rattleback {
namespace {

struct Given {
    std::string model, seed;
    Settings settings;
    bool json = false;
};

int run(const Given& given, LongWork& work) {
    CheckRequest request;
    if (!given.seed.empty()) request.seed = read_count("--seed", given.seed);
    const Description description = described_model(given.model, given.settings);
    const ModelCheck found = check_model(description, request, work.attention());
    work.clear();
    say("{}", given.json ? check_json(found) : check_text(found));
    if (!work.is_interrupted()) return found.ok() ? 0 : 1;
    tell("rattleback check: Interrupted: what was found out until then is shown.\n");
    return interrupted();
}

}  // namespace

Action declare_check(Arguments& arguments) {
    auto given = std::make_shared<Given>();
    add_model_argument(arguments, given->model);
    add_settings(arguments, given->settings);
    arguments.option("--seed", given->seed, "Another seed gives other random states to compare at",
                     {"N"});
    arguments.flag("--json", given->json, "Write one JSON object");
    return [given](LongWork& work) { return run(*given, work); };
}

}  // namespace rattleback

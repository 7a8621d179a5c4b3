#include <memory>

#include "app/commands.hpp"
#include "app/find_model.hpp"
#include "app/long_work.hpp"
#include "app/message.hpp"
#include "app/settings.hpp"
#include "app/usage.hpp"
#include "base/write_file.hpp"
#include "writing/constrained_text.hpp"
#include "writing/model_toml.hpp"

namespace rattleback {
namespace {

struct Given {
    std::string model, split = "whole", output;
    bool json = false;
};

int run(const Given& given, LongWork& work) {
    if (!given.output.empty())
        if (const auto obstacle = obstacle_to_writing(given.output)) throw UsageError(*obstacle);
    const auto split = static_cast<ForceSplit>(place_among(force_splits(), "--split", given.split));
    const ConstrainedModel found =
        constrain_model(described_model(given.model), split, work.attention());
    say("{}", given.json ? constrained_model_json(found) : constrained_model_text(found));
    if (given.output.empty()) return 0;
    write_file(given.output, model_toml(found.system.description));
    if (!given.json) say("The model is in '{}'.\n", given.output);
    return 0;
}

constexpr const char* more =
    "A free system with forces F beside its potential ones moves as one without F under the "
    "constraint F_i*(a - a_free)_i = 0, whose reaction is F [Djukić, Theorem IV].\n";

}  // namespace

Action declare_constrain(Arguments& arguments) {
    auto given = std::make_shared<Given>();
    add_model_argument(arguments, given->model);
    arguments.option("--split", given->split,
                     "A constraint for the whole force (whole, as by default), one for each of the "
                     "model's forces (forces) or for each component (coordinates)",
                     {"HOW", false, force_splits()});
    arguments.option("-o,--output", given->output, "Write the model with the constraints",
                     {"FILE"});
    arguments.flag("--json", given->json, "Write one JSON object");
    arguments.remark(more);
    return [given](LongWork& work) { return run(*given, work); };
}

}  // namespace rattleback

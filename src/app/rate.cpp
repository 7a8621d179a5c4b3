#include <memory>

#include "app/commands.hpp"
#include "app/find_model.hpp"
#include "app/long_work.hpp"
#include "app/message.hpp"
#include "writing/rate_text.hpp"

namespace rattleback {
namespace {

int run(const std::string& model, const std::string& formula, bool json, LongWork& work) {
    const QuantityRate found = rate_of(read_model(find_model(model)), formula, work.attention());
    say("{}", json ? rate_json(found) : rate_text(found));
    return found.rate.is_conserved() && !found.rate.scope.open_for_numbers ? 0 : 1;
}

}  // namespace

Action declare_rate(Arguments& arguments) {
    auto model = std::make_shared<std::string>(), formula = std::make_shared<std::string>();
    auto json = std::make_shared<bool>(false);
    add_model_argument(arguments, *model);
    arguments.word("QUANTITY", *formula, "A formula of the model's names");
    arguments.flag("--json", *json, "Write one JSON object");
    return [model, formula, json](LongWork& work) { return run(*model, *formula, *json, work); };
}

}  // namespace rattleback

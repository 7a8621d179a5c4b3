#include <fmt/format.h>

#include <memory>

#include "app/commands.hpp"
#include "app/find_model.hpp"
#include "app/long_work.hpp"
#include "app/message.hpp"
#include "app/numbers.hpp"
#include "app/settings.hpp"
#include "writing/series_text.hpp"

namespace rattleback {
namespace {

struct Given {
    std::string model, order;
    Settings settings;
    bool numbers = false, json = false;
};

int run(const Given& given, LongWork& work) {
    const Description description = described_model(given.model, given.settings);
    SeriesRequest request;
    if (!given.order.empty()) request.order = read_count("--order", given.order);
    for (const std::string& setting : given.settings.values)
        request.numbers.push_back(read_assignment("--set", setting).name);
    if (given.numbers)
        for (const auto& parameter : description.parameters)
            request.numbers.push_back(parameter.name.text());
    const MotionSeries series = series_of(description, request, work.attention());
    say("{}", given.json ? series_json(series) : series_text(series));
    return 0;
}

constexpr const char* more =
    "Parameters stay letters, but those that --set names; with --numbers all have their values.\n";

}  // namespace

Action declare_series(Arguments& arguments) {
    auto given = std::make_shared<Given>();
    add_model_argument(arguments, given->model);
    arguments.option(
        "--order", given->order,
        fmt::format("The highest power of t; {} is the default", SeriesRequest().order), {"N"});
    add_settings(arguments, given->settings);
    arguments.flag("--numbers", given->numbers, "Put in the values of all parameters");
    arguments.flag("--json", given->json, "Write one JSON object");
    arguments.remark(more);
    return [given](LongWork& work) { return run(*given, work); };
}

}  // namespace rattleback

#include <memory>

#include "app/commands.hpp"
#include "app/find_model.hpp"
#include "app/long_work.hpp"
#include "app/message.hpp"
#include "app/settings.hpp"
#include "app/usage.hpp"
#include "base/write_file.hpp"
#include "study/new_coordinates.hpp"
#include "writing/model_toml.hpp"

namespace rattleback {
namespace {

struct Given {
    std::string model, output;
    std::vector<std::string> coordinates;
    Settings settings;
};

int run(const Given& given, LongWork& work) {
    if (given.coordinates.empty())
        throw UsageError(
            "--let is missing: it takes an old coordinate as a formula of new ones, as "
            "in --let \"x = r*cos(theta)\"");
    if (!given.output.empty())
        if (const auto obstacle = obstacle_to_writing(given.output)) throw UsageError(*obstacle);
    std::vector<NewValue> old;
    for (const std::string& text : given.coordinates) old.push_back(read_assignment("--let", text));
    const auto [model, left_out] =
        in_coordinates(described_model(given.model, given.settings), old, work.attention());
    const std::string text = model_toml(model, to_texts(left_out));
    if (given.output.empty()) {
        say("{}", text);
        return 0;
    }
    write_file(given.output, text);
    say("The model in other coordinates is in '{}'.\n", given.output);
    for (const Sentence& each : left_out) say("{}\n", to_text(each));
    return 0;
}

constexpr const char* more =
    "Names that the model does not know are the new coordinates; as many as are given. Coordinates "
    "that are not given stay.\n";

}  // namespace

Action declare_transform(Arguments& arguments) {
    auto given = std::make_shared<Given>();
    add_model_argument(arguments, given->model);
    arguments.option("--let", given->coordinates,
                     "An old coordinate in terms of new ones; may be repeated", {"\"Q=FORMULA\""});
    add_settings(arguments, given->settings);
    arguments.option("-o,--output", given->output, "The model file to write; else it is printed",
                     {"FILE"});
    arguments.remark(more);
    return [given](LongWork& work) { return run(*given, work); };
}

}  // namespace rattleback

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <nlohmann/json.hpp>

#include "app/commands.hpp"
#include "app/find_model.hpp"

namespace rattleback {
namespace {

int run(bool json) {
    const auto models = gallery();
    if (models.empty()) throw ModelNotFound("the folder of the gallery is not there.");
    std::size_t width = 0;
    for (const GalleryModel& m : models) width = std::max(width, m.name.size());
    auto list = nlohmann::ordered_json::array();
    std::string text;
    for (const GalleryModel& m : models) {
        const std::string title = title_of(read_model(m.path));
        list.push_back({{"name", m.name}, {"title", title}, {"file", m.path}});
        text += fmt::format("{:<{}}  {}\n", m.name, width, title);
    }
    fmt::print("{}", json ? list.dump() + "\n" : text);
    return 0;
}

}  // namespace

Action declare_models(CLI::App& arguments) {
    auto json = std::make_shared<bool>(false);
    arguments.add_flag("--json", *json, "Write a JSON list of names, titles and files");
    return [json] { return run(*json); };
}

}  // namespace rattleback

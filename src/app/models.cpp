#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <nlohmann/json.hpp>

#include "app/commands.hpp"
#include "app/find_model.hpp"
#include "app/message.hpp"
#include "expr/as_written.hpp"
#include "study/changed_model.hpp"

namespace rattleback {
namespace {

int run(bool json, bool names) {
    const auto models = gallery();
    if (models.empty()) throw ModelNotFound("the folder of the gallery is not there.");
    if (names) {
        for (const GalleryModel& m : models) say("{}\n", m.name);
        return 0;
    }
    std::size_t width = 0;
    for (const GalleryModel& m : models) width = std::max(width, m.name.size());
    auto list = nlohmann::ordered_json::array();
    std::string text;
    for (const GalleryModel& m : models) {
        const Description model = read_model(m.path);
        const std::string title = title_of(model);
        list.push_back({{"name", m.name},
                        {"title", title},
                        {"file", m.path},
                        {"reference", model.reference.text()},
                        {"description", to_text(with_marked_formulas(model.description.text()))}});
        text += fmt::format("{:<{}}  {}\n", m.name, width, title);
    }
    say("{}", json ? list.dump() + "\n" : text);
    return 0;
}

}  // namespace

Action declare_models(Arguments& arguments) {
    auto json = std::make_shared<bool>(false), names = std::make_shared<bool>(false);
    arguments.flag("--json", *json, "Write a JSON list of names, titles, files and descriptions");
    arguments.flag("--names", *names, "Only the names");
    return [json, names](LongWork&) { return run(*json, *names); };
}

}  // namespace rattleback

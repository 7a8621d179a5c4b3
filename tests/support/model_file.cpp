#include "support/model_file.hpp"

#include <algorithm>
#include <array>
#include <filesystem>

#include "support/folders.hpp"

namespace rattleback::testing {

Description model_description(const std::string& name) {
    return read_model(models_folder() / (name + ".toml"));
}

System model_file(const std::string& name) { return build(model_description(name)); }

std::vector<std::string> gallery() {
    std::vector<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator(models_folder()))
        if (entry.path().extension() == ".toml") names.push_back(entry.path().stem());
    std::ranges::sort(names);
    return names;
}

bool is_large(const std::string& model) {
    constexpr std::array large{"ball_in_cylinder", "ball_on_ellipsoid", "ball_on_tilted_table",
                               "bicycle",          "chaplygin_sphere",  "rattleback"};
    return std::ranges::find(large, model) != large.end();
}

bool is_tried(const std::string& model, std::string_view form) {
    return !is_large(model) || form == "lagrange_multipliers" || form == "benenti";
}

}  // namespace rattleback::testing

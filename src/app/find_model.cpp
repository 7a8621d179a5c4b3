#include "app/find_model.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "base/suggest.hpp"

namespace rattleback {
namespace {

namespace fs = std::filesystem;

std::vector<fs::path> galleries() {
    std::error_code ignored;
    const fs::path program = fs::read_symlink("/proc/self/exe", ignored);
    return {program.parent_path().parent_path() / "share" / "rattleback" / "models",
            RATTLEBACK_MODELS};
}

[[noreturn]] void refuse(const std::string& name, const std::vector<GalleryModel>& models) {
    const std::string stem = fs::path(name).stem();
    std::vector<std::string> known;
    for (const GalleryModel& m : models) known.push_back(m.name);
    const bool in_gallery = std::ranges::find(known, stem) != known.end();
    std::string advice = in_gallery ? fmt::format("; the gallery model is called '{}'.", stem)
                                    : did_you_mean(stem, known);
    if (advice.empty()) advice = ".";
    throw ModelNotFound(
        fmt::format("there is no file '{}'{}{}\n'rattleback models' lists the gallery.", name,
                    name == stem ? " and no gallery model of this name" : "", advice));
}

}  // namespace

std::vector<GalleryModel> gallery() {
    for (const fs::path& folder : galleries()) {
        std::vector<GalleryModel> models;
        std::error_code ignored;
        for (const auto& entry : fs::directory_iterator(folder, ignored))
            if (entry.path().extension() == ".toml")
                models.push_back({entry.path().stem(), entry.path()});
        std::ranges::sort(models, {}, &GalleryModel::name);
        if (!models.empty()) return models;
    }
    return {};
}

std::string find_model(const std::string& name) {
    std::error_code ignored;
    const bool is_path = name.find('/') != std::string::npos || name.ends_with(".toml");
    const bool is_folder = fs::is_directory(name, ignored);
    if (fs::exists(name, ignored) && (is_path || !is_folder)) return name;
    const auto models = gallery();
    const auto found = std::ranges::find(models, name, &GalleryModel::name);
    if (found != models.end()) return found->path;
    if (is_folder) return name;  // read_model says that it is none
    refuse(name, models);
}

void add_model_argument(Arguments& arguments, std::string& model) {
    arguments.word("MODEL", model, "A model file, or the name of a gallery model");
}

}  // namespace rattleback

#include "app/find_model.hpp"

#include <filesystem>
#include <vector>

#include "base/errors.hpp"
#include "base/suggest.hpp"

namespace rattleback {
namespace {

namespace fs = std::filesystem;

std::vector<fs::path> galleries() {
    std::error_code ignored;
    const fs::path program = fs::read_symlink("/proc/self/exe", ignored);
    return {RATTLEBACK_MODELS,
            program.parent_path().parent_path() / "share" / "rattleback" / "models"};
}

}  // namespace

std::string find_model(const std::string& name) {
    if (fs::exists(name) || name.find('/') != std::string::npos || name.ends_with(".toml"))
        return name;
    std::vector<std::string> known;
    for (const auto& folder : galleries()) {
        if (fs::exists(folder / (name + ".toml"))) return (folder / (name + ".toml")).string();
        std::error_code ignored;
        for (const auto& entry : fs::directory_iterator(folder, ignored))
            known.push_back(entry.path().stem());
    }
    throw ModelError(
        "there is no file and no gallery model '" + name + "'" + did_you_mean(name, known),
        {.text = name, .file = "MODEL"}, {0, name.size()});
}

System load_model(const std::string& name) { return build(read_model(find_model(name))); }

}  // namespace rattleback

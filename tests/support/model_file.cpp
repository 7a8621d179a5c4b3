#include "support/model_file.hpp"

#include <algorithm>
#include <filesystem>

namespace rattleback::testing {
namespace {

constexpr const char* folder = RATTLEBACK_TESTS_DIR "/../models";

}  // namespace

System model_file(const std::string& name) {
    return build(read_model(std::string(folder) + "/" + name + ".toml"));
}

std::vector<std::string> gallery() {
    std::vector<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator(folder))
        if (entry.path().extension() == ".toml") names.push_back(entry.path().stem());
    std::ranges::sort(names);
    return names;
}

}  // namespace rattleback::testing

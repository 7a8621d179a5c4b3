#include "app/against.hpp"

#include <fmt/format.h>

#include <filesystem>

#include "app/settings.hpp"
#include "app/usage.hpp"
#include "rattleback/errors.hpp"

namespace rattleback {
namespace {

std::string called(const std::string& model, const Settings& settings) {
    const std::string name = std::filesystem::path(model).stem().string();
    std::vector<std::string> all = settings.values;
    all.insert(all.end(), settings.inputs.begin(), settings.inputs.end());
    return all.empty() ? name : fmt::format("{} with {}", name, fmt::join(all, ", "));
}

}  // namespace

void add_against_option(Arguments& arguments, std::vector<std::string>& against) {
    arguments.option(
        "--against", against,
        "Compare with another value, --against w=2, or with another model that has the "
        "same coordinates; may be repeated",
        {"NAME=VALUE|MODEL"});
}

SideRequest model_side(const std::string& model, const Settings& settings) {
    return {.description = described_model(model, settings), .name = called(model, settings)};
}

SideRequest other_side(const std::string& model, const Settings& settings,
                       const std::vector<std::string>& against) {
    std::string other;
    Settings values;
    for (const std::string& word : against) {
        if (word.find('=') != std::string::npos) {
            values.values.push_back(word);
            continue;
        }
        if (!other.empty())
            throw UsageError(
                fmt::format("--against names two models, '{}' and '{}': two motions are compared",
                            other, word));
        other = word;
    }
    try {
        if (!other.empty()) return model_side(other, values);
        Settings all = settings;  // the last value that is set counts
        all.values.insert(all.values.end(), values.values.begin(), values.values.end());
        SideRequest side = model_side(model, all);
        side.name = called(model, values);
        return side;
    } catch (const RequestError& error) {
        throw RequestError("against", error.problem());
    }
}

}  // namespace rattleback

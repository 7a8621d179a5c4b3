#include <filesystem>
#include <stdexcept>

#include "base/suggest.hpp"
#include "programs/export_folder.hpp"
#include "programs/export_motion.hpp"
#include "rattleback/derivation.hpp"
#include "rattleback/errors.hpp"

namespace rattleback {
namespace {

const ExportLanguage& language_of(const std::string& name) {
    std::vector<std::string> names;
    for (const ExportLanguage* language : export_languages()) {
        names.emplace_back(syntax_of(language->language).name);
        if (names.back() == name) return *language;
    }
    throw RequestError("language", "there is no language '" + name + "'" +
                                       did_you_mean_or_all(name, names, "languages"));
}

}  // namespace

std::vector<std::string> export_program(const Model& model, const std::string& language,
                                        const std::string& folder, const std::string& form,
                                        const Attention& attention) {
    const ExportLanguage& in = language_of(language);
    if (const auto obstacle = obstacle_to_folder(folder)) throw std::runtime_error(*obstacle);
    const std::vector<TextFile> files =
        export_files(export_motion(model.description(), form, "", attention).program, in);
    write_folder(folder, files);
    std::vector<std::string> names;
    for (const TextFile& file : files)
        names.push_back((std::filesystem::path(folder) / file.name).string());
    return names;
}

}  // namespace rattleback

#include "programs/write_program.hpp"

#include <filesystem>

#include "programs/export_folder.hpp"
#include "rattleback/errors.hpp"

namespace rattleback {

WrittenProgram write_program(const Description& description, const ProgramRequest& request,
                             const Attention& attention) {
    const ExportLanguage& language = export_language(request.language);
    if (const auto obstacle = obstacle_to_folder(request.folder)) throw RequestError(*obstacle);
    const auto [program, why] =
        export_motion(description, request.form, request.command, attention);
    const std::vector<TextFile> files = export_files(program, language);
    if (const auto obstacle = obstacle_to_files(request.folder, files))
        throw RequestError(*obstacle);
    write_folder(request.folder, files);
    WrittenProgram result{.files = {}, .why = why, .commands = export_commands(program, language)};
    for (const TextFile& file : files)
        result.files.push_back((std::filesystem::path(request.folder) / file.name).string());
    return result;
}

}  // namespace rattleback

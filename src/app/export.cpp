#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <memory>

#include "app/commands.hpp"
#include "app/find_model.hpp"
#include "app/long_work.hpp"
#include "app/message.hpp"
#include "app/run_options.hpp"
#include "app/settings.hpp"
#include "app/shell_word.hpp"
#include "app/usage.hpp"
#include "programs/export_language.hpp"
#include "programs/write_program.hpp"

namespace rattleback {
namespace {

namespace fs = std::filesystem;

struct Given {
    std::string model, language, form, folder;
    Settings settings;
};

std::string command_of(const Given& given) {
    std::string text = "rattleback export " + shell_file(given.model) + " --as " + given.language;
    if (!given.form.empty()) text += " --form " + given.form;
    for (const auto& [option, value] : options_of(given.settings))
        text += fmt::format(" {} {}", option, shell_word(value));
    if (!given.folder.empty()) text += " -o " + shell_file(given.folder);
    return text;
}

// A program is several files: -o x.py would make a folder of that name.
void refuse_file_name(const fs::path& folder) {
    constexpr std::array endings{".c", ".h", ".cpp", ".hpp", ".py", ".jl", ".m"};
    const bool is_file_name = std::ranges::any_of(
        endings, [&](const char* ending) { return folder.extension() == ending; });
    std::error_code ignored;
    if (!is_file_name || fs::is_directory(folder, ignored)) return;
    throw UsageError(fmt::format(
        "-o names the folder for the files of the program, and '{}' is the name of a file; "
        "-o {} would do",
        folder.string(), shell_file((folder.parent_path() / folder.stem()).string())));
}

int run(const Given& given, LongWork& work) {
    const auto names = export_language_names();
    if (given.language.empty())
        throw UsageError("--as is missing: it takes " + alternatives(names));
    const std::string language(names[place_among(names, "--as", given.language)]);
    const Description description = described_model(given.model, given.settings);
    const std::string folder =
        given.folder.empty() ? fs::path(description.file).stem().string() : given.folder;
    refuse_file_name(folder);
    const WrittenProgram written = write_program(
        description,
        {.language = language, .folder = folder, .form = given.form, .command = command_of(given)},
        work.attention());
    for (const std::string& file : written.files) say("{}\n", file);
    if (!written.why.empty()) say("\n{}\n", written.why);
    say("\nTo run the example:\n    cd {} && {}\n", shell_file(folder), written.commands);
    return 0;
}

}  // namespace

Action declare_export(Arguments& arguments) {
    auto given = std::make_shared<Given>();
    add_model_argument(arguments, given->model);
    const auto languages = export_language_names();
    arguments.option("--as", given->language, "The language: " + alternatives(languages),
                     {.name = "LANGUAGE", .choices = languages});
    add_form_option(arguments, given->form);
    add_settings(arguments, given->settings);
    arguments.option("-o,--output", given->folder,
                     "The folder for the files; one named after the model is the default", {"DIR"});
    return [given](LongWork& work) { return run(*given, work); };
}

}  // namespace rattleback
